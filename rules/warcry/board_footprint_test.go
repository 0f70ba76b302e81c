package warcry

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
)

// TestHollowFootprint places a group in the inner corner of an L-shaped wall: there is room in
// the corner but not in the wall itself.
func TestHollowFootprint(t *testing.T) {
	b, d := deployment(t, `{"terrain":[{"id":"ell","kind":"obstacle","top":4,"polygon":[{"x":8,"y":6},{"x":14,"y":6},{"x":14,"y":8},{"x":10,"y":8},{"x":10,"y":12},{"x":8,"y":12}]}],
		"deployment":{"red":{"dagger":{"x":11.5,"y":9.5},"shield":{"x":4,"y":2},"hammer":{"x":18,"y":2}},
		"blue":{"dagger":{"x":11.5,"y":9.5},"shield":{"x":4,"y":28},"hammer":{"x":18,"y":28}}}}`, func(Deploy) bool { return true })
	if at := d.Places[0].At; far(at, 11.5, 9.5) > 1 {
		t.Errorf("the first fighter is at %v, not in the corner", at)
	}
	for _, at := range [][2]rules.Dec{{9, 10}, {12, 7}, {9, 7}} {
		wantRefusedPlace(t, b, d, at[0], at[1], "WC-SET-10")
	}
}

func TestPackTerrainIsStrict(t *testing.T) {
	card := `{"id":"x","parts":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":2},{"x":2,"y":1},{"x":1,"y":2}],"top":1}]}`
	faults := Game.CheckPack(rules.Pack{Game: "warcry", Parts: map[string][]json.RawMessage{"terrain": {json.RawMessage(card)}}})
	if len(faults) != 1 || faults[0].Field != "parts.terrain[0].parts[0].polygon" {
		t.Errorf("got %v, want one fault of the polygon", faults)
	}
}
