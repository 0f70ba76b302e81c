package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// ride moves a character at the end of the Orders phase (WR-CHAR-1 to WR-CHAR-5);
// with it the orders are over (WR-SEQ-7).
func (b *Battle) ride(t *rules.Turn, c MoveCharacter) *rules.Fault {
	if fault := b.at(c.Seat, stageOrders); fault != nil {
		return fault
	}
	i, fault := b.mine(c.Seat, c.Character, "character")
	if fault == nil {
		fault = forbid(!b.cards[i].officer(), "WR-PROF-8", "character", "is no character")
	}
	if fault != nil {
		return fault
	}
	joins := none
	if c.Joins != "" {
		if joins, fault = b.myUnit(c.Seat, c.Joins, "joins"); fault != nil {
			return fault
		}
	}
	rule := b.orders().against(wish{Event: "character-move", Character: &c.Character})
	if fault := first(
		forbid(rule != "", rule, "character", "it has moved"),
		forbid(b.s.Pieces[i].Halted, "WR-EDGE-4", "character", "it came back in this turn"),
	); fault != nil {
		return fault
	}
	most := cm(b.cards[i].pace.full)
	if !b.board {
		if fault := first(b.told(c.Distance != nil, "distance_cm"), forbid(*orZero(c.Distance) > most, "WR-CHAR-2", "distance_cm", "it is too far")); fault != nil {
			return fault
		}
		t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: *c.Distance})
		return nil
	}
	spot := Spot{int(units(c.X)), int(units(c.Y)), b.s.Pieces[i].Spots[0][2]}
	if joins != none {
		spot = b.s.Pieces[joins].Spots[0]
	}
	d, fault := b.rideTo(i, spot, most)
	if fault == nil {
		fault = agrees(c.Distance, d, "WR-CHAR-2", "distance_cm")
	}
	if fault != nil {
		return fault
	}
	t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: d, Spots: []Spot{spot}})
	return nil
}

// rideTo judges the way of a character over the board; it crosses terrain like
// infantry (WR-CHAR-3).
func (b *Battle) rideTo(i int, to Spot, most rules.Dec) (rules.Dec, *rules.Fault) {
	from, end := b.s.Pieces[i].blocks[0], b.blockAt(i, to)
	way := end.Centre.Minus(from.Centre)
	if fault := first(
		forbid(way.Square() > reach(most), "WR-CHAR-2", "x_cm", "it is too far"),
		forbid(!b.ground.onTable(end), "WR-EDGE-1", "x_cm", "nobody leaves the table by himself"),
	); fault != nil {
		return 0, fault
	}
	for k := range b.ground.areas {
		a := &b.ground.areas[k]
		if !b.opens(i, a) && (a.block.Lies(end) == oblong.Overlap || b.cards[i].pace != flight && a.block.Cuts(from.Centre, end.Centre)) {
			return 0, rules.Breaks("WR-CHAR-3", "x_cm", "%s is in the way", a.Kind)
		}
	}
	return rootOf(way.Square(), 1), nil
}
