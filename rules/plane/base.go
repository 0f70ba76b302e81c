package plane

import "math"

// Slack is how much a computed distance may exceed a limit and still count as within it,
// so that rounding does not break an exact equality.
const Slack = 1e-9

// AtMost reports whether a computed distance is within a limit, both in whole units.
func AtMost(distance, limit float64) bool { return distance <= limit+Slack }

// A Point is a position seen from above, in thousandths.
type Point struct{ X, Y int64 }

// A Point3 is a point at a height above the floor, in thousandths.
type Point3 struct{ X, Y, Z int64 }

// Flat returns the point seen from above.
func (p Point3) Flat() Point { return Point{p.X, p.Y} }

// A Base is a flat round base, in thousandths. A marker is a base of radius 0.
type Base struct {
	X, Y, Z int64
	Radius  int64
}

// Flat returns the centre seen from above.
func (b Base) Flat() Point { return Point{b.X, b.Y} }

// Span returns the distance between two points in whole units.
func Span(a, b Point) float64 {
	dx, dy := float64(a.X-b.X), float64(a.Y-b.Y)
	// The sum of squares is exact below 2^53, so whole results come out whole.
	return math.Sqrt(dx*dx+dy*dy) / One
}

// Gap returns the horizontal gap between two bases in whole units, 0 when they overlap.
func Gap(a, b Base) float64 {
	return max(0, Span(a.Flat(), b.Flat())-float64(a.Radius+b.Radius)/One)
}

// Rise returns the vertical distance between two bases in whole units.
func Rise(a, b Base) float64 { return math.Abs(float64(a.Z-b.Z)) / One }

// Distance returns the distance between two bases in space, in whole units.
func Distance(a, b Base) float64 { return Hypot(Gap(a, b), Rise(a, b)) }

// Farthest returns the horizontal distance from base b to the point of base a that is
// farthest from it, in whole units.
func Farthest(a, b Base) float64 {
	return max(0, Span(a.Flat(), b.Flat())+float64(a.Radius-b.Radius)/One)
}

// Hypot returns the length of a line with a horizontal and a vertical part.
func Hypot(horizontal, vertical float64) float64 {
	return math.Sqrt(horizontal*horizontal + vertical*vertical)
}

// Within reports whether two bases are at most limit thousandths apart in space. It
// computes no square root for bases that are far apart.
func Within(a, b Base, limit int64) bool {
	reach := limit + a.Radius + b.Radius
	dx, dy, dz := a.X-b.X, a.Y-b.Y, a.Z-b.Z
	if dz > limit || -dz > limit || dx > reach || -dx > reach || dy > reach || -dy > reach {
		return false
	}
	if dz == 0 {
		return dx*dx+dy*dy <= reach*reach || AtMost(Gap(a, b), float64(limit)/One)
	}
	return AtMost(Distance(a, b), float64(limit)/One)
}

// ToSegment returns the distance from a point to the nearest point of a straight
// segment, in whole units.
func ToSegment(p, from, to Point) float64 {
	dx, dy := to.X-from.X, to.Y-from.Y
	length2 := dx*dx + dy*dy
	along := (p.X-from.X)*dx + (p.Y-from.Y)*dy
	switch {
	case along <= 0:
		return Span(p, from)
	case along >= length2:
		return Span(p, to)
	}
	across := (p.X-from.X)*dy - (p.Y-from.Y)*dx
	return math.Abs(float64(across)) / math.Sqrt(float64(length2)) / One
}

// Nearer reports exactly whether a point is less than far away from a straight segment. All
// arguments are in the same unit, such as thousandths or half thousandths.
func Nearer(p, from, to Point, far int64) bool {
	dx, dy := to.X-from.X, to.Y-from.Y
	x, y := p.X-from.X, p.Y-from.Y
	length2, along := dx*dx+dy*dy, x*dx+y*dy
	switch {
	case along <= 0:
		return x*x+y*y < far*far
	case along >= length2:
		x, y = p.X-to.X, p.Y-to.Y
		return x*x+y*y < far*far
	}
	across := x*dy - y*dx
	return product(across, across).minus(product(far*far, length2)).sign() < 0
}
