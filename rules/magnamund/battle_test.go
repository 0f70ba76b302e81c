package magnamund_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// setups reads the battles of testdata.
func setups(t testing.TB) ([]rules.Setup, []string) { return rulestest.Setups(t, "") }

func TestRun(t *testing.T) {
	list, _ := setups(t)
	rulestest.Run(t, magnamund.Game, list, 150)
}

// play plays a battle between two bots, one a side, and returns its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := magnamund.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots)
}

// playOn plays a battle that has begun.
func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s}
	key := sha256.Sum256([]byte(seed))
	rng := rand.New(rand.NewChaCha8(key))
	src := dice.Seeded(seed)
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	players := make([]rules.Bot, len(s.Rosters)) // of four rosters, the first two are of one side
	for seat := range players {
		players[seat] = bots[2*seat/len(players)]
	}
	for {
		c := rules.Choose(b, players, rng.IntN)
		if c == nil {
			return b, rec
		}
		step, err := rules.PlayOn(b, c, src, choose)
		if err != nil {
			t.Fatalf("%s: %v", seed, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
}

func TestGreedyBeatsRandom(t *testing.T) {
	list, _ := setups(t)
	won, lost := 0, 0
	for n := range 40 {
		bots := [2]rules.Bot{magnamund.Game.Bots[0], magnamund.Game.Bots[1]}
		greedy := 1
		if n%2 == 1 {
			bots[0], bots[1], greedy = bots[1], bots[0], 0
		}
		s := list[n/2%len(list)]
		b, _ := play(t, s, fmt.Sprintf("greedy %d", n), bots)
		o, over := b.Outcome()
		if !over {
			t.Fatal("not over")
		}
		var kills [2]int
		for seat, score := range o.Scores {
			side := seat
			if len(s.Rosters) > 2 {
				side /= 2
			}
			kills[side] += score
		}
		won += min(1, max(0, kills[greedy]-kills[1-greedy]))
		lost += min(1, max(0, kills[1-greedy]-kills[greedy]))
	}
	t.Logf("greedy killed more in %d and fewer in %d of 40 battles", won, lost)
	if won <= 2*lost {
		t.Errorf("greedy killed more in %d and fewer in %d of 40 battles", won, lost)
	}
}

func BenchmarkBattle(b *testing.B) {
	list, names := setups(b)
	for i, s := range list {
		b.Run(names[i], func(b *testing.B) {
			begun, err := magnamund.Game.Begin(s)
			if err != nil {
				b.Fatal(err)
			}
			commands := 0
			for n := 0; b.Loop(); n++ {
				_, rec := playOn(b, begun.Clone(), s, fmt.Sprint(n), [2]rules.Bot{magnamund.Game.Bots[0], magnamund.Game.Bots[0]})
				commands += len(rec.Steps)
			}
			b.ReportMetric(float64(commands)/float64(b.N), "commands/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
		})
	}
}

// TestGoldenBattles replays records of battles between greedy bots; -update plays them anew.
func TestGoldenBattles(t *testing.T) {
	rulestest.Golden(t, magnamund.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := play(t, s, "golden "+name, [2]rules.Bot{magnamund.Game.Bots[1], magnamund.Game.Bots[1]})
		return rec
	})
}
