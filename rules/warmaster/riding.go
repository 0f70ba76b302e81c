package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// moveCharacter moves a character at the end of the Orders phase (WR-CHAR-1 to WR-CHAR-5);
// with it the orders are over (WR-SEQ-7).
func (b *Battle) moveCharacter(t *rules.Turn, c MoveCharacter) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders); fault != nil {
		return fault
	}
	i, fault := b.ownUnitOrCharacter(c.Seat, c.Character, "character")
	if fault == nil {
		fault = forbidIf(!b.info[i].isCharacter(), "WR-PROF-8", "character", "is no character")
	}
	if fault != nil {
		return fault
	}
	joins := noUnit
	if c.Joins != "" {
		if joins, fault = b.ownUnit(c.Seat, c.Joins, "joins"); fault != nil {
			return fault
		}
	}
	rule := b.ordersSoFar().RuleAgainst(OrdersAction{Event: "character-move", Character: &c.Character})
	if fault := firstFault(
		forbidIf(rule != "", rule, "character", "it has moved"),
		forbidIf(b.s.Units[i].Halted, "WR-EDGE-4", "character", "it came back in this turn"),
	); fault != nil {
		return fault
	}
	most := CM(b.info[i].pace.full)
	if !b.board {
		if fault := firstFault(b.requireFact(c.Distance != nil, "distance_cm"), forbidIf(*orZero(c.Distance) > most, "WR-CHAR-2", "distance_cm", "it is too far")); fault != nil {
			return fault
		}
		t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: *c.Distance})
		return nil
	}
	spot := Spot{int(boardUnits(c.X)), int(boardUnits(c.Y)), b.s.Units[i].Spots[0][2]}
	if joins != noUnit {
		spot = b.s.Units[joins].Spots[0]
	}
	d, fault := b.checkCharacterWay(i, spot, most)
	if fault == nil {
		fault = contradicts(c.Distance, d, "WR-CHAR-2", "distance_cm")
	}
	if fault != nil {
		return fault
	}
	t.Emit(CharacterMoved{Character: c.Character, Joins: c.Joins, Distance: d, Spots: []Spot{spot}})
	return nil
}

// checkCharacterWay judges the way of a character over the board; it crosses terrain like
// infantry (WR-CHAR-3).
func (b *Battle) checkCharacterWay(i int, to Spot, most rules.Dec) (rules.Dec, *rules.Fault) {
	from, end := b.s.Units[i].blocks[0], b.blockAt(i, to)
	way := end.Centre.Minus(from.Centre)
	if fault := firstFault(
		forbidIf(way.Square() > squaredLength(most), "WR-CHAR-2", "x_cm", "it is too far"),
		forbidIf(!b.ground.onTable(end), "WR-EDGE-1", "x_cm", "nobody leaves the table by himself"),
	); fault != nil {
		return 0, fault
	}
	for k := range b.ground.areas {
		a := &b.ground.areas[k]
		if !b.mayEnter(i, a) && (a.block.RelationTo(end) == oblong.Overlap || b.info[i].pace != FlyingPace && a.block.MeetsSegment(from.Centre, end.Centre)) {
			return 0, rules.Breaks("WR-CHAR-3", "x_cm", "%s is in the way", a.Kind)
		}
	}
	return cmFromSquare(way.Square(), 1), nil
}
