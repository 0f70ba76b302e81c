package play

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// What a battle that was fought on a table did to the units, on one screen: kills,
// experience, a scar or a death a unit, experience for everybody, and a resource.

// aftermathFormPage asks for the aftermath of a battle that the program has not played: of one's own side, of ?seat= for who may
// act for others, of all sides for an arbiter without a seat.
func (s *Handlers) aftermathFormPage(c echo.Context) error {
	return s.showAftermathForm(c, http.StatusOK, nil)
}

// aftermathSeats are the seats whose deeds the reader tells, and the seat in whose name; ok is false when there is none.
func aftermathSeats(c echo.Context, v site.Visit, b *campaign.Battle) (as rules.Seat, seats []int, ok bool) {
	as = v.State.Seat(b, v.Member.ID)
	if n, err := strconv.Atoi(c.FormValue("seat")); err == nil && n >= 0 && n < len(b.Seats) && v.Can(campaign.ActionOthers) {
		as = rules.Seat(n)
	}
	for seat := range b.Seats {
		if (as == rules.Nobody || int(as) == seat) && !slices.Contains(b.AftermathPosted, rules.Seat(seat)) {
			seats = append(seats, seat)
		}
	}
	settled := b.Status == campaign.Confirmed || b.Status == campaign.Ruled
	return as, seats, settled && len(seats) > 0 && v.State.MayDo(v.Actor, campaign.Aftermath{Battle: b.ID, Seat: as})
}

