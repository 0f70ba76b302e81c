package magnamund_test

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
)

// TestHeroesGrow gives a hero a power more than his allowance, which a battle
// survived makes legal (MG-CAMP-3).
func TestHeroesGrow(t *testing.T) {
	hero := rules.Unit{ID: "h", Name: "H", Marks: []string{}, Profile: []byte(`{"category":"hero","race":"human","alignment":"good","melee":"sword","powers":["rally","strength"],"sheet":"human"}`)}
	r := rules.Roster{Name: "R", Units: []rules.Unit{hero}}
	faults := magnamund.Game.Check(r)
	if len(faults) != 1 || faults[0].Rule != "MG-R-15" || faults[0].Field != "units[0]" {
		t.Errorf("two powers in the first battle: got %v", faults)
	}
	r.Units[0].Marks = []string{"survived"}
	if faults := magnamund.Game.Check(r); len(faults) > 0 {
		t.Errorf("two powers in the second battle: got %v", faults)
	}
}

// TestEffects wants every hero and monster lost, or marked as the rules say.
func TestEffects(t *testing.T) {
	list, names := setups(t)
	s := list[slices.Index(names, "brawl")]
	kinds := map[string]int{}
	for n := range 12 {
		b, _ := play(t, s, fmt.Sprint("effects ", n), [2]rules.Bot{magnamund.Game.Bots[1], magnamund.Game.Bots[1]})
		o, _ := b.Outcome()
		state := stateOf(t, b)["state"].(map[string]any)["pieces"].([]any)
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
	for _, kind := range []string{"kill", "lost", "honour"} {
		if kinds[kind] == 0 {
			t.Errorf("no effect %s", kind)
		}
	}
}
