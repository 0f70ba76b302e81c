package warmachine

import "math"

// Sight is searched for in inches as floats: answers do not hang on less than
// give, and what a search may err by is far below hair.
const (
	give = 0.001 // how deep a line may run into what blocks it (ruling A-14)
	hair = 1e-8
)

type vec struct{ x, y float64 }

func (v vec) plus(w vec) vec      { return vec{v.x + w.x, v.y + w.y} }
func (v vec) minus(w vec) vec     { return vec{v.x - w.x, v.y - w.y} }
func (v vec) times(f float64) vec { return vec{v.x * f, v.y * f} }
func (v vec) dot(w vec) float64   { return v.x*w.x + v.y*w.y }
func (v vec) left() vec           { return vec{-v.y, v.x} }
func (v vec) length() float64     { return math.Hypot(v.x, v.y) }
func (p Point) vec() vec          { return vec{p.X.Float(), p.Y.Float()} }
func (v vec) apart(w vec) float64 { return v.minus(w).length() }

// circle is a disc; a corner is one of radius 0.
type circle struct {
	at vec
	r  float64
}

// halfPlane is the set of points p with in·p >= from; in is a unit vector.
type halfPlane struct {
	in   vec
	from float64
}

// beyond is how far inside the half-plane a point lies.
func (h halfPlane) beyond(p vec) float64 { return h.in.dot(p) - h.from }

// hull is a convex area, already drawn in by give.
type hull struct {
	sides   []halfPlane
	corners []vec
}

// slope is a hull that blocks lines only where they run lower than its top.
type slope struct {
	hull
	top float64
}

// ray is a line with a direction of unit length, measured from a point on it.
type ray struct{ from, dir vec }

// span is a part of a ray.
type span struct{ lo, hi float64 }

// sightline searches for a line between two bases that nothing blocks.
type sightline struct {
	a, b   circle
	za, zb float64 // tops
	arc    *halfPlane
	rounds []circle
	walls  []hull
	slopes []slope
	held   []circle // room for things
}

func newSightline(in sightAsked, blocking []standing) *sightline {
	base := func(s standing) circle { return circle{s.point().vec(), s.radius().Float()} }
	l := &sightline{
		a: base(in.Viewer.standing), b: base(in.Target),
		za: in.Viewer.top().Float(), zb: in.Target.top().Float(),
	}
	if in.FrontArc == "half" {
		x, y := in.Viewer.Facing.unit()
		u := vec{x, y}
		l.arc = &halfPlane{u, u.dot(l.a.at) - give}
	}
	for _, m := range blocking {
		l.addRound(base(m))
	}
	for _, c := range in.Clouds {
		if c.Polygon != nil {
			l.addWall(drawnIn(c.Polygon))
		} else {
			l.addRound(circle{Point{*c.X, *c.Y}.vec(), c.Radius.Float()})
		}
	}
	for _, f := range in.Terrain {
		l.addTerrain(drawnIn(f.Polygon), f.Top.Float(), in.TerrainTest == "simple")
	}
	return l
}

func (l *sightline) addRound(c circle) {
	if c.r -= give; c.r > 0 && l.within(c.at, c.r) {
		l.rounds = append(l.rounds, c)
	}
}

func (l *sightline) addWall(h hull) {
	if len(h.corners) > 2 {
		l.walls = append(l.walls, h)
	}
}

// addTerrain sorts terrain by its top: lines run between the tops of the models,
// so what is no higher than the lower never blocks, and what is as high as the
// higher always does. The simple test looks at the target alone (ruling A-3).
func (l *sightline) addTerrain(h hull, top float64, simple bool) {
	low, high := min(l.za, l.zb), max(l.za, l.zb)
	switch {
	case simple:
		if top > l.zb {
			l.addWall(h)
		}
	case top <= low:
	case top >= high:
		l.addWall(h)
	case len(h.corners) > 2 && l.tooFar(h, top):
		l.addWall(h)
	case len(h.corners) > 2:
		l.slopes = append(l.slopes, slope{h, top})
	}
}

