package ruling

import "math"

// Free reports whether any line passes. If one does, there is also one that is fixed by two
// supports: it touches discs or goes through corners. Where terrain is between the heights
// of the tops, only other lines may pass, in a range that is never narrower than the samples
// taken.
func (l *Sightline) Free() bool {
	if l.touchesTwo() {
		return true
	}
	if len(l.Slopes) == 0 {
		return false
	}
	// If no line passes the other shapes, there is none to sample.
	slopes := l.Slopes
	l.Slopes = nil
	passes := l.touchesTwo()
	l.Slopes = slopes
	return passes && l.sampled()
}

// touchesTwo reports whether a line passes that is fixed by two supports.
func (l *Sightline) touchesTwo() bool {
	things := l.listSupports()
	for i, c := range things {
		for _, d := range things[:i] {
			if l.anyClear(c, d) {
				return true
			}
		}
	}
	return false
}

// listSupports returns the discs and corners that can fix a line.
func (l *Sightline) listSupports() []Circle {
	l.Supports = append(append(l.Supports[:0], l.A, l.B), l.Rounds...)
	for i := range l.Walls {
		l.addHullSupports(&l.Walls[i])
	}
	for i := range l.Slopes {
		l.addHullSupports(&l.Slopes[i].Hull)
	}
	for _, end := range [2]Circle{l.A, l.B} {
		for _, c := range l.Rounds {
			l.addSupport(outlines(end, c))
		}
	}
	if l.Arc != nil {
		l.addSupport(cut(l.B, *l.Arc))
		for _, c := range l.Rounds {
			l.addSupport(cut(c, *l.Arc))
		}
	}
	return l.Supports
}

// addHullSupports adds the supports of a hull: its corners, and the points where its borders
// cut the ends and the arc.
func (l *Sightline) addHullSupports(h *Hull) {
	for _, p := range h.corners {
		l.addSupport([2]Vec{p}, 1)
	}
	for _, border := range h.sides {
		l.addSupport(cut(l.A, border))
		l.addSupport(cut(l.B, border))
		if l.Arc == nil {
			continue
		}
		if p, ok := meet(border, *l.Arc); ok {
			l.addSupport([2]Vec{p}, 1)
		}
	}
}

// addSupport adds points that are near enough to matter.
func (l *Sightline) addSupport(points [2]Vec, n int) {
	for _, p := range points[:n] {
		if l.within(p, 0) {
			l.Supports = append(l.Supports, Circle{p, 0})
		}
	}
}

// outlines returns the points where two circles cross.
func outlines(c, d Circle) (points [2]Vec, n int) {
	way := d.At.Minus(c.At)
	far := way.Length()
	if far == 0 || far > c.R+d.R || far < math.Abs(c.R-d.R) {
		return points, 0
	}
	along := (far*far + c.R*c.R - d.R*d.R) / (2 * far)
	off := math.Sqrt(max(0, c.R*c.R-along*along))
	dir := way.Times(1 / far)
	foot := c.At.plus(dir.Times(along))
	return [2]Vec{foot.plus(dir.left().Times(off)), foot.Minus(dir.left().Times(off))}, 2
}

// cut returns the points where a straight border cuts a circle.
func cut(c Circle, border HalfPlane) (points [2]Vec, n int) {
	deep := border.beyond(c.At)
	if math.Abs(deep) > c.R {
		return points, 0
	}
	foot, off := c.At.Minus(border.In.Times(deep)), math.Sqrt(c.R*c.R-deep*deep)
	return [2]Vec{foot.plus(border.In.left().Times(off)), foot.Minus(border.In.left().Times(off))}, 2
}

// anyClear tries the lines that touch two supports: up to four, on either side of each.
func (l *Sightline) anyClear(c, d Circle) bool {
	way := d.At.Minus(c.At)
	far := way.Length()
	if far < SearchTolerance {
		return false
	}
	dir := way.Times(1 / far)
	for _, side := range [2]float64{1, -1} {
		lean := (side*d.R - c.R) / far
		if math.Abs(lean) > 1+SearchTolerance {
			continue
		}
		rest := math.Sqrt(max(0, 1-lean*lean))
		for _, turn := range [2]float64{1, -1} {
			normal := dir.Times(lean).plus(dir.left().Times(turn * rest))
			if l.Clear(Ray{c.At.Minus(normal.Times(c.R)), normal.left()}) {
				return true
			}
		}
		if d.R == 0 {
			break
		}
	}
	return false
}

// ends returns the parts of a ray in which a line may begin and end; ok if there are both.
func (l *Sightline) ends(r Ray) (a, b span, ok bool) {
	if a, ok = l.A.chord(r); !ok {
		return a, b, false
	}
	if b, ok = l.B.chord(r); !ok {
		return a, b, false
	}
	if l.Arc != nil {
		arc := HalfPlane{l.Arc.In, l.Arc.From - SearchTolerance}
		b = b.clip(arc, r)
	}
	return a, b, b.lo <= b.hi+SearchTolerance
}

