package warmachine

import (
	"math/rand/v2"
	"testing"

	"oriflamme/rules/warmachine/ruling"
)

// TestNearIsApartRounded compares near with the rounded square root.
func TestNearIsApartRounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	for n := range 200_000 {
		p := ruling.Point{X: ruling.Inches(rng.IntN(90_000)), Y: ruling.Inches(rng.IntN(40_000))}
		far := ruling.PointDistance(p, ruling.Point{})
		reach := far + ruling.Inches(n%3) - 1
		if got, want := near(p, ruling.Point{}, reach), far <= reach; got != want {
			t.Fatalf("%v within %v: got %v, want %v", p, reach, got, want)
		}
	}
	for reach := ruling.Inches(0); reach <= maxExactReach; reach += 7 { // the limit: n = reach*(reach+1)
		if at := (ruling.Point{X: reach, Y: 0}); !near(at, ruling.Point{}, reach) || near(at, ruling.Point{}, reach-1) {
			t.Fatalf("%v", reach)
		}
	}
}
