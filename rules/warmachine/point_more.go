package warmachine

import "math"

// Within is the part of a segment, from 0 to 1, that lies in a convex polygon.
func (p Polygon) Within(from, to Point) (lo, hi float64) {
	lo, hi = 0, 1
	side := 1.0
	if Cross(p[1].Minus(p[0]), p[2].Minus(p[0])) < 0 {
		side = -1
	}
	for i, a := range p {
		edge := p[(i+1)%len(p)].Minus(a)
		start := side * float64(Cross(edge, from.Minus(a)))
		rise := side*float64(Cross(edge, to.Minus(a))) - start
		switch {
		case rise == 0 && start <= 0:
			return 0, 0
		case rise > 0:
			lo = max(lo, -start/rise)
		case rise < 0:
			hi = min(hi, -start/rise)
		}
	}
	return lo, max(lo, hi)
}

// ApartFrom is how near a segment comes to a convex polygon, not rounded.
func (p Polygon) ApartFrom(from, to Point) float64 {
	if lo, hi := p.Within(from, to); hi > lo {
		return 0
	}
	nearest := math.Inf(1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		nearest = min(nearest, SegmentDistance(a, from, to), SegmentDistance(from, a, b), SegmentDistance(to, a, b))
	}
	return nearest
}

// Corners is a wreck as twelve corners, to be drawn.
func (d Disc) Corners() [][2]float64 {
	const corners = 12
	list := make([][2]float64, corners)
	for n := range list {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / corners)
		list[n] = [2]float64{d.X.Float() + x*d.Radius.Float(), d.Y.Float() + y*d.Radius.Float()}
	}
	return list
}
