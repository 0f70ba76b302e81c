package warmachine

import "oriflamme/rules"

// begin starts a battle of two armies, each with a warcaster.
func begin(setup rules.Setup) (rules.Battle, error) {
	switch {
	case setup.Game != gameID:
		return nil, rules.Faultf(rules.UnknownGame, "game", "is %q", setup.Game)
	case setup.Version != version:
		return nil, rules.Faultf(rules.OutOfRange, "version", "is %d, not %d", setup.Version, version)
	case setup.Mode != rules.Measured:
		return nil, rules.Faultf(rules.OutOfRange, "mode", "only measured battles are played")
	case len(setup.Rosters) != 2:
		return nil, rules.Breaks("WM-SETUP-1", "rosters", "a battle has two armies")
	}
	if raw := string(setup.Field); raw != "" && raw != "null" {
		if err := rules.Decode(setup.Field, &struct{}{}); err != nil {
			return nil, inside("field", err)
		}
	}
	for id := range setup.Options {
		return nil, rules.Faultf(rules.UnknownField, rules.Join("options", id), "is no option of this game")
	}
	f := &field{setup: setup}
	for seat, r := range setup.Rosters {
		if fault := f.enlist(rules.Seat(seat), r); fault != nil {
			return nil, inside(rules.At("rosters", seat), fault)
		}
	}
	b := &Battle{f, state{Stage: stageStart, First: rules.Nobody, Acting: none, Act: act{Target: none}, Troops: make([]troop, len(f.cards))}}
	for i, c := range f.cards {
		b.s.Troops[i] = troop{Models: c.size, Filled: make([]int, len(c.p.Grid))}
	}
	return b, nil
}

// enlist adds the entries of one roster.
func (f *field) enlist(seat rules.Seat, r rules.Roster) *rules.Fault {
	m, faults := readRoster(r)
	if len(faults) == 0 {
		faults = m.strays()
	}
	if len(faults) > 0 {
		return &faults[0]
	}
	before, led := len(f.cards), false
	for i, u := range r.Units {
		for _, c := range f.cards {
			if c.id == u.ID {
				return strange(under("units", i, "id"), "%q is there twice", u.ID)
			}
		}
		c := card{seat: seat, id: u.ID, name: u.Name, p: m.profiles[i], size: m.profiles[i].Models, owner: none}
		if c.p.Kind == "unit" {
			c.size = m.entry(i).ModelsEach
		}
		if by := m.controller(i); c.p.Kind == "warjack" && by >= 0 {
			c.owner = before + by
		}
		led = led || c.p.Kind == "warcaster"
		f.cards = append(f.cards, c)
	}
	return when(!led, rules.Breaks("WM-ARMY-27", "units", "an army has a warcaster"))
}
