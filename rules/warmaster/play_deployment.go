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
	in := ruling.SetupInput{Separation: c.Separation, Method: b.option("deployment"), Units: ruling.ArmySizes{A: b.armySize(0), B: b.armySize(1)}, TurnLimit: &limit}
	r := in.Resolve(t.Roller)
	placing := rules.Seat(0)
	if r.FirstToPlace != nil {
		placing = seatOf(*r.FirstToPlace)
	}
	t.Emit(RolledOff{Placing: placing, First: seatOf(r.FirstPlayer), Ties: len(r.TurnRolls) - 1})
	return nil
}

// armySize is the number of units of a side by which the first to place is chosen (WR-SET-2).
func (b *Battle) armySize(seat rules.Seat) (n int) {
	for i := range b.info {
		n += rules.BoolToInt(b.info[i].seat == seat && !(b.countsUnitsOnly() && b.info[i].isCharacter()))
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
			b.checkStations(c),
		); fault != nil {
			return fault
		}
		b.emitPlaced(t, c.Seat, Placed{Seat: c.Seat, Spots: []Spot{}, Units: c.Units})
		return nil
	}
	if fault := rules.OutOfRangeIf(len(c.Units) > 0, "units", "the board tells them"); fault != nil {
		return fault
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

// checkStations refuses stated stations of units that are not the seat's, or that a battle of an
// older version did not take.
func (b *Battle) checkStations(c Deploy) *rules.Fault {
	for k, s := range c.Units {
		i, at := b.find(s.Unit), rules.At("units", k)
		if fault := rules.FirstFault(
			rules.UnknownFieldIf(!b.since(3), "units", "this battle does not take them"),
			rules.OutOfRangeIf(i < 0, at+".unit", "there is no such unit"),
			rules.ForbidIf(i >= 0 && (b.info[max(i, 0)].seat != c.Seat || b.info[max(i, 0)].isCharacter()), "WR-SET-2", at+".unit", "is not yours to place now"),
			rules.ForbidIf(s.Cover != "none" && b.option("cover") == "none", "WR-PROV-5", at+".cover", "terrain does not protect in this battle"),
			rules.ForbidIf(i >= 0 && ruling.EffectiveProtection(b.info[max(i, 0)].profile.Type, s.Cover) != s.Cover, "WR-PROV-5", at+".cover", "terrain does not protect these troops"),
		); fault != nil {
			return fault
		}
	}
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
