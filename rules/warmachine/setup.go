package warmachine

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// A Field is the game's part of a setup: the players' sides and the table.
type Field struct {
	Play       string        `json:"play" in:"two-player|teams|free-for-all" default:"\"two-player\""`
	Teams      []int         `json:"teams" len:"0..8" each:"0..1" default:"[]"` // by seat, of a game between teams
	Zones      []ruling.Zone `json:"zones" len:"0..8" default:"[]"`             // by seat, of a scenario
	Objectives bool          `json:"objectives" default:"false"`                // a player who meets the objective, as the players agree, wins
	Terrain    []Piece       `json:"terrain" len:"0..40" default:"[]"`
	ruling.GamingTable
}

// begin starts a battle of two or more armies, each with a warcaster.
func begin(setup rules.Setup) (rules.Battle, error) {
	switch {
	case setup.Game != gameID:
		return nil, rules.Faultf(rules.UnknownGame, "game", "is %q", setup.Game)
	case setup.Version < oldestVersion || setup.Version > currentVersion:
		return nil, rules.Faultf(rules.OutOfRange, "version", "is %d, not %d to %d", setup.Version, oldestVersion, currentVersion)
	case setup.Mode != rules.Measured && setup.Mode != rules.Board:
		return nil, rules.Faultf(rules.OutOfRange, "mode", "is %q", setup.Mode)
	case len(setup.Rosters) < 2:
		return nil, rules.Breaks("WM-SETUP-1", "rosters", "a battle has two armies")
	}
	f := &fixed{setup: setup, board: setup.Mode == rules.Board, ids: map[string]modelRef{}, names: map[string]rules.Text{}}
	for _, step := range []func() *rules.Fault{f.readOptions, f.readField, f.addRosters, f.addSpellNames} {
		if fault := step(); fault != nil {
			return nil, fault
		}
	}
	n := len(setup.Rosters)
	b := &Battle{fixed: f, s: state{
		Phase: phaseStart, Turn: 0, Acting: noUnit, Units: make([]unitState, len(f.info)),
		Order: make([]rules.Seat, n), Deployed: make([]bool, n), Conceded: make([]bool, n),
	}}
	for i := range b.s.Order {
		b.s.Order[i] = rules.Nobody
	}
	for i, c := range f.info {
		b.s.Units[i] = unitState{Models: make([]modelState, c.size), Left: c.size, Filled: make([]int, len(c.profile.Grid))}
	}
	return b, nil
}

// readOptions reads the options.
func (f *fixed) readOptions() *rules.Fault {
	for id, value := range f.setup.Options {
		if !slices.ContainsFunc(options, func(o rules.Option) bool { return o.ID == id && slices.Contains(o.Values, value) }) {
			return rules.Faultf(rules.UnknownField, rules.Join("options", id), "%q is no choice of this game", value)
		}
	}
	set := f.setup.Options
	f.combat, f.eliminate, f.simpleWalls = set["combat-module"] != "off", set["without-warcasters"] == "out", set["walls"] == "simple"
	return nil
}

// readField reads the teams, the zones and the terrain of the field.
func (f *fixed) readField() *rules.Fault {
	raw := f.setup.Field
	if len(raw) == 0 || string(raw) == "null" {
		raw = []byte("{}")
	}
	var in Field
	if err := rules.Decode(raw, &in); err != nil {
		return rules.Within("field", err)
	}
	n := len(f.setup.Rosters)
	f.format, f.hasObjectives, f.GamingTable = in.Play, in.Objectives, in.GamingTable
	f.teams = make([]int, n)
	for seat := range f.teams {
		f.teams[seat] = seat
	}
	switch {
	case in.Play == "two-player" && n != 2:
		return rules.Breaks("WM-SETUP-1", "rosters", "a battle of two players has two armies")
	case in.Play == "teams" && len(in.Teams) != n:
		return rules.Breaks("WM-MULTI-2", "field.teams", "names the team of each army")
	case in.Play != "teams" && len(in.Teams) > 0:
		return rules.Unexpected("field.teams")
	case in.Play == "teams":
		f.teams = in.Teams
		if !slices.Contains(in.Teams, 0) || !slices.Contains(in.Teams, 1) {
			return rules.Breaks("WM-MULTI-2", "field.teams", "a game of teams has two")
		}
	}
	if fault := f.readZones(in.Zones); fault != nil {
		return fault
	}
	for i, p := range in.Terrain {
		if !p.Polygon.StrictlyConvex() {
			return ruling.BadValue(ruling.MemberPath("field.terrain", i, "polygon"), "is not strictly convex")
		}
		f.pieces = append(f.pieces, newPiece(p))
		f.hilly = f.hilly || p.Kind == "hill"
	}
	return nil
}

