package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

func (b *Battle) playDeploy(t *rules.Turn, c Deploy) *rules.Fault {
	if f := b.checkPhase(phaseDeploy); f != nil {
		return f
	}
	if f := b.checkDeploy(c); f != nil {
		return f
	}
	t.Emit(Deployed{c.Unit, c.Cells, c.Facing, c.Hidden})
	b.revealSeen(t)
	return nil
}

// checkDeploy refuses a deployment outside the zone of the side, unless the zone
// has no room left for the unit (house rule MG-HOUSE-2).
func (b *Battle) checkDeploy(c Deploy) *rules.Fault {
	troops := b.troopsOf(c.Unit)
	if troops == nil || b.troops[troops[0]].seat != c.Seat || b.s.Troops[troops[0]].Placed {
		return rules.Faultf(rules.OutOfRange, "unit", "%q is not to be deployed", c.Unit)
	}
	if c.Hidden && !b.troops[troops[0]].mayHide {
		return rules.Breaks("MG-HIDE-1", "hidden", "the unit does not begin hidden")
	}
	if b.measured() {
		return rules.OutOfRangeIf(len(c.Cells) > 0, "cells", "the table has none")
	}
	if len(c.Cells) != len(troops) {
		return rules.Faultf(rules.OutOfRange, "cells", "%d cells are not %d", len(c.Cells), len(troops))
	}
	f := &b.troops[troops[0]]
	var scratch [60]grid.Cell
	taken, beyond := scratch[:0], noUnit
	for n, cell := range c.Cells {
		at := ruling.Place{Position: ruling.Position{Cell: cell, Facing: c.Facing}, Mounted: f.mounted}
		for k := range 1 + rules.BoolToInt(f.mounted) {
			held := cell
			if k == 1 {
				held = at.RearCell()
			}
			if slices.Contains(taken, held) || !b.fitsAt(f, held) {
				return rules.Breaks("MG-SETUP-5", rules.At("cells", n), "nobody is deployed there")
			}
			if !b.zones[f.side].Holds(held) {
				beyond = n
			}
			taken = append(taken, held)
		}
	}
	if beyond >= 0 && b.findPlaces(f, len(troops), b.zones[f.side]) != nil {
		return rules.Breaks("MG-SETUP-5", rules.At("cells", beyond), "there is room in the zone")
	}
	if c.Hidden {
		for n, cell := range taken {
			if b.isSeen(cell, f.side) {
				return rules.Breaks("MG-HIDE-1", rules.At("cells", n/(1+rules.BoolToInt(f.mounted))), "an enemy sees it")
			}
		}
	}
	return nil
}

// fitsAt reports whether a cell is free for a troop that deploys: on terrain that it can
// enter, and not next to an enemy.
func (b *Battle) fitsAt(f *troopInfo, c grid.Cell) bool {
	g := b.boardOf(f.side)
	return g.OnBoard(c) && g.Holder(c) == ruling.Nobody && f.costs.Land[g.Terrain(c)] != ruling.Impassable && !g.Engaged(c)
}

// findPlaces finds free places for n troops of a kind in a zone, in any arrangement, and the
// facing in which they fit; nil if there is no room.
func (b *Battle) findPlaces(f *troopInfo, n int, z ruling.Zone) *Deploy {
	for q := range 4 {
		d := Deploy{Facing: facingInward(b.zones[f.side], b.bareBoard).Turned(q)}
		taken := map[grid.Cell]bool{}
		for x := z.XMin; x <= z.XMax; x++ {
			for y := z.YMin; y <= z.YMax && len(d.Cells) < n; y++ {
				at := ruling.Place{Position: ruling.Position{Cell: grid.Cell{X: x, Y: y}, Facing: d.Facing}, Mounted: f.profile.Mounted}
				if slices.ContainsFunc(at.Cells(), func(c grid.Cell) bool { return !z.Holds(c) || taken[c] || !b.fitsAt(f, c) }) {
					continue
				}
				for _, c := range at.Cells() {
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

// isSeen reports whether an enemy of a side sees a cell, or is next to it.
func (b *Battle) isSeen(cell grid.Cell, side int) bool {
	for j := range b.troops {
		if !b.inPlay(j) || b.sideOf(j) == side || b.s.Troops[j].Hidden {
			continue
		}
		from := b.s.Troops[j].Cell
		if grid.Distance(from, cell) <= 1 {
			return true
		}
		if l := b.lane(from, cell); l.blockers() == 0 && b.laneClear(l, from, cell, noUnit, noUnit, noUnit) {
			return true
		}
	}
	return false
}

// revealSeen reveals hidden troops on the board that an enemy sees (MG-HIDE-2).
func (b *Battle) revealSeen(t *rules.Turn) {
	if b.measured() {
		return // the players state who is seen
	}
	for i := range b.hiddenTroops.all() {
		for _, c := range b.troopPlace(i).Cells() {
			if b.isSeen(c, b.sideOf(i)) {
				t.Emit(Revealed{b.id(i)})
				break
			}
		}
	}
}

// playReveal reveals hidden troops at a measured table (MG-HIDE-2).
func (b *Battle) playReveal(t *rules.Turn, c Reveal) *rules.Fault {
	if !b.measured() {
		return rules.Breaks("MG-HIDE-2", "kind", "the board shows who is seen")
	}
	if f := b.checkPhase(ruling.Phases[:]...); f != nil {
		return f
	}
	for n, id := range c.Troops {
		if i := b.find(id); i < 0 || !b.inPlay(i) || !b.s.Troops[i].Hidden {
			return rules.Breaks("MG-HIDE-2", rules.At("pieces", n), "%q is not hidden", id)
		}
	}
	for _, id := range c.Troops {
		t.Emit(Revealed{id})
	}
	return nil
}
