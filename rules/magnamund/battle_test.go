package magnamund_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// setups reads the setups in testdata.
func setups(t testing.TB) ([]rules.Setup, []string) { return rulestest.Setups(t, "") }

func TestRun(t *testing.T) {
	list, _ := setups(t)
	list[0] = rulestest.Marked(list[0], "steadfast")
	rulestest.Run(t, magnamund.Game, list, 88)
}

// play plays a battle between two bots, one a side, and returns its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := magnamund.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots, 256)
}

// playOn plays a battle that has begun; steps is the expected number of steps of its record.
func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot, steps int) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, steps)}
	key := sha256.Sum256([]byte(seed))
	rng := rand.New(rand.NewChaCha8(key))
	src := dice.Seeded(seed)
	pick := rng.IntN
	choose := func(q *rules.Question) (int, error) { return pick(len(q.Options)), nil }
	players := make([]rules.Bot, len(s.Rosters)) // of four rosters, the first two belong to one side
	for seat := range players {
		players[seat] = bots[2*seat/len(players)]
	}
	for {
		c := rules.Choose(b, players, pick)
		if c == nil {
			return b, rec
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			t.Fatalf("%s: %v", seed, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
}

// countWins plays battles of greedy against random, which change sides, and counts those
// that greedy won and lost and the troops that each killed.
func countWins(t testing.TB, s rules.Setup, battles int) (won, lost int, kills [2]int) {
	for n := range battles {
		bots := [2]rules.Bot{magnamund.Game.Bots[0], magnamund.Game.Bots[1]}
		greedy := 1
		if n%2 == 1 {
			bots[0], bots[1], greedy = bots[1], bots[0], 0
		}
		b, _ := play(t, s, fmt.Sprintf("greedy %d", n), bots)
		o, over := b.Outcome()
		if !over {
			t.Fatal("not over")
		}
		for seat, score := range o.Scores {
			side := seat * 2 / len(o.Scores)
			kills[count(side != greedy)] += score
		}
		if o.Winner != rules.Nobody {
			if int(o.Winner)*2/len(o.Scores) == greedy {
				won++
			} else {
				lost++
			}
		}
	}
	return won, lost, kills
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestGreedyBeatsRandom expects greedy to destroy random in battles between two forces of
// twenty. Drawn battles end with a last hero who does not die.
func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	const battles = 60
	s, err := setupOf("forces")
	if err != nil {
		t.Fatal(err)
	}
	won, lost, kills := countWins(t, s, battles)
	t.Logf("greedy won %d and lost %d of %d battles, killed %d and lost %d pieces", won, lost, battles, kills[0], kills[1])
	if won < 2*battles/3 || lost > battles/20 || kills[0] < 3*kills[1]/2 {
		t.Errorf("greedy won %d and lost %d of %d battles, killed %d and lost %d pieces", won, lost, battles, kills[0], kills[1])
	}
}

// setupOf reads a setup in testdata.
func setupOf(name string) (s rules.Setup, err error) {
	text, err := os.ReadFile("testdata/setups/" + name + ".json")
	if err != nil {
		return s, err
	}
	return s, rules.Decode(text, &s)
}

// BenchmarkGreedyAgainstRandom reports the battles that greedy wins and the troops that it
// kills.
func BenchmarkGreedyAgainstRandom(b *testing.B) {
	for _, name := range []string{"forces", "quick", "magic", "hidden", "powers"} {
		b.Run(name, func(b *testing.B) {
			s, err := setupOf(name)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				won, lost, kills := countWins(b, s, 40)
				b.ReportMetric(float64(won), "won/40")
				b.ReportMetric(float64(lost), "lost/40")
				b.ReportMetric(float64(kills[0])/float64(kills[1]), "kills/loss")
			}
		})
	}
}

func BenchmarkBattle(b *testing.B) {
	list, names := setups(b)
	for i, s := range list {
		b.Run(names[i], func(b *testing.B) {
			started, err := magnamund.Game.Begin(s)
			if err != nil {
				b.Fatal(err)
			}
			commands, longest := 0, 0
			start := rulestest.CPUTime()
			for n := 0; b.Loop(); n++ {
				_, rec := playOn(b, started.Clone(), s, fmt.Sprint(n), [2]rules.Bot{magnamund.Game.Bots[0], magnamund.Game.Bots[0]}, longest)
				commands += len(rec.Steps)
				longest = max(longest, len(rec.Steps))
			}
			b.ReportMetric(float64(commands)/float64(b.N), "commands/op")
			b.ReportMetric(float64(b.N)/(rulestest.CPUTime()-start).Seconds(), "battles/cpu-s")
		})
	}
}

// TestGoldenBattles replays records of battles between greedy bots; with -update it plays
// them anew.
func TestGoldenBattles(t *testing.T) {
	rulestest.Golden(t, magnamund.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := play(t, s, "golden "+name, [2]rules.Bot{magnamund.Game.Bots[1], magnamund.Game.Bots[1]})
		return rec
	})
}
