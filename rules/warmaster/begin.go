package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// field is what never changes in a battle.
type field struct {
	setup  rules.Setup
	board  bool
	chosen map[string]string // option values
	cards  []card
	index  map[string]int // of cards by unit id
	ground ground
}

// card is an entry of a roster as the battle knows it.
type card struct {
	seat        rules.Seat
	id, name    string
	p           Profile
	size        int // stands at the start
	pace        pace
	front, deep int64 // half sides of a stand, in tenths of a millimetre
	extra       int   // Attacks that a character adds to a unit
	terrifying  bool
	points      int
	carrying    bool // bears that honour
}

func (c *card) officer() bool { return c.p.character() }

// scale is how many units of a Spot make a centimetre.
const scale = 100

// thinned is the scar of a unit that starts a battle with a stand less (WR-HOUSE-2).
const thinned = "thinned"

// begin starts a battle of two armies.
func begin(setup rules.Setup) (rules.Battle, error) {
	switch {
	case setup.Game != gameID:
		return nil, rules.Faultf(rules.UnknownGame, "game", "is %q", setup.Game)
	case setup.Version < oldest || setup.Version > version:
		return nil, rules.Faultf(rules.OutOfRange, "version", "is %d, not %d", setup.Version, version)
	case setup.Mode != rules.Measured && setup.Mode != rules.Board:
		return nil, rules.Faultf(rules.OutOfRange, "mode", "is neither measured nor board")
	case len(setup.Rosters) != 2:
		return nil, rules.Breaks("WR-SEQ-1", "rosters", "a battle has two armies")
	}
	f := &field{setup: setup, board: setup.Mode == rules.Board, chosen: map[string]string{}, index: map[string]int{}}
	if fault := f.choose(setup.Options); fault != nil {
		return nil, fault
	}
	for seat, r := range setup.Rosters {
		if fault := f.enlist(rules.Seat(seat), r); fault != nil {
			fault.Field = rules.Join(rules.At("rosters", seat), fault.Field)
			return nil, fault
		}
	}
	if fault := f.survey(setup.Field); fault != nil {
		fault.Field = rules.Join("field", fault.Field)
		return nil, fault
	}
	b := &Battle{field: f, s: state{Stage: stageStart, First: rules.Nobody, Placing: rules.Nobody, Turn: rules.Nobody}}
	b.s.Volley.Charger, b.s.Fight.Winner = none, rules.Nobody
	b.s.Pieces = make([]piece, len(f.cards))
	for i := range f.cards {
		b.s.Pieces[i] = piece{Stands: f.strength(i), Form: "line", Cover: "none", Joined: none}
		if f.strength(i) == 1 {
			b.s.Pieces[i].Form = "single"
		}
	}
	return b, nil
}

// choose takes the values of options, or their defaults.
func (f *field) choose(values map[string]string) *rules.Fault {
	for _, o := range battleOptions {
		f.chosen[o.ID] = o.Default
	}
	for id, v := range values {
		at := slices.IndexFunc(battleOptions, func(o rules.Option) bool { return o.ID == id })
		switch {
		case at < 0:
			return rules.Faultf(rules.UnknownField, rules.Join("options", id), "is no option of this game")
		case !slices.Contains(battleOptions[at].Values, v):
			return rules.Faultf(rules.OutOfRange, rules.Join("options", id), "has no value %q", v)
		}
		f.chosen[id] = v
	}
	return nil
}

// enlist adds the entries of one roster.
func (f *field) enlist(seat rules.Seat, r rules.Roster) *rules.Fault {
	e, faults := enlist(r)
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
		generals += count(p.Type == "general")
		units += count(!p.character())
		f.index[u.ID] = len(f.cards)
		f.cards = append(f.cards, cardOf(seat, u, p, e.taken[i], f.chosen))
	}
	return first(
		forbid(generals != 1, "WR-ARMY-1", "units", "an army has one General"),
		forbid(units == 0, "WR-ARMY-4", "units", "an army has units"),
	)
}

func cardOf(seat rules.Seat, u rules.Unit, p Profile, taken []*Upgrade, chosen map[string]string) card {
	c := card{seat: seat, id: u.ID, name: u.Name, p: p, size: p.Size, points: p.Points}
	c.pace, _ = paceOf(p.Type, p.Flying && chosen["flyers"] == "fly")
	front, depth, ok := standSize(p.Type)
	switch {
	case c.officer():
		front, depth, c.pace = 2, 2, paces["character"]
	case !ok: // machines: the list gives their pace; their card is as deep as a gun's
		front, depth = 2, 4
	}
	if p.Pace != nil {
		c.pace = pace{*p.Pace, (*p.Pace + 1) / 2}
	}
	c.front, c.deep = int64(front)*scale/2, int64(depth)*scale/2
	c.extra = p.Attack.Combat
	c.terrifying = slices.ContainsFunc(p.Rules, frightening)
	for _, t := range taken {
		c.points += t.Points
		c.extra += t.Attack.Combat
		c.terrifying = c.terrifying || c.officer() && slices.ContainsFunc(t.Rules, frightening)
		if c.officer() && slices.Contains(t.Rules, "flies") {
			c.pace = flight
		}
	}
	for _, m := range u.Marks {
		c.carrying = c.carrying || m == carryingVoice
		if m == thinned && c.size > 1 {
			c.size--
		}
	}
	return c
}

// frightening tells whether a rule of a profile makes a unit terrifying (WR-TERROR-1).
func frightening(rule string) bool { return rule == "terrifying" || rule == "terror" }

// strength is how many stands a piece has at the start.
func (f *field) strength(i int) int { return f.cards[i].size }

// flies tells whether a piece passes over everything (WR-PROV-10).
func (f *field) flies(i int) bool { return f.cards[i].p.Flying && f.chosen["flyers"] == "fly" }

// blocksOf are the stands of a piece as blocks.
func (f *field) blocksOf(i int, spots []Spot) []oblong.Block {
	if len(spots) == 0 {
		return nil
	}
	all := make([]oblong.Block, len(spots))
	for k, s := range spots {
		all[k] = f.blockAt(i, s)
	}
	return all
}

func (f *field) blockAt(i int, s Spot) oblong.Block {
	return oblong.NewBlock(oblong.Point{X: int64(s[0]), Y: int64(s[1])}, s[2], f.cards[i].front, f.cards[i].deep)
}
