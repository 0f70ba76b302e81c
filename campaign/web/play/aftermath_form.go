package play

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/form"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// The aftermath of a battle that was fought without the engine, on one screen: kills, experience, a scar or a loss for each
// unit, experience for all units, and a resource.

// effectFields are what a battle did to the units: experience for all and what was gained by seat, the rest by seat and unit.
type effectFields struct {
	All        map[string]*int   `form:"all#" label:"deeds.all" in:"0..1000"`
	Gain       map[string]*int   `form:"gain#" label:"deeds.gain" in:"0..1000"`
	Of         map[string]string `form:"of#" label:"deeds.of"` // the resource that was gained
	Kills      map[string]*int   `form:"kills#" label:"deeds.kills" in:"0..1000"`
	Experience map[string]*int   `form:"xp#" label:"deeds.xp" in:"0..1000"`
	Scar       map[string]string `form:"scar#" label:"deeds.scar" len:"0..80"`
	Lost       map[string]bool   `form:"lost#"`
}

// aftermathFormPage shows the form for the aftermath of a battle that was fought without the engine: of the reader's own side, of
// ?seat= for members who may act for others, or of all sides for an arbiter without a seat.
func (s *Handlers) aftermathFormPage(c echo.Context, v site.Visit, b *campaign.Battle) error {
	return s.showAftermathForm(c, v, b, http.StatusOK, nil)
}

// aftermathSeats returns the seats whose effects the reader enters, and the seat they enter them for. ok is false when there is none.
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

