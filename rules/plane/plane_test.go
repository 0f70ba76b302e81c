package plane_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"oriflamme/rules/plane"
	"oriflamme/rules/rulestest"
)

func square(x0, y0, x1, y1 int64) []plane.Point {
	return []plane.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

func TestDistances(t *testing.T) {
	a := plane.Base{Radius: 500}
	b := plane.Base{X: 4000, Z: 4000, Radius: 500}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"gap", plane.Gap(a, b), 3},
		{"rise", plane.Rise(a, b), 4},
		{"distance", plane.Distance(a, b), 5},
		{"farthest", plane.Farthest(a, b), 4},
		{"overlapping", plane.Gap(a, plane.Base{X: 700, Radius: 300}), 0},
		{"across a segment", plane.ToSegment(plane.Point{X: 1000, Y: 3000}, plane.Point{}, plane.Point{X: 2000}), 3},
		{"beyond a segment", plane.ToSegment(plane.Point{X: 5000, Y: 4000}, plane.Point{}, plane.Point{X: 2000}), 5},
		{"to no segment", plane.ToSegment(plane.Point{X: 3000, Y: 4000}, plane.Point{}, plane.Point{}), 5},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestWithinAgreesWithDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100_000 {
		coordinate := func() int64 { return rng.Int64N(9)*500 + rng.Int64N(3) }
		a := plane.Base{X: coordinate(), Y: coordinate(), Z: coordinate() * rng.Int64N(2), Radius: rng.Int64N(3) * 250}
		b := plane.Base{X: coordinate(), Y: coordinate(), Radius: rng.Int64N(3) * 250}
		limit := rng.Int64N(7) * 500
		want := plane.AtMost(plane.Distance(a, b), float64(limit)/plane.One)
		if got := plane.Within(a, b, limit); got != want {
			t.Fatalf("%+v %+v within %d: got %v, want %v", a, b, limit, got, want)
		}
	}
}

func TestNearerAgreesWithDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	near := 0
	for range 100_000 {
		point := func() plane.Point { return plane.Point{X: rng.Int64N(40) * 1000, Y: rng.Int64N(40) * 1000} }
		p, a, b, far := point(), point(), point(), rng.Int64N(12)*1000
		d := plane.ToSegment(p, a, b) - float64(far)/plane.One
		got := plane.Nearer(p, a, b, far)
		if got {
			near++
		}
		if got != (d < 0) && math.Abs(d) > 1e-9 {
			t.Fatalf("%v from %v to %v nearer than %d: got %v, the difference is %v", p, a, b, far, got, d)
		}
	}
	if near < 5000 || near > 95_000 {
		t.Errorf("%d of 100000 are near: the cases are one-sided", near)
	}
	for _, c := range []struct {
		p    plane.Point
		far  int64
		want bool
	}{
		{plane.Point{X: -3, Y: 4}, 5, false}, {plane.Point{X: -3, Y: 4}, 6, true}, {plane.Point{X: 103, Y: -4}, 5, false},
		{plane.Point{X: 103, Y: -4}, 6, true}, {plane.Point{X: 50, Y: 7}, 7, false}, {plane.Point{X: 50, Y: 7}, 8, true},
	} {
		if got := plane.Nearer(c.p, plane.Point{}, plane.Point{X: 100}, c.far); got != c.want {
			t.Errorf("%v nearer than %d: got %v", c.p, c.far, got)
		}
	}
}

