package plane

// A Prism is an upright block whose footprint is a simple polygon, with its corners
// clockwise or counter-clockwise. It reaches from Bottom up to, but not including, Top, in
// thousandths.
type Prism struct {
	Polygon     []Point
	Bottom, Top int64
}

// A Cylinder is an upright round block from Bottom up to, but not including, Top, in
// thousandths.
type Cylinder struct {
	Centre      Point
	Radius      int64
	Bottom, Top int64
}

// stretch is an open part of a line between two positions on it, from 0 at the start of the
// line to 1 at its end.
type stretch struct {
	from, to fraction
	point    bool // the line is a single point seen from above
}

// clipHeights returns the part of a line with heights from bottom up to top. Some is false
// when the line passes above or below, or only touches a face from outside.
func clipHeights(from, to Point3, bottom, top int64) (p stretch, some bool) {
	p = stretch{fraction{0, 1}, fraction{1, 1}, from.X == to.X && from.Y == to.Y}
	rise := to.Z - from.Z
	if rise == 0 {
		return p, bottom <= from.Z && from.Z < top
	}
	enter, leave := newFraction(bottom-from.Z, rise), newFraction(top-from.Z, rise)
	if rise < 0 {
		enter, leave = leave, enter
	}
	if p.from.less(enter) {
		p.from = enter
	}
	if leave.less(p.to) {
		p.to = leave
	}
	return p, p.from.less(p.to)
}

// Crosses reports whether a straight line passes through the block: some point of it lies
// strictly inside the footprint at a height of the block (for a sloping line: some part of
// positive length). Touching is not crossing.
func (b Prism) Crosses(from, to Point3) bool {
	if !b.near(from, to) {
		return false
	}
	p, some := clipHeights(from, to, b.Bottom, b.Top)
	if !some {
		return false
	}
	if p.point {
		return Inside(b.Polygon, from.Flat())
	}
	return b.crossesInside(from.Flat(), to.Flat(), p)
}

// near is a quick test of bounding boxes: false means that the line cannot cross the block.
func (b Prism) near(from, to Point3) bool {
	if max(from.Z, to.Z) < b.Bottom || min(from.Z, to.Z) >= b.Top {
		return false
	}
	left, right, low, high := true, true, true, true // all corners are beyond that side of the line's bounding box
	minX, maxX := min(from.X, to.X), max(from.X, to.X)
	minY, maxY := min(from.Y, to.Y), max(from.Y, to.Y)
	for _, c := range b.Polygon {
		left, right = left && c.X < minX, right && c.X > maxX
		low, high = low && c.Y < minY, high && c.Y > maxY
	}
	return !left && !right && !low && !high
}

// crossing is a position where a line meets the outline; left and right report whether a
// line just left of it, and just right of it, meets the outline there too.
type crossing struct {
	at          fraction
	left, right bool
}

// stackCorners is how many corners a footprint may have before crossesInside allocates.
const stackCorners = 16

// crossesInside reports whether a part of a stretch, seen from above, is strictly inside the
// polygon. A point of the line that is no corner is strictly inside when the points close
// to it on both sides are. So the function follows two lines, one just left and one just
// right of this one, and looks for a part where both are inside.
func (b Prism) crossesInside(from, to Point, p stretch) bool {
	var buffer [stackCorners]crossing
	crossings := buffer[:0]
	d := Point{to.X - from.X, to.Y - from.Y}
	length2 := d.X*d.X + d.Y*d.Y
	last := b.Polygon[len(b.Polygon)-1]
	lastSide := cross(d, from, last)
	for _, c := range b.Polygon {
		side := cross(d, from, c)
		k := crossing{left: (lastSide > 0) != (side > 0), right: (lastSide < 0) != (side < 0)}
		if k.left || k.right {
			switch {
			case lastSide == 0:
				k.at = newFraction(d.X*(last.X-from.X)+d.Y*(last.Y-from.Y), length2)
			case side == 0:
				k.at = newFraction(d.X*(c.X-from.X)+d.Y*(c.Y-from.Y), length2)
			default:
				e := Point{c.X - last.X, c.Y - last.Y}
				k.at = newFraction((last.X-from.X)*e.Y-(last.Y-from.Y)*e.X, d.X*e.Y-d.Y*e.X)
			}
			crossings = insert(crossings, k)
		}
		last, lastSide = c, side
	}
	left, right := false, false
	begin := fraction{-1, 0} // minus infinity
	for _, k := range crossings {
		if left && right && overlaps(begin, k.at, p) {
			return true
		}
		left, right = left != k.left, right != k.right
		begin = k.at
	}
	return false
}

// insert adds a crossing to a list sorted by position.
func insert(sorted []crossing, k crossing) []crossing {
	i := len(sorted)
	sorted = append(sorted, k)
	for ; i > 0 && k.at.less(sorted[i-1].at); i-- {
		sorted[i] = sorted[i-1]
	}
	sorted[i] = k
	return sorted
}

// overlaps reports whether the part from begin to end and the stretch share more than a point.
func overlaps(begin, end fraction, p stretch) bool {
	if begin.less(p.from) {
		begin = p.from
	}
	if p.to.less(end) {
		end = p.to
	}
	return begin.less(end)
}

// cross is positive for points to the left of the direction d from a point, 0 for points on
// that line, negative to the right.
func cross(d, from, p Point) int64 { return d.X*(p.Y-from.Y) - d.Y*(p.X-from.X) }

// Inside reports whether a point is strictly inside a simple polygon.
func Inside(polygon []Point, p Point) bool {
	inside := false
	last := polygon[len(polygon)-1]
	for _, c := range polygon {
		side := cross(Point{c.X - last.X, c.Y - last.Y}, last, p)
		if side == 0 && min(c.X, last.X) <= p.X && p.X <= max(c.X, last.X) && min(c.Y, last.Y) <= p.Y && p.Y <= max(c.Y, last.Y) {
			return false // on the outline
		}
		if (last.Y > p.Y) != (c.Y > p.Y) && (side > 0) == (c.Y > last.Y) {
			inside = !inside
		}
		last = c
	}
	return inside
}

// Crosses reports whether a straight line passes through the block, as for a Prism.
func (b Cylinder) Crosses(from, to Point3) bool {
	p, some := clipHeights(from, to, b.Bottom, b.Top)
	if !some {
		return false
	}
	// Seen from above the point at position t is inside where a·t² - 2·h·t + c is negative.
	d := Point{to.X - from.X, to.Y - from.Y}
	v := Point{b.Centre.X - from.X, b.Centre.Y - from.Y}
	a, h := d.X*d.X+d.Y*d.Y, d.X*v.X+d.Y*v.Y
	c := v.X*v.X + v.Y*v.Y - b.Radius*b.Radius
	if p.point {
		return c < 0
	}
	if nearest := newFraction(h, a); p.from.less(nearest) && nearest.less(p.to) {
		return product(a, c).minus(product(h, h)).sign() < 0
	}
	negativeAt := func(t fraction) bool {
		return product(a, t.num*t.num).minus(product(h, 2*t.num*t.den)).plus(product(c, t.den*t.den)).sign() < 0
	}
	return negativeAt(p.from) || negativeAt(p.to)
}
