package book

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/odds"
	"oriflamme/views"
	bookviews "oriflamme/views/book"
)

const (
	oddsOutcomeLimit   = describe.OddsLimit
	whatIfOutcomeLimit = 20_000 // outcomes for each comparison
	maxWhatIfs         = 6
)

// A calculator answers one request for odds.
type calculator struct {
	*site.Base
	c      echo.Context
	game   *rules.Game
	ruling *rules.Ruling
	form   battleview.Form
	tree   map[string]any
	q      url.Values
}

// oddsPage shows the calculator: a form made from a ruling's input, the exact odds, and what a change would do.
func (s *Handlers) oddsPage(c echo.Context) error {
	game, ruling := s.oddsRuling(c)
	if ruling == nil {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	book := site.CatalogOf(c)
	k := &calculator{Base: s.Base, c: c, game: game, ruling: ruling, q: c.QueryParams(),
		form: battleview.Form{Catalog: book, Game: game.ID, RuleURL: s.RuleLink(book.Lang, game.ID)}}
	for _, other := range s.SortedCatalogs {
		if other.Lang != book.Lang {
			k.form.OtherCatalogs = append(k.form.OtherCatalogs, other)
		}
	}
	m := bookviews.OddsPage{
		Title: site.GamePhrase(site.CatalogOf(c), game.ID, "ruling."+ruling.Name), Game: game.Name, Action: site.OddsPath,
		Hidden: []views.Hidden{{Name: "game", Value: game.ID}}, Query: c.Request().URL.RawQuery, All: site.OddsFormsPath + "?game=" + game.ID,
		Ruling: views.Field{Name: "ruling", Label: book.Say("odds.ruling"), Value: ruling.Name},
	}
	for _, g := range s.Games {
		if site.DefaultRuling(g) != nil {
			m.Games = append(m.Games, views.Tab{Text: g.Name, URL: site.OddsPath + "?game=" + g.ID, Current: g == game})
		}
	}
	for _, r := range game.Rulings {
		if len(r.Odds) > 0 {
			m.Rulings = append(m.Rulings, views.Option{Value: r.Name, Text: site.GamePhrase(site.CatalogOf(c), game.ID, "ruling."+r.Name), Chosen: r.Name == ruling.Name})
		}
	}
	for _, id := range ruling.Rules {
		m.Rules = append(m.Rules, views.RuleRef{ID: id, URL: k.form.RuleURL(id)})
	}
	if p := s.Pack(game, c.QueryParam("pack")); p != nil && len(p.Units) > 1 && hasTarget(ruling) {
		m.Matchup = k.matchup(p)
	}
	if s.Pack(game, "") != nil && attackRuling(game) != nil {
		m.Compare = site.ComparePath + "?game=" + game.ID
	}
	k.fillAnswer(&m)
	f := s.Frame(c, m.Title, views.SectionOdds)
	f.Where, f.Sub, f.Scripts = book.Say("nav.odds"), game.Name+", "+m.Title, []string{"js/battle.js"}
	return s.Render(c, http.StatusOK, bookviews.Odds(f, m))
}

// oddsRuling returns the ruling that the request names, or else the first attack of the first game.
func (s *Handlers) oddsRuling(c echo.Context) (*rules.Game, *rules.Ruling) {
	for _, g := range s.Games {
		if want := c.QueryParam("game"); want != "" && want != g.ID || site.DefaultRuling(g) == nil {
			continue
		}
		if r := g.Ruling(c.QueryParam("ruling")); r != nil && len(r.Odds) > 0 {
			return g, r
		}
		return g, site.DefaultRuling(g)
	}
	return nil, nil
}

// hasTarget reports whether an input has a side that is attacked, so that two profiles can fill it.
func hasTarget(r *rules.Ruling) bool {
	_, there := battleview.Fill(reflect.TypeOf(r.Input), json.RawMessage(`{}`), json.RawMessage(`{}`), 0)["target"]
	return there
}

// matchup offers the profiles of a pack and fills the form from the chosen ones, also when the page is first opened.
func (c *calculator) matchup(p *rules.Pack) *bookviews.OddsMatchup {
	book := site.CatalogOf(c.c)
	d := &bookviews.OddsMatchup{
		From:   views.Field{Name: "from", Label: book.Say("odds.from")},
		Weapon: views.Field{Name: "weapon", Label: book.Say("odds.weapon")},
		To:     views.Field{Name: "to", Label: book.Say("odds.to")},
	}
	from, to := &p.Units[0], &p.Units[1]
	for i := range p.Units {
		if p.Units[i].ID == c.q.Get("from") {
			from = &p.Units[i]
		}
	}
	for i := len(p.Units) - 1; i >= 0; i-- { // by default the target is of the other side
		if to.ID != c.q.Get("to") && (p.Units[i].ID == c.q.Get("to") || p.Units[i].Faction != from.Faction) {
			to = &p.Units[i]
		}
	}
	names := site.FactionNames(p, book.Lang)
	for _, u := range p.Units {
		o := views.Option{Value: u.ID, Text: u.Name.In(book.Lang) + ", " + names.Of(u.Faction)}
		o.Chosen = u.ID == from.ID
		d.Froms = append(d.Froms, o)
		o.Chosen = u.ID == to.ID
		d.Tos = append(d.Tos, o)
	}
	weapon, err := strconv.Atoi(c.q.Get("weapon"))
	_, arms := c.form.WeaponList(from.Profile)
	if err != nil || weapon < 0 || weapon >= len(arms) {
		weapon = 0
	}
	for i, text := range arms {
		d.Weapons = append(d.Weapons, views.Option{Value: strconv.Itoa(i), Text: text, Chosen: i == weapon})
	}
	if c.q.Get("asked") == "" {
		c.tree = battleview.Fill(reflect.TypeOf(c.ruling.Input), from.Profile, to.Profile, weapon)
	}
	return d
}

// fillAnswer puts the form and, if the input is valid, the odds into the page.
func (c *calculator) fillAnswer(m *bookviews.OddsPage) {
	t := reflect.TypeOf(c.ruling.Input)
	if c.tree == nil && c.q.Get("asked") != "" {
		c.tree, t = c.form.ReadRuling(c.ruling, c.q, site.OddsPrefix)
	}
	if c.tree == nil {
		c.tree, t = map[string]any{}, c.ruling.InputType(nil)
	}
	m.Inputs = c.form.Inputs(t, c.tree, site.OddsPrefix)
	if c.ruling.InputOf != nil && c.q.Get("asked") != "" && !c.q.Has("input") { // fields that the ruling shown before did not have
		for name, values := range formValues(m.Inputs) {
			if !c.q.Has(name) {
				c.q[name] = values
			}
		}
		c.tree = c.form.Read(t, c.q, site.OddsPrefix)
	}
	if c.q.Get("asked") == "" { // ask for what the form shows, including its lowest values
		c.tree = c.form.Read(t, formValues(m.Inputs), site.OddsPrefix)
	}
	d, err := c.ruling.DistributionWithin(c.tree, oddsOutcomeLimit)
	var fault *rules.Fault
	switch {
	case errors.Is(err, odds.ErrTooMany):
		m.TooWide = true
		return
	case errors.As(err, &fault):
		line := battleview.NewFaultLine(site.CatalogOf(c.c), c.game.ID, fault, c.form.RuleURL, nil)
		m.Faults = append(m.Faults, line)
		site.MarkFault(m.Inputs, site.OddsPrefix+fault.Field, line.Text)
		return
	case err != nil:
		m.TooWide = true
		return
	}
	main, rest := c.form.Words().MainOdds(d)
	m.Main, m.More = &main, rest
	m.WhatIfs = c.whatIfs(main.Field, d, m.Inputs)
}

func (c *calculator) label(field string) string { return c.form.Words().ResultName(field) }

// whatIfs computes the odds with one thing changed: each checkbox toggled, each number changed by one.
func (c *calculator) whatIfs(field string, base rules.Distribution, inputs []views.Input) []bookviews.OddsWhatIf {
	var all []bookviews.OddsWhatIf
	top := max(describe.ComparisonValue(field, base), 1e-9)
	type change struct {
		label, name, value string
	}
	var changes []change
	var collect func(group string, ins []views.Input)
	collect = func(group string, ins []views.Input) {
		for _, in := range ins {
			label := in.Label
			if group != "" {
				label = group + ", " + strings.ToLower(in.Label)
			}
			switch {
			case in.Kind == "check" && in.Checked:
				changes = append(changes, change{site.CatalogOf(c.c).Say("odds.without", "what", label), in.Name, "false"})
			case in.Kind == "check":
				changes = append(changes, change{site.CatalogOf(c.c).Say("odds.with", "what", label), in.Name, "true"})
			case in.Kind == "number" && !in.Rest && in.Plus != "":
				changes = append(changes, change{label + " " + in.Plus, in.Name, in.Plus})
			case in.Kind == "group" && in.Checked:
				collect(in.Label, in.Fields)
			}
		}
	}
	collect("", inputs)
	for _, ch := range changes {
		if len(all) == maxWhatIfs {
			break
		}
		q := formValues(inputs)
		q.Set(ch.name, ch.value)
		d, err := c.ruling.DistributionWithin(c.form.Read(c.ruling.InputType(c.tree), q, site.OddsPrefix), whatIfOutcomeLimit)
		if err != nil || describe.ComparisonValue(field, d) == describe.ComparisonValue(field, base) {
			continue
		}
		q.Set("game", c.game.ID)
		q.Set("ruling", c.ruling.Name)
		q.Set("asked", "1")
		line := bookviews.OddsWhatIf{Label: ch.label, URL: site.OddsPath + "?" + q.Encode()}
		x := describe.ComparisonValue(field, d)
		top = max(top, x)
		line.Share, line.Base = x, describe.ComparisonValue(field, base)
		if p := d.Odds[field]["true"]; p != nil {
			line.Fraction, line.Value = site.CatalogOf(c.c).Fraction(p), site.CatalogOf(c.c).Percent(x)
		} else {
			line.Value = site.CatalogOf(c.c).Decimal(x, 2)
		}
		all = append(all, line)
	}
	if base.Odds[field]["true"] != nil && top > .3 {
		top = 1 // bars of chances are scaled up only when all are small
	}
	for i := range all {
		all[i].Share, all[i].Base = all[i].Share/top*100, all[i].Base/top*100
	}
	return all
}

// formValues returns the values that an unchanged form would send.
func formValues(ins []views.Input) url.Values {
	q := url.Values{}
	for _, in := range ins {
		switch in.Kind {
		case "check":
			q.Set(in.Name, strconv.FormatBool(in.Checked))
		case "choice", "many":
			for _, o := range in.Options {
				if o.Chosen {
					q.Add(in.Name, o.Value)
				}
			}
			if in.Kind == "choice" && q.Get(in.Name) == "" && len(in.Options) > 0 {
				q.Set(in.Name, in.Options[0].Value)
			}
		case "group":
			if in.Checked {
				q.Set(in.Name, "1")
			}
			for k, vs := range formValues(in.Fields) {
				q[k] = vs
			}
		case "list":
			for _, item := range in.Items {
				for k, vs := range formValues(item) {
					q[k] = vs
				}
			}
		default:
			q.Set(in.Name, in.Value)
		}
	}
	return q
}
