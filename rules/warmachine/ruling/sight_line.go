package ruling

import "math"

// The search for lines of sight uses floats in inches: answers do not depend on differences
// below BlockTolerance, and the error of the search is far smaller.
const (
	BlockTolerance  = 0.001 // how deep a line may run into a shape that blocks it (ruling A-14)
	SearchTolerance = 1e-8
)

// A Vec is a vector in inches.
type Vec struct{ X, Y float64 }

func (v Vec) plus(w Vec) Vec { return Vec{v.X + w.X, v.Y + w.Y} }

// Minus returns v - w.
func (v Vec) Minus(w Vec) Vec { return Vec{v.X - w.X, v.Y - w.Y} }

// Times returns v scaled by f.
func (v Vec) Times(f float64) Vec { return Vec{v.X * f, v.Y * f} }

// Dot returns the scalar product.
func (v Vec) Dot(w Vec) float64 { return v.X*w.X + v.Y*w.Y }
func (v Vec) left() Vec         { return Vec{-v.Y, v.X} }

// Length returns the length in inches.
func (v Vec) Length() float64 { return math.Hypot(v.X, v.Y) }

// Vec returns the point in inches.
func (p Point) Vec() Vec          { return Vec{p.X.Float(), p.Y.Float()} }
func (v Vec) apart(w Vec) float64 { return v.Minus(w).Length() }

// Circle is a disc; a corner is a circle of radius 0.
type Circle struct {
	At Vec
	R  float64
}

// HalfPlane is the set of points p with in·p >= from; in is a unit vector.
type HalfPlane struct {
	In   Vec
	From float64
}

// beyond returns how far inside the half-plane a point lies; below 0 outside.
func (h HalfPlane) beyond(p Vec) float64 { return h.In.Dot(p) - h.From }

// Hull is a convex area, already shrunk by BlockTolerance.
type Hull struct {
	sides   []HalfPlane
	corners []Vec
}

// Slope is a hull that blocks only the parts of lines that run below its top.
type Slope struct {
	Hull
	top float64
}

// Ray is a line with a direction of unit length, measured from a point on it.
type Ray struct{ From, Dir Vec }

// span is a part of a ray.
type span struct{ lo, hi float64 }

// Sightline searches for a line between two bases that nothing blocks.
type Sightline struct {
	A, B       Circle
	TopA, TopB float64 // heights of the tops of both models
	Arc        *HalfPlane
	Rounds     []Circle
	Walls      []Hull
	Slopes     []Slope
	Supports   []Circle // reused by listSupports
}

// newSightline returns the search for the input of a ruling with the models that block.
func newSightline(in SightInput, blocking []SightModel) *Sightline {
	base := func(s SightModel) Circle { return Circle{s.Point().Vec(), s.radius().Float()} }
	l := &Sightline{
		A: base(in.Viewer.SightModel), B: base(in.Target),
		TopA: in.Viewer.top().Float(), TopB: in.Target.top().Float(),
	}
	if in.FrontArc == "half" {
		x, y := in.Viewer.Facing.Unit()
		u := Vec{x, y}
		l.Arc = &HalfPlane{u, u.Dot(l.A.At) - BlockTolerance}
	}
	for _, m := range blocking {
		l.AddRound(base(m))
	}
	for _, c := range in.Clouds {
		if c.Polygon != nil {
			l.AddWall(InsetHull(c.Polygon))
		} else {
			l.AddRound(Circle{Point{*c.X, *c.Y}.Vec(), c.Radius.Float()})
		}
	}
	for _, f := range in.Terrain {
		l.AddTerrain(InsetHull(f.Polygon), f.Top.Float(), in.TerrainTest == "simple")
	}
	return l
}

// AddRound adds a base or a round cloud that blocks lines of sight.
func (l *Sightline) AddRound(c Circle) {
	if c.R -= BlockTolerance; c.R > 0 && l.within(c.At, c.R) {
		l.Rounds = append(l.Rounds, c)
	}
}

// AddWall adds an area that blocks lines of sight at any height.
func (l *Sightline) AddWall(h Hull) {
	if len(h.corners) > 2 {
		l.Walls = append(l.Walls, h)
	}
}

// AddTerrain adds terrain of a height. Lines run between the tops of the models, so terrain
// no higher than the lower top never blocks, and terrain at least as high as the higher top
// always does. The simple test compares it with the target alone (ruling A-3).
func (l *Sightline) AddTerrain(h Hull, top float64, simple bool) {
	low, high := min(l.TopA, l.TopB), max(l.TopA, l.TopB)
	switch {
	case simple:
		if top > l.TopB {
			l.AddWall(h)
		}
	case top <= low:
	case top >= high:
		l.AddWall(h)
	case len(h.corners) > 2 && l.tooFar(h, top):
		l.AddWall(h)
	case len(h.corners) > 2:
		l.Slopes = append(l.Slopes, Slope{h, top})
	}
}

