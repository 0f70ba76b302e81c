package warcry

import (
	"math"

	"oriflamme/rules/plane"
)

// hull is a convex piece of a footprint.
type hull struct {
	poly []vec // counter-clockwise
	out  []vec // the outward normal of each edge, of length 1
}

func newHull(corners []plane.Point) (h hull) {
	for _, c := range corners {
		h.poly = append(h.poly, vec{float64(c.X) / plane.One, float64(c.Y) / plane.One})
	}
	for j, a := range h.poly {
		edge := h.poly[(j+1)%len(h.poly)].sub(a)
		h.out = append(h.out, vec{edge.y, -edge.x}.scale(1/edge.length()))
	}
	return h
}

// holds reports whether a point is in the footprint, edges included.
func (s *block) holds(p vec) bool {
	if p.x < s.lo.x-tolerance || p.x > s.hi.x+tolerance || p.y < s.lo.y-tolerance || p.y > s.hi.y+tolerance {
		return false
	}
	for i := range s.pieces {
		if s.pieces[i].holds(p) {
			return true
		}
	}
	return false
}

func (s *hull) holds(p vec) bool {
	for i, a := range s.poly {
		c := s.poly[(i+1)%len(s.poly)]
		if c.sub(a).cross(p.sub(a)) < -tolerance {
			return false
		}
	}
	return true
}

// clip returns the part of a segment inside the piece, as positions from 0 at its start to 1 at
// its end; it is not ok when that part has no length.
func (s *hull) clip(p, q vec) (t0, t1 float64, ok bool) {
	t0, t1 = 0, 1
	d := q.sub(p)
	for i, a := range s.poly {
		edge := s.poly[(i+1)%len(s.poly)].sub(a)
		side, slope := edge.cross(p.sub(a)), edge.cross(d)
		if slope > -1e-12 && slope < 1e-12 {
			if side < tolerance {
				return 0, 0, false
			}
			continue
		}
		t := -side / slope
		if slope > 0 {
			t0 = max(t0, t)
		} else {
			t1 = min(t1, t)
		}
		if t0 >= t1-1e-9 {
			return 0, 0, false
		}
	}
	return t0, t1, true
}

// distance returns the distance from a segment to the footprint, 0 when they meet.
func (s *block) distance(p, q vec) float64 {
	best := math.Inf(1)
	for i := range s.pieces {
		best = min(best, s.pieces[i].distance(p, q))
	}
	return best
}

func (s *hull) distance(p, q vec) float64 {
	if p == q {
		return s.fromPoint(p)
	}
	if s.holds(p) || s.holds(q) {
		return 0
	}
	if _, _, ok := s.clip(p, q); ok {
		return 0
	}
	best := math.Inf(1)
	for i, a := range s.poly {
		c := s.poly[(i+1)%len(s.poly)]
		best = min(best, toSegment(a, p, q), toSegment(p, a, c), toSegment(q, a, c))
	}
	return best
}

func (s *hull) fromPoint(p vec) float64 {
	if s.holds(p) {
		return 0
	}
	best := math.Inf(1) // squared
	for i, a := range s.poly {
		d, v := s.poly[(i+1)%len(s.poly)].sub(a), p.sub(a)
		t := max(0, min(1, v.dot(d)/d.dot(d)))
		v = p.sub(a.add(d.scale(t)))
		best = min(best, v.dot(v))
	}
	return math.Sqrt(best)
}

// clears reports whether a segment is at least r away from the footprint. Usually a single edge
// proves it, which is fast.
func (s *block) clears(p, q vec, r float64) bool {
	for i := range s.pieces {
		if !s.pieces[i].clears(p, q, r) {
			return false
		}
	}
	return true
}

func (s *hull) clears(p, q vec, r float64) bool {
	for i, n := range s.out {
		if a := s.poly[i]; n.dot(p.sub(a)) >= r && n.dot(q.sub(a)) >= r {
			return true
		}
	}
	return s.distance(p, q) >= r
}

// meets reports whether two footprints have a point in common.
func (s *block) meets(o *block) bool {
	for n, a := range o.outline {
		if s.distance(a, o.outline[(n+1)%len(o.outline)]) <= tolerance {
			return true
		}
	}
	return o.holds(s.outline[0])
}

// toSegment returns the distance from a point to a segment.
func toSegment(p, a, c vec) float64 {
	d := c.sub(a)
	l := d.dot(d)
	if l == 0 {
		return p.sub(a).length()
	}
	t := max(0, min(1, p.sub(a).dot(d)/l))
	return p.sub(a.add(d.scale(t))).length()
}
