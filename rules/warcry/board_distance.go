package warcry

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// base returns a base of a radius in thousandths of an inch, or a marker, at a point.
func (p Point) base(radius int64) plane.Base {
	return plane.Base{X: ruling.Mils(p.X), Y: ruling.Mils(p.Y), Z: ruling.Mils(p.Z), Radius: radius}
}

// baseAt returns the base of fighter i at another point.
func (b *Battle) baseAt(i int, at Point) plane.Base { return at.base(b.s.Fighters[i].base.Radius) }

// cylinder returns the space that a fighter occupies.
func (w *fighterState) cylinder() plane.Cylinder {
	return plane.Cylinder{Centre: w.base.Flat(), Radius: w.base.Radius, Bottom: w.base.Z, Top: w.base.Z + w.heightMils}
}

// distance returns the distance between the bases of two fighters, in inches (WC-GEN-2, WC-GEN-4).
func (b *Battle) distance(i, j int) float64 {
	return plane.Distance(b.s.Fighters[i].base, b.s.Fighters[j].base)
}

// nearestEnemy returns the distance from a base to the nearest enemy of a seat, in inches.
func (b *Battle) nearestEnemy(seat rules.Seat, at plane.Base) float64 {
	nearest := math.Inf(1)
	for j := range b.s.Fighters {
		if w := &b.s.Fighters[j]; w.seat != seat && w.Placed && !w.Out {
			nearest = min(nearest, plane.Distance(at, w.base))
		}
	}
	return nearest
}

// engaged reports whether an enemy is within 1 inch (WC-MOVE-7).
func (b *Battle) engaged(i int) bool {
	return b.enemiesWithin1(i) > 0
}

// enemiesWithin1 counts the enemies of a fighter within 1 inch.
func (b *Battle) enemiesWithin1(i int) int {
	n := b.memo
	if n != nil && n.hasEnemies && n.who == i {
		return n.enemies
	}
	enemies := b.enemiesNear(b.s.Fighters[i].seat, b.s.Fighters[i].base)
	if n != nil && n.recording {
		n.hasEnemies, n.who, n.enemies = true, i, enemies
	}
	return enemies
}

// enemiesNear counts the enemies of a seat within 1 inch of a base.
func (b *Battle) enemiesNear(seat rules.Seat, at plane.Base) (n int) {
	reach := plane.One + at.Radius
	for j := range b.s.Fighters {
		w := &b.s.Fighters[j]
		dx, dy, r := w.base.X-at.X, w.base.Y-at.Y, reach+w.base.Radius
		if (r-dx)|(r+dx)|(r-dy)|(r+dy) < 0 || w.seat == seat || !w.Placed || w.Out {
			continue
		}
		if plane.Within(at, w.base, plane.One) {
			n++
		}
	}
	return n
}

// measuredDec rounds a computed distance in inches to thousandths, so that an exact limit is met.
func measuredDec(inches float64) rules.Dec {
	if math.IsInf(inches, 1) {
		return 1000 * rules.One
	}
	return roundOutward(inches)
}
