package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// start rolls for who deploys first and who plays first (WR-SET-1 to WR-SET-4).
func (b *Battle) start(t *rules.Turn, c Start) *rules.Fault {
	if fault := b.checkPhase(0, phaseStart); fault != nil {
		return fault
	}
	if fault := rules.ForbidIf(c.Separation < ruling.LeastSeparation, "WR-SET-1", "separation_cm", "the armies start 80 cm apart"); fault != nil {
		return fault
	}
	limit := 1
	in := ruling.SetupInput{Separation: c.Separation, Method: b.option("deployment"), Units: ruling.ArmySizes{A: b.unitsToPlace(0), B: b.unitsToPlace(1)}, TurnLimit: &limit}
	r := in.Resolve(t.Roller)
	placing := rules.Seat(0)
	if r.FirstToPlace != nil {
		placing = seatOf(*r.FirstToPlace)
	}
	t.Emit(RolledOff{Placing: placing, First: seatOf(r.FirstPlayer), Ties: len(r.TurnRolls) - 1})
	return nil
}

// unitsToPlace is the number of units that a side has still to deploy.
func (b *Battle) unitsToPlace(seat rules.Seat) (n int) {
	for i := range b.info {
		n += rules.BoolToInt(b.info[i].seat == seat)
	}
	return n
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

// deploy places a unit on the board, or at a measured table the whole army.
func (b *Battle) deploy(t *rules.Turn, c Deploy) *rules.Fault {
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
	if fault := rules.FirstFault(
		rules.ForbidIf(!slices.Contains(left, i), "WR-SET-2", "unit", "is not yours to place now"),
		rules.MissingFieldIf(c.Place == nil, "place", "where?"),
	); fault != nil {
		return fault
	}
	spots, form, fault := b.readPlace(i, *c.Place, "place")
	if fault != nil {
		return fault
	}
	blocks := b.blocksOf(i, spots)
	for _, r := range blocks {
		off := !b.ground.onTable(r)
		for _, p := range r.Corners {
			off = off || !b.inDeploymentZone(c.Seat, p.Y)
		}
		if fault := rules.FirstFault(
			rules.ForbidIf(off, "WR-SET-1", "place", "is outside the deployment zone"),
			b.checkRoom(i, r, "place"),
		); fault != nil {
			return fault
		}
	}
	b.emitPlaced(t, c.Seat, Placed{Seat: c.Seat, Unit: c.Unit, Form: form, Spots: spots})
	return nil
}

// inDeploymentZone reports whether a height on the table, in board units, is in a side's
// deployment zone: what remains of the table's depth when 80 cm between the armies are taken
// away (WR-SET-1).
func (b *Battle) inDeploymentZone(seat rules.Seat, y int64) bool {
	zoneDepth := (b.ground.depth - 80*boardUnitsPerCM) / 2
	if seat == 0 {
		return y <= zoneDepth
	}
	return y >= b.ground.depth-zoneDepth
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

// concede gives up the battle.
func (b *Battle) concede(t *rules.Turn, c Concede) *rules.Fault {
	if fault := rules.ForbidIf(b.s.Turns == 0, "WR-END-1", "kind", "the battle has not begun"); fault != nil {
		return fault
	}
	t.Emit(Conceded{c.Seat})
	b.endBattle(t)
	return nil
}
