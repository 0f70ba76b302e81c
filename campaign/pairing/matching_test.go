package pairing

import (
	"math/rand/v2"
	"testing"
)

func TestMatchAgainstBruteForce(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 5))
	for round := range 4000 {
		n := 2 * (1 + dice.IntN(5))
		spread := []int64{2, 5, 100, 1 << 40}[round%4]
		cost := make([][]int64, n)
		for a := range n {
			cost[a] = make([]int64, n)
			for b := range a {
				cost[a][b] = dice.Int64N(spread)
				cost[b][a] = cost[a][b]
			}
		}
		partner := match(n, func(a, b int) int64 { return cost[a][b] })
		var got int64
		for a, b := range partner {
			if b < 0 || b == a || partner[b] != a {
				t.Fatalf("trial %d: %v is no matching", round, partner)
			}
			if a < b {
				got += cost[a][b]
			}
		}
		if want := cheapest(cost, 0); got != want {
			t.Fatalf("trial %d, %d nodes: %d, brute force %d", round, n, got, want)
		}
	}
}

// cheapest returns the least cost of all perfect matchings of the nodes not in used.
func cheapest(cost [][]int64, used uint) int64 {
	a := 0
	for a < len(cost) && used>>a&1 == 1 {
		a++
	}
	if a == len(cost) {
		return 0
	}
	best := int64(-1)
	for b := a + 1; b < len(cost); b++ {
		if used>>b&1 == 1 {
			continue
		}
		if c := cost[a][b] + cheapest(cost, used|1<<a|1<<b); best < 0 || c < best {
			best = c
		}
	}
	return best
}
