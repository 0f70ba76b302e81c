package rulestest

import (
	"errors"
	"math"
	"math/big"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

const (
	oddsPerBattle   = 2      // commands of a battle whose odds are compared
	maxFaceDice     = 3      // dice up to which odds are also walked by face
	maxWalkDice     = 5      // dice beyond which odds are not checked
	oddsSamples     = 400    // seeded rolls of the comparison
	maxFaceOutcomes = 12_000 // outcomes after which a walk by face is given up
)

// checkOdds checks the exact odds of a command: they sum to 1 and agree with the walk by face
// and with seeded samples.
func (r *runner) checkOdds(b rules.Battle, s rules.Step) {
	if len(s.Dice) == 0 || len(s.Dice) > maxWalkDice || r.oddsChecked == oddsPerBattle || len(r.g.Measures) == 0 {
		return
	}
	r.oddsChecked++
	exact, err := rules.Odds(r.g, b, s.Command, nil)
	if errors.Is(err, odds.ErrTooMany) {
		return
	}
	if err != nil {
		r.t.Errorf("odds of %s: %v", commandJSON(s.Command), err)
		return
	}
	r.seen.odds++
	for name, d := range exact {
		if d.Total().Cmp(big.NewRat(1, 1)) != 0 {
			r.t.Errorf("odds of %s: %s sums to %s", commandJSON(s.Command), name, d.Total())
		}
	}
	if len(s.Dice) <= maxFaceDice {
		r.compareFaces(b, s.Command, exact)
	}
	r.compareSamples(b, s.Command, exact)
}

func (r *runner) compareFaces(b rules.Battle, c rules.Command, exact map[string]odds.Dist[string]) {
	byFace, err := rules.OddsByFaceWithin(r.g, b, c, maxFaceOutcomes, nil)
	if errors.Is(err, odds.ErrTooMany) {
		return
	}
	if err != nil {
		r.t.Errorf("odds by face of %s: %v", commandJSON(c), err)
		return
	}
	for name, d := range byFace {
		if len(d) != len(exact[name]) {
			r.t.Errorf("odds of %s: %s is %v by class, %v by face", commandJSON(c), name, exact[name], d)
		}
		for v, p := range d {
			if q := exact[name][v]; q == nil || q.Cmp(p) != 0 {
				r.t.Errorf("odds of %s: %s %s is %v by class, %v by face", commandJSON(c), name, v, q, p)
			}
		}
	}
}

// compareSamples compares exact odds with seeded samples and allows five standard deviations.
func (r *runner) compareSamples(b rules.Battle, c rules.Command, exact map[string]odds.Dist[string]) {
	seen := map[string]map[string]int{}
	src := dice.Seeded(r.seed + "/odds")
	for range oddsSamples {
		after, step, err := rules.Play(b, c, src, rules.ChooseFirst)
		if err != nil {
			r.t.Errorf("sample of %s: %v", commandJSON(c), err)
			return
		}
		for _, m := range r.g.Measures {
			if seen[m.Name] == nil {
				seen[m.Name] = map[string]int{}
			}
			seen[m.Name][m.Of(b, after, step.Events)]++
		}
	}
	for name, counts := range seen {
		for v, n := range counts {
			q := exact[name][v]
			if q == nil {
				r.t.Errorf("odds of %s: %s %s fell but has no odds", commandJSON(c), name, v)
				continue
			}
			p, _ := q.Float64()
			if got := float64(n) / oddsSamples; math.Abs(got-p) > 5*math.Sqrt(p*(1-p)/oddsSamples)+2.0/oddsSamples {
				r.t.Errorf("odds of %s: %s %s is %.4f, sampled %.4f", commandJSON(c), name, v, p, got)
			}
		}
	}
}
