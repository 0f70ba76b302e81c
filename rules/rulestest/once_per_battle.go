package rulestest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
)

// OncePerBattle tests an honour that lets a unit re-roll once in a battle. In battles in which
// every unit has the mark, the honour must be used at least least times in all, and never
// twice by one unit; the records must replay; and without the mark no unit may use it. Used
// returns the unit that uses the honour in an event, or "". The bot plays every side, questions
// are answered at random, and a battle ends after some hundreds of commands.
func OncePerBattle(t *testing.T, g *rules.Game, s rules.Setup, mark string, least int, bot rules.Bot, used func(rules.Event) string) {
	t.Helper()
	const most = 400
	total := 0
	for n := 0; total < least && n < 24; n++ {
		marked := Marked(s, mark)
		b := Begin(t, g, marked)
		with := playSome(t, b, marked, fmt.Sprint("marked ", n), most, bot)
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
		if again, err := rules.Replay(g, with); err != nil {
			t.Errorf("the record does not replay: %v", err)
		} else if !bytes.Equal(battleJSON(t, again), battleJSON(t, b)) {
			t.Error("the replayed battle is another")
		}
	}
	if total < least {
		t.Errorf("%d uses of %s, want %d", total, mark, least)
	}
	plain := Marked(s, "")
	for _, step := range playSome(t, Begin(t, g, plain), plain, "unmarked", most, bot).Steps {
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
