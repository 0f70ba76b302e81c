package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// start rolls for the first to place and the first to play (WR-SET-1 to WR-SET-4).
func (b *Battle) start(t *rules.Turn, c Start) *rules.Fault {
	if fault := b.at(0, stageStart); fault != nil {
		return fault
	}
	if fault := forbid(c.Separation < leastSeparation, "WR-SET-1", "separation_cm", "the armies start 80 cm apart"); fault != nil {
		return fault
	}
	limit := 1
	in := setupInput{Separation: c.Separation, Method: b.option("deployment"), Units: sizes{b.strengthOf(0), b.strengthOf(1)}, TurnLimit: &limit}
	r := in.begin(t.Cup)
	placing := rules.Seat(0)
	if r.FirstToPlace != nil {
		placing = seatOf(*r.FirstToPlace)
	}
	t.Emit(RolledOff{Placing: placing, First: seatOf(r.FirstPlayer), Ties: len(r.TurnRolls) - 1})
	return nil
}

// strengthOf is how many pieces a side has to place.
func (b *Battle) strengthOf(seat rules.Seat) (n int) {
	for i := range b.cards {
		n += count(b.cards[i].seat == seat)
	}
	return n
}

// unplaced are the pieces of a side that are still to be deployed.
func (b *Battle) unplaced(seat rules.Seat) (all []int) {
	for i := range b.cards {
		if b.cards[i].seat == seat && !b.s.Pieces[i].Placed {
			all = append(all, i)
		}
	}
	return all
}

// deploy places a piece on the board, or at a measured table the whole army.
func (b *Battle) deploy(t *rules.Turn, c Deploy) *rules.Fault {
	if fault := b.at(c.Seat, stageDeploy); fault != nil {
		return fault
	}
	left := b.unplaced(c.Seat)
	if !b.board {
		if fault := first(
			surplus(c.Unit != "", "unit", "the whole army is deployed at once"),
			surplus(c.Place != nil, "place", "only a board has places"),
		); fault != nil {
			return fault
		}
		b.placed(t, c.Seat, Placed{Seat: c.Seat, Spots: []Spot{}})
		return nil
	}
	i := b.find(c.Unit)
	if fault := first(
		forbid(!slices.Contains(left, i), "WR-SET-2", "unit", "is not yours to place now"),
		lacking(c.Place == nil, "place", "where?"),
	); fault != nil {
		return fault
	}
	spots, form, fault := b.arrange(i, *c.Place, "place")
	if fault != nil {
		return fault
	}
	blocks := b.blocksOf(i, spots)
	for _, r := range blocks {
		off := !b.ground.onTable(r)
		for _, p := range r.Corners {
			off = off || !b.zone(c.Seat, p.Y)
		}
		if fault := first(
			forbid(off, "WR-SET-1", "place", "is outside the deployment zone"),
			b.roomFor(i, r, "place"),
		); fault != nil {
			return fault
		}
	}
	b.placed(t, c.Seat, Placed{Seat: c.Seat, Unit: c.Unit, Form: form, Spots: spots})
	return nil
}

// zone tells whether a height on the table is in a side's deployment zone: what
// is left of the table's depth when 80 cm between the armies are taken away (WR-SET-1).
func (b *Battle) zone(seat rules.Seat, y int64) bool {
	deep := (b.ground.depth - 80*scale) / 2
	if seat == 0 {
		return y <= deep
	}
	return y >= b.ground.depth-deep
}

// placed emits a deployment and, after the last, begins the first turn.
func (b *Battle) placed(t *rules.Turn, seat rules.Seat, e Placed) {
	left := len(b.unplaced(seat)) - 1
	if e.Unit == "" {
		left = 0
	}
	theirs := len(b.unplaced(other(seat)))
	e.Next = other(seat)
	switch {
	case left+theirs == 0:
		e.Next = rules.Nobody
	case theirs == 0 || left > 0 && b.board && b.option("deployment") == "secret-map":
		e.Next = seat
	}
	t.Emit(e)
	if e.Next == rules.Nobody {
		b.beginTurn(t, b.s.First)
	}
}

// concede gives the battle up.
func (b *Battle) concede(t *rules.Turn, c Concede) *rules.Fault {
	if fault := forbid(b.s.Turns == 0, "WR-END-1", "kind", "the battle has not begun"); fault != nil {
		return fault
	}
	t.Emit(Conceded{c.Seat})
	b.finish(t)
	return nil
}
