package magnamund_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
)

// spearRow puts the six spears in a row with room in front of them, in the movement step of
// their side, and all other troops of the side behind them.
func spearRow(t *testing.T, version int) rules.Battle {
	t.Helper()
	s := setupOf(t, "quick")
	s.Version = version
	b, state := playUntilPhase(t, s, "movement")
	for state["state"].(map[string]any)["side"].(json.Number).String() != "0" {
		next, _, err := rules.Play(b, end(t, 1), dice.Seeded("row"), rules.ChooseFirst)
		if err != nil {
			t.Fatal(err)
		}
		b, state = next, stateTree(t, next)
	}
	spears, others := 0, 0
	units := b.View(rules.Nobody).Units
	for i, p := range state["state"].(map[string]any)["pieces"].([]any) {
		troop := p.(map[string]any)
		switch u := units[i]; {
		case u.Seat != 0:
			continue
		case len(u.ID) > 3 && u.ID[:3] == "spe":
			troop["cell"], troop["facing"] = []any{4 + spears, 2}, "n"
			spears++
		default:
			troop["cell"], troop["facing"] = []any{2 + others, 0}, "n"
			others++
		}
	}
	if spears != 6 {
		t.Fatalf("%d spears", spears)
	}
	return loadTree(t, state)
}

// TestNobodyPartsAUnit checks that three of six spears may not leave the others behind for
// good (MG-COH-1), but that a row may advance one troop after another.
func TestNobodyPartsAUnit(t *testing.T) {
	go1 := func(b rules.Battle, id string, path ...string) (rules.Battle, error) {
		c := command(t, map[string]any{"kind": "move", "by": rules.Seat(0), "piece": id, "path": path})
		after, _, err := rules.Play(b, c, dice.Seeded("spears"), rules.ChooseFirst)
		return after, err
	}
	var ids []string
	b := spearRow(t, 3)
	for _, u := range b.View(rules.Nobody).Units {
		if u.Seat == 0 && len(u.ID) > 3 && u.ID[:3] == "spe" {
			ids = append(ids, u.ID)
		}
	}
	refusal := func(b rules.Battle) error {
		for _, id := range ids[:3] {
			after, err := go1(b, id, "forward", "forward", "forward", "forward")
			if err != nil {
				return err
			}
			b = after
		}
		for _, id := range ids[3:] { // the others spend their points
			for _, turn := range []string{"pivot-e", "pivot-n", "pivot-w", "pivot-n", "pivot-e", "pivot-n"} {
				after, err := go1(b, id, turn)
				if err != nil {
					break
				}
				b = after
			}
		}
		_, _, err := rules.Play(b, end(t, 0), dice.Seeded("spears"), rules.ChooseFirst)
		return err
	}
	var f *rules.Fault
	if err := refusal(b); !errors.As(err, &f) || f.Rule != "MG-COH-1" {
		t.Errorf("half of a unit may go: %v", err)
	}
	if err := refusal(spearRow(t, 2)); err != nil {
		t.Errorf("a battle of version 2 does not replay: %v", err)
	}
	var err error
	for _, id := range ids {
		if b, err = go1(b, id, "forward", "forward"); err != nil {
			t.Fatalf("the row stops at %s: %v", id, err)
		}
	}
	if _, _, err := rules.Play(b, end(t, 0), dice.Seeded("spears"), rules.ChooseFirst); err != nil {
		t.Errorf("the row does not end its step: %v", err)
	}
}

// TestUnitsStayTogether plays battles of bots: no unit that was together at the start of a
// movement step is in parts at its end.
func TestUnitsStayTogether(t *testing.T) {
	ends := 0
	for n, name := range []string{"quick", "forces", "magic"} {
		whole := map[string]bool{}
		step := ""
		for b, c := range randomCommands(t, setupOf(t, name), "together", rand.New(rand.NewPCG(uint64(n), 5))) {
			v := b.View(rules.Nobody)
			now := fmt.Sprint(v.Phase, v.Round, v.ToAct)
			if v.Phase == "movement" && now != step {
				whole = magnamund.Together(b)
			}
			step = now
			if c.Kind() == "end-step" && v.Phase == "movement" {
				ends++
				for unit, is := range magnamund.Together(b) {
					if !is && whole[unit] {
						t.Errorf("%s, %s: %s was parted", name, now, unit)
					}
				}
			}
		}
	}
	if ends < 20 {
		t.Errorf("%d movement steps show little", ends)
	}
}
