package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// blocksNow are the stands of a unit, at new spots if it has some.
func (b *Battle) blocksNow(i int, spots map[int][]Spot) []oblong.Block {
	if s, moved := spots[i]; moved {
		return b.blocksOf(i, s)
	}
	return b.s.Pieces[i].blocks
}

// allowance is how far an ordered unit may move (WR-MOVE-1, WR-FORM-3, WR-FORM-6)
// and the rule that says so.
func (b *Battle) allowance(i int, move string) (movementResult, string) {
	c, p := &b.cards[i], &b.s.Pieces[i]
	full, half := cm(c.pace.full), cm(c.pace.half)
	form := p.Form
	if form == "broken" {
		form = "irregular"
	}
	in := movementInput{
		Type: c.p.Type, Flying: b.flies(i), Formation: form, Fortified: b.protection(i) == "fortified",
		Move: move, Full: &full, Half: &half,
	}
	if move == "charge" && b.option("artillery") == "charges" && in.Type == "artillery" {
		in.Type = "machines"
	}
	r := in.allow()
	switch {
	case r.Reason != "":
		return r, string(r.Reason)
	case r.Pace == "half" && in.Fortified:
		return r, "WR-FORM-3"
	case r.Pace == "half":
		return r, "WR-FORM-6"
	}
	return r, "WR-MOVE-1"
}

// move moves an ordered unit, on a board with others of its brigade.
func (b *Battle) move(t *rules.Turn, c Move) *rules.Fault {
	if fault := b.at(c.Seat, stageOrders); fault != nil {
		return fault
	}
	i, fault := b.myUnit(c.Seat, c.Unit, "unit")
	if fault == nil {
		fault = forbid(!slices.Contains(b.s.Moving, i), "WR-CMD-17", "unit", "has no order to carry out")
	}
	if fault != nil {
		return fault
	}
	if b.board {
		return b.march(t, c)
	}
	if fault := first(
		surplus(c.Place != nil, "place", "only a board has places"), surplus(len(c.With) > 0, "with", "units move one by one"),
		surplus(len(c.Via) > 0, "via", "only a board has places"),
		b.told(c.Distance != nil, "distance_cm"),
	); fault != nil {
		return fault
	}
	r, rule := b.allowance(i, "normal")
	if fault := first(
		forbid(*c.Distance > r.Allowance, rule, "distance_cm", "it is too far"),
		forbid(!b.flies(i) && !pathPiece{Terrain: c.Enters}.open(b.cards[i].p.Type), b.closing(i), "enters", "it may not go there"),
		b.gapWide(i, c.Gap),
	); fault != nil {
		return fault
	}
	form := c.Form
	if b.s.Pieces[i].Stands == 1 {
		form = "single"
	}
	cover := "none"
	if b.option("cover") == "terrain" {
		cover = protects(b.cards[i].p.Type, c.Cover)
	}
	t.Emit(Moved{Unit: c.Unit, Why: "order", Distance: *c.Distance, Pace: r.Pace, Form: form, Cover: cover})
	return nil
}

// gapWide asks the ruling whether a unit passes a gap beside an enemy (WR-GAP-2).
func (b *Battle) gapWide(i int, width *rules.Dec) *rules.Fault {
	if width == nil {
		return nil
	}
	in := passageInput{
		Front: centimetres(2 * b.cards[i].front), Depth: centimetres(2 * b.cards[i].deep), Flying: b.flies(i), Move: "normal",
		Gap: &gapToPass{First: "enemy", Second: "enemy", Width: width},
	}
	return forbid(!in.judge().Allowed, "WR-GAP-2", "gap_cm", "it is too narrow")
}

// march moves units of a brigade over the board; those that do not charge end in
// touch with one another (WR-BRIG-4, WR-BRIG-5).
func (b *Battle) march(t *rules.Turn, c Move) *rules.Fault {
	if fault := lacking(c.Place == nil, "place", "where?"); fault != nil {
		return fault
	}
	placings := append([]Placing{{c.Unit, *c.Place, c.Via}}, c.With...)
	moving := make([]int, len(placings))
	for k, p := range placings {
		i, fault := b.myUnit(c.Seat, p.Unit, "with")
		if fault == nil {
			fault = forbid(!slices.Contains(b.s.Moving, i) || slices.Contains(moving[:k], i), "WR-CMD-17", "with", "has no order to carry out")
		}
		if fault != nil {
			return fault
		}
		moving[k] = i
	}
	spots := make(map[int][]Spot, len(moving))
	moves := make([]Moved, len(moving))
	for k, i := range moving {
		at := "place"
		if k > 0 {
			at = rules.At("with", k-1) + ".place"
		}
		to, form, fault := b.arrange(i, placings[k].Place, at)
		if fault != nil {
			return fault
		}
		r, rule := b.allowance(i, "normal")
		d, fault := b.relocate(i, to, placings[k].Via, r.Allowance, rule, at, moving...)
		if fault != nil {
			return fault
		}
		spots[i], moves[k] = to, Moved{Unit: b.id(i), Why: "order", Distance: d, Pace: r.Pace, Form: form, Cover: "none", Spots: to}
	}
	if fault := first(
		b.apart(spots, "with"),
		forbid(!b.together(spots), "WR-BRIG-4", "place", "the brigade falls apart"),
		agrees(c.Distance, moves[0].Distance, "WR-MOVE-1", "distance_cm"),
	); fault != nil {
		return fault
	}
	if len(moves) > 1 {
		for k := range moves {
			moves[k].Pace = "brigade"
		}
	}
	for _, m := range moves {
		t.Emit(m)
	}
	return nil
}

// together tells whether what was ordered and does not charge hangs together.
func (b *Battle) together(spots map[int][]Spot) bool {
	last := b.s.Wishes[len(b.s.Wishes)-1]
	var all []int
	for _, id := range last.Units {
		if i := b.find(id); !slices.Contains(last.Charged, id) && b.here(i) {
			all = append(all, i)
		}
	}
	return len(all) < 2 || b.joined(all, spots)
}
