package magnamund_test

import (
	"encoding/json"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// playUntilPhase plays the first legal commands until a phase begins, and returns the battle
// and its saved state as a tree.
func playUntilPhase(t *testing.T, s rules.Setup, phase string) (rules.Battle, map[string]any) {
	t.Helper()
	b := rulestest.Begin(t, magnamund.Game, s)
	src := dice.Seeded("up to " + phase)
	for b.View(rules.Nobody).Phase != phase {
		legal := b.Legal()
		c := legal[0]
		if i := slices.IndexFunc(legal, func(c rules.Command) bool { return c.Kind() == "end-step" }); i >= 0 {
			c = legal[i]
		}
		_, err := rules.PlayInPlace(b, c, src, rules.ChooseFirst)
		rulestest.Must(t, err)
	}
	return b, stateTree(t, b)
}

func stateTree(t *testing.T, b rules.Battle) map[string]any {
	t.Helper()
	text, err := b.MarshalJSON()
	rulestest.Must(t, err)
	return rulestest.Tree(t, string(text)).(map[string]any)
}

func loadTree(t *testing.T, state map[string]any) rules.Battle {
	t.Helper()
	text, err := json.Marshal(state)
	rulestest.Must(t, err)
	b, err := magnamund.Game.Load(text)
	rulestest.Must(t, err)
	return b
}

// TestBlindedAreLed blinds a hero among friends: with one beside him he is led step by step
// and the guide stays with him; without one he moves at random.
func TestBlindedAreLed(t *testing.T) {
	_, state := playUntilPhase(t, setupOf(t, "quick"), "movement")
	troops := state["state"].(map[string]any)["pieces"].([]any)
	side := state["state"].(map[string]any)["side"].(json.Number).String()
	// Pelathar is troop 12 of side 0, Kootak 27 of side 1; the lowest indexes are soldiers.
	hero, guide, id, seat := 12, 0, "pelathar", rules.Seat(0)
	if side == "1" {
		hero, guide, id, seat = len(troops)-1, 13, "kootak", 1
	}
	blind := troops[hero].(map[string]any)
	blind["cell"], blind["facing"], blind["hurts"] = []any{6, 0}, "n", 1
	blind["wounds"].([]any)[0] = 2 // serious wound of the head
	lead := troops[guide].(map[string]any)
	apart := lead["cell"]
	lead["cell"], lead["facing"] = []any{5, 0}, "n"
	b := loadTree(t, state)
	from := stateTree(t, b)["state"].(map[string]any)["pieces"].([]any)[guide].(map[string]any)["cell"]
	after, step, err := rules.Play(b, move(t, seat, id), dice.Seeded("led"), rules.ChooseFirst)
	rulestest.Must(t, err)
	if !slices.ContainsFunc(step.Events, func(e rules.Event) bool { return e.Rule() == "MG-BLIND-1" }) {
		t.Errorf("nobody led him from %v: %v", from, step.Events)
	}
	at := stateTree(t, after)["state"].(map[string]any)["pieces"].([]any)
	if got := at[hero].(map[string]any)["cell"].([]any); got[1].(json.Number) != "1" {
		t.Errorf("he stands on %v", got)
	}

	lead["cell"] = apart
	b = loadTree(t, state)
	if _, _, err := rules.Play(b, move(t, seat, id), dice.Seeded("alone"), rules.ChooseFirst); err == nil {
		t.Error("he walks alone")
	}
	_, step, err = rules.Play(b, end(t, seat), dice.Seeded("alone"), rules.ChooseFirst)
	if err != nil || !slices.ContainsFunc(step.Events, func(e rules.Event) bool { return e.Rule() == "MG-BLIND-2" }) || step.Dice[0].For != "direction" {
		t.Errorf("he does not stray: %v, %v", step, err)
	}
}

func move(t *testing.T, seat rules.Seat, troop string) rules.Command {
	return command(t, map[string]any{"kind": "move", "by": seat, "piece": troop, "path": []string{"forward"}})
}

func end(t *testing.T, seat rules.Seat) rules.Command {
	return command(t, map[string]any{"kind": "end-step", "by": seat})
}

func command(t *testing.T, fields map[string]any) rules.Command {
	t.Helper()
	raw, err := json.Marshal(fields)
	rulestest.Must(t, err)
	c, err := magnamund.Game.DecodeCommand(raw)
	rulestest.Must(t, err)
	return c
}
