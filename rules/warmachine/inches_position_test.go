package warmachine

import (
	"math/rand/v2"
	"testing"
)

// TestNearIsApartRounded holds the test without a root against the one with it.
func TestNearIsApartRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for n := range 200_000 {
		p := Point{Inches(rng.IntN(90_000)), Inches(rng.IntN(40_000))}
		far := PointDistance(p, Point{})
		reach := far + Inches(n%3) - 1
		if got, want := near(p, Point{}, reach), far <= reach; got != want {
			t.Fatalf("%v within %v: got %v, want %v", p, reach, got, want)
		}
	}
	for reach := Inches(0); reach <= mostExact; reach += 7 { // the tightest: n = reach*(reach+1)
		if at := (Point{reach, 0}); !near(at, Point{}, reach) || near(at, Point{}, reach-1) {
			t.Fatalf("%v", reach)
		}
	}
}