func TestPrismCrosses(t *testing.T) {
	wall := plane.Prism{Polygon: square(2000, -1000, 2500, 1000), Top: 1500}
	ell := plane.Prism{Polygon: []plane.Point{{X: 0, Y: 0}, {X: 3000, Y: 0}, {X: 3000, Y: 1000}, {X: 1000, Y: 1000}, {X: 1000, Y: 3000}, {X: 0, Y: 3000}}, Top: 2000}
	for _, c := range []struct {
		name     string
		block    plane.Prism
		from, to plane.Point3
		want     bool
	}{
		{"through", wall, plane.Point3{Z: 1000}, plane.Point3{X: 6000, Z: 1000}, true},
		{"over, rising", wall, plane.Point3{Z: 1000}, plane.Point3{X: 6000, Z: 3500}, false},
		{"along the upper face", wall, plane.Point3{Z: 1500}, plane.Point3{X: 6000, Z: 1500}, false},
		{"just below it", wall, plane.Point3{Z: 1499}, plane.Point3{X: 6000, Z: 1499}, true},
		{"along the lower face", wall, plane.Point3{}, plane.Point3{X: 6000}, true},
		{"along a side", wall, plane.Point3{X: 2000, Y: -3000, Z: 500}, plane.Point3{X: 2000, Y: 3000, Z: 500}, false},
		{"beside a side", wall, plane.Point3{X: 2001, Y: -3000, Z: 500}, plane.Point3{X: 2001, Y: 3000, Z: 500}, true},
		{"touching a corner", wall, plane.Point3{X: 1500, Y: -1500}, plane.Point3{X: 500 + 2000, Y: -500 - 2 - 1998}, false},
		{"corner to corner", wall, plane.Point3{X: 2000, Y: -1000}, plane.Point3{X: 2500, Y: 1000}, true},
		{"ending on a side", wall, plane.Point3{}, plane.Point3{X: 2000}, false},
		{"ending inside", wall, plane.Point3{}, plane.Point3{X: 2001}, true},
		{"a point inside", wall, plane.Point3{X: 2200}, plane.Point3{X: 2200}, true},
		{"a point on a side", wall, plane.Point3{X: 2000}, plane.Point3{X: 2000}, false},
		{"upright inside", wall, plane.Point3{X: 2200, Z: 1000}, plane.Point3{X: 2200, Z: 3000}, true},
		{"upright above", wall, plane.Point3{X: 2200, Z: 1500}, plane.Point3{X: 2200, Z: 3000}, false},
		{"through the notch", ell, plane.Point3{X: 1000, Y: 1000}, plane.Point3{X: 3000, Y: 3000}, false},
		{"through the corner of the notch", ell, plane.Point3{X: 2000}, plane.Point3{Y: 2000}, true},
		{"along the inner side", ell, plane.Point3{X: 1000, Y: 2000}, plane.Point3{X: 1000, Y: 4000}, false},
		{"along the inner side and in", ell, plane.Point3{X: 1000, Y: 4000}, plane.Point3{X: 1000, Y: 500}, true},
		{"sinking below the block", plane.Prism{Polygon: wall.Polygon, Bottom: 1000, Top: 2000}, plane.Point3{X: 2100, Z: 1000}, plane.Point3{X: 2400}, false},
	} {
		for _, turned := range []bool{false, true} {
			from, to := c.from, c.to
			if turned {
				from, to = to, from
			}
			if got := c.block.Crosses(from, to); got != c.want {
				t.Errorf("%s (turned %v): got %v, want %v", c.name, turned, got, c.want)
			}
		}
	}
}

