package warmaster_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	rulestest.Run(t, warmaster.Game, list, 50, wrong)
}

func TestRostersAreLegal(t *testing.T) {
	list, names := rulestest.Setups(t, "")
	for i, s := range list {
		for _, r := range s.Rosters {
			for _, f := range warmaster.Game.Check(r) {
				t.Errorf("%s: %s: %v", names[i], r.Name, &f)
			}
		}
	}
}

// play plays a battle between two bots and returns its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := warmaster.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots)
}

// playOn plays a battle that has begun.
func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 320)}
	rng := rand.New(rand.NewPCG(uint64(len(seed)), 7))
	for _, c := range seed {
		rng = rand.New(rand.NewPCG(rng.Uint64()^uint64(c), 7))
	}
	src := dice.Seeded(seed)
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	for len(rec.Steps) < 20_000 {
		c := rules.Choose(b, bots[:], rng.IntN)
		if c == nil {
			return b, rec
		}
		step, err := rules.PlayOn(b, c, src, choose)
		if err != nil {
			raw, _ := rules.EncodeCommand(c)
			t.Fatalf("%s: %s: %v", seed, raw, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	t.Fatalf("%s: the battle does not end", seed)
	return b, rec
}

func TestGreedyBeatsRandom(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	won, lost := 0, 0
	const battles = 40
	for n := range battles {
		bots := [2]rules.Bot{warmaster.Game.Bots[0], warmaster.Game.Bots[1]}
		greedy := rules.Seat(1)
		if n%2 == 1 {
			bots[0], bots[1], greedy = bots[1], bots[0], 0
		}
		b, _ := play(t, list[n/2%len(list)], fmt.Sprintf("greedy %d", n), bots)
		switch o, over := b.Outcome(); {
		case !over:
			t.Fatal("not over")
		case o.Winner == greedy:
			won++
		case o.Winner != rules.Nobody:
			lost++
		}
	}
	t.Logf("greedy won %d and lost %d of %d", won, lost, battles)
	if won <= 2*lost {
		t.Errorf("greedy won %d and lost %d", won, lost)
	}
}

func TestGoldenBattles(t *testing.T) {
	rulestest.Golden(t, warmaster.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := play(t, s, "golden "+name, [2]rules.Bot{warmaster.Game.Bots[1], warmaster.Game.Bots[1]})
		return rec
	})
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	bots := [2]rules.Bot{warmaster.Game.Bots[0], warmaster.Game.Bots[0]}
	b.ReportAllocs()
	var begun []rules.Battle
	for _, s := range list {
		battle, err := warmaster.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		begun = append(begun, battle)
	}
	steps := 0
	began := cpuTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playOn(b, begun[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), bots)
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(cpuTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
}
