package tiling_test

import (
	"math"
	"slices"
	"testing"

	"oriflamme/campaign/tiling"
)

// land returns a square of size by size places.
func land(size int) []tiling.Place {
	var all []tiling.Place
	for q := range size {
		for r := range size {
			all = append(all, tiling.Place{q - size/2, r - size/2})
		}
	}
	return all
}

// TestCellsMeet compares every edge from both sides: the corners are exactly the same, and
// bordering is mutual.
func TestCellsMeet(t *testing.T) {
	for _, seed := range []string{"", "sarle", "les-longues-saisons", "x"} {
		sizes := map[int]int{}
		for _, at := range land(20) {
			c := tiling.FreeCell(seed, at[0], at[1])
			sizes[len(c.Borders)]++
			for k, far := range c.Beyond {
				a, b := c.Ring[k], c.Ring[(k+1)%len(c.Ring)]
				o := tiling.FreeCell(seed, far[0], far[1])
				i := slices.Index(o.Beyond, at)
				if i < 0 || o.Ring[i] != b || o.Ring[(i+1)%len(o.Ring)] != a {
					t.Fatalf("%q: %v and %v do not meet from %v to %v", seed, at, far, a, b)
				}
				if slices.Contains(c.Borders, far) != slices.Contains(o.Borders, at) {
					t.Fatalf("%q: %v and %v do not agree whether they touch", seed, at, far)
				}
			}
		}
		if len(sizes) < 4 {
			t.Errorf("%q: cells have %v neighbours: too alike to be free", seed, sizes)
		}
	}
}

// TestCellsFillTheLand measures the cells: all are convex and have the same orientation,
// and together they have the area of the land.
func TestCellsFillTheLand(t *testing.T) {
	area := 0.0
	for _, at := range land(30) {
		c := tiling.FreeCell("area", at[0], at[1])
		own := 0.0
		for k, p := range c.Ring {
			n := c.Ring[(k+1)%len(c.Ring)]
			own += p.X*n.Y - p.Y*n.X
			// All corners turn the same way.
			o := c.Ring[(k+2)%len(c.Ring)]
			if (n.X-p.X)*(o.Y-n.Y)-(n.Y-p.Y)*(o.X-n.X) < -12 { // corners are rounded
				t.Fatalf("%v is dented at %v", at, n)
			}
		}
		if own <= 0 {
			t.Fatalf("%v runs the wrong way round", at)
		}
		area += own / 2
	}
	want := 900 * 86.6 * 75.0
	if math.Abs(area-want) > want/50 {
		t.Errorf("the land measures %.0f, its places %.0f", area, want)
	}
}

// TestHexagon checks the six neighbours across the edges.
func TestHexagon(t *testing.T) {
	c := tiling.Hexagon(2, -3)
	if len(c.Ring) != 6 || len(c.Borders) != 6 {
		t.Fatalf("a hexagon of %d corners", len(c.Ring))
	}
	for _, at := range c.Beyond {
		o := tiling.Hexagon(at[0], at[1])
		if !slices.Contains(c.Borders, at) || !slices.Contains(o.Beyond, tiling.Place{2, -3}) {
			t.Errorf("%v is no neighbour", at)
		}
	}
}
