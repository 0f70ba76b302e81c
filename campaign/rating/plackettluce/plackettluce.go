// Package plackettluce rates the players of battles with more than two sides, or with
// sides of several players. It is the Plackett-Luce model of Weng and Lin ("A Bayesian
// Approximation Method for Online Ranking", 2011, algorithm 4), with the dynamics that
// OpenSkill adds to it. A rating is a value, updated from the ranks of each battle in
// turn; the package keeps no state.
package plackettluce

import "math"

// A Rating is a player's strength with its standard error.
type Rating struct {
	Mean      float64 // 25 for a newcomer
	Deviation float64 // 25/3 for a newcomer
}

const (
	mean        = 25.0
	spread      = mean / 6   // standard deviation of a performance around the strength
	drift       = mean / 300 // uncertainty that is added before every battle
	minVariance = 1e-4       // least fraction of a variance that a battle leaves
)

// New returns the rating of a player who has not played.
func New() Rating { return Rating{Mean: mean, Deviation: mean / 3} }

// A side is the sum over the players of one side.
type side struct {
	mean, variance, weight float64
	place                  int
}

// Rate returns the ratings after a battle. Each side has at least one player; places has the
// rank of each side, 1 for the best. Sides with equal ranks have drawn.
func Rate(sides [][]Rating, places []int) [][]Rating {
	after := make([][]Rating, len(sides))
	for i, players := range sides {
		for _, r := range players {
			after[i] = append(after[i], Rating{r.Mean, math.Hypot(r.Deviation, drift)})
		}
	}
	all, c := sumSides(after, places)
	for i := range all {
		gained, sure := all[i].update(all, i, c)
		gained *= all[i].variance / c
		sure *= all[i].variance / (c * c) * math.Sqrt(all[i].variance) / c
		for k := range after[i] {
			r := &after[i][k]
			share := r.Deviation * r.Deviation / all[i].variance
			r.Mean += share * gained
			r.Deviation *= math.Sqrt(max(1-share*sure, minVariance))
		}
	}
	return after
}

// Chances returns the probability of each side to come first.
func Chances(sides [][]Rating) []float64 {
	all, _ := sumSides(sides, make([]int, len(sides)))
	sum := 0.0
	for i := range all {
		sum += all[i].weight
	}
	chances := make([]float64, len(all))
	for i := range all {
		chances[i] = all[i].weight / sum
	}
	return chances
}

// sumSides adds up the players of each side. c is the scale of the whole battle. Weights are
// computed relative to the mean of all sides, which keeps their ratios and avoids overflow.
func sumSides(sides [][]Rating, places []int) (all []side, c float64) {
	all = make([]side, len(sides))
	middle := 0.0
	for i, players := range sides {
		all[i].place = places[i]
		for _, r := range players {
			all[i].mean += r.Mean
			all[i].variance += r.Deviation * r.Deviation
		}
		c += all[i].variance + spread*spread
		middle += all[i].mean / float64(len(sides))
	}
	c = math.Sqrt(c)
	for i := range all {
		all[i].weight = math.Exp((all[i].mean - middle) / c)
	}
	return all, c
}

// update sums over every choice of a next side in which i could still be chosen: by how much
// it changes the mean of i, and by how much it reduces the variance.
func (s side) update(all []side, i int, c float64) (gained, sure float64) {
	for q, first := range all {
		if first.place > s.place {
			continue
		}
		left, shared := 0.0, 0.0
		for _, o := range all {
			if o.place >= first.place {
				left += o.weight
			}
			if o.place == first.place {
				shared++
			}
		}
		chance := s.weight / left
		if q == i {
			gained += (1 - chance) / shared
		} else {
			gained -= chance / shared
		}
		sure += chance * (1 - chance) / shared
	}
	return gained, sure
}