// tooFar tells whether every line from the higher end to the lower leaves a slope
// so far off that it has sunk below its top by then: it is as good as a wall.
func (l *sightline) tooFar(h hull, top float64) bool {
	high, low, from, to := l.a, l.b, l.za, l.zb
	if to > from {
		high, low, from, to = low, high, to, from
	}
	far := high.at.apart(low.at)
	most := far + high.r + low.r
	if far <= high.r+low.r || len(h.corners) != len(h.sides) {
		return false
	}
	ahead := low.at.minus(high.at).times(1 / far)
	lean, wide := (high.r+low.r)/far, max(high.r, low.r)
	near := math.Inf(1)
	for i, s := range h.sides {
		if s.in.dot(ahead) >= lean {
			continue // lines come in there
		}
		p, _ := meet(s, h.sides[(i+len(h.sides)-1)%len(h.sides)])
		q, _ := meet(s, h.sides[(i+1)%len(h.sides)])
		near = min(near, beam{high.at, ahead, wide}.nearest(p, q)-high.r)
	}
	return near > hair+most*(from-top)/(from-to)
}

// beam is all points beside a line from a point on, up to so wide.
type beam struct {
	from, ahead vec
	wide        float64
}

// nearest is how near the part of a segment in the beam comes to its source;
// infinite when there is none.
func (b beam) nearest(p, q vec) float64 {
	left := b.ahead.left()
	lo, hi := left.dot(p.minus(b.from)), left.dot(q.minus(b.from))
	way := q.minus(p)
	first, last := 0.0, 1.0
	switch rise := hi - lo; {
	case math.Abs(rise) < hair && math.Abs(lo) > b.wide:
		return math.Inf(1)
	case math.Abs(rise) >= hair:
		in, out := (-b.wide-lo)/rise, (b.wide-lo)/rise
		first, last = max(first, min(in, out)), min(last, max(in, out))
	}
	if first > last {
		return math.Inf(1)
	}
	at := 0.0
	if square := way.dot(way); square > 0 {
		at = b.from.minus(p).dot(way) / square
	}
	return p.plus(way.times(min(last, max(first, at)))).apart(b.from)
}

// within tells whether a disc comes near enough to the two bases to matter.
func (l *sightline) within(at vec, r float64) bool {
	way := l.b.at.minus(l.a.at)
	t := 0.0
	if square := way.dot(way); square > 0 {
		t = min(1, max(0, at.minus(l.a.at).dot(way)/square))
	}
	return at.apart(l.a.at.plus(way.times(t))) < r+max(l.a.r, l.b.r)+1
}

// drawnIn is the part of a strictly convex polygon deeper than give inside each side.
func drawnIn(p polygon) hull {
	var h hull
	turn := cross(p[1].minus(p[0]), p[2].minus(p[0]))
	for i, a := range p {
		b := p[(i+1)%len(p)]
		if turn < 0 {
			a, b = b, a
		}
		along := b.vec().minus(a.vec())
		in := along.left().times(1 / along.length())
		h.sides = append(h.sides, halfPlane{in, in.dot(a.vec()) + give})
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

// meet is where the borders of two half-planes cross.
func meet(s, t halfPlane) (p vec, ok bool) {
	det := s.in.x*t.in.y - s.in.y*t.in.x
	if math.Abs(det) < 1e-12 {
		return p, false
	}
	return vec{(s.from*t.in.y - t.from*s.in.y) / det, (s.in.x*t.from - t.in.x*s.from) / det}, true
}

func (h hull) holds(p vec) bool {
	for _, s := range h.sides {
		if s.beyond(p) < -hair {
			return false
		}
	}
	return true
}

// crossed is the part of a ray inside the hull; empty when hi <= lo.
func (h hull) crossed(r ray) span {
	s := span{math.Inf(-1), math.Inf(1)}
	for _, side := range h.sides {
		s = s.clip(side, r)
	}
	return s
}

// clip keeps the part of a span that lies in a half-plane.
func (s span) clip(h halfPlane, r ray) span {
	deep, rise := h.beyond(r.from), h.in.dot(r.dir)
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

// chord is the part of a ray inside a disc; a tangent has a single point.
func (c circle) chord(r ray) (span, bool) {
	way := c.at.minus(r.from)
	off := r.dir.left().dot(way)
	if math.Abs(off) > c.r+hair {
		return span{}, false
	}
	mid, half := r.dir.dot(way), math.Sqrt(max(0, c.r*c.r-off*off))
	return span{mid - half, mid + half}, true
}
