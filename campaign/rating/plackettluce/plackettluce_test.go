package plackettluce

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func wantRatings(t *testing.T, what string, got [][]Rating, want [][]Rating) {
	t.Helper()
	for i := range want {
		for k, w := range want[i] {
			if g := got[i][k]; math.Abs(g.Mean-w.Mean) > 1e-9 || math.Abs(g.Deviation-w.Deviation) > 1e-9 {
				t.Errorf("%s, side %d: %v, published is %v", what, i, g, w)
			}
		}
	}
}

// sideOf returns a side of n equal players.
func sideOf(n int, mean, deviation float64) []Rating {
	return slices.Repeat([]Rating{{mean, deviation}}, n)
}

// TestPublished compares the model with the values that openskill.py 6 publishes for
// Plackett-Luce: sides of one to three equal players.
func TestPublished(t *testing.T) {
	const mean, deviation = 31.321989232514305, 11.379964801443018
	side := func(n int) []Rating { return sideOf(n, mean, deviation) }
	for _, c := range []struct {
		name   string
		sides  [][]Rating
		places []int
		want   [][]Rating
	}{
		{"one beats two", [][]Rating{side(1), side(2)}, []int{1, 2}, [][]Rating{
			sideOf(1, 36.48967347401391, 11.237778601372977), sideOf(2, 26.154304991014694, 11.17822477763209)}},
		{"two beat one", [][]Rating{side(1), side(2)}, []int{2, 1}, [][]Rating{
			sideOf(1, 30.19454401757094, 11.237778601372977), sideOf(2, 32.44943444745767, 11.17822477763209)}},
		{"three sides", [][]Rating{side(1), side(2), side(3)}, []int{2, 1, 3}, [][]Rating{
			sideOf(1, 35.008962716922355, 11.322612945836939), sideOf(2, 34.774820565754936, 11.291328826858104), sideOf(3, 24.182184414865624, 11.192736898569162)}},
		{"a shared first place", [][]Rating{side(1), side(2), side(3)}, []int{1, 2, 1}, [][]Rating{
			sideOf(1, 33.21874815457553, 11.354896725884002), sideOf(2, 30.27713112192334, 11.291328826858104), sideOf(3, 30.470088421044046, 11.249240904583088)}},
	} {
		wantRatings(t, c.name, Rate(c.sides, c.places), c.want)
	}
}

// TestPublishedWithoutDrift compares the model with the values of openskill.js for three,
// four and five newcomers. They are computed without the drift before a battle.
func TestPublishedWithoutDrift(t *testing.T) {
	for _, want := range [][][]Rating{
		{sideOf(1, 27.63523138347365, 8.065506316323548), sideOf(1, 22.36476861652635, 8.065506316323548)},
		{sideOf(1, 27.868876552746237, 8.204837030780652), sideOf(1, 25.717219138186557, 8.057829747583874), sideOf(1, 21.413904309067206, 8.057829747583874)},
		{sideOf(1, 27.795084971874736, 8.263160757613477), sideOf(1, 26.552824984374855, 8.179213704945203), sideOf(1, 24.68943500312503, 8.083731307186588), sideOf(1, 20.96265504062538, 8.083731307186588)},
		{sideOf(1, 27.666666666666668, 8.290556877154474), sideOf(1, 26.833333333333332, 8.240145629781066), sideOf(1, 25.72222222222222, 8.179996679645559), sideOf(1, 24.055555555555557, 8.111796013701358), sideOf(1, 20.72222222222222, 8.111796013701358)},
	} {
		sides, places := make([][]Rating, len(want)), make([]int, len(want))
		for i := range sides {
			// The deviation is reduced by what the drift will add.
			sides[i], places[i] = sideOf(1, 25, math.Sqrt(25.0/3*25/3-drift*drift)), i+1
		}
		wantRatings(t, "newcomers", Rate(sides, places), want)
	}
}

func TestSense(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 5))
	for range 300 {
		n := 2 + dice.IntN(5)
		sides, places := make([][]Rating, n), make([]int, n)
		for i := range sides {
			places[i] = 1 + dice.IntN(n)
			for range 1 + dice.IntN(3) {
				sides[i] = append(sides[i], Rating{40 * dice.Float64(), 1 + 8*dice.Float64()})
			}
		}
		chances, sum := Chances(sides), 0.0
		for _, c := range chances {
			sum += c
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Fatalf("chances %v add up to %v", chances, sum)
		}
		after := Rate(sides, places)
		best, last := slices.Min(places), slices.Max(places)
		for i := range after {
			for k, r := range after[i] {
				was := sides[i][k]
				if math.IsNaN(r.Mean) || r.Deviation <= 0 || r.Deviation > math.Hypot(was.Deviation, drift) {
					t.Fatalf("%v became %v", was, r)
				}
				alone := func(place int) bool { return slices.Index(places, place) == i && !slices.Contains(places[i+1:], place) }
				if places[i] == best && alone(best) && r.Mean <= was.Mean {
					t.Fatalf("who won went from %v to %v", was, r)
				}
				if places[i] == last && alone(last) && best != last && r.Mean >= was.Mean {
					t.Fatalf("who came last went from %v to %v", was, r)
				}
			}
		}
	}
	equals := Chances([][]Rating{sideOf(1, 25, 8), sideOf(1, 25, 3), sideOf(1, 25, 1), sideOf(1, 25, 8)})
	if equals[0] != 0.25 || equals[2] != 0.25 {
		t.Errorf("four equals have %v", equals)
	}
	if got := Rate([][]Rating{sideOf(1, 400, 8), sideOf(1, -400, 8)}, []int{2, 1}); math.IsNaN(got[0][0].Mean) || got[0][0].Mean >= 400 {
		t.Errorf("far apart: %v", got)
	}
}
