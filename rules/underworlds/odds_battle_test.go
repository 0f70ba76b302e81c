package underworlds_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// BenchmarkAttackOdds asks for the odds of Attack and Charge actions that occur in battles,
// and prints the slowest.
func BenchmarkAttackOdds(b *testing.B) {
	type asked struct {
		battle rules.Battle
		attack rules.Command
	}
	var all []asked
	list, _ := rulestest.Setups(b, "board")
	rng, src := rand.New(rand.NewPCG(4, 4)), dice.Seeded("odds of attacks")
	for n := 0; len(all) < 60; n++ {
		battle := rulestest.Begin(b, underworlds.Game, list[n%len(list)])
		for c := rules.Sample(battle, rng.IntN); c != nil; c = rules.Sample(battle, rng.IntN) {
			if k := c.Kind(); k == "attack" || k == "charge" {
				all = append(all, asked{battle.Clone(), c})
			}
			_, err := rules.PlayInPlace(battle, c, src, rules.ChooseFirst)
			rulestest.Must(b, err)
		}
	}
	took := make([]time.Duration, len(all))
	rounds := 0
	for b.Loop() {
		rounds++
		for n, a := range all {
			before := rulestest.CPUTime()
			_, err := rules.Odds(underworlds.Game, a.battle, a.attack, nil)
			rulestest.Must(b, err)
			took[n] += rulestest.CPUTime() - before
		}
	}
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	micros := func(d time.Duration) float64 { return float64(d.Microseconds()) / float64(rounds) }
	b.ReportMetric(micros(sum)/float64(len(all)), "cpu-µs/attack")
	b.ReportMetric(micros(slices.Max(took)), "slowest-cpu-µs")
}
