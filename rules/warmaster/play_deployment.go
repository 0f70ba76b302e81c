package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// play rolls for who deploys first and who plays first (WR-SET-1 to WR-SET-4).
func (c Start) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := rules.FirstFault(
		b.checkPhase(0, phaseStart),
		rules.ForbidIf(c.Separation < ruling.LeastSeparation, "WR-SET-1", "separation_cm", "the armies start 80 cm apart"),
	); fault != nil {
		return fault
	}
	limit := 1
	in := ruling.SetupInput{Separation: c.Separation, Method: b.option("deployment"), Units: ruling.ArmySizes{A: len(b.unplaced(0)), B: len(b.unplaced(1))}, TurnLimit: &limit}
	r := in.Resolve(t.Roller)
	placing := rules.Seat(0)
	if r.FirstToPlace != nil {
		placing = seatOf(*r.FirstToPlace)
	}
	t.Emit(RolledOff{Placing: placing, First: seatOf(r.FirstPlayer), Ties: len(r.TurnRolls) - 1})
	return nil
}

// unplaced lists the units of a side that are still to be deployed.
func (b *Battle) unplaced(seat rules.Seat) (all []int) {
	for i := range b.info {
		if b.info[i].seat == seat && !b.s.Units[i].Placed {
			all = append(all, i)
		}
	}
	return all
}

// play places a unit on the board, or at a measured table the whole army.
func (c Deploy) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseDeploy); fault != nil {
		return fault
	}
	left := b.unplaced(c.Seat)
	if !b.board {
		if fault := rules.FirstFault(
			rules.UnknownFieldIf(c.Unit != "", "unit", "the whole army is deployed at once"),
			rules.UnknownFieldIf(c.Place != nil, "place", "only a board has places"),
		); fault != nil {
			return fault
		}
		b.emitPlaced(t, c.Seat, Placed{Seat: c.Seat, Spots: []Spot{}})
		return nil
	}
	i := b.find(c.Unit)
	if fault := rules.ForbidIf(!slices.Contains(left, i), "WR-SET-2", "unit", "is not yours to place now"); fault != nil {
		return fault
	}
	spots, form, fault := b.readPlace(i, c.Place, "place")
	if fault != nil {
		return fault
	}
	for _, r := range b.blocksOf(i, spots) {
		if fault := rules.FirstFault(
			rules.ForbidIf(!b.inDeploymentZone(c.Seat, r), "WR-SET-1", "place", "is outside the deployment zone"),
			b.checkRoom(i, r, false, "place"),
		); fault != nil {
			return fault
		}
	}
	b.emitPlaced(t, c.Seat, Placed{Seat: c.Seat, Unit: c.Unit, Form: form, Spots: spots})
	return nil
}

// inDeploymentZone reports whether a stand is wholly in a side's deployment zone: what remains
// of the table's depth when 80 cm between the armies are taken away (WR-SET-1).
func (b *Battle) inDeploymentZone(seat rules.Seat, r rect.Block) bool {
	zoneDepth := (b.ground.depth - 80*boardUnitsPerCM) / 2
	lo, hi := rect.Bounds(r)
	return b.ground.onTable(r) && (seat == 0 && hi.Y <= zoneDepth || seat == 1 && lo.Y >= b.ground.depth-zoneDepth)
}

// emitPlaced emits a deployment and begins the first turn after the last one.
func (b *Battle) emitPlaced(t *rules.Turn, seat rules.Seat, e Placed) {
	left := len(b.unplaced(seat)) - 1
	if e.Unit == "" {
		left = 0
	}
	enemiesLeft := len(b.unplaced(opponent(seat)))
	e.Next = opponent(seat)
	switch {
	case left+enemiesLeft == 0:
		e.Next = rules.Nobody
	case enemiesLeft == 0 || left > 0 && b.board && b.option("deployment") == "secret-map":
		e.Next = seat
	}
	t.Emit(e)
	if e.Next == rules.Nobody {
		b.beginTurn(t, b.s.First)
	}
}

// play gives up the battle.
func (c Concede) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := rules.ForbidIf(b.s.Turns == 0, "WR-END-1", "kind", "the battle has not begun"); fault != nil {
		return fault
	}
	t.Emit(Conceded{c.Seat})
	b.endBattle(t)
	return nil
}
