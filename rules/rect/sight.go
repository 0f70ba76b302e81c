package rect

import "slices"

// Sees reports whether a straight line can be drawn from a point of an edge of the observer
// to a point of the target strictly in front of that edge's line, without meeting any of
// the blockers, borders included.
//
// A line is described by the place where it leaves the edge and by its slope against the
// edge's normal: a point in the plane of lines. There, all lines through one point of the
// table form a straight line. The free lines are an open set whose border consists of such
// straight lines: those of the corners of all shapes, of the points where they cross the
// line of the edge, and of the points where a blocker's outline crosses the target's. So it
// is enough to try one line from every piece of the plane between those borders.
func Sees(observer Rect, edge Side, target Rect, blockers []Rect) bool {
	v := newView(observer, edge)
	v.target = v.shape(target)
	if v.target.most.Sign() <= 0 {
		return false
	}
	for _, b := range blockers {
		if s := v.shape(b); v.inTheWay(s) {
			v.blockers = append(v.blockers, s)
		}
	}
	return len(v.blockers) == 0 || v.tryCommonLines() || v.search()
}

// edgeView is the table as seen from an edge: x runs along it, y away from it.
type edgeView struct {
	origin, along, ahead Vec
	length               Num
	target               shape
	blockers             []shape
}

// shape is a convex outline in a view.
type shape struct {
	corners     [4]Vec
	least, most Num // of y
	left, right Num // of x
}

func newView(observer Rect, edge Side) *edgeView {
	e := observer.EdgeRect(edge)
	along := e.ToLeft().Times(Int(-1))
	return &edgeView{origin: e.Corners[FrontLeft], along: along, ahead: e.Ahead, length: e.Front}
}

func (v *edgeView) shape(r Rect) (s shape) {
	for i, c := range r.Corners {
		d := c.Minus(v.origin)
		p := Vec{d.Dot(v.along), d.Dot(v.ahead)}
		s.corners[i] = p
		if i == 0 {
			s.least, s.most, s.left, s.right = p.Y, p.Y, p.X, p.X
			continue
		}
		s.least, s.most = minNum(s.least, p.Y), maxNum(s.most, p.Y)
		s.left, s.right = minNum(s.left, p.X), maxNum(s.right, p.X)
	}
	return s
}

// inTheWay is a quick test whether a blocker may matter; false means that it cannot.
func (v *edgeView) inTheWay(s shape) bool {
	t := v.target
	return s.most.Sign() >= 0 && !t.most.Less(s.least) &&
		!maxNum(v.length, t.right).Less(s.left) && !s.right.Less(minNum(Num{}, t.left))
}

// span returns the interval of y in which the line x = start + slope*y is in the shape. Some
// is false when the line misses it.
func (s shape) span(start, slope Num) (from, to Num, some bool) {
	last := s.corners[3]
	lastOff := last.X.Minus(start).Minus(slope.Times(last.Y))
	for _, c := range s.corners {
		off := c.X.Minus(start).Minus(slope.Times(c.Y))
		if off.Sign()*lastOff.Sign() <= 0 {
			y := c.Y
			if off.Sign() != 0 && lastOff.Sign() != 0 {
				k := off.Over(off.Minus(lastOff))
				y = c.Y.Plus(last.Y.Minus(c.Y).Times(k))
			} else if off.Sign() != 0 {
				y = last.Y
			}
			if !some {
				from, to, some = y, y, true
			}
			from, to = minNum(from, y), maxNum(to, y)
		}
		last, lastOff = c, off
	}
	return from, to, some
}

// free reports whether a line reaches the target in front of the edge before any blocker.
func (v *edgeView) free(start, slope Num) bool {
	from, to, some := v.target.span(start, slope)
	if !some || to.Sign() <= 0 {
		return false
	}
	from = maxNum(from, Num{})
	for _, b := range v.blockers {
		if enter, leave, meets := b.span(start, slope); meets && leave.Sign() >= 0 && enter.Cmp(from) <= 0 {
			return false
		}
	}
	return true
}

