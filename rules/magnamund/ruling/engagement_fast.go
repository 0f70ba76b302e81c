package ruling

import "oriflamme/rules/grid"

// columnBits has a bit for each column from one to another, both included; columns beyond
// the sides of a board are harmless.
func columnBits(from, to int) uint64 {
	return ^uint64(0) << max(0, from) & (^uint64(0) >> (63 - min(63, to)))
}

// Engaged reports whether an enemy is next to a cell (MG-DIST-3).
func (g *Ground) Engaged(c grid.Cell) bool {
	low, high := max(0, c.Y-1), min(g.Height-1, c.Y+1)
	if g.EnemyRows != nil {
		row := uint64(0)
		for _, r := range g.EnemyRows[low : high+1] {
			row |= r
		}
		return row&(7<<c.X>>1) != 0
	}
	for y := low; y <= high; y++ {
		for x := max(0, c.X-1); x <= min(g.Width-1, c.X+1); x++ {
			if g.Holders[y*g.Width+x] == Enemy {
				return true
			}
		}
	}
	return false
}

// EngagedPlace reports whether an enemy is next to a troop at a place.
func (g *Ground) EngagedPlace(p Place) bool {
	return g.Engaged(p.Cell) || p.Mounted && g.Engaged(p.RearCell())
}

// EnemiesIn has a bit for each column of a row with an enemy within a distance of a cell. It
// needs EnemyRows.
func (g *Ground) EnemiesIn(y int, c grid.Cell, reach int) uint64 {
	return g.EnemyRows[y] & columnBits(c.X-reach, c.X+reach)
}

// EnemyAhead reports whether an enemy is in the quarter that opens in front of a cell, at
// most far cells away. It needs EnemyRows.
func (g *Ground) EnemyAhead(c grid.Cell, facing grid.Facing, far int) bool {
	switch facing {
	case grid.North:
		for n := 1; n <= min(far, g.Height-1-c.Y); n++ {
			if g.EnemiesIn(c.Y+n, c, n) != 0 {
				return true
			}
		}
	case grid.South:
		for n := 1; n <= min(far, c.Y); n++ {
			if g.EnemiesIn(c.Y-n, c, n) != 0 {
				return true
			}
		}
	default:
		for y := max(0, c.Y-far); y <= min(g.Height-1, c.Y+far); y++ {
			aside := max(1, y-c.Y, c.Y-y)
			ahead := columnBits(c.X+aside, c.X+far)
			if facing == grid.West {
				ahead = columnBits(c.X-far, c.X-aside)
			}
			if g.EnemyRows[y]&ahead != 0 {
				return true
			}
		}
	}
	return false
}
