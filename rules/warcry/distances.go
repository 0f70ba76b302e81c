package warcry

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// base is a base of a radius in thousandths of an inch, or a marker, at a point.
func (p Point) base(radius int64) plane.Base {
	return plane.Base{X: mils(p.X), Y: mils(p.Y), Z: mils(p.Z), Radius: radius}
}

// baseAt is the base of fighter i somewhere else.
func (b *Battle) baseAt(i int, at Point) plane.Base { return at.base(b.s.Warriors[i].base.Radius) }

// cylinder is the space that a fighter takes.
func (w *warrior) cylinder() plane.Cylinder {
	return plane.Cylinder{Centre: w.base.Flat(), Radius: w.base.Radius, Bottom: w.base.Z, Top: w.base.Z + w.tall}
}

// distance between the bases of two fighters, in inches (WC-GEN-2, WC-GEN-4).
func (b *Battle) distance(i, j int) float64 {
	return plane.Distance(b.s.Warriors[i].base, b.s.Warriors[j].base)
}

// nearestEnemy is the distance from a base to the nearest enemy of a seat, in inches.
func (b *Battle) nearestEnemy(seat rules.Seat, at plane.Base) float64 {
	nearest := math.Inf(1)
	for j := range b.s.Warriors {
		if w := &b.s.Warriors[j]; w.seat != seat && w.Placed && !w.Out {
			nearest = min(nearest, plane.Distance(at, w.base))
		}
	}
	return nearest
}

// engaged holds while an enemy is within 1 inch (WC-MOVE-7).
func (b *Battle) engaged(i int) bool {
	return b.pressed(i) > 0
}

// pressed counts the enemies of a fighter within 1 inch.
func (b *Battle) pressed(i int) int {
	n := &b.lately
	if n.counted && n.who == i {
		return n.enemies
	}
	enemies := b.beside(b.s.Warriors[i].seat, b.s.Warriors[i].base)
	if n.taking {
		n.counted, n.who, n.enemies = true, i, enemies
	}
	return enemies
}

// beside counts the enemies of a seat within 1 inch of a base.
func (b *Battle) beside(seat rules.Seat, at plane.Base) (n int) {
	reach := plane.One + at.Radius
	for j := range b.s.Warriors {
		w := &b.s.Warriors[j]
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

// measured is a computed distance as a fact: in thousandths, an exact equality met.
func measured(inches float64) rules.Dec {
	if math.IsInf(inches, 1) {
		return 1000 * rules.One
	}
	return outward(inches)
}
