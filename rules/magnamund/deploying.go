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
	if len(c.Cells) != len(company) {
		return rules.Faultf(rules.OutOfRange, "cells", "%d cells are not %d", len(c.Cells), len(company))
	}
	f := &b.figures[company[0]]
	if c.Hidden && !f.mayHide {
		return rules.Breaks("MG-HIDE-1", "hidden", "the unit does not begin hidden")
	}
	pieces, taken := make([][]grid.Cell, len(c.Cells)), map[grid.Cell]bool{}
	beyond := none
	for n, cell := range c.Cells {
		pieces[n] = piece{stand{cell, c.Facing}, f.p.Mounted}.cells()
		for _, held := range pieces[n] {
			if taken[held] || !b.takes(f, held) {
				return rules.Breaks("MG-SETUP-5", rules.At("cells", n), "nobody is deployed there")
			}
			if !b.zones[f.side].holds(held) {
				beyond = n
			}
			taken[held] = true
		}
	}
	if beyond >= 0 && b.anywhere(f, len(company), b.zones[f.side]) != nil {
		return rules.Breaks("MG-SETUP-5", rules.At("cells", beyond), "there is room in the zone")
	}
	if c.Hidden {
		for n := range c.Cells {
			for _, cell := range pieces[n] {
				if b.watched(cell, f.side) {
					return rules.Breaks("MG-HIDE-1", rules.At("cells", n), "an enemy sees it")
				}
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
		s := sighting{ground: b.ground(b.sideOf(j)), levels: b.levels, from: from, to: cell}
		s.past = func(c grid.Cell) bool { k := b.at[b.base.index(c)]; return k >= 0 && b.s.Pieces[k].Hidden }
		if s.look().blockers == 0 {
			return true
		}
	}
	return false
}

// reveal puts hidden pieces on the board that an enemy sees (MG-HIDE-2).
func (b *Battle) reveal(t *rules.Turn) {
	for i := range b.figures {
		if p := &b.s.Pieces[i]; !p.Hidden || p.Out {
			continue
		}
		for _, c := range b.piece(i).cells() {
			if b.watched(c, b.sideOf(i)) {
				t.Emit(Revealed{b.id(i)})
				break
			}
		}
	}
}