// readZones reads the zones of a scenario: one for each seat, those of enemies 28 inches apart
// (WM-SETUP-11).
func (f *fixed) readZones(zones []ruling.Zone) *rules.Fault {
	n := len(f.teams)
	switch {
	case len(zones) == 0 && f.format == "free-for-all" && n > 4:
		return rules.Breaks("WM-MULTI-9", "field.zones", "more than four players agree on zones")
	case len(zones) == 0:
		return nil
	case len(zones) != n:
		return rules.Breaks("WM-SETUP-10", "field.zones", "there is a zone for each army")
	}
	for i, z := range zones {
		if fault := z.Check(rules.At("field.zones", i), f.GamingTable); fault != nil {
			return fault
		}
		for j, other := range zones[:i] {
			if f.teams[i] != f.teams[j] && f.ZoneGap(z, other) < ruling.LeastBetweenZones {
				return rules.Breaks("WM-SETUP-11", rules.At("field.zones", i), "is nearer than 28 inches to another")
			}
		}
	}
	f.zones = zones
	return nil
}

// addRosters adds the entries of all rosters.
func (f *fixed) addRosters() *rules.Fault {
	for seat, r := range f.setup.Rosters {
		if fault := f.addRoster(rules.Seat(seat), r); fault != nil {
			return rules.Within(rules.At("rosters", seat), fault)
		}
	}
	return f.checkTeams()
}

// addRoster adds the entries of one roster.
func (f *fixed) addRoster(seat rules.Seat, r rules.Roster) *rules.Fault {
	m, faults := readRoster(r)
	if len(faults) == 0 {
		faults = m.unknownIDs()
	}
	if len(faults) > 0 {
		return &faults[0]
	}
	before, led := len(f.info), false
	for i, u := range r.Units {
		c := newUnitInfo(seat, u, m.profiles[i])
		if c.profile.Kind == "unit" {
			c.size = m.entry(i).ModelsEach
		}
		if by := m.controller(i); c.profile.Kind == "warjack" && by >= 0 {
			c.controller = before + by
		}
		if !f.addModelIDs(&c) {
			return ruling.BadValue(ruling.MemberPath("units", i, "id"), "%q is there twice", u.ID)
		}
		led = led || c.profile.Kind == "warcaster"
		f.addNames(&c.profile)
		if f.combat && (c.terror || c.abomination) {
			f.terrifying = append(f.terrifying, len(f.info))
		}
		if c.profile.hasAbility(counterCharge) {
			f.counterChargers = append(f.counterChargers, len(f.info))
		}
		f.info = append(f.info, c)
	}
	return rules.FaultIf(!led, rules.Breaks("WM-ARMY-27", "units", "an army has a warcaster"))
}

// addNames collects the names on a profile for views of the battle.
func (f *fixed) addNames(p *Profile) {
	note := func(id string, name rules.Text) {
		if len(name) > 0 {
			f.names[id] = name
		}
	}
	note(p.Name, p.Title)
	for _, w := range p.Weapons {
		note(w.ID, w.Name)
	}
	for _, s := range p.Spells {
		note(s.ID, s.Name)
	}
	for _, a := range p.Actions {
		note(a.ID, a.Name)
	}
	if p.Feat != nil {
		note(p.Feat.ID, p.Feat.Name)
	}
}

