// Package glicko computes Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2
// system", 2022): a player's strength, its deviation and its volatility, from the
// results of rating periods. A rating is a value; the package keeps no state.
package glicko

import "math"

// A Rating is a player's rating on the Glicko scale.
type Rating struct {
	Strength   float64 // 1500 for a newcomer
	Deviation  float64 // standard error of the strength; 350 for a newcomer
	Volatility float64 // how much the strength is expected to change in a period
}

// New returns the rating of a player who has not played.
func New() Rating { return Rating{Strength: 1500, Deviation: 350, Volatility: 0.06} }

// A Game is one result against an opponent, with the opponent's rating before the period.
type Game struct {
	Against Rating
	Score   float64 // 1 for a win, ½ for a draw, 0 for a loss
}

const (
	scale     = 173.7178 // ratio of the Glicko scale to the Glicko-2 scale
	tau       = 0.5      // limits how fast volatility changes
	precision = 1e-6     // precision of the volatility
	// MaxDeviation is the deviation of a player about whom nothing is known, or not any more.
	MaxDeviation = 350
)

// After returns the rating at the end of a period with the given games. Without games only
// the deviation grows.
func (r Rating) After(games []Game) Rating {
	mu, phi := (r.Strength-1500)/scale, r.Deviation/scale
	if len(games) == 0 {
		r.Deviation = min(scale*math.Hypot(phi, r.Volatility), MaxDeviation)
		return r
	}
	var inverse, gained float64
	for _, game := range games {
		g := dampen(game.Against.Deviation / scale)
		e := expected(mu, (game.Against.Strength-1500)/scale, g)
		inverse += g * g * e * (1 - e)
		gained += g * (game.Score - e)
	}
	v := 1 / inverse
	sigma := volatility(r.Volatility, phi, v, v*gained)
	star := math.Hypot(phi, sigma)
	phi = 1 / math.Sqrt(1/(star*star)+1/v)
	return Rating{Strength: 1500 + scale*(mu+phi*phi*gained), Deviation: min(scale*phi, MaxDeviation), Volatility: sigma}
}

// Expected returns the expected score of a in a game against b, from 0 to 1.
func Expected(a, b Rating) float64 {
	return expected((a.Strength-1500)/scale, (b.Strength-1500)/scale, dampen(math.Hypot(a.Deviation, b.Deviation)/scale))
}

// dampen returns the weight of a result against an opponent of deviation phi: the paper's g.
func dampen(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expected returns the paper's E, the expected score.
func expected(mu, other, g float64) float64 { return 1 / (1 + math.Exp(-g*(mu-other))) }

// volatility returns the new volatility: step 5 of the paper, the zero of a function found
// by the Illinois method.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	low, high := a, math.Log(delta*delta-phi*phi-v)
	if delta*delta <= phi*phi+v {
		k := 1.0
		for f(a-k*tau) < 0 {
			k++
		}
		high = a - k*tau
	}
	fl, fh := f(low), f(high)
	for math.Abs(high-low) > precision {
		x := low + (low-high)*fl/(fh-fl)
		fx := f(x)
		if fx*fh <= 0 {
			low, fl = high, fh
		} else {
			fl /= 2
		}
		high, fh = x, fx
	}
	return math.Exp(low / 2)
}
