package underworlds_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// aftermathOf plays a battle with the dice of a seed, resolves its aftermath with the first
// legal command each time and returns its events and outcome.
func aftermathOf(t *testing.T, s rules.Setup, seed string) (events []rules.Event, o rules.Outcome) {
	t.Helper()
	fought, _ := rulestest.PlayBattle(t, underworlds.Game, s, seed, underworlds.Game.Bots[0])
	b, err := underworlds.Game.Aftermath(fought)
	rulestest.Must(t, err)
	src := dice.Seeded(seed + " after")
	for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
		step, err := rules.PlayInPlace(b, legal[0], src, rules.ChooseFirst)
		rulestest.Must(t, err)
		events = append(events, step.Events...)
	}
	o, over := b.Outcome()
	if !over {
		t.Fatal("the aftermath does not end")
	}
	return events, o
}

// withMarks returns a setup whose units have the marks of the effects.
func withMarks(s rules.Setup, effects []rules.Effect) rules.Setup {
	s.Rosters = slices.Clone(s.Rosters)
	for seat := range s.Rosters {
		units := slices.Clone(s.Rosters[seat].Units)
		for i := range units {
			units[i].Marks = slices.Clone(units[i].Marks)
			for _, e := range effects {
				if e.Unit == units[i].ID && (e.Kind == "honour" || e.Kind == "scar") {
					units[i].Marks = append(units[i].Marks, e.Key)
				}
			}
		}
		s.Rosters[seat].Units = units
	}
	return s
}

// TestAftermathIsCarriedOn plays consecutive battles with the same warbands: glory is
// counted, a kept upgrade is there from the start and kept once, and a rivalry begins once
// and gives experience after that.
func TestAftermathIsCarriedOn(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-choir-moths")
	s := list[0]
	kept, started, paid := map[string]string{}, map[string]bool{}, 0
	for n := range 12 {
		b := rulestest.Begin(t, underworlds.Game, s)
		state, err := b.MarshalJSON()
		rulestest.Must(t, err)
		if got := strings.Count(string(state), `"upgrades":[`); n > 0 && got != len(kept) {
			t.Errorf("battle %d: %d fighters bear upgrades, %d keep one", n, got, len(kept))
		}
		events, o := aftermathOf(t, s, fmt.Sprint("carried on ", n))
		glory := [2]int{}
		for _, e := range o.Effects {
			if e.Kind == "resource" && e.Key == "glory" {
				glory[e.Seat] += e.Amount
			}
		}
		if !slices.Equal(glory[:], o.Scores) {
			t.Errorf("battle %d: glory %v, scores %v", n, glory, o.Scores)
		}
		for _, e := range events {
			switch e := e.(type) {
			case underworlds.Kept:
				if kept[e.Fighter] != "" {
					t.Errorf("%s keeps %s beside %s", e.Fighter, e.Card, kept[e.Fighter])
				}
				kept[e.Fighter] = e.Card
			case underworlds.RivalryBegan:
				if started[e.Fighter] {
					t.Errorf("%s becomes a rival twice", e.Fighter)
				}
				started[e.Fighter] = true
			case underworlds.Avenged:
				if !started[e.Fighter] || e.Amount < 1 {
					t.Errorf("%+v without a rivalry", e)
				}
				paid++
			}
		}
		s = withMarks(s, o.Effects)
	}
	if len(kept) == 0 || len(kept) > 6 || paid == 0 {
		t.Errorf("kept %v, %d scores settled", kept, paid)
	}
}
