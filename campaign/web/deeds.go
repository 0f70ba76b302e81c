package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// What a battle that was fought on a table did to the units, on one screen: kills,
// experience, a scar or a death a unit, experience for everybody, and a resource.

// deedsPage asks for the aftermath of a battle that the program has not played: of one's own side, of ?seat= for who may
// act for others, of all sides for an arbiter without a seat.
func (s *site) deedsPage(c echo.Context) error { return s.showDeeds(c, http.StatusOK, nil) }

// deedSeats are the seats whose deeds the reader tells, and the seat in whose name; ok is false when there is none.
func deedSeats(c echo.Context, v visit, b *campaign.Battle) (as rules.Seat, seats []int, ok bool) {
	as = v.state.Seat(b, v.member.ID)
	if n, err := strconv.Atoi(c.FormValue("seat")); err == nil && n >= 0 && n < len(b.Seats) && v.can(campaign.ActionOthers) {
		as = rules.Seat(n)
	}
	for seat := range b.Seats {
		if (as == rules.Nobody || int(as) == seat) && !slices.Contains(b.Tended, rules.Seat(seat)) {
			seats = append(seats, seat)
		}
	}
	settled := b.Phase == campaign.Confirmed || b.Phase == campaign.Ruled
	return as, seats, settled && len(seats) > 0 && v.state.Allowed(v.actor, campaign.Aftermath{Battle: b.ID, Seat: as})
}

func (s *site) showDeeds(c echo.Context, status int, failed error) error {
	v, b, camp, err := s.memberBattle(c)
	if err != nil {
		return err
	}
	as, seats, ok := deedSeats(c, v, b)
	if !ok {
		return &campaign.Error{Code: campaign.Conflict, Key: "not-settled", Rule: "CAMP-BAT-5"}
	}
	_, whole, known := wrongs(bookOf(c), failed)
	if failed != nil && !known {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("deeds.title"), views.SectionBattle)
	f.Back = battleURL(v.club, b.ID)
	m := views.DeedsPage{Title: battleTitle(f, v.state, b), Text: f.Say("deeds.text"), Action: f.Back + "/aftermath", Cancel: f.Back, Trouble: whole, Deeds: deeds(c, f, v, camp, b, seats)}
	if as != rules.Nobody {
		m.Seat = strconv.Itoa(int(as))
	}
	if v.can(campaign.ActionOthers) && as != rules.Nobody {
		for seat, id := range b.Seats {
			if seat != int(as) && !slices.Contains(b.Tended, rules.Seat(seat)) {
				m.Others = append(m.Others, views.Link{Text: rosterName(v.state, id), URL: m.Action + "?seat=" + strconv.Itoa(seat)})
			}
		}
	}
	return s.page(c, status, views.AftermathByHand(f, m))
}

// fieldedIn are the units of a seat as they fought, or could.
func fieldedIn(st *campaign.State, b *campaign.Battle, seat int) []rules.Unit {
	if seat < len(b.Frozen) {
		return b.Frozen[seat].Units
	}
	return st.Fielded(st.Rosters[b.Seats[seat]]).Units
}

// deeds are the fields for some seats, with what was typed into them.
func deeds(c echo.Context, f views.Frame, v visit, camp *campaign.Campaign, b *campaign.Battle, seats []int) views.Deeds {
	d := views.Deeds{}
	number := func(name, label string) views.Field {
		return views.Field{Name: name, Type: "number", Label: label, Value: typed(c, name, ""), Min: "0", Upto: "1000", Placeholder: "0"}
	}
	for _, seat := range seats {
		r := v.state.Rosters[b.Seats[seat]]
		at := fmt.Sprint(seat)
		side := views.DeedSide{Name: r.List.Name, Arms: rosterArms(r), All: number("all"+at, f.Say("deeds.all")), Gain: number("gain"+at, f.Say("deeds.gain"))}
		side.Of = views.Field{Name: "of" + at, Label: f.Say("deeds.of")}
		for _, key := range resources(v.state, camp) {
			side.Resources = append(side.Resources, views.Option{Value: key, Text: earned(f.Book, camp.Settings.Game, "resource", key), Chosen: typed(c, side.Of.Name, "") == key})
		}
		for i, u := range fieldedIn(v.state, b, seat) {
			at := fmt.Sprintf("%d-%d", seat, i)
			side.Units = append(side.Units, views.UnitDeeds{Name: u.Name, Kills: number("kills"+at, f.Say("deeds.kills")), Experience: number("xp"+at, f.Say("deeds.xp")),
				Scar: views.Field{Name: "scar" + at, Label: f.Say("deeds.scar"), Value: typed(c, "scar"+at, ""), Max: 80},
				Lost: "lost" + at, Fell: typed(c, "lost"+at, "") == "yes"})
		}
		d.Sides = append(d.Sides, side)
	}
	return d
}

// resources are the keys of what sides of a campaign gather: what its game counts, what land pays, what anybody has.
func resources(st *campaign.State, camp *campaign.Campaign) []string {
	keys := []string{"glory"}
	if camp.Settings.Fame != "" {
		keys[0] = camp.Settings.Fame
	}
	if len(camp.Settings.Income) > 0 {
		keys = append(keys, campaign.Income)
	}
	for _, r := range st.RostersOf(camp.ID) {
		for key := range r.Resources {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// readDeeds reads the fields of some seats as effects. The error is of the first field that holds no number.
func readDeeds(c echo.Context, st *campaign.State, b *campaign.Battle, seats []int) ([]rules.Effect, error) {
	effects := []rules.Effect{}
	var wrong error
	number := func(name string) int {
		text := strings.TrimSpace(c.FormValue(name))
		n, err := strconv.Atoi(text)
		if text != "" && (err != nil || n < 0) && wrong == nil {
			wrong = notANumber(name)
		}
		return n
	}
	for _, seat := range seats {
		post := func(unit, kind, key string, n int) {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: unit, Kind: kind, Key: key, Amount: n})
		}
		all := number(fmt.Sprintf("all%d", seat))
		for i, u := range fieldedIn(st, b, seat) {
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
			if scar := keyOf(c.FormValue("scar" + at)); scar != "" {
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

// postDeeds posts the aftermath that the form tells.
func (s *site) postDeeds(c echo.Context, v visit, b *campaign.Battle) error {
	// Sent twice, the second finds the side told already and its fields of nobody.
	if a, ok := v.state.Keyed(v.member.ID, formKey(c)); ok && a.Kind == (campaign.Aftermath{}).Kind() {
		return s.told(c, v, b)
	}
	as, seats, ok := deedSeats(c, v, b)
	if !ok {
		as, seats = v.state.Seat(b, v.member.ID), nil // the campaign says why not
	}
	effects, err := readDeeds(c, v.state, b, seats)
	if err == nil {
		_, err = s.do(c, v, campaign.Draft{Body: campaign.Aftermath{Battle: b.ID, Seat: as, Effects: effects}, Head: formHead(c)})
	}
	if err != nil {
		if !ok {
			return err
		}
		return s.showDeeds(c, statusOf(err), err)
	}
	return s.told(c, v, b)
}

// told says after an aftermath whether the battle is over, or the other side still waited for.
func (s *site) told(c echo.Context, v visit, b *campaign.Battle) error {
	st, err := s.Hall.State(c.Request().Context(), v.club)
	if err != nil {
		return err
	}
	notice := "tended"
	if now := st.Battles[b.ID]; now != nil && now.Phase == campaign.Final {
		notice = "final"
	}
	return s.done(c, battleURL(v.club, b.ID), notice)
}
