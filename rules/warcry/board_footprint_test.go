package warcry_test

import (
	"encoding/json"
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestHollowFootprint places a group in the inner corner of an L-shaped wall: there is room in
// the corner but not in the wall itself.
func TestHollowFootprint(t *testing.T) {
	setups, _ := rulestest.Setups(t, "board-convoy")
	s := setups[0]
	s.Field = json.RawMessage(`{"terrain":[{"id":"ell","kind":"obstacle","top":4,"polygon":[{"x":8,"y":6},{"x":14,"y":6},{"x":14,"y":8},{"x":10,"y":8},{"x":10,"y":12},{"x":8,"y":12}]}],
		"deployment":{"red":{"dagger":{"x":11.5,"y":9.5},"shield":{"x":4,"y":2},"hammer":{"x":18,"y":2}},
		"blue":{"dagger":{"x":11.5,"y":9.5},"shield":{"x":4,"y":28},"hammer":{"x":18,"y":28}}}}`)
	b, err := warcry.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	src := dice.Seeded("hollow")
	for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
		d, ok := legal[0].(warcry.Deploy)
		if !ok {
			if _, err := rules.PlayInPlace(b, legal[0], src, rules.ChooseFirst); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if at := d.Places[0].At; far(at, 11.5, 9.5) > 1 {
			t.Errorf("the first fighter is at %v, not in the corner", at)
		}
		for _, at := range [][2]rules.Dec{{9, 10}, {12, 7}, {9, 7}} {
			c := d
			c.Places = append([]warcry.Place(nil), d.Places...)
			c.Places[0].At = warcry.Point{X: at[0] * rules.One, Y: at[1] * rules.One}
			_, _, err := rules.Play(b, c, src, rules.ChooseFirst)
			var f *rules.Fault
			if !errors.As(err, &f) || f.Rule != "WC-SET-10" {
				t.Errorf("in the wall at %v: got %v", at, err)
			}
		}
		return
	}
	t.Error("nobody was ever placed")
}

func TestPackTerrainIsStrict(t *testing.T) {
	card := `{"id":"x","parts":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":2},{"x":2,"y":1},{"x":1,"y":2}],"top":1}]}`
	faults := warcry.Game.CheckPack(rules.Pack{Game: "warcry", Parts: map[string][]json.RawMessage{"terrain": {json.RawMessage(card)}}})
	if len(faults) != 1 || faults[0].Field != "parts.terrain[0].parts[0].polygon" {
		t.Errorf("got %v, want one fault of the polygon", faults)
	}
}