func (s *Handlers) showAftermathForm(c echo.Context, v site.Visit, b *campaign.Battle, status int, failed error) error {
	camp := v.State.Campaigns[b.Campaign]
	as, seats, ok := aftermathSeats(c, v, b)
	if !ok {
		return &campaign.Error{Code: campaign.Conflict, Key: "not-settled", Rule: "CAMP-BAT-5"}
	}
	form, err := site.NewForm(c, emptyEffects(v.State, b, seats), failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("deeds.title"), views.SectionBattle)
	f.Back = site.BattleURL(v.Club, b.ID)
	m := playviews.AftermathFormPage{Title: site.BattleTitle(f, v.State, b), Text: f.Say("deeds.text"), Action: f.Back + "/aftermath", Cancel: f.Back, Trouble: form.Trouble(), AftermathFields: aftermathInputs(f, v, camp, b, seats, form)}
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

// fieldedUnits returns the units of a seat as they fought, or as they can fight now.
func fieldedUnits(st *campaign.State, b *campaign.Battle, seat int) []rules.Unit {
	if seat < len(b.RosterSnapshots) {
		return b.RosterSnapshots[seat].Units
	}
	return st.BattleList(st.Rosters[b.Seats[seat]]).Units
}

// unitField is what stands for a unit in the names of its fields.
func unitField(seat, unit int) string { return fmt.Sprintf("%d-%d", seat, unit) }

// emptyEffects are the fields of some seats before anything is typed into them.
func emptyEffects(st *campaign.State, b *campaign.Battle, seats []int) effectFields {
	in := effectFields{map[string]*int{}, map[string]*int{}, map[string]string{}, map[string]*int{}, map[string]*int{}, map[string]string{}, map[string]bool{}}
	for _, seat := range seats {
		key := strconv.Itoa(seat)
		in.All[key], in.Gain[key], in.Of[key] = nil, nil, ""
		for i := range fieldedUnits(st, b, seat) {
			key := unitField(seat, i)
			in.Kills[key], in.Experience[key], in.Scar[key], in.Lost[key] = nil, nil, "", false
		}
	}
	return in
}

// aftermathInputs are the fields of some seats.
func aftermathInputs(f views.Frame, v site.Visit, camp *campaign.Campaign, b *campaign.Battle, seats []int, form *form.Form) playviews.AftermathFields {
	d := playviews.AftermathFields{}
	number := func(name string) views.Field {
		field := form.Field(name)
		field.Placeholder = "0"
		return field
	}
	var resources []views.Option
	for _, key := range resourceKeys(v.State, camp) {
		resources = append(resources, views.Option{Value: key, Text: site.GainName(f.Catalog, camp.Settings.Game, "resource", key)})
	}
	for _, seat := range seats {
		r := v.State.Rosters[b.Seats[seat]]
		at := strconv.Itoa(seat)
		side := playviews.AftermathSide{Name: r.List.Name, Emblem: site.RosterEmblem(r), All: number("all" + at), Gain: number("gain" + at)}
		side.Of, side.Resources = form.Choice("of"+at, resources)
		for i, u := range fieldedUnits(v.State, b, seat) {
			at := unitField(seat, i)
			side.Units = append(side.Units, playviews.UnitAftermath{Name: u.Name, Kills: number("kills" + at), Experience: number("xp" + at), Scar: form.Field("scar" + at),
				Lost: "lost" + at, Fell: form.Checkbox("lost" + at).On})
		}
		d.Sides = append(d.Sides, side)
	}
	return d
}

// resourceKeys returns the keys of the resources of a campaign: those that its game counts, that land pays and that any side has.
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

// readEffects decodes the fields of some seats as effects. The error is about the first field that is not a number.
func (s *Handlers) readEffects(c echo.Context, st *campaign.State, b *campaign.Battle, seats []int) ([]rules.Effect, error) {
	var in effectFields
	if err := s.ReadForm(c, &in); err != nil {
		return nil, err
	}
	effects := []rules.Effect{}
	for _, seat := range seats {
		post := func(unit string, kind rules.EffectKind, key string, n int) {
			effects = append(effects, rules.Effect{Seat: rules.Seat(seat), Unit: unit, Kind: kind, Key: key, Amount: n})
		}
		given := func(n *int) int {
			if n == nil {
				return 0
			}
			return *n
		}
		of := strconv.Itoa(seat)
		for i, u := range fieldedUnits(st, b, seat) {
			at := unitField(seat, i)
			if n := given(in.Kills[at]); n > 0 {
				post(u.ID, rules.EffectKill, "", n)
			}
			if n := given(in.Experience[at]); n > 0 {
				post(u.ID, rules.EffectExperience, "", n)
			} else if n := given(in.All[of]); n > 0 && !in.Lost[at] {
				post(u.ID, rules.EffectExperience, "", n)
			}
			if scar := site.KeyFromName(in.Scar[at]); scar != "" {
				post(u.ID, rules.EffectScar, scar, 0)
			}
			if in.Lost[at] {
				post(u.ID, rules.EffectLost, "", 0)
			}
		}
		if n := given(in.Gain[of]); n > 0 {
			post("", rules.EffectResource, in.Of[of], n)
		}
	}
	return effects, nil
}

// postEffects posts the aftermath of the form.
func (s *Handlers) postEffects(c echo.Context, v site.Visit, b *campaign.Battle) error {
	// If the form is sent twice, the second time the side has posted already and the form has no fields for it.
	if a, ok := v.State.ActByKey(v.Member.ID, site.FormIdempotencyKey(c)); ok && a.Kind == (campaign.Aftermath{}).Kind() {
		return s.effectsPosted(c, v, b)
	}
	as, seats, ok := aftermathSeats(c, v, b)
	if !ok {
		as, seats = v.State.Seat(b, v.Member.ID), nil // the service says why not
	}
	effects, err := s.readEffects(c, v.State, b, seats)
	if err == nil {
		_, err = s.Do(c, v, campaign.ActRequest{Body: campaign.Aftermath{Battle: b.ID, Seat: as, Effects: effects}, LastSeen: site.FormHead(c)})
	}
	if err != nil {
		if !ok {
			return err
		}
		return s.showAftermathForm(c, v, b, site.StatusOf(err), err)
	}
	return s.effectsPosted(c, v, b)
}

// effectsPosted says after an aftermath whether the battle is final or waits for the other side.
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
