package warcry_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestWholeJump jumps from a platform 3 inches high in several legs: the whole descent counts
// (WC-MOVE-9, WC-MOVE-10).
func TestWholeJump(t *testing.T) {
	const jumpOff = `{"type":"jump","to":{"x":%v,"y":11,"z":%v}}`
	leg := func(x, z float64) string { return fmt.Sprintf(jumpOff, x, z) }
	for _, c := range []struct {
		name    string
		version int
		path    string
		rolls   int
	}{
		{"one leg of 3 inches", 2, leg(2, 0), 1},
		{"two legs of 1.5 inches", 2, leg(2, 1.5) + "," + leg(2, 0), 1},
		{"a leg that ends in the air", 2, leg(2, 1.01), 1},
		{"three legs, the last on the way", 2, leg(2.2, 2.5) + "," + leg(2.1, 1.5) + "," + leg(2, 0.2), 1},
		{"two legs as battles of version 1 count them", 1, leg(2, 1.5) + "," + leg(2, 0), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, fighter, by := battleOnDeck(t, c.version)
			command, err := warcry.Game.DecodeCommand(fmt.Appendf(nil, `{"kind":"move","by":%d,"fighter":%q,"path":[%s]}`, by, fighter, c.path))
			if err != nil {
				t.Fatal(err)
			}
			thrown := 0
			for {
				faces := make([]int, thrown)
				for i := range faces {
					faces[i] = 6
				}
				_, step, err := rules.Play(b, command, dice.NewTape(faces...), rules.ChooseFrom(nil))
				var need *dice.MissingError
				if errors.As(err, &need) {
					if need.Roll.Why != "impact" {
						t.Fatalf("wants dice for %q", need.Roll.Why)
					}
					thrown++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if len(step.Dice) != c.rolls {
					t.Errorf("%d dice of impact, not %d", len(step.Dice), c.rolls)
				}
				return
			}
		})
	}
}

// battleOnDeck returns a battle in which a fighter that may move stands on the deck, 3 inches above
// the floor, with no other fighter near it.
func battleOnDeck(t *testing.T, version int) (b rules.Battle, fighter string, by rules.Seat) {
	t.Helper()
	list, _ := rulestest.Setups(t, "board-hold")
	list[0].Version = version
	b, err := warcry.Game.Begin(list[0])
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	bots := []rules.Bot{warcry.Game.Bots[0], warcry.Game.Bots[0]}
	for {
		for _, c := range b.Legal() {
			if m, is := c.(warcry.Move); is && m.Fighter == "t-reeve-1" && m.PickUp == "" && !m.Bonus {
				return placeOnDeck(t, b, m.Fighter), m.Fighter, m.By()
			}
		}
		c := rules.Choose(b, bots, rng.IntN)
		if c == nil {
			t.Fatal("the reeve never moves")
		}
		if _, err := rules.PlayInPlace(b, c, dice.Seeded(fmt.Sprint(rng.Uint64())), func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }); err != nil {
			t.Fatal(err)
		}
	}
}

// placeOnDeck places a fighter on the deck and all others far from it.
func placeOnDeck(t *testing.T, b rules.Battle, id string) rules.Battle {
	t.Helper()
	raw, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	var state map[string]any
	if err := json.Unmarshal(raw, &state); err != nil {
		t.Fatal(err)
	}
	inner, ok := state["state"].(map[string]any)
	if !ok {
		t.Fatalf("state has %v", slices.Collect(maps.Keys(state)))
	}
	for i, w := range inner["warriors"].([]any) {
		at := map[string]any{"x": 1.5 + 1.5*float64(i%12), "y": 28 - 2*float64(i/12)}
		if fighter := state["setup"].(map[string]any)["rosters"].([]any)[0].(map[string]any)["units"].([]any)[0].(map[string]any); i == 0 && fighter["id"] == id {
			at = map[string]any{"x": 3.5, "y": 11, "z": 3}
		}
		w.(map[string]any)["at"] = at
	}
	if raw, err = json.Marshal(state); err != nil {
		t.Fatal(err)
	}
	if b, err = warcry.Game.Load(raw); err != nil {
		t.Fatal(err)
	}
	return b
}