func (s *Handlers) showAftermathForm(c echo.Context, status int, failed error) error {
	v, b, camp, err := s.MemberBattle(c)
	if err != nil {
		return err
	}
	as, seats, ok := aftermathSeats(c, v, b)
	if !ok {
		return &campaign.Error{Code: campaign.Conflict, Key: "not-settled", Rule: "CAMP-BAT-5"}
	}
	_, whole, known := site.FieldErrors(site.CatalogOf(c), failed)
	if failed != nil && !known {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("deeds.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := playviews.AftermathFormPage{Title: site.BattleTitle(f, v.State, b), Text: f.Say("deeds.text"), Action: f.Back + "/aftermath", Cancel: f.Back, Trouble: whole, AftermathFields: aftermathFields(c, f, v, camp, b, seats)}
	if as != rules.Nobody {
		m.Seat = strconv.Itoa(int(as))
	}
	if v.Can(campaign.ActionOthers) && as != rules.Nobody {
		for seat, id := range b.Seats {
			if seat != int(as) && !slices.Contains(b.AftermathPosted, rules.Seat(seat)) {
				m.Others = append(m.Others, views.Link{Text: site.RosterName(v.State, id), URL: m.Action + "?seat=" + strconv.Itoa(seat)})
			}
		}
	}
	return s.Render(c, status, playviews.AftermathForm(f, m))
}

// fieldedUnits are the units of a seat as they fought, or could.
func fieldedUnits(st *campaign.State, b *campaign.Battle, seat int) []rules.Unit {
	if seat < len(b.RosterSnapshots) {
		return b.RosterSnapshots[seat].Units
	}
	return st.BattleList(st.Rosters[b.Seats[seat]]).Units
}

// aftermathFields are the fields for some seats, with what was typed into them.
func aftermathFields(c echo.Context, f views.Frame, v site.Visit, camp *campaign.Campaign, b *campaign.Battle, seats []int) playviews.AftermathFields {
	d := playviews.AftermathFields{}
	number := func(name, label string) views.Field {
		return views.Field{Name: name, Type: "number", Label: label, Value: site.FormValueOr(c, name, ""), Min: "0", Upto: "1000", Placeholder: "0"}
	}
	for _, seat := range seats {
		r := v.State.Rosters[b.Seats[seat]]
		at := fmt.Sprint(seat)
		side := playviews.AftermathSide{Name: r.List.Name, Emblem: site.RosterEmblem(r), All: number("all"+at, f.Say("deeds.all")), Gain: number("gain"+at, f.Say("deeds.gain"))}
		side.Of = views.Field{Name: "of" + at, Label: f.Say("deeds.of")}
		for _, key := range resourceKeys(v.State, camp) {
			side.Resources = append(side.Resources, views.Option{Value: key, Text: site.GainName(f.Catalog, camp.Settings.Game, "resource", key), Chosen: site.FormValueOr(c, side.Of.Name, "") == key})
		}
		for i, u := range fieldedUnits(v.State, b, seat) {
			at := fmt.Sprintf("%d-%d", seat, i)
			side.Units = append(side.Units, playviews.UnitAftermath{Name: u.Name, Kills: number("kills"+at, f.Say("deeds.kills")), Experience: number("xp"+at, f.Say("deeds.xp")),
				Scar: views.Field{Name: "scar" + at, Label: f.Say("deeds.scar"), Value: site.FormValueOr(c, "scar"+at, ""), Max: 80},
				Lost: "lost" + at, Fell: site.FormValueOr(c, "lost"+at, "") == "yes"})
		}
		d.Sides = append(d.Sides, side)
	}
	return d
}

// resourceKeys are the keys of what sides of a campaign gather: what its game counts, what land pays, what anybody has.
func resourceKeys(st *campaign.State, camp *campaign.Campaign) []string {
	keys := []string{"glory"}
	if camp.Settings.ScoreResource != "" {
		keys[0] = camp.Settings.ScoreResource
	}
	if len(camp.Settings.Income) > 0 {
		keys = append(keys, campaign.IncomeResource)
	}
	for _, r := range st.RostersOf(camp.ID) {
		for key := range r.Resources {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// readEffects reads the fields of some seats as effects. The error is of the first field that holds no number.
func readEffects(c echo.Context, st *campaign.State, b *campaign.Battle, seats []int) ([]rules.Effect, error) {
	effects := []rules.Effect{}
	var wrong error
	number := func(name string) int {
		text := strings.TrimSpace(c.FormValue(name))
		n, err := strconv.Atoi(text)
		if text != "" && (err != nil || n < 0) && wrong == nil {
			wrong = site.NotANumber(name)
		}
		return n
	}
	for _, seat := range seats {
		post := func(unit, kind, key string, n int) {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: unit, Kind: kind, Key: key, Amount: n})
		}
		all := number(fmt.Sprintf("all%d", seat))
		for i, u := range fieldedUnits(st, b, seat) {
			at := fmt.Sprintf("%d-%d", seat, i)
			if n := number("kills" + at); n > 0 {
				post(u.ID, "kill", "", n)
			}
			lost := c.FormValue("lost"+at) == "yes"
			if n := number("xp" + at); n > 0 {
				post(u.ID, "experience", "", n)
			} else if all > 0 && !lost {
				post(u.ID, "experience", "", all)
			}
			if scar := site.KeyFromName(c.FormValue("scar" + at)); scar != "" {
				post(u.ID, "scar", scar, 0)
			}
			if lost {
				post(u.ID, "lost", "", 0)
			}
		}
		if n := number(fmt.Sprintf("gain%d", seat)); n > 0 {
			post("", "resource", c.FormValue(fmt.Sprintf("of%d", seat)), n)
		}
	}
	return effects, wrong
}

// postEffects posts the aftermath that the form tells.
func (s *Handlers) postEffects(c echo.Context, v site.Visit, b *campaign.Battle) error {
	// Sent twice, the second finds the side told already and its fields of nobody.
	if a, ok := v.State.ActByKey(v.Member.ID, site.FormIdempotencyKey(c)); ok && a.Kind == (campaign.Aftermath{}).Kind() {
		return s.effectsPosted(c, v, b)
	}
	as, seats, ok := aftermathSeats(c, v, b)
	if !ok {
		as, seats = v.State.Seat(b, v.Member.ID), nil // the campaign says why not
	}
	effects, err := readEffects(c, v.State, b, seats)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Aftermath{Battle: b.ID, Seat: as, Effects: effects}, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		if !ok {
			return err
		}
		return s.showAftermathForm(c, site.StatusOf(err), err)
	}
	return s.effectsPosted(c, v, b)
}

// effectsPosted says after an aftermath whether the battle is over, or the other side still waited for.
func (s *Handlers) effectsPosted(c echo.Context, v site.Visit, b *campaign.Battle) error {
	st, err := s.Service.State(c.Request().Context(), v.Club)
	if err != nil {
		return err
	}
	notice := "tended"
	if now := st.Battles[b.ID]; now != nil && now.Status == campaign.Final {
		notice = "final"
	}
	return s.RedirectWithNotice(c, site.BattleURL(v.Club, b.ID), notice)
}
