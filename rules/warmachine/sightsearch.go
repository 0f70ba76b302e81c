package warmachine

import "math"

// free tells whether any line passes. If one does, so does one that two things
// hold in place: it touches discs or goes through corners. Where terrain lies
// between the heights of the tops other lines may be the only ones, in a range
// that is never narrower than the samples taken.
func (l *sightline) free() bool {
	if l.heldByTwo() {
		return true
	}
	if len(l.slopes) == 0 {
		return false
	}
	// Without any line that passes all the rest there is none to sample.
	slopes := l.slopes
	l.slopes = nil
	passes := l.heldByTwo()
	l.slopes = slopes
	return passes && l.sampled()
}

// heldByTwo tells whether a line passes that two things hold in place.
func (l *sightline) heldByTwo() bool {
	things := l.things()
	for i, c := range things {
		for _, d := range things[:i] {
			if l.anyClear(c, d) {
				return true
			}
		}
	}
	return false
}

// things are the discs and corners that can hold a line in place.
func (l *sightline) things() []circle {
	l.held = append(append(l.held[:0], l.a, l.b), l.rounds...)
	for i := range l.walls {
		l.holdHull(&l.walls[i])
	}
	for i := range l.slopes {
		l.holdHull(&l.slopes[i].hull)
	}
	for _, end := range [2]circle{l.a, l.b} {
		for _, c := range l.rounds {
			l.hold(outlines(end, c))
		}
	}
	if l.arc != nil {
		l.hold(cut(l.b, *l.arc))
		for _, c := range l.rounds {
			l.hold(cut(c, *l.arc))
		}
	}
	return l.held
}

// holdHull adds what a hull brings: its corners, and where its borders cut the ends and the arc.
func (l *sightline) holdHull(h *hull) {
	for _, p := range h.corners {
		l.hold([2]vec{p}, 1)
	}
	for _, border := range h.sides {
		l.hold(cut(l.a, border))
		l.hold(cut(l.b, border))
		if l.arc == nil {
			continue
		}
		if p, ok := meet(border, *l.arc); ok {
			l.hold([2]vec{p}, 1)
		}
	}
}

// hold adds points that are near enough to matter.
func (l *sightline) hold(points [2]vec, n int) {
	for _, p := range points[:n] {
		if l.within(p, 0) {
			l.held = append(l.held, circle{p, 0})
		}
	}
}

// outlines are the points where two circles cross.
func outlines(c, d circle) (points [2]vec, n int) {
	way := d.at.minus(c.at)
	far := way.length()
	if far == 0 || far > c.r+d.r || far < math.Abs(c.r-d.r) {
		return points, 0
	}
	along := (far*far + c.r*c.r - d.r*d.r) / (2 * far)
	off := math.Sqrt(max(0, c.r*c.r-along*along))
	dir := way.times(1 / far)
	foot := c.at.plus(dir.times(along))
	return [2]vec{foot.plus(dir.left().times(off)), foot.minus(dir.left().times(off))}, 2
}

// cut are the points where a straight border cuts a circle.
func cut(c circle, border halfPlane) (points [2]vec, n int) {
	deep := border.beyond(c.at)
	if math.Abs(deep) > c.r {
		return points, 0
	}
	foot, off := c.at.minus(border.in.times(deep)), math.Sqrt(c.r*c.r-deep*deep)
	return [2]vec{foot.plus(border.in.left().times(off)), foot.minus(border.in.left().times(off))}, 2
}

// anyClear tries the lines that touch two things: up to four, on either side of each.
func (l *sightline) anyClear(c, d circle) bool {
	way := d.at.minus(c.at)
	far := way.length()
	if far < hair {
		return false
	}
	dir := way.times(1 / far)
	for _, side := range [2]float64{1, -1} {
		lean := (side*d.r - c.r) / far
		if math.Abs(lean) > 1+hair {
			continue
		}
		rest := math.Sqrt(max(0, 1-lean*lean))
		for _, turn := range [2]float64{1, -1} {
			normal := dir.times(lean).plus(dir.left().times(turn * rest))
			if l.clear(ray{c.at.minus(normal.times(c.r)), normal.left()}) {
				return true
			}
		}
		if d.r == 0 {
			break
		}
	}
	return false
}

// ends are the parts of a ray in which a line may begin and end.
func (l *sightline) ends(r ray) (a, b span, ok bool) {
	if a, ok = l.a.chord(r); !ok {
		return a, b, false
	}
	if b, ok = l.b.chord(r); !ok {
		return a, b, false
	}
	if l.arc != nil {
		arc := halfPlane{l.arc.in, l.arc.from - hair}
		b = b.clip(arc, r)
	}
	return a, b, b.lo <= b.hi+hair
}

