package magnamund_test

import (
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// setupOf reads a setup in testdata.
func setupOf(t testing.TB, name string) rules.Setup {
	t.Helper()
	list, _ := rulestest.Setups(t, name)
	return list[0]
}

// randomCommands plays a battle at random to its end. It yields each command with the battle
// in which it is played next.
func randomCommands(t testing.TB, s rules.Setup, seed string, rng *rand.Rand) iter.Seq2[rules.Battle, rules.Command] {
	return func(yield func(rules.Battle, rules.Command) bool) {
		t.Helper()
		b := rulestest.Begin(t, magnamund.Game, s)
		src := dice.Seeded(seed)
		choose := rules.ChooseRandom(rng.IntN)
		for c := rules.Sample(b, rng.IntN); c != nil && yield(b, c); c = rules.Sample(b, rng.IntN) {
			_, err := rules.PlayInPlace(b, c, src, choose)
			rulestest.Must(t, err)
		}
	}
}

func TestRun(t *testing.T) {
	list, names := rulestest.Setups(t, "")
	at := slices.Index(names, "book") // that of the statement book has all troops and is slow
	list = slices.Delete(list, at, at+1)
	measured, _ := rulestest.Setups(t, "measured")
	list = append(list, measured...) // what is rare on boards, such as blind heroes without a guide
	list[0] = rulestest.Marked(list[0], "steadfast")
	rulestest.Run(t, magnamund.Game, list, 98)
}

// TestGreedyBeatsRandom expects greedy to destroy random in battles between two forces of
// twenty, in which troops killed are the scores. Drawn battles end with a last hero who does
// not die.
func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	const battles = 60
	s := setupOf(t, "forces")
	s.Options = map[string]string{"last-turn": "draw"}
	tally := rulestest.Match(t, magnamund.Game, []rules.Setup{s}, battles)
	if tally.Won < 2*battles/3 || tally.Lost > battles/20 || tally.Scored < 3*tally.Allowed/2 {
		t.Error("greedy does not destroy random")
	}
}

// BenchmarkGreedyAgainstRandom reports the battles that greedy wins and the troops that it
// kills.
func BenchmarkGreedyAgainstRandom(b *testing.B) {
	for _, name := range []string{"forces", "quick", "magic", "hidden", "powers"} {
		b.Run(name, func(b *testing.B) {
			list := []rules.Setup{setupOf(b, name)}
			for b.Loop() {
				tally := rulestest.Match(b, magnamund.Game, list, 40)
				b.ReportMetric(float64(tally.Won), "won/40")
				b.ReportMetric(float64(tally.Lost), "lost/40")
				b.ReportMetric(float64(tally.Scored)/float64(tally.Allowed), "kills/loss")
			}
		})
	}
}

func BenchmarkBattle(b *testing.B) {
	list, names := rulestest.Setups(b, "")
	for i, s := range list {
		b.Run(names[i], func(b *testing.B) { rulestest.BenchmarkBattles(b, magnamund.Game, []rules.Setup{s}) })
	}
}

// TestGoldenBattles replays records of battles between greedy bots; with -update it plays
// them anew.
func TestGoldenBattles(t *testing.T) { rulestest.Golden(t, magnamund.Game) }
