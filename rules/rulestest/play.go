package rulestest

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// PlayBattle has bots play a battle from its setup to its end and returns the battle with its
// record. The seats are shared out among the bots in order: one bot plays every seat, two bots
// play a side each. Dice, choices and the picks of the bots follow from the seed.
func PlayBattle(t testing.TB, g *rules.Game, s rules.Setup, seed string, bots ...rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	return PlayOut(t, Begin(t, g, s), s, seed, bots...)
}

// PlayOut is PlayBattle for a battle that has begun from a setup. It plays on a copy.
func PlayOut(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots ...rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b = rules.Remembering(b)
	rec := playSome(t, b, s, seed, maxSteps, bots...)
	if _, over := b.Outcome(); !over {
		t.Fatalf("%s: the battle is not over after %d commands", seed, len(rec.Steps))
	}
	return b, rec
}

// playSome is PlayOut that stops after a number of commands at most.
func playSome(t testing.TB, b rules.Battle, s rules.Setup, seed string, most int, bots ...rules.Bot) rules.Record {
	t.Helper()
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 320)}
	pick := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed)))).IntN
	src := dice.Seeded(seed)
	choose := rules.ChooseRandom(pick)
	seats := make([]rules.Bot, len(s.Rosters))
	for seat := range seats {
		seats[seat] = bots[len(bots)*seat/len(seats)]
	}
	for len(rec.Steps) < most {
		c := rules.Choose(b, seats, pick)
		if c == nil {
			break
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			t.Fatalf("%s: %s: %v", seed, commandJSON(c), err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	return rec
}

// Must ends the test when there is an error.
func Must(t testing.TB, err error) {
	if err != nil {
		t.Helper() // not before: benchmarks call Must in their loops
		t.Fatal(err)
	}
}

// Begin returns a battle of a setup that is about to start.
func Begin(t testing.TB, g *rules.Game, s rules.Setup) rules.Battle {
	t.Helper()
	b, err := g.Begin(s)
	Must(t, err)
	return b
}

// A Tally counts the battles of one bot against another.
type Tally struct {
	Won, Lost       int
	Scored, Allowed int // the sum of its own scores and of its opponent's
}

// Match has the second bot of a game play battles against the first, with sides that change
// from battle to battle, and returns the tally of the second. Setups take turns, for two
// battles each.
func Match(t testing.TB, g *rules.Game, setups []rules.Setup, battles int) (tally Tally) {
	t.Helper()
	for n := range battles {
		bots, own := []rules.Bot{g.Bots[0], g.Bots[1]}, 1
		if n%2 == 1 {
			bots[0], bots[1], own = bots[1], bots[0], 0
		}
		s := setups[n/2%len(setups)]
		b, _ := PlayBattle(t, g, s, fmt.Sprintf("match %d", n), bots...)
		o, _ := b.Outcome()
		side := func(seat int) int { return 2 * seat / len(s.Rosters) }
		for seat, score := range o.Scores {
			if side(seat) == own {
				tally.Scored += score
			} else {
				tally.Allowed += score
			}
		}
		switch {
		case o.Winner == rules.Nobody:
		case side(int(o.Winner)) == own:
			tally.Won++
		default:
			tally.Lost++
		}
	}
	t.Logf("%d battles of %s against %s: %+v", battles, g.Bots[1].Name, g.Bots[0].Name, tally)
	return tally
}

// BenchmarkBattles measures battles of the first bot of a game against itself, from setups that
// take turns.
func BenchmarkBattles(b *testing.B, g *rules.Game, setups []rules.Setup) {
	b.ReportAllocs()
	var begun []rules.Battle
	for _, s := range setups {
		begun = append(begun, Begin(b, g, s))
	}
	steps := 0
	began := CPUTime()
	for n := 0; b.Loop(); n++ {
		at := n % len(setups)
		_, rec := PlayOut(b, begun[at], setups[at], fmt.Sprint(n), g.Bots[0])
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(CPUTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
}
