package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// fixed is what never changes in a battle.
type fixed struct {
	setup        rules.Setup
	board        bool
	optionValues map[string]string // by option id
	info         []unitInfo
	index        map[string]int // in info, by unit id
	ground       battlefield
}

// unitInfo is an entry of a roster as the battle knows it.
type unitInfo struct {
	seat                 rules.Seat
	id, name             string
	profile              Profile
	size                 int // stands at the start
	pace                 ruling.Pace
	halfFront, halfDepth int64 // half sides of a stand, in tenths of a millimetre
	extraAttacks         int   // Attacks that a character adds to a unit
	terrifying           bool
	points               int
	carrying             bool // bears the carrying voice
	character            bool
}

func (c *unitInfo) isCharacter() bool { return c.character }

// boardUnitsPerCM is the number of board units in a centimetre.
const boardUnitsPerCM = 100

// thinnedScar is the scar of a unit that begins a battle with one stand fewer (WR-HOUSE-2).
const thinnedScar = "thinned"

// begin starts a battle of two armies.
func begin(setup rules.Setup) (rules.Battle, error) {
	switch {
	case setup.Game != gameID:
		return nil, rules.Faultf(rules.UnknownGame, "game", "is %q", setup.Game)
	case setup.Version < oldestVersion || setup.Version > currentVersion:
		return nil, rules.Faultf(rules.OutOfRange, "version", "is %d, not %d", setup.Version, currentVersion)
	case setup.Mode != rules.Measured && setup.Mode != rules.Board:
		return nil, rules.Faultf(rules.OutOfRange, "mode", "is neither measured nor board")
	case len(setup.Rosters) != 2:
		return nil, rules.Breaks("WR-SEQ-1", "rosters", "a battle has two armies")
	}
	f := &fixed{setup: setup, board: setup.Mode == rules.Board, optionValues: map[string]string{}, index: map[string]int{}}
	if fault := f.setOptions(); fault != nil {
		return nil, fault
	}
	for seat, r := range setup.Rosters {
		if fault := f.addRoster(rules.Seat(seat), r); fault != nil {
			fault.Field = rules.Join(rules.At("rosters", seat), fault.Field)
			return nil, fault
		}
	}
	if fault := f.readTable(setup.Field); fault != nil {
		fault.Field = rules.Join("field", fault.Field)
		return nil, fault
	}
	b := &Battle{fixed: f, s: state{Phase: phaseStart, First: rules.Nobody, Placing: rules.Nobody, Turn: rules.Nobody}}
	b.s.Volley.Charger, b.s.Fight.Winner = noUnit, rules.Nobody
	b.s.Units = make([]unitState, len(f.info))
	for i := range f.info {
		b.s.Units[i] = unitState{Stands: f.info[i].size, Form: "line", Cover: "none", Joined: noUnit}
		if f.info[i].size == 1 {
			b.s.Units[i].Form = "single"
		}
	}
	return b, nil
}

// setOptions refuses unknown options and values, and takes the value of each.
func (f *fixed) setOptions() *rules.Fault {
	for id, v := range f.setup.Options {
		at := slices.IndexFunc(options, func(o rules.Option) bool { return o.ID == id })
		switch {
		case at < 0:
			return rules.Faultf(rules.UnknownField, rules.Join("options", id), "is no option of this game")
		case !slices.Contains(options[at].Values, v):
			return rules.Faultf(rules.OutOfRange, rules.Join("options", id), "has no value %q", v)
		}
	}
	for _, o := range options {
		f.optionValues[o.ID] = o.In(f.setup)
	}
	return nil
}

// addRoster adds the entries of one roster.
func (f *fixed) addRoster(seat rules.Seat, r rules.Roster) *rules.Fault {
	e, faults := newRosterCheck(r)
	if len(faults) > 0 {
		return &faults[0]
	}
	generals, units := 0, 0
	for i, u := range r.Units {
		if _, there := f.index[u.ID]; there {
			return rules.Faultf(rules.OutOfRange, rules.At("units", i)+".id", "%q is there twice", u.ID)
		}
		p := e.profiles[i]
		if fault := p.fault(rules.Profile{ID: p.ID, Points: p.Points, Faction: p.Army}); fault != nil {
			fault.Field = rules.Join(rules.At("units", i)+".profile", fault.Field)
			return fault
		}
		generals += rules.BoolToInt(p.Type == "general")
		units += rules.BoolToInt(!p.isCharacter())
		f.index[u.ID] = len(f.info)
		f.info = append(f.info, newUnitInfo(seat, u, p, e.taken[i], f.optionValues))
	}
	return rules.FirstFault(
		rules.ForbidIf(generals != 1, "WR-ARMY-1", "units", "an army has one General"),
		rules.ForbidIf(units == 0, "WR-ARMY-4", "units", "an army has units"),
	)
}

// newUnitInfo works out the figures of an entry with its upgrades, marks and options.
func newUnitInfo(seat rules.Seat, u rules.Unit, p Profile, taken []*Upgrade, chosen map[string]string) unitInfo {
	c := unitInfo{seat: seat, id: u.ID, name: u.Name, profile: p, size: p.Size, points: p.Points, character: p.isCharacter()}
	c.pace, _ = ruling.PaceOf(p.Type, p.Flying && chosen["flyers"] == "fly")
	front, depth, ok := ruling.StandSize(p.Type)
	switch {
	case c.isCharacter():
		front, depth, c.pace = 2, 2, ruling.Paces["character"]
	case !ok: // machines: the list gives their pace; their stand is as deep as a gun's
		front, depth = 2, 4
	}
	if p.Pace != nil {
		c.pace = ruling.Pace{Full: *p.Pace, Half: (*p.Pace + 1) / 2}
	}
	c.halfFront, c.halfDepth = int64(front)*boardUnitsPerCM/2, int64(depth)*boardUnitsPerCM/2
	c.extraAttacks = p.Attack.Combat
	c.terrifying = slices.ContainsFunc(p.Rules, causesTerror)
	for _, t := range taken {
		c.points += t.Points
		c.extraAttacks += t.Attack.Combat
		c.terrifying = c.terrifying || c.isCharacter() && slices.ContainsFunc(t.Rules, causesTerror)
		if c.isCharacter() && slices.Contains(t.Rules, "flies") {
			c.pace = ruling.FlyingPace
		}
	}
	for _, m := range u.Marks {
		c.carrying = c.carrying || m == carryingVoiceMark
		if m == thinnedScar && c.size > 1 {
			c.size--
		}
	}
	return c
}

// causesTerror reports whether a rule of a profile makes a unit terrifying (WR-TERROR-1).
func causesTerror(rule string) bool { return rule == "terrifying" || rule == "terror" }

// flies reports whether a unit passes over everything (WR-PROV-10).
func (f *fixed) flies(i int) bool {
	return f.info[i].profile.Flying && f.optionValues["flyers"] == "fly"
}

// blocksOf returns the stands of a unit as blocks.
func (f *fixed) blocksOf(i int, spots []Spot) []rect.Block {
	if len(spots) == 0 {
		return nil
	}
	all := make([]rect.Block, len(spots))
	for k, s := range spots {
		all[k] = f.blockAt(i, s)
	}
	return all
}

func (f *fixed) blockAt(i int, s Spot) rect.Block {
	return rect.NewBlock(rect.Point{X: int64(s[0]), Y: int64(s[1])}, s[2], f.info[i].halfFront, f.info[i].halfDepth)
}