// newUnitInfo derives the figures of a roster entry and applies its marks.
func newUnitInfo(seat rules.Seat, u rules.Unit, p Profile) unitInfo {
	c := unitInfo{seat: seat, id: u.ID, name: u.Name, profile: p, size: p.Models, controller: noUnit, base: ruling.BaseSizes[p.Base], boxes: p.Boxes}
	c.radius = ruling.BaseRadii[c.base]
	c.isCommander = p.Kind == "warcaster" || p.hasAbility("commander")
	c.terror, c.abomination = p.hasAbility("terror"), p.hasAbility("abomination")
	c.fearless = p.Kind == "warcaster" || p.Kind == "warjack" || p.hasAbility("fearless")
	for k := range p.Weapons {
		w := &p.Weapons[k]
		if w.Mount {
			continue // WM-X-CAV-1: a mount is for impact attacks only
		}
		c.meleeReach = max(c.meleeReach, w.reach())
		c.maxRange = max(c.maxRange, w.reach(), w.Range)
	}
	if len(p.Grid) > 0 {
		c.boxes = ruling.DamageGrid{Columns: p.Grid, Filled: make([]int, len(p.Grid))}.Left()
		c.gridDepths = ruling.DepthsOf(p.Grid)
	}
	for _, order := range []string{"none", ruling.Run, ruling.Charge} {
		if order == "none" || p.Kind == "unit" {
			c.orderCommands = append(c.orderCommands, Activate{bySeat: bySeat{seat}, Unit: u.ID, Order: order, Rise: "movement", InCommandRange: yes})
			c.activatedEvents = append(c.activatedEvents, Activated{Unit: u.ID, Order: order})
		}
	}
	c.endedEvent = ActivationEnded{u.ID, law{activationOver}}
	for _, mark := range u.Marks {
		c.steadyHand = c.steadyHand || mark == steadyHand
		applyMark(&c.profile, mark)
	}
	return c
}

// addModelIDs gives the models of a unit their ids. It reports false when an id is taken.
func (f *fixed) addModelIDs(c *unitInfo) bool {
	i := len(f.info)
	if i > 0 {
		c.first = f.info[i-1].first + f.info[i-1].size
	}
	note := func(id string, k int) bool {
		_, there := f.ids[id]
		f.ids[id] = modelRef{i, k}
		return !there
	}
	if c.size == 1 {
		c.models = []string{c.id}
		return note(c.id, 0)
	}
	ok := note(c.id, noUnit)
	for k := range c.size {
		c.models = append(c.models, c.id+"."+strconv.Itoa(k+1))
		ok = note(c.models[k], k) && ok
	}
	return ok
}

// checkTeams requires one Faction and one copy of each character in a team (WM-MULTI-3,
// WM-MULTI-4).
func (f *fixed) checkTeams() *rules.Fault {
	if f.format != "teams" {
		return nil
	}
	in := ruling.SidesInput{Mode: "teams"}
	for seat, r := range f.setup.Rosters {
		m, _ := readRoster(r)
		s := ruling.PlayerArmy{Player: strconv.Itoa(seat), Team: strconv.Itoa(f.teams[seat]), Faction: r.Faction, Contract: m.extra.Contract}
		if s.AllMercenary = s.Contract != ""; s.AllMercenary {
			s.Faction = ""
		}
		for _, p := range m.profiles {
			if p.Character {
				s.Characters = append(s.Characters, p.ID)
			}
		}
		in.Armies = append(in.Armies, s)
	}
	if v := in.Validate().Violations; len(v) > 0 {
		return rules.Breaks(v[0].Rule, "rosters", "the teams break %s: %s", v[0].Rule, v[0].Subject)
	}
	return nil
}
