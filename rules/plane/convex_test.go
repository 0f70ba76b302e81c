package plane_test

import (
	"math/rand/v2"
	"testing"

	"oriflamme/rules/plane"
)

func twiceArea(p []plane.Point) (area int64) {
	last := p[len(p)-1]
	for _, c := range p {
		area += last.X*c.Y - last.Y*c.X
		last = c
	}
	return area
}

func TestConvex(t *testing.T) {
	for name, c := range map[string]struct {
		polygon []plane.Point
		pieces  int // 0: refused
	}{
		"square":             {square(0, 0, 4, 4), 1},
		"clockwise":          {[]plane.Point{{X: 0, Y: 0}, {X: 0, Y: 4}, {X: 4, Y: 4}, {X: 4, Y: 0}}, 1},
		"corner on a side":   {[]plane.Point{{X: 0, Y: 0}, {X: 2, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}}, 1},
		"ell":                {[]plane.Point{{X: 0, Y: 0}, {X: 3, Y: 0}, {X: 3, Y: 1}, {X: 1, Y: 1}, {X: 1, Y: 3}, {X: 0, Y: 3}}, 2},
		"you":                {[]plane.Point{{X: 0, Y: 0}, {X: 9, Y: 0}, {X: 9, Y: 9}, {X: 6, Y: 9}, {X: 6, Y: 3}, {X: 3, Y: 3}, {X: 3, Y: 9}, {X: 0, Y: 9}}, 3},
		"bow":                {[]plane.Point{{X: 0, Y: 0}, {X: 4, Y: 4}, {X: 4, Y: 0}, {X: 0, Y: 4}}, 0},
		"spike":              {[]plane.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 8, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}}, 0},
		"touching itself":    {[]plane.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 2, Y: 2}, {X: 4, Y: 4}, {X: 0, Y: 4}, {X: 2, Y: 2}}, 0},
		"corner on its side": {[]plane.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}, {X: 2, Y: 0}, {X: 0, Y: 4}}, 0},
		"a line":             {[]plane.Point{{X: 0, Y: 0}, {X: 4, Y: 0}, {X: 2, Y: 0}}, 0},
		"twice the same":     {[]plane.Point{{X: 0, Y: 0}, {X: 0, Y: 0}, {X: 4, Y: 0}, {X: 4, Y: 4}}, 0},
	} {
		pieces, ok := plane.Convex(c.polygon)
		if len(pieces) != c.pieces || ok != (c.pieces > 0) {
			t.Errorf("%s: %d pieces, %v, want %d: %v", name, len(pieces), ok, c.pieces, pieces)
		}
	}
}

// TestConvexCovers splits random stars and checks that the pieces are convex, have the same
// area and do not overlap.
func TestConvexCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	many := 0
	for range 3000 {
		var star []plane.Point
		for _, d := range [][2]int64{{2, 0}, {2, 1}, {1, 2}, {0, 2}, {-1, 2}, {-2, 1}, {-2, 0}, {-2, -1}, {-1, -2}, {0, -2}, {1, -2}, {2, -1}} {
			k := 1 + rng.Int64N(9)
			star = append(star, plane.Point{X: d[0] * k, Y: d[1] * k})
		}
		pieces, ok := plane.Convex(star)
		if !ok {
			t.Fatalf("%v is refused", star)
		}
		if len(pieces) > 2 {
			many++
		}
		area := int64(0)
		for _, p := range pieces {
			area += twiceArea(p)
			if again, ok := plane.Convex(p); !ok || len(again) != 1 {
				t.Fatalf("%v has the piece %v, which is not convex", star, p)
			}
		}
		if area != twiceArea(star) {
			t.Fatalf("%v has the area %d, its pieces %d", star, twiceArea(star), area)
		}
		for range 20 {
			at := plane.Point{X: rng.Int64N(41) - 20, Y: rng.Int64N(41) - 20}
			inside := 0
			for _, p := range pieces {
				if plane.Inside(p, at) {
					inside++
				}
			}
			if inside > 1 || inside == 1 && !plane.Inside(star, at) {
				t.Fatalf("%v: %v is in %d pieces", star, at, inside)
			}
		}
	}
	if many < 1000 {
		t.Errorf("only %d stars have more than two pieces", many)
	}
}