// tooFar reports whether every line from the higher end to the lower leaves a slope so far
// away that it has sunk below its top by then: the slope acts as a wall.
func (l *Sightline) tooFar(h Hull, top float64) bool {
	high, low, from, to := l.A, l.B, l.TopA, l.TopB
	if to > from {
		high, low, from, to = low, high, to, from
	}
	far := high.At.apart(low.At)
	most := far + high.R + low.R
	if far <= high.R+low.R || len(h.corners) != len(h.sides) {
		return false
	}
	ahead := low.At.Minus(high.At).Times(1 / far)
	lean, wide := (high.R+low.R)/far, max(high.R, low.R)
	near := math.Inf(1)
	for i, s := range h.sides {
		if s.In.Dot(ahead) >= lean {
			continue // lines enter there
		}
		p, _ := meet(s, h.sides[(i+len(h.sides)-1)%len(h.sides)])
		q, _ := meet(s, h.sides[(i+1)%len(h.sides)])
		near = min(near, beam{high.At, ahead, wide}.nearest(p, q)-high.R)
	}
	return near > SearchTolerance+most*(from-top)/(from-to)
}

// beam is all points within a width of a ray.
type beam struct {
	from, ahead Vec
	wide        float64
}

// nearest returns how near the part of a segment in the beam comes to the source of the
// beam; infinite when no part is in the beam.
func (b beam) nearest(p, q Vec) float64 {
	left := b.ahead.left()
	lo, hi := left.Dot(p.Minus(b.from)), left.Dot(q.Minus(b.from))
	way := q.Minus(p)
	first, last := 0.0, 1.0
	switch rise := hi - lo; {
	case math.Abs(rise) < SearchTolerance && math.Abs(lo) > b.wide:
		return math.Inf(1)
	case math.Abs(rise) >= SearchTolerance:
		in, out := (-b.wide-lo)/rise, (b.wide-lo)/rise
		first, last = max(first, min(in, out)), min(last, max(in, out))
	}
	if first > last {
		return math.Inf(1)
	}
	at := 0.0
	if square := way.Dot(way); square > 0 {
		at = b.from.Minus(p).Dot(way) / square
	}
	return p.plus(way.Times(min(last, max(first, at)))).apart(b.from)
}

// within reports whether a disc is near enough to the two bases to matter.
func (l *Sightline) within(at Vec, r float64) bool {
	way := l.B.At.Minus(l.A.At)
	t := 0.0
	if square := way.Dot(way); square > 0 {
		t = min(1, max(0, at.Minus(l.A.At).Dot(way)/square))
	}
	return at.apart(l.A.At.plus(way.Times(t))) < r+max(l.A.R, l.B.R)+1
}

// InsetHull returns the part of a strictly convex polygon that is more than BlockTolerance
// inside each side.
func InsetHull(p Polygon) Hull {
	var h Hull
	turn := Cross(p[1].Minus(p[0]), p[2].Minus(p[0]))
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if turn < 0 {
			a, b = b, a
		}
		along := b.Vec().Minus(a.Vec())
		in := along.left().Times(1 / along.Length())
		h.sides = append(h.sides, HalfPlane{in, in.Dot(a.Vec()) + BlockTolerance})
	}
	for i, s := range h.sides {
		for _, t := range h.sides[:i] {
			if p, ok := meet(s, t); ok && h.holds(p) {
				h.corners = append(h.corners, p)
			}
		}
	}
	return h
}

// meet returns where the borders of two half-planes cross; ok if they do.
func meet(s, t HalfPlane) (p Vec, ok bool) {
	det := s.In.X*t.In.Y - s.In.Y*t.In.X
	if math.Abs(det) < 1e-12 {
		return p, false
	}
	return Vec{(s.From*t.In.Y - t.From*s.In.Y) / det, (s.In.X*t.From - t.In.X*s.From) / det}, true
}

// holds reports whether a point is in the hull, within SearchTolerance.
func (h Hull) holds(p Vec) bool {
	for _, s := range h.sides {
		if s.beyond(p) < -SearchTolerance {
			return false
		}
	}
	return true
}

// crossed returns the part of a ray inside the hull; it is empty when hi <= lo.
func (h Hull) crossed(r Ray) span {
	s := span{math.Inf(-1), math.Inf(1)}
	for _, side := range h.sides {
		s = s.clip(side, r)
	}
	return s
}

// clip returns the part of a span that lies in a half-plane.
func (s span) clip(h HalfPlane, r Ray) span {
	deep, rise := h.beyond(r.From), h.In.Dot(r.Dir)
	switch {
	case math.Abs(rise) < 1e-14:
		if deep < 0 {
			s.hi = s.lo - 1
		}
	case rise > 0:
		s.lo = max(s.lo, -deep/rise)
	default:
		s.hi = min(s.hi, -deep/rise)
	}
	return s
}

// chord returns the part of a ray inside a disc; a tangent has a single point.
func (c Circle) chord(r Ray) (span, bool) {
	way := c.At.Minus(r.From)
	off := r.Dir.left().Dot(way)
	if math.Abs(off) > c.R+SearchTolerance {
		return span{}, false
	}
	mid, half := r.Dir.Dot(way), math.Sqrt(max(0, c.R*c.R-off*off))
	return span{mid - half, mid + half}, true
}