// clear tells whether a line along a ray passes. The shortest one does if any
// does, but over a slope the lower end may have to lie farther off.
func (l *sightline) clear(r ray) bool {
	a, b, ok := l.ends(r)
	if !ok {
		return false
	}
	if b.hi < a.lo {
		r, a, b = r.turned(), span{-a.hi, -a.lo}, span{-b.hi, -b.lo}
	}
	if b.lo <= a.hi {
		meet := max(a.lo, b.lo)
		return l.open(r, span{meet, meet})
	}
	if !l.open(r, span{a.hi, b.lo}) {
		return false
	}
	if len(l.slopes) == 0 {
		return true
	}
	if l.za > l.zb {
		return l.overSlopes(ray{r.from.plus(r.dir.times(a.hi)), r.dir}, span{b.lo - a.hi, b.hi - a.hi}, l.za, l.zb)
	}
	return l.overSlopes(ray{r.from.plus(r.dir.times(b.lo)), r.dir.times(-1)}, span{b.lo - a.hi, b.lo - a.lo}, l.zb, l.za)
}

func (r ray) turned() ray { return ray{r.from, r.dir.times(-1)} }

// open tells whether no disc or wall blocks a part of a ray.
func (l *sightline) open(r ray, s span) bool {
	for _, c := range l.rounds {
		way := c.at.minus(r.from)
		nearest := min(s.hi, max(s.lo, r.dir.dot(way)))
		if r.from.plus(r.dir.times(nearest)).apart(c.at) < c.r-hair {
			return false
		}
	}
	for _, h := range l.walls {
		in := h.crossed(r)
		if in.hi-in.lo > 2*hair && in.lo+hair < s.hi && in.hi-hair > s.lo {
			return false
		}
	}
	return true
}

// overSlopes tells whether a line from the higher end, where the ray begins, to
// some place in the lower one passes over every slope.
func (l *sightline) overSlopes(r ray, low span, from, to float64) bool {
	type crossing struct {
		span
		top float64
	}
	var room [4]crossing
	var more [10]float64
	all, tries := room[:0], append(more[:0], low.lo, low.hi)
	for _, s := range l.slopes {
		in := s.crossed(r)
		if in.hi-in.lo <= 2*hair || in.hi <= hair {
			continue
		}
		all = append(all, crossing{in, s.top})
		tries = append(tries, max(0, in.lo), in.hi*(from-to)/(from-s.top)+hair)
	}
	for _, q := range tries {
		if q < low.lo-hair || q > low.hi+hair || !l.open(r, span{0, q}) {
			continue
		}
		passes := true
		for _, c := range all {
			if q <= c.lo+hair {
				continue
			}
			if height := from - (from-to)*min(1, c.hi/q); height < c.top-hair {
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

// Samples of lines over slopes: how near each other, and how many at most.
const (
	sampleStep  = 0.006
	mostSamples = 500
)

// sampled tries lines from all around the higher base across the lower one.
func (l *sightline) sampled() bool {
	high, low := l.a, l.b
	if l.zb > l.za {
		high, low = l.b, l.a
	}
	starts := int(min(mostSamples, math.Ceil(2*math.Pi*high.r/sampleStep)))
	aims := int(min(mostSamples, math.Ceil(2*low.r/sampleStep)))
	var from []vec
	for i := range starts {
		y, x := math.Sincos(2 * math.Pi * float64(i) / float64(starts))
		from = append(from, high.at.plus(vec{x, y}.times(high.r)))
	}
	if l.arc != nil && l.zb > l.za {
		if ends, n := cut(high, *l.arc); n > 0 {
			for i := range aims {
				f := float64(i) / float64(aims)
				from = append(from, ends[0].times(f).plus(ends[1].times(1-f)))
			}
		}
	}
	for _, p := range from {
		way := low.at.minus(p)
		if p.minus(high.at).dot(way) < -high.r*(low.r+high.r) {
			continue
		}
		across := way.left().times(1 / way.length())
		for j := range aims + 1 {
			aim := low.at.plus(across.times(low.r * (2*float64(j)/float64(aims) - 1)))
			dir := aim.minus(p)
			if l.clear(ray{p, dir.times(1 / dir.length())}) {
				return true
			}
		}
	}
	return false
}
