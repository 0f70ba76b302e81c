package magnamund_test

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// TestHeroesGrow gives a hero one power more than the allowance; a survived battle makes it
// legal (MG-CAMP-3).
func TestHeroesGrow(t *testing.T) {
	hero := rules.Unit{ID: "h", Name: "H", Marks: []string{}, Profile: []byte(`{"category":"hero","race":"human","alignment":"good","melee":"sword","powers":["rally","strength"],"sheet":"human"}`)}
	r := rules.Roster{Name: "R", Units: []rules.Unit{hero}}
	faults := magnamund.Game.CheckRoster(r)
	if len(faults) != 1 || faults[0].Rule != "MG-R-15" || faults[0].Field != "units[0]" {
		t.Errorf("two powers in the first battle: got %v", faults)
	}
	r.Units[0].Marks = []string{"survived"}
	if faults := magnamund.Game.CheckRoster(r); len(faults) > 0 {
		t.Errorf("two powers in the second battle: got %v", faults)
	}
}

// aftermathOf lets every hero who grows take the first power offered.
func aftermathOf(t *testing.T, b rules.Battle) rules.Outcome {
	t.Helper()
	after, err := magnamund.Game.Aftermath(b)
	rulestest.Must(t, err)
	for legal := after.Legal(); len(legal) > 0; legal = after.Legal() {
		after, _, err = rules.Play(after, legal[0], nil, nil)
		rulestest.Must(t, err)
	}
	o, over := after.Outcome()
	if !over {
		t.Fatal("the aftermath is not over")
	}
	return o
}

// TestAftermathGrowsHeroes plays battles until a Kai Lord survives one. It expects the
// chosen discipline in the next battle, and not a second time (MG-CAMP-1).
func TestAftermathGrowsHeroes(t *testing.T) {
	s := setupOf(t, "powers")
	for n := range 20 {
		b, _ := rulestest.PlayBattle(t, magnamund.Game, s, fmt.Sprint("grow ", n), magnamund.Game.Bots[1])
		o := aftermathOf(t, b)
		var marks []string
		for _, e := range o.Effects {
			if e.Unit == "storm" && e.Kind == "honour" {
				marks = append(marks, e.Key)
			}
		}
		if marks == nil {
			continue // he died
		}
		next := s
		next.Rosters = slices.Clone(s.Rosters)
		next.Rosters[0].Units = slices.Clone(s.Rosters[0].Units)
		for i := range next.Rosters[0].Units {
			if u := &next.Rosters[0].Units[i]; u.ID == "storm" {
				u.Marks = marks
			}
		}
		if !slices.Contains(marks, "survived") {
			t.Errorf("no mark of survival among %v", marks)
		}
		for _, f := range magnamund.Game.CheckRoster(next.Rosters[0]) {
			if f.Rule == "MG-CAMP-3" || f.Rule == "MG-AMB-56" {
				t.Errorf("with %v: %v", marks, f)
			}
		}
		return
	}
	t.Error("the hero never lived")
}

// TestEffects checks that every hero and monster is lost, or marked as the rules say.
func TestEffects(t *testing.T) {
	s := setupOf(t, "brawl")
	kinds := map[rules.EffectKind]int{}
	for n := range 12 {
		b, _ := rulestest.PlayBattle(t, magnamund.Game, s, fmt.Sprint("effects ", n), magnamund.Game.Bots[1])
		o := aftermathOf(t, b)
		state := stateTree(t, b)["state"].(map[string]any)["pieces"].([]any)
		out := 0
		for _, raw := range state[6:12] { // heroes and the ox of the first side
			out += map[bool]int{true: 1}[raw.(map[string]any)["out"].(bool)]
		}
		lost, kills := 0, 0
		for _, e := range o.Effects {
			kinds[e.Kind]++
			if e.Seat == 0 && e.Kind == "lost" {
				lost++
			}
			if e.Kind == "kill" {
				kills += e.Amount
			}
			if e.Unit == "" || e.Rule == "" {
				t.Errorf("an effect without unit or rule: %+v", e)
			}
		}
		if lost != out || kills != o.Scores[0]+o.Scores[1] {
			t.Errorf("%d lost of %d out, %d kills, scores %v", lost, out, kills, o.Scores)
		}
	}
	for _, kind := range []rules.EffectKind{rules.EffectKill, rules.EffectLost, rules.EffectHonour} {
		if kinds[kind] == 0 {
			t.Errorf("no effect %s", kind)
		}
	}
}
