package ruling

import (
	"encoding/json"
	"math"

	"oriflamme/rules"
)

// A Point is a point of the table in thousandths of an inch, x to the east and y to the
// north. As JSON it is [x, y] in inches.
type Point struct{ X, Y Inches }

// MarshalJSON writes [x, y].
func (p Point) MarshalJSON() ([]byte, error) { return rules.EncodeResult([]Inches{p.X, p.Y}) }

// UnmarshalJSON reads [x, y].
func (p *Point) UnmarshalJSON(b []byte) error {
	var list [2]Inches
	err := json.Unmarshal(b, &list)
	*p = Point{list[0], list[1]}
	return err
}

// DecodeJSON reads [x, y].
func (p *Point) DecodeJSON(tree any, path string) *rules.Fault {
	list, ok := tree.([]any)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want a list of two numbers")
	}
	if len(list) != 2 {
		return rules.Faultf(rules.OutOfRange, path, "has %d members, not 2", len(list))
	}
	if f := p.X.DecodeWithin(list[0], rules.At(path, 0), "-1000..1000"); f != nil {
		return f
	}
	return p.Y.DecodeWithin(list[1], rules.At(path, 1), "-1000..1000")
}

// Place is a point given as two fields.
type Place struct {
	X Inches `json:"x" in:"-1000..1000"`
	Y Inches `json:"y" in:"-1000..1000"`
}

// Point returns the place as a point.
func (p Place) Point() Point { return Point(p) }

// Disc is a round base.
type Disc struct {
	Place
	Radius Inches `json:"radius" in:"0.1..5"`
}

// Minus returns the vector from q to p.
func (p Point) Minus(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Dot returns the scalar product of two vectors in square thousandths, exactly.
func Dot(a, b Point) int64 { return int64(a.X)*int64(b.X) + int64(a.Y)*int64(b.Y) }

// Cross returns twice the signed area of two vectors in square thousandths, exactly.
func Cross(a, b Point) int64 { return int64(a.X)*int64(b.Y) - int64(a.Y)*int64(b.X) }

// Length returns the length of a vector in thousandths, not rounded.
func (p Point) Length() float64 { return math.Sqrt(float64(Dot(p, p))) }

// PointDistance returns the distance between two points, rounded.
func PointDistance(a, b Point) Inches { return RoundInches(a.Minus(b).Length()) }

// BaseGap returns the distance between two bases from edge to edge: that of the centres,
// rounded, less both radii. It is below 0 when they overlap.
func BaseGap(a Point, ra Inches, b Point, rb Inches) Inches { return PointDistance(a, b) - ra - rb }

// Overlaps reports whether two bases overlap. Bases that touch do not.
func (d Disc) Overlaps(e Disc) bool { return BaseGap(d.Point(), d.Radius, e.Point(), e.Radius) < 0 }

// SegmentDistance returns the distance of a point from a segment, not rounded.
func SegmentDistance(m, from, to Point) float64 {
	along := to.Minus(from)
	way := m.Minus(from)
	square := Dot(along, along)
	t := Dot(way, along)
	switch {
	case square == 0 || t <= 0:
		return way.Length()
	case t >= square:
		return m.Minus(to).Length()
	}
	return math.Abs(float64(Cross(along, way))) / math.Sqrt(float64(square))
}

// Heading returns the direction of a vector, rounded.
func Heading(dx, dy float64) Degrees {
	return Degrees(RoundInches(math.Atan2(dy, dx) * 180_000 / math.Pi)).Whole()
}

// Unit returns the unit vector of a direction, exact along the axes.
func (d Degrees) Unit() (x, y float64) {
	d = d.Whole()
	quarter := d % (fullCircle / 4)
	if quarter == 0 {
		axes := [4][2]float64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}
		a := axes[d/(fullCircle/4)]
		return a[0], a[1]
	}
	y, x = math.Sincos(float64(d) * math.Pi / 180_000)
	return x, y
}

// Polygon is the outline of terrain.
type Polygon []Point

// StrictlyConvex reports whether all other corners lie strictly on one side of each edge.
func (p Polygon) StrictlyConvex() bool {
	for i, a := range p {
		j := (i + 1) % len(p)
		edge := p[j].Minus(a)
		side := 0
		for k, c := range p {
			if k == i || k == j {
				continue
			}
			turn := Cross(edge, c.Minus(a))
			if turn == 0 || side > 0 && turn < 0 || side < 0 && turn > 0 {
				return false
			}
			if turn > 0 {
				side = 1
			} else {
				side = -1
			}
		}
	}
	return true
}

// checkConvex refuses the polygon of member i of a list unless it is strictly convex.
func (p Polygon) checkConvex(list string, i int) *rules.Fault {
	return rules.FaultIf(!p.StrictlyConvex(), BadValue(MemberPath(list, i, "polygon"), "is not strictly convex"))
}

// Distance returns the distance of a point from a convex polygon, rounded; 0 inside.
func (p Polygon) Distance(m Point) Inches {
	left, right := true, true
	nearest := math.Inf(1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		turn := Cross(b.Minus(a), m.Minus(a))
		left, right = left && turn >= 0, right && turn <= 0
		nearest = min(nearest, SegmentDistance(m, a, b))
	}
	if left || right {
		return 0
	}
	return RoundInches(nearest)
}

// Within returns the part of a segment, from 0 to 1, that lies in a convex polygon.
func (p Polygon) Within(from, to Point) (lo, hi float64) {
	lo, hi = 0, 1
	side := 1.0
	if Cross(p[1].Minus(p[0]), p[2].Minus(p[0])) < 0 {
		side = -1
	}
	for i, a := range p {
		edge := p[(i+1)%len(p)].Minus(a)
		start := side * float64(Cross(edge, from.Minus(a)))
		rise := side*float64(Cross(edge, to.Minus(a))) - start
		switch {
		case rise == 0 && start <= 0:
			return 0, 0
		case rise > 0:
			lo = max(lo, -start/rise)
		case rise < 0:
			hi = min(hi, -start/rise)
		}
	}
	return lo, max(lo, hi)
}

// ApartFrom returns the distance of a segment from a convex polygon, not rounded.
func (p Polygon) ApartFrom(from, to Point) float64 {
	if lo, hi := p.Within(from, to); hi > lo {
		return 0
	}
	nearest := math.Inf(1)
	for i, a := range p {
		b := p[(i+1)%len(p)]
		nearest = min(nearest, SegmentDistance(a, from, to), SegmentDistance(from, a, b), SegmentDistance(to, a, b))
	}
	return nearest
}

// Corners returns the outline of a wreck as twelve corners, for drawing.
func (d Disc) Corners() [][2]float64 {
	const corners = 12
	list := make([][2]float64, corners)
	for n := range list {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / corners)
		list[n] = [2]float64{d.X.Float() + x*d.Radius.Float(), d.Y.Float() + y*d.Radius.Float()}
	}
	return list
}
