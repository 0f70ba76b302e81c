package warmachine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine"
)

// play has bots fight a battle to its end.
func play(t testing.TB, s rules.Setup, seed string, bots []rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := warmachine.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots)
}

func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots []rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 640)}
	src, rng := dice.Seeded(seed), rand.New(rand.NewPCG(uint64(len(seed)), 7))
	for _, c := range seed {
		rng = rand.New(rand.NewPCG(rng.Uint64(), uint64(c)))
	}
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	for range 20_000 {
		c := rules.Choose(b, bots, rng.IntN)
		if c == nil {
			if _, over := b.Outcome(); !over {
				t.Fatal("nothing is legal and the battle is not over")
			}
			return b, rec
		}
		step, err := rules.PlayOn(b, c, src, choose)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	t.Fatal("the battle does not end")
	return nil, rec
}

// botsFor are the same bot for every seat.
func botsFor(s rules.Setup, name string) []rules.Bot {
	var all []rules.Bot
	for range s.Rosters {
		for _, b := range warmachine.Game.Bots {
			if b.Name == name {
				all = append(all, b)
			}
		}
	}
	return all
}

func BenchmarkBattle(b *testing.B) {
	list := setups(b, "board-25")
	var begun []rules.Battle
	for _, s := range list {
		battle, err := warmachine.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		begun = append(begun, battle)
	}
	b.ReportAllocs()
	steps := 0
	began := cpuTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playOn(b, begun[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), botsFor(list[0], "random"))
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(cpuTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
}
