package rulestest

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

const (
	minSamples = 12   // drawn in any case
	maxSamples = 3000 // drawn at most until every kind has come up
)

// checkSample draws commands of a battle that is a Sampler: Play must accept each of them, and
// every kind of legal command must come up.
func (r *runner) checkSample(b rules.Battle, legal []rules.Command) {
	if _, samples := b.(rules.Sampler); !samples {
		return
	}
	missing := map[string]bool{}
	for _, c := range legal {
		missing[c.Kind()] = true
	}
	for n := 0; n < minSamples || len(missing) > 0; n++ {
		if n == maxSamples {
			r.t.Errorf("in %d samples of %d legal commands these kinds never came: %v", n, len(legal), missing)
			return
		}
		c := rules.Sample(b, r.rng.IntN)
		if c == nil {
			r.t.Errorf("no sample of %d legal commands", len(legal))
			return
		}
		r.seen.samples++
		if _, _, err := rules.Play(b, c, dice.Seeded(r.seed), r.chooser()); err != nil {
			r.t.Errorf("Sample lies: %s is refused: %v", commandJSON(c), err)
			return
		}
		delete(missing, c.Kind())
	}
}
