package underworlds_test

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// steadyHands returns the setup with the honour for all fighters.
func steadyHands(s rules.Setup) rules.Setup {
	s.Rosters = slices.Clone(s.Rosters)
	for i := range s.Rosters {
		s.Rosters[i].Units = slices.Clone(s.Rosters[i].Units)
		for k := range s.Rosters[i].Units {
			s.Rosters[i].Units[k].Marks = []string{"steady-hand"}
		}
	}
	return s
}

// TestSteadyHand plays battles in which every fighter has the honour: fighters re-roll at
// most once each, and a record with their choices replays.
func TestSteadyHand(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	s := steadyHands(list[0])
	greedy := underworlds.Game.Bots[0]
	total := 0
	for n := range 4 {
		b, rec := play(t, s, fmt.Sprint("steady ", n), [2]rules.Bot{greedy, greedy})
		used := map[string]int{}
		for _, step := range rec.Steps {
			for _, e := range step.Events {
				if u, ok := e.(underworlds.Steadied); ok {
					used[u.Fighter]++
					total++
				}
			}
		}
		for fighter, times := range used {
			if times > 1 {
				t.Errorf("%s re-rolled %d times", fighter, times)
			}
		}
		again, err := rules.Replay(underworlds.Game, rec)
		if err != nil {
			t.Fatal(err)
		}
		was, _ := b.Outcome()
		if now, _ := again.Outcome(); now.Winner != was.Winner || !slices.Equal(now.Scores, was.Scores) {
			t.Errorf("the record replays to %v, was %v", now, was)
		}
	}
	if total < 4 {
		t.Errorf("%d re-rolls in four battles", total)
	}
}
