package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

func (b *Battle) playDeploy(t *rules.Turn, c Deploy) *rules.Fault {
	if f := b.in(phaseDeploy); f != nil {
		return f
	}
	if f := b.checkDeploy(c); f != nil {
		return f
	}
	t.Emit(Deployed{c.Unit, c.Cells, c.Facing, c.Hidden})
	b.reveal(t)
	return nil
}

// checkDeploy refuses a deployment outside the zone of the side, unless the zone
// has no room left for the unit (house rule MG-HOUSE-2).
func (b *Battle) checkDeploy(c Deploy) *rules.Fault {
	company := b.company(c.Unit)
	if company == nil || b.figures[company[0]].seat != c.Seat || b.s.Pieces[company[0]].Placed {
		return rules.Faultf(rules.OutOfRange, "unit", "%q is not to be deployed", c.Unit)
	}
	if c.Hidden && !b.figures[company[0]].mayHide {
		return rules.Breaks("MG-HIDE-1", "hidden", "the unit does not begin hidden")
	}
	if b.measured() {
		return outside(len(c.Cells) > 0, "cells", "the table has none")
	}
	if len(c.Cells) != len(company) {
		return rules.Faultf(rules.OutOfRange, "cells", "%d cells are not %d", len(c.Cells), len(company))
	}
	f := &b.figures[company[0]]
	var room [60]grid.Cell
	taken, beyond := room[:0], none
	for n, cell := range c.Cells {
		at := piece{stand{cell, c.Facing}, f.mounted}
		for k := range 1 + count(f.mounted) {
			held := cell
			if k == 1 {
				held = at.rear()
			}
			if slices.Contains(taken, held) || !b.takes(f, held) {
				return rules.Breaks("MG-SETUP-5", rules.At("cells", n), "nobody is deployed there")
			}
			if !b.zones[f.side].holds(held) {
				beyond = n
			}
			taken = append(taken, held)
		}
	}
	if beyond >= 0 && b.anywhere(f, len(company), b.zones[f.side]) != nil {
		return rules.Breaks("MG-SETUP-5", rules.At("cells", beyond), "there is room in the zone")
	}
	if c.Hidden {
		for n, cell := range taken {
			if b.watched(cell, f.side) {
				return rules.Breaks("MG-HIDE-1", rules.At("cells", n/(1+count(f.mounted))), "an enemy sees it")
			}
		}
	}
	return nil
}

// takes reports whether a cell is free for a piece that is deployed: on land that
// it can enter, and away from enemies on the board.
func (b *Battle) takes(f *figure, c grid.Cell) bool {
	g := b.ground(f.side)
	return g.on(c) && g.holder(c) == nobody && f.costs.land[g.terrain(c)] != impassable && !g.engaged(c)
}

// anywhere finds places for so many pieces of a kind in a zone, as they come, and
// the facing in which they fit; nil when there is no room.
func (b *Battle) anywhere(f *figure, n int, z zone) *Deploy {
	for q := range 4 {
		d := Deploy{Facing: inward(b.zones[f.side], b.base).Turned(q)}
		taken := map[grid.Cell]bool{}
		for x := z.XMin; x <= z.XMax; x++ {
			for y := z.YMin; y <= z.YMax && len(d.Cells) < n; y++ {
				at := piece{stand{grid.Cell{X: x, Y: y}, d.Facing}, f.p.Mounted}
				if slices.ContainsFunc(at.cells(), func(c grid.Cell) bool { return !z.holds(c) || taken[c] || !b.takes(f, c) }) {
					continue
				}
				for _, c := range at.cells() {
					taken[c] = true
				}
				d.Cells = append(d.Cells, at.Cell)
			}
		}
		if len(d.Cells) == n {
			return &d
		}
	}
	return nil
}

// watched reports whether a piece against a side sees a cell, or stands next to it.
func (b *Battle) watched(cell grid.Cell, side int) bool {
	for j := range b.figures {
		if !b.alive(j) || b.sideOf(j) == side || b.s.Pieces[j].Hidden {
			continue
		}
		from := b.s.Pieces[j].Cell
		if grid.Distance(from, cell) <= 1 {
			return true
		}
		if l := b.lane(from, cell); l.blockers() == 0 && b.clear(l, from, cell, none, none, none) {
			return true
		}
	}
	return false
}

// reveal puts hidden pieces on the board that an enemy sees (MG-HIDE-2).
func (b *Battle) reveal(t *rules.Turn) {
	if b.measured() {
		return // the players say who is seen
	}
	for i := b.unseen.next(0); i >= 0; i = b.unseen.next(i + 1) {
		for _, c := range b.piece(i).cells() {
			if b.watched(c, b.sideOf(i)) {
				t.Emit(Revealed{b.id(i)})
				break
			}
		}
	}
}

// playReveal puts hidden pieces on a measured table that are seen (MG-HIDE-2).
func (b *Battle) playReveal(t *rules.Turn, c Reveal) *rules.Fault {
	if !b.measured() {
		return rules.Breaks("MG-HIDE-2", "kind", "the board shows who is seen")
	}
	if f := b.in(phases[:]...); f != nil {
		return f
	}
	for n, id := range c.Pieces {
		if i := b.find(id); i < 0 || !b.alive(i) || !b.s.Pieces[i].Hidden {
			return rules.Breaks("MG-HIDE-2", rules.At("pieces", n), "%q is not hidden", id)
		}
	}
	for _, id := range c.Pieces {
		t.Emit(Revealed{id})
	}
	return nil
}
