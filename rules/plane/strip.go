package plane

// A Strip is a straight band seen from above, in whole units: it follows a direction from a
// point, between two distances along it.
type Strip struct {
	X, Y     float64 // where distances along it are measured from
	DX, DY   float64 // its direction, of length 1
	From, To float64
	Width    float64
}

// NearestLine returns the strip between the points of two bases that are nearest to each
// other, seen from above. Some is false when the bases touch or overlap.
func NearestLine(a, b Base, width float64) (s Strip, some bool) {
	gap := Gap(a, b)
	if AtMost(gap, 0) {
		return Strip{}, false
	}
	span := Span(a.Flat(), b.Flat())
	s = Strip{DX: float64(b.X-a.X) / One / span, DY: float64(b.Y-a.Y) / One / span, To: gap, Width: width}
	radius := float64(a.Radius) / One
	s.X, s.Y = float64(a.X)/One+radius*s.DX, float64(a.Y)/One+radius*s.DY
	return s, true
}

// Overlaps reports whether the strip and the inside of a simple polygon have a common point.
// A common side or corner does not count: every side of the strip is moved inwards by Slack.
func (s Strip) Overlaps(polygon []Point) bool {
	r := stripBox{s.From + Slack, s.To - Slack, -s.Width/2 + Slack, s.Width/2 - Slack}
	if r.u0 >= r.u1 || r.v0 >= r.v1 {
		return false
	}
	middle := vector{(r.u0 + r.u1) / 2, (r.v0 + r.v1) / 2}
	inside := false
	last := s.local(polygon[len(polygon)-1])
	for _, corner := range polygon {
		c := s.local(corner)
		if r.crossedBy(last, c) {
			return true
		}
		if (last.v > middle.v) != (c.v > middle.v) &&
			middle.u < last.u+(c.u-last.u)*(middle.v-last.v)/(c.v-last.v) {
			inside = !inside
		}
		last = c
	}
	return inside // no side of the polygon enters the strip: it lies inside or outside as a whole
}

// vector is a point in the coordinates of a strip: u along it, v across it.
type vector struct{ u, v float64 }

func (s Strip) local(p Point) vector {
	x, y := float64(p.X)/One-s.X, float64(p.Y)/One-s.Y
	return vector{x*s.DX + y*s.DY, y*s.DX - x*s.DY}
}

// stripBox is an axis-parallel rectangle in the coordinates of a strip.
type stripBox struct{ u0, u1, v0, v1 float64 }

// crossedBy reports whether a straight segment passes through the open inside of the box.
func (r stripBox) crossedBy(a, b vector) bool {
	from, to := 0.0, 1.0
	clip := func(at, step, low, high float64) bool {
		if step == 0 {
			return low < at && at < high
		}
		enter, leave := (low-at)/step, (high-at)/step
		from, to = max(from, min(enter, leave)), min(to, max(enter, leave))
		return from < to
	}
	return clip(a.u, b.u-a.u, r.u0, r.u1) && clip(a.v, b.v-a.v, r.v0, r.v1)
}
