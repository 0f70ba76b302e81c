package rect

import "math"

// A Vec is a point or a direction.
type Vec struct{ X, Y Num }

// Plus returns v + w.
func (v Vec) Plus(w Vec) Vec { return Vec{v.X.Plus(w.X), v.Y.Plus(w.Y)} }

// Minus returns v - w.
func (v Vec) Minus(w Vec) Vec { return Vec{v.X.Minus(w.X), v.Y.Minus(w.Y)} }

// Times returns v stretched by k.
func (v Vec) Times(k Num) Vec { return Vec{v.X.Times(k), v.Y.Times(k)} }

// Dot returns the scalar product.
func (v Vec) Dot(w Vec) Num { return v.X.Times(w.X).Plus(v.Y.Times(w.Y)) }

// Cross is positive when w points to the left of v.
func (v Vec) Cross(w Vec) Num { return v.X.Times(w.Y).Minus(v.Y.Times(w.X)) }

// Square returns the squared length.
func (v Vec) Square() Num { return v.Dot(v) }

// Equal reports whether two points are the same.
func (v Vec) Equal(w Vec) bool { return v.X.Cmp(w.X) == 0 && v.Y.Cmp(w.Y) == 0 }

// A Heading is a direction with whole coordinates. Its length must be whole, too.
type Heading [2]int64

// Length returns the length, rounded down; it is not ok when the length is 0 or not whole.
func (h Heading) Length() (length int64, ok bool) {
	square := h[0]*h[0] + h[1]*h[1]
	length = int64(math.Sqrt(float64(square)))
	for length*length > square {
		length--
	}
	for (length+1)*(length+1) <= square {
		length++
	}
	return length, square > 0 && length*length == square
}

// Reduced returns the heading divided by the greatest common divisor of its coordinates.
func (h Heading) Reduced() Heading {
	g := int64(gcd(abs(h[0]), abs(h[1])))
	return Heading{h[0] / g, h[1] / g}
}

// Unit returns the direction as a vector of length 1. It panics when the heading's length is
// not whole.
func (h Heading) Unit() Vec {
	length, ok := h.Length()
	if !ok {
		panic("rect: heading without a whole length")
	}
	return Vec{Ratio(h[0], length), Ratio(h[1], length)}
}

// A Side is an edge of a rectangle. Edge i runs from corner i to the next corner.
type Side int

// The edges, clockwise from the front.
const (
	Front Side = iota
	Right
	Rear
	Left
)

// A Corner is a corner of a rectangle, clockwise from the front left.
type Corner int

// The corners, clockwise.
const (
	FrontLeft Corner = iota
	FrontRight
	RearRight
	RearLeft
)

// A Rect is a closed oriented rectangle, made by New.
type Rect struct {
	Centre       Vec
	Heading      Heading // direction that the front edge faces
	Front, Depth Num     // width across the heading, depth along it
	Ahead        Vec     // unit vector of the heading
	Corners      [4]Vec  // by Corner

	x, y, radius float64 // a circle that contains it, in floating point and a little too wide
}

// New returns the rectangle around a centre. It panics when the heading's length is not whole.
func New(centre Vec, heading Heading, front, depth Num) Rect {
	r := Rect{Centre: centre, Heading: heading, Front: front, Depth: depth, Ahead: heading.Unit()}
	half := Ratio(1, 2)
	ahead, aside := r.Ahead.Times(depth.Times(half)), r.ToLeft().Times(front.Times(half))
	fore, aft := centre.Plus(ahead), centre.Minus(ahead)
	r.Corners = [4]Vec{fore.Plus(aside), fore.Minus(aside), aft.Minus(aside), aft.Plus(aside)}
	r.x, r.y = centre.X.Float(), centre.Y.Float()
	r.radius = math.Hypot(front.Float(), depth.Float())/2*(1+1e-9) + 1e-9*(1+math.Abs(r.x)+math.Abs(r.y))
	return r
}

// ToLeft returns the unit vector to the left of the heading.
func (r Rect) ToLeft() Vec { return Vec{r.Ahead.Y.Neg(), r.Ahead.X} }

// Outward returns the direction that an edge faces.
func (r Rect) Outward(s Side) Heading {
	h := r.Heading
	return [4]Heading{Front: h, Right: {h[1], -h[0]}, Rear: {-h[0], -h[1]}, Left: {-h[1], h[0]}}[s]
}

// Edge returns the ends of an edge, clockwise.
func (r Rect) Edge(s Side) (from, to Vec) { return r.Corners[s], r.Corners[(s+1)%4] }

// EdgeRect returns an edge as a rectangle of depth 0 that faces outwards.
func (r Rect) EdgeRect(s Side) Rect {
	from, to := r.Edge(s)
	length := r.Front
	if s == Left || s == Right {
		length = r.Depth
	}
	return New(from.Plus(to).Times(Ratio(1, 2)), r.Outward(s), length, Num{})
}

// A Relation says whether two rectangles are apart, touch or overlap.
type Relation int

// The relations.
const (
	Apart   Relation = iota
	Touch            // they meet, but their interiors do not
	Overlap          // their interiors meet
)

// Meet returns the relation of two rectangles.
func Meet(a, b Rect) Relation {
	if a.farFrom(b) {
		return Apart
	}
	worst := Overlap
	for _, axis := range [4]Vec{a.Ahead, a.ToLeft(), b.Ahead, b.ToLeft()} {
		aLo, aHi := a.along(axis)
		bLo, bHi := b.along(axis)
		one, other := aHi.Cmp(bLo), bHi.Cmp(aLo)
		if one < 0 || other < 0 {
			return Apart
		}
		if one == 0 || other == 0 {
			worst = Touch
		}
	}
	return worst
}

func (r Rect) farFrom(b Rect) bool { return math.Hypot(r.x-b.x, r.y-b.y) > r.radius+b.radius }

// along returns the interval that a rectangle covers on an axis.
func (r Rect) along(axis Vec) (lo, hi Num) {
	for i, c := range r.Corners {
		p := c.Dot(axis)
		if i == 0 {
			lo, hi = p, p
			continue
		}
		lo, hi = minNum(lo, p), maxNum(hi, p)
	}
	return lo, hi
}

// Closest returns the point of the rectangle that is nearest to a point.
func (r Rect) Closest(p Vec) Vec {
	d := p.Minus(r.Centre)
	left := r.ToLeft()
	half := Ratio(1, 2)
	ahead := clamp(d.Dot(r.Ahead), r.Depth.Times(half))
	aside := clamp(d.Dot(left), r.Front.Times(half))
	return r.Centre.Plus(r.Ahead.Times(ahead)).Plus(left.Times(aside))
}

func clamp(x, most Num) Num { return minNum(maxNum(x, most.Neg()), most) }

// Nearest returns the squared distance between two rectangles and the closest point of each.
// When they meet the distance is 0 and the points are not set.
func Nearest(a, b Rect) (square Num, onA, onB Vec) {
	if Meet(a, b) != Apart {
		return Num{}, Vec{}, Vec{}
	}
	found := false
	take := func(p, q Vec) {
		if s := p.Minus(q).Square(); !found || s.Less(square) {
			square, onA, onB, found = s, p, q, true
		}
	}
	for _, c := range a.Corners {
		take(c, b.Closest(c))
	}
	for _, c := range b.Corners {
		take(a.Closest(c), c)
	}
	return square, onA, onB
}

// Contains reports whether a point lies in the closed rectangle.
func (r Rect) Contains(p Vec) bool { return r.Closest(p).Equal(p) }