func TestCylinderCrosses(t *testing.T) {
	post := plane.Cylinder{Centre: plane.Point{X: 3000}, Radius: 1000, Top: 2000}
	for _, c := range []struct {
		name     string
		from, to plane.Point3
		want     bool
	}{
		{"through", plane.Point3{}, plane.Point3{X: 6000}, true},
		{"tangent", plane.Point3{Y: 1000}, plane.Point3{X: 6000, Y: 1000}, false},
		{"just inside", plane.Point3{Y: 999}, plane.Point3{X: 6000, Y: 999}, true},
		{"ending at it", plane.Point3{}, plane.Point3{X: 2000}, false},
		{"ending in it", plane.Point3{}, plane.Point3{X: 2001}, true},
		{"over it", plane.Point3{Z: 2000}, plane.Point3{X: 6000, Z: 2000}, false},
		{"over it, sinking behind", plane.Point3{Z: 6000}, plane.Point3{X: 6000, Z: 0}, false},
		{"a point in it", plane.Point3{X: 3000, Z: 1000}, plane.Point3{X: 3000, Z: 1000}, true},
	} {
		if got := post.Crosses(c.from, c.to); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	if (plane.Cylinder{Centre: plane.Point{X: 3000}, Top: 2000}).Crosses(plane.Point3{}, plane.Point3{X: 6000}) {
		t.Error("a post without a radius stands in the way")
	}
}

// TestCrossesAgreesWithRationals compares Crosses with slowCrosses.
func TestCrossesAgreesWithRationals(t *testing.T) {
	rulestest.Slow(t)
	rng := rand.New(rand.NewPCG(5, 6))
	crossed := 0
	const cases = 20_000
	for range cases {
		small := func() int64 { return rng.Int64N(7) * 1000 }
		// A star around a point is a simple polygon, convex or not.
		var polygon []plane.Point
		for _, d := range [][2]int64{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
			k := 1000 * (1 + rng.Int64N(3))
			polygon = append(polygon, plane.Point{X: 3000 + d[0]*k, Y: 3000 + d[1]*k})
		}
		b := plane.Prism{Polygon: polygon, Bottom: 1000, Top: 3000}
		from := plane.Point3{X: small(), Y: small(), Z: rng.Int64N(5) * 1000}
		to := plane.Point3{X: small(), Y: small(), Z: rng.Int64N(5) * 1000}
		want := slowCrosses(b, from, to)
		if want {
			crossed++
		}
		if got := b.Crosses(from, to); got != want {
			t.Fatalf("%+v from %+v to %+v: got %v, want %v", b, from, to, got, want)
		}
	}
	if crossed < cases/20 || crossed > cases*19/20 {
		t.Errorf("%d of %d cross: the cases are one-sided", crossed, cases)
	}
}

// slowCrosses is Crosses in a slow and simple way: it cuts the line at every height and
// corner line that could matter and tests the middle of each piece.
func slowCrosses(b plane.Prism, from, to plane.Point3) bool {
	if from == to {
		return b.Bottom <= from.Z && from.Z < b.Top && plane.Inside(b.Polygon, from.Flat())
	}
	cuts := []*big.Rat{new(big.Rat), big.NewRat(1, 1)}
	add := func(num, den int64) {
		if den != 0 {
			if t := big.NewRat(num, den); t.Sign() > 0 && t.Cmp(cuts[1]) < 0 {
				cuts = append(cuts, t)
			}
		}
	}
	add(b.Bottom-from.Z, to.Z-from.Z)
	add(b.Top-from.Z, to.Z-from.Z)
	dx, dy := to.X-from.X, to.Y-from.Y
	last := b.Polygon[len(b.Polygon)-1]
	for _, c := range b.Polygon {
		ex, ey := c.X-last.X, c.Y-last.Y
		add((last.X-from.X)*ey-(last.Y-from.Y)*ex, dx*ey-dy*ex)
		add((c.X-from.X)*dx+(c.Y-from.Y)*dy, dx*dx+dy*dy)
		last = c
	}
	for _, t0 := range cuts {
		next := (*big.Rat)(nil)
		for _, t1 := range cuts {
			if t1.Cmp(t0) > 0 && (next == nil || t1.Cmp(next) < 0) {
				next = t1
			}
		}
		if next == nil {
			continue
		}
		middle := new(big.Rat).Add(t0, next)
		middle.Quo(middle, big.NewRat(2, 1))
		at := func(a, z int64) *big.Rat {
			return new(big.Rat).Add(big.NewRat(a, 1), new(big.Rat).Mul(middle, big.NewRat(z-a, 1)))
		}
		h := at(from.Z, to.Z)
		if h.Cmp(big.NewRat(b.Bottom, 1)) >= 0 && h.Cmp(big.NewRat(b.Top, 1)) < 0 && insideRat(b.Polygon, at(from.X, to.X), at(from.Y, to.Y)) {
			return true
		}
	}
	return false
}

func insideRat(polygon []plane.Point, x, y *big.Rat) bool {
	inside := false
	last := polygon[len(polygon)-1]
	for _, c := range polygon {
		rat := func(n int64) *big.Rat { return big.NewRat(n, 1) }
		side := new(big.Rat).Mul(rat(c.X-last.X), new(big.Rat).Sub(y, rat(last.Y)))
		side.Sub(side, new(big.Rat).Mul(rat(c.Y-last.Y), new(big.Rat).Sub(x, rat(last.X))))
		if side.Sign() == 0 && between(x, c.X, last.X) && between(y, c.Y, last.Y) {
			return false
		}
		if (rat(last.Y).Cmp(y) > 0) != (rat(c.Y).Cmp(y) > 0) && (side.Sign() > 0) == (c.Y > last.Y) {
			inside = !inside
		}
		last = c
	}
	return inside
}

func between(v *big.Rat, a, b int64) bool {
	return v.Cmp(big.NewRat(min(a, b), 1)) >= 0 && v.Cmp(big.NewRat(max(a, b), 1)) <= 0
}

func TestStripOverlaps(t *testing.T) {
	a, b := plane.Base{Radius: 500}, plane.Base{X: 6000, Radius: 500}
	line, some := plane.NearestLine(a, b, 1/25.4)
	if !some || math.Abs(line.To-5) > 1e-12 {
		t.Fatalf("got %+v, %v, want a line of 5", line, some)
	}
	if _, some := plane.NearestLine(a, plane.Base{X: 1000, Radius: 500}, 1); some {
		t.Error("bases that touch have a line")
	}
	for _, c := range []struct {
		name    string
		polygon []plane.Point
		want    bool
	}{
		{"across", square(3000, -2000, 3250, 2000), true},
		{"beside", square(3000, 20, 3250, 2000), false},
		{"the edge of the width", square(3000, 19, 3250, 2000), true},
		{"inside the strip", square(3000, -1, 3001, 1), true},
		{"around the strip", square(-9000, -9000, 9000, 9000), true},
		{"before its start", square(0, -1000, 500, 1000), false},
		{"at its end", square(5500, -1000, 5600, 1000), false},
		{"just before its end", square(5499, -1000, 5600, 1000), true},
	} {
		if got := line.Overlaps(c.polygon); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

func BenchmarkPrismCrosses(b *testing.B) {
	wall := plane.Prism{Polygon: square(2000, -1000, 2500, 1000), Top: 1500}
	for b.Loop() {
		wall.Crosses(plane.Point3{Z: 1000}, plane.Point3{X: 6000, Y: 300, Z: 1200})
	}
}

func TestBoxesMissOnlyWhatIsNotCrossed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	crossed, missed := 0, 0
	for range 50_000 {
		at := func(n int64) int64 { return rng.Int64N(n) }
		prism := plane.Prism{Polygon: square(at(5), at(5), 5+at(5), 5+at(5)), Bottom: at(4), Top: 4 + at(3)}
		cylinder := plane.Cylinder{Centre: plane.Point{X: at(9), Y: at(9)}, Radius: 1 + at(3), Bottom: at(4), Top: 4 + at(3)}
		from, to := plane.Point3{X: at(12), Y: at(12), Z: at(8)}, plane.Point3{X: at(12), Y: at(12), Z: at(8)}
		line := plane.Around(from, to)
		for _, block := range []interface {
			Box() plane.Box
			Crosses(from, to plane.Point3) bool
		}{prism, cylinder} {
			box := block.Box()
			misses, crosses := box.Misses(&line), block.Crosses(from, to)
			if misses && crosses {
				t.Fatalf("%+v crosses %+v but its box misses it", line, block)
			}
			if crosses {
				crossed++
			}
			if misses {
				missed++
			}
		}
	}
	if crossed < 5000 || missed < 5000 {
		t.Errorf("only %d crossed and %d missed", crossed, missed)
	}
}
