package rulestest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// OncePerBattle tests an honour that lets a unit re-roll once in a battle. In battles in which
// every unit has the mark, the honour must be used at least least times in all, and never
// twice by one unit; the records must replay; and without the mark no unit may use it. Used
// returns the unit that uses the honour in an event, or "". The bot plays every side, questions
// are answered at random, and a battle ends after some hundreds of commands.
func OncePerBattle(t *testing.T, g *rules.Game, s rules.Setup, mark string, least int, bot rules.Bot, used func(rules.Event) string) {
	t.Helper()
	bots := slices.Repeat([]rules.Bot{bot}, len(s.Rosters))
	total := 0
	for n := 0; total < least && n < 12; n++ {
		with := PlaySome(t, g, Marked(s, mark), fmt.Sprint("marked ", n), bots)
		times := map[string]int{}
		for _, step := range with.Steps {
			for _, e := range step.Events {
				if unit := used(e); unit != "" {
					times[unit]++
					total++
				}
			}
		}
		for unit, n := range times {
			if n > 1 {
				t.Errorf("%s re-rolled %d times in a battle", unit, n)
			}
		}
		if _, err := rules.Replay(g, with); err != nil {
			t.Errorf("the record does not replay: %v", err)
		}
	}
	if total < least {
		t.Errorf("%d uses of %s, want %d", total, mark, least)
	}
	for _, step := range PlaySome(t, g, Marked(s, ""), "unmarked", bots).Steps {
		for _, e := range step.Events {
			if unit := used(e); unit != "" {
				t.Errorf("%s re-rolled without the mark", unit)
			}
		}
	}
}

// Marked returns a setup in which every unit has one mark, or none for "".
func Marked(s rules.Setup, mark string) rules.Setup {
	s.Rosters = slices.Clone(s.Rosters)
	for i := range s.Rosters {
		s.Rosters[i].Units = slices.Clone(s.Rosters[i].Units)
		for k := range s.Rosters[i].Units {
			s.Rosters[i].Units[k].Marks = []string{}
			if mark != "" {
				s.Rosters[i].Units[k].Marks = []string{mark}
			}
		}
	}
	return s
}

// PlaySome lets bots play the beginning of a battle, or all of a short one. Dice and choices
// follow from the seed.
func PlaySome(t testing.TB, g *rules.Game, s rules.Setup, seed string, bots []rules.Bot) rules.Record {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var own rules.Setup
	if err := rules.Decode(raw, &own); err != nil {
		t.Fatal(err)
	}
	b, err := g.Begin(own)
	if err != nil {
		t.Fatal(err)
	}
	rec := rules.Record{Setup: own}
	rng := rand.New(rand.NewPCG(uint64(len(seed)), uint64(seed[len(seed)-1])))
	src := dice.Seeded(seed)
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	for len(rec.Steps) < 400 {
		c := rules.Choose(b, bots, rng.IntN)
		if c == nil {
			break
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			t.Fatalf("%s: %v", seed, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	return rec
}