// tryCommonLines tries a few lines that are often free, to avoid the search.
func (v *edgeView) tryCommonLines() bool {
	middle := v.target.corners[0].Plus(v.target.corners[2]).Times(Ratio(1, 2))
	aims := []Vec{middle}
	for _, c := range v.target.corners {
		aims = append(aims, middle.Plus(c.Minus(middle).Times(Ratio(15, 16))))
	}
	for _, k := range []int64{8, 1, 15} {
		start := v.length.Times(Ratio(k, 16))
		for _, q := range aims {
			if q.Y.Sign() > 0 && v.free(start, q.X.Minus(start).Over(q.Y)) {
				return true
			}
		}
	}
	return false
}

// search tries one line of every piece of the plane of lines (see Sees).
func (v *edgeView) search() bool {
	points := v.points()
	starts := v.starts(points)
	slopes := make([]Num, 0, len(points))
	for i := 1; i < len(starts); i++ {
		start := numBetween(starts[i-1], starts[i])
		slopes = slopes[:0]
		for _, p := range points {
			if p.Y.Sign() > 0 {
				slopes = append(slopes, p.X.Minus(start).Over(p.Y))
			}
		}
		if v.freeBetween(start, sorted(slopes)) {
			return true
		}
	}
	return false
}

// freeBetween tries one line from start below, between and above the slopes, which are sorted.
func (v *edgeView) freeBetween(start Num, slopes []Num) bool {
	if len(slopes) == 0 {
		return v.free(start, Num{})
	}
	if v.free(start, slopes[0].Minus(Int(1))) || v.free(start, slopes[len(slopes)-1].Plus(Int(1))) {
		return true
	}
	for i := 1; i < len(slopes); i++ {
		if v.free(start, numBetween(slopes[i-1], slopes[i])) {
			return true
		}
	}
	return false
}

// points returns the points, not behind the edge, where outlines have a corner, cross the
// line of the edge, or cross the target's outline.
func (v *edgeView) points() []Vec {
	var all []Vec
	for i, s := range append([]shape{v.target}, v.blockers...) {
		last := s.corners[3]
		for _, c := range s.corners {
			if c.Y.Sign() >= 0 {
				all = append(all, c)
			}
			if c.Y.Sign()*last.Y.Sign() < 0 {
				k := c.Y.Over(c.Y.Minus(last.Y))
				all = append(all, Vec{c.X.Plus(last.X.Minus(c.X).Times(k)), Num{}})
			}
			last = c
		}
		if i > 0 {
			all = append(all, crossings(s, v.target)...)
		}
	}
	slices.SortStableFunc(all, func(p, q Vec) int {
		if c := p.Y.Cmp(q.Y); c != 0 {
			return c
		}
		return p.X.Cmp(q.X)
	})
	return slices.CompactFunc(all, Vec.Equal)
}

// crossings returns the points, not behind the edge, where two outlines cross.
func crossings(s, t shape) (all []Vec) {
	a := s.corners[3]
	for _, b := range s.corners {
		c := t.corners[3]
		for _, d := range t.corners {
			ab, cd, ac := b.Minus(a), d.Minus(c), c.Minus(a)
			if turn := ab.Cross(cd); turn.Sign() != 0 {
				k, l := ac.Cross(cd).Over(turn), ac.Cross(ab).Over(turn)
				p := a.Plus(ab.Times(k))
				if inUnit(k) && inUnit(l) && p.Y.Sign() >= 0 {
					all = append(all, p)
				}
			}
			c = d
		}
		a = b
	}
	return all
}

func inUnit(k Num) bool { return k.Sign() >= 0 && k.Cmp(Int(1)) <= 0 }

// starts returns the places on the edge, ends included, at which the order of the slopes to
// the points changes, in ascending order.
func (v *edgeView) starts(points []Vec) []Num {
	all := []Num{{}, v.length}
	add := func(x Num) {
		if x.Sign() > 0 && x.Less(v.length) {
			all = append(all, x)
		}
	}
	for i, p := range points {
		if p.Y.Sign() == 0 {
			add(p.X)
			continue
		}
		for _, q := range points[:i] {
			if q.Y.Sign() > 0 && q.Y.Cmp(p.Y) != 0 {
				add(p.X.Minus(p.Y.Times(p.X.Minus(q.X).Over(p.Y.Minus(q.Y)))))
			}
		}
	}
	return sorted(all)
}

func sorted(all []Num) []Num {
	slices.SortStableFunc(all, Num.Cmp)
	return slices.CompactFunc(all, func(a, b Num) bool { return a.Cmp(b) == 0 })
}
