package magnamund_test

import (
	"os"
	"testing"

	"oriflamme/rules"
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

// play plays a battle between two bots, one a side, and returns it with its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	return rulestest.PlayBattle(t, magnamund.Game, s, seed, bots[:]...)
}

// TestGreedyBeatsRandom expects greedy to destroy random in battles between two forces of
// twenty, in which troops killed are the scores. Drawn battles end with a last hero who does
// not die.
func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	const battles = 60
	s, err := setupOf("forces")
	if err != nil {
		t.Fatal(err)
	}
	tally := rulestest.Match(t, magnamund.Game, []rules.Setup{s}, battles)
	if tally.Won < 2*battles/3 || tally.Lost > battles/20 || tally.Scored < 3*tally.Allowed/2 {
		t.Error("greedy does not destroy random")
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
				tally := rulestest.Match(b, magnamund.Game, []rules.Setup{s}, 40)
				b.ReportMetric(float64(tally.Won), "won/40")
				b.ReportMetric(float64(tally.Lost), "lost/40")
				b.ReportMetric(float64(tally.Scored)/float64(tally.Allowed), "kills/loss")
			}
		})
	}
}

func BenchmarkBattle(b *testing.B) {
	list, names := setups(b)
	for i, s := range list {
		b.Run(names[i], func(b *testing.B) { rulestest.BenchmarkBattles(b, magnamund.Game, []rules.Setup{s}) })
	}
}

// TestGoldenBattles replays records of battles between greedy bots; with -update it plays
// them anew.
func TestGoldenBattles(t *testing.T) { rulestest.Golden(t, magnamund.Game) }
