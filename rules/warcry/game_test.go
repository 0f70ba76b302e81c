package warcry_test

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

func TestWarbandsBringTheirAbilities(t *testing.T) {
	all := []json.RawMessage{
		[]byte(`{"id": "leap", "warband": "white"}`), []byte(`{"id": "hop", "warband": "black"}`),
		[]byte(`{"id": "any", "warband": ""}`), []byte(`{"id": "odd", "warband": "grey"}`),
	}
	list := rules.Roster{Units: []rules.Unit{{ID: "u1", Profile: []byte(`{"warband": "white", "abilities": ["odd"]}`)}}}
	deck := warcry.Game.Decks[len(warcry.Game.Decks)-1]
	got, err := deck.FromRosters(all, []rules.Roster{list, {}})
	if err != nil || len(got) != 3 {
		t.Errorf("got %s (%v), want leap, any and odd", got, err)
	}
}