// Clear reports whether a line along a ray passes. If any does, the shortest one does,
// except that over a slope the lower end may have to be farther away.
func (l *Sightline) Clear(r Ray) bool {
	a, b, ok := l.ends(r)
	if !ok {
		return false
	}
	if b.hi < a.lo {
		r, a, b = r.reversed(), span{-a.hi, -a.lo}, span{-b.hi, -b.lo}
	}
	if b.lo <= a.hi {
		meet := max(a.lo, b.lo)
		return l.open(r, span{meet, meet})
	}
	if !l.open(r, span{a.hi, b.lo}) {
		return false
	}
	if len(l.Slopes) == 0 {
		return true
	}
	if l.TopA > l.TopB {
		return l.overSlopes(Ray{r.From.plus(r.Dir.Times(a.hi)), r.Dir}, span{b.lo - a.hi, b.hi - a.hi}, l.TopA, l.TopB)
	}
	return l.overSlopes(Ray{r.From.plus(r.Dir.Times(b.lo)), r.Dir.Times(-1)}, span{b.lo - a.hi, b.lo - a.lo}, l.TopB, l.TopA)
}

func (r Ray) reversed() Ray { return Ray{r.From, r.Dir.Times(-1)} }

// open reports whether no disc or wall blocks a part of a ray.
func (l *Sightline) open(r Ray, s span) bool {
	for _, c := range l.Rounds {
		way := c.At.Minus(r.From)
		nearest := min(s.hi, max(s.lo, r.Dir.Dot(way)))
		if r.From.plus(r.Dir.Times(nearest)).apart(c.At) < c.R-SearchTolerance {
			return false
		}
	}
	for _, h := range l.Walls {
		in := h.crossed(r)
		if in.hi-in.lo > 2*SearchTolerance && in.lo+SearchTolerance < s.hi && in.hi-SearchTolerance > s.lo {
			return false
		}
	}
	return true
}

// overSlopes reports whether a line from the higher end, where the ray begins, to some point
// in the lower one passes over every slope.
func (l *Sightline) overSlopes(r Ray, low span, from, to float64) bool {
	type crossing struct {
		span
		top float64
	}
	var room [4]crossing
	var more [10]float64
	all, tries := room[:0], append(more[:0], low.lo, low.hi)
	for _, s := range l.Slopes {
		in := s.crossed(r)
		if in.hi-in.lo <= 2*SearchTolerance || in.hi <= SearchTolerance {
			continue
		}
		all = append(all, crossing{in, s.top})
		tries = append(tries, max(0, in.lo), in.hi*(from-to)/(from-s.top)+SearchTolerance)
	}
	for _, q := range tries {
		if q < low.lo-SearchTolerance || q > low.hi+SearchTolerance || !l.open(r, span{0, q}) {
			continue
		}
		passes := true
		for _, c := range all {
			if q <= c.lo+SearchTolerance {
				continue
			}
			if height := from - (from-to)*min(1, c.hi/q); height < c.top-SearchTolerance {
				passes = false
				break
			}
		}
		if passes {
			return true
		}
	}
	return false
}

// Samples of lines over slopes: the distance between two, and the most that are taken.
const (
	sampleStep  = 0.006
	mostSamples = 500
)

// sampled tries lines from points all around the higher base across the lower one.
func (l *Sightline) sampled() bool {
	high, low := l.A, l.B
	if l.TopB > l.TopA {
		high, low = l.B, l.A
	}
	starts := int(min(mostSamples, math.Ceil(2*math.Pi*high.R/sampleStep)))
	aims := int(min(mostSamples, math.Ceil(2*low.R/sampleStep)))
	var from []Vec
	for i := range starts {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(starts))
		from = append(from, high.At.plus(Vec{x, y}.Times(high.R)))
	}
	if l.Arc != nil && l.TopB > l.TopA {
		if ends, n := cut(high, *l.Arc); n > 0 {
			for i := range aims {
				f := float64(i) / float64(aims)
				from = append(from, ends[0].Times(f).plus(ends[1].Times(1-f)))
			}
		}
	}
	for _, p := range from {
		way := low.At.Minus(p)
		if p.Minus(high.At).Dot(way) < -high.R*(low.R+high.R) {
			continue
		}
		across := way.left().Times(1 / way.Length())
		for j := range aims + 1 {
			aim := low.At.plus(across.Times(low.R * (2*float64(j)/float64(aims) - 1)))
			dir := aim.Minus(p)
			if l.Clear(Ray{p, dir.Times(1 / dir.Length())}) {
				return true
			}
		}
	}
	return false
}
