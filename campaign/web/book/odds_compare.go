package book

import (
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/odds"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// A weaponProfile is a unit of a pack with one of its weapons.
type weaponProfile struct {
	unit   *rules.Profile
	weapon int
	name   string
}

// attackRuling returns the ruling of a game by which one unit attacks another, or nil.
func attackRuling(g *rules.Game) *rules.Ruling {
	if r := site.DefaultRuling(g); r != nil && hasTarget(r) {
		return r
	}
	for i := range g.Rulings {
		if r := &g.Rulings[i]; len(r.Odds) > 0 && hasTarget(r) {
			return r
		}
	}
	return nil
}

// comparePage compares two weapons: against the same target, or against each other. The address holds the question.
func (s *Handlers) comparePage(c echo.Context) error {
	book := site.CatalogOf(c)
	m := playviews.ComparePage{Action: site.ComparePath, Back: site.OddsPath}
	var game *rules.Game
	for _, g := range s.Games {
		if p := s.Pack(g, ""); p == nil || len(p.Units) < 2 || attackRuling(g) == nil {
			continue
		}
		if game == nil || g.ID == c.QueryParam("game") {
			game = g
		}
	}
	if game == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	for _, g := range s.Games {
		if p := s.Pack(g, ""); p != nil && len(p.Units) > 1 && attackRuling(g) != nil {
			m.Games = append(m.Games, views.Tab{Text: g.Name, URL: site.ComparePath + "?game=" + g.ID, Current: g == game})
		}
	}
	k := &calculator{Base: s.Base, c: c, game: game, ruling: attackRuling(game), q: c.QueryParams(),
		form: battleview.Form{Catalog: book, Game: game.ID, RuleURL: s.RuleLink(book.Lang, game.ID)}}
	pack := s.Pack(game, "")
	all := k.weaponProfiles(pack)
	if len(all) < 2 {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	a, b := findProfile(all, c.QueryParam("a"), 0), findProfile(all, c.QueryParam("b"), 1)
	m.Hidden = []views.Hidden{{Name: "game", Value: game.ID}}
	m.A = views.Field{Name: "a", Label: book.Say("lab.first")}
	m.B = views.Field{Name: "b", Label: book.Say("lab.second")}
	m.To = views.Field{Name: "to", Label: book.Say("lab.target"), Hint: book.Say("lab.target_hint")}
	for i, one := range all {
		m.As = append(m.As, views.Option{Value: one.id(), Text: one.name, Chosen: i == a})
		m.Bs = append(m.Bs, views.Option{Value: one.id(), Text: one.name, Chosen: i == b})
	}
	target := k.targetOptions(pack, &m)
	f := s.Frame(c, book.Say("lab.compare"), views.SectionOdds)
	f.Where, f.Sub, f.Back = book.Say("nav.odds"), game.Name, site.OddsPath+"?game="+game.ID
	m.Game = game.Name
	for _, id := range k.ruling.Rules {
		m.Rules = append(m.Rules, views.RuleRef{ID: id, URL: k.form.RuleURL(id)})
	}
	k.compareOdds(all[a], all[b], target, &m)
	return s.Render(c, http.StatusOK, playviews.Compare(f, m))
}

func (c *calculator) weaponProfiles(p *rules.Pack) []weaponProfile {
	var all []weaponProfile
	names := site.FactionNames(p, c.form.Catalog.Lang)
	for i := range p.Units {
		u := &p.Units[i]
		who := u.Name.In(c.form.Catalog.Lang) + ", " + names.Of(u.Faction)
		_, arms := c.form.WeaponList(u.Profile)
		if len(arms) == 0 {
			all = append(all, weaponProfile{u, 0, who})
		}
		for j, text := range arms {
			all = append(all, weaponProfile{u, j, who + " : " + text})
		}
	}
	return all
}

func (p weaponProfile) id() string { return p.unit.ID + "/" + strconv.Itoa(p.weapon) }

func findProfile(all []weaponProfile, id string, otherwise int) int {
	if i := slices.IndexFunc(all, func(s weaponProfile) bool { return s.id() == id }); i >= 0 {
		return i
	}
	return otherwise
}

// targetOptions offers every unit as the common target, or returns nil when the two attack each other.
func (c *calculator) targetOptions(p *rules.Pack, m *playviews.ComparePage) *rules.Profile {
	var chosen *rules.Profile
	m.Tos = []views.Option{{Text: c.form.Catalog.Say("lab.each_other")}}
	names := site.FactionNames(p, c.form.Catalog.Lang)
	for i := range p.Units {
		u := &p.Units[i]
		on := u.ID == c.q.Get("to")
		if on {
			chosen = u
		}
		m.Tos = append(m.Tos, views.Option{Value: u.ID, Text: u.Name.In(c.form.Catalog.Lang) + ", " + names.Of(u.Faction), Chosen: on})
	}
	return chosen
}

// compareOdds computes the odds of both weapons and puts them side by side.
func (c *calculator) compareOdds(a, b weaponProfile, target *rules.Profile, m *playviews.ComparePage) {
	toA, toB := target, target
	if target == nil {
		toA, toB = b.unit, a.unit
	}
	da, errA := c.attackOdds(a, toA)
	db, errB := c.attackOdds(b, toB)
	if err := errors.Join(errA, errB); err != nil {
		m.Trouble = c.form.Catalog.Say("lab.cannot")
		return
	}
	down := decisiveField(da, db)
	field := down
	if field == "" {
		field = describe.MainField(da)
	}
	m.Sides = []playviews.CompareSide{c.compareSide(a, field, da), c.compareSide(b, field, db)}
	chart := describe.MostVariedField(da)
	if other := describe.MostVariedField(db); chart == "" || other != "" && len(db.Odds[other]) > len(da.Odds[chart]) {
		chart = other
	}
	if chart != "" {
		m.Chart, m.Rows = c.label(chart), c.compareRows(da.Odds[chart], db.Odds[chart])
	}
	if target == nil && down != "" {
		m.Exchange = c.exchangeShares(da.Odds[down]["true"], db.Odds[down]["true"], c.label(down))
	}
}

// decisiveField returns the yes-or-no field that an attack is about: one that is undecided for one of the two, or else the first.
func decisiveField(a, b rules.Distribution) string {
	found := ""
	for _, field := range a.Fields {
		either := len(a.Odds[field]) == 2 || len(b.Odds[field]) == 2
		if isYesNo(a.Odds[field]) && isYesNo(b.Odds[field]) && (found == "" || either && len(a.Odds[found]) < 2 && len(b.Odds[found]) < 2) {
			found = field
		}
	}
	return found
}

func isYesNo(d odds.Dist[string]) bool { return d["true"] != nil || d["false"] != nil }

// attackOdds returns the odds of one weapon against a target, with the form's defaults for everything else.
func (c *calculator) attackOdds(by weaponProfile, at *rules.Profile) (rules.Distribution, error) {
	t := reflect.TypeOf(c.ruling.Input)
	tree := battleview.Fill(t, by.unit.Profile, at.Profile, by.weapon)
	tree = c.form.Read(t, formValues(c.form.Inputs(t, tree, site.OddsPrefix)), site.OddsPrefix)
	return c.ruling.DistributionWithin(tree, oddsOutcomeLimit)
}

func (c *calculator) compareSide(by weaponProfile, field string, d rules.Distribution) playviews.CompareSide {
	if isYesNo(d.Odds[field]) && d.Odds[field]["true"] == nil { // the answer is never yes: show the chance 0 of a yes, not the certainty of a no
		line := ""
		if other := describe.MostVariedField(d); other != "" {
			line = c.form.Catalog.Say("odds.mean-of", "what", c.label(other), "x", c.form.Catalog.Decimal(d.Mean[other], 2))
		}
		return playviews.CompareSide{Name: by.name, Title: c.label(field), Big: "0", Unit: "%", Line: line}
	}
	answer := c.form.Words().FieldOdds(field, d)
	return playviews.CompareSide{Name: by.name, Title: answer.Title, Big: answer.Value, Unit: answer.Unit, Line: answer.Line}
}

// compareRows returns the values of two distributions of a number, in order.
func (c *calculator) compareRows(a, b odds.Dist[string]) []playviews.CompareRow {
	numbers := map[int]bool{}
	top := new(big.Rat)
	for _, d := range []odds.Dist[string]{a, b} {
		for text, p := range d {
			if n, err := strconv.Atoi(text); err == nil {
				numbers[n] = true
			}
			if p.Cmp(top) > 0 {
				top = p
			}
		}
	}
	most, _ := top.Float64()
	cell := func(p *big.Rat) playviews.CompareCell {
		if p == nil {
			p = new(big.Rat)
		}
		x, _ := p.Float64()
		return playviews.CompareCell{Width: 100 * x / max(most, 1e-9), Percent: c.form.Catalog.Percent(x), Fraction: c.form.Catalog.Fraction(p)}
	}
	var rows []playviews.CompareRow
	for n := range numbers {
		rows = append(rows, playviews.CompareRow{Value: n, A: cell(a[strconv.Itoa(n)]), B: cell(b[strconv.Itoa(n)])})
	}
	slices.SortFunc(rows, func(x, y playviews.CompareRow) int { return x.Value - y.Value })
	return rows
}

// exchangeShares returns the shares of an attack and of the survivors' answer to it.
func (c *calculator) exchangeShares(p, q *big.Rat, what string) []views.Share {
	zero, one := new(big.Rat), big.NewRat(1, 1)
	if p == nil {
		p = zero
	}
	if q == nil {
		q = zero
	}
	stands := new(big.Rat).Sub(one, p)
	answer := new(big.Rat).Mul(stands, q)
	neither := new(big.Rat).Sub(stands, answer)
	share := func(p *big.Rat, key string, style int) views.Share {
		x, _ := p.Float64()
		return views.Share{Fraction: x, Name: c.form.Catalog.Say("lab."+key, "what", strings.ToLower(what)), Exact: fmt.Sprintf("%s (%s)", c.form.Catalog.Percent(x), c.form.Catalog.Fraction(p)), Style: style}
	}
	return []views.Share{share(p, "first_strikes", 4), share(answer, "second_answers", 2), share(neither, "neither", 0)}
}
