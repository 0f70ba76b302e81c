package describe_test

import (
	"reflect"
	"testing"

	"oriflamme/content"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/warcry"
	"oriflamme/rules/warmaster"
)

// TestEventsNameSidesAndTotals: the first side wins like any other although its seat is 0, totals name their sides,
// and units with the same name name theirs.
func TestEventsNameSidesAndTotals(t *testing.T) {
	view := rules.View{
		Sides: []rules.SideView{{Seat: 0, Name: "Altan"}, {Seat: 1, Name: "Le Conclave"}},
		Units: []rules.UnitView{{ID: "a", Seat: 0, Name: "Isnilin"}, {ID: "b", Seat: 1, Name: "Isnilin"}, {ID: "c", Seat: 1, Name: "Davain"}},
	}
	for _, c := range []struct {
		game, fr string
		event    rules.Event
	}{
		{"warmaster", "La bataille est finie. Victoire\u00a0: Altan", warmaster.Ended{Winner: 0}},
		{"warmaster", "La bataille est finie. Égalité", warmaster.Ended{Winner: rules.Nobody}},
		{"warmaster", "Tour 1 d’Altan", warmaster.TurnBegan{Seat: 0, Turn: 1}},
		{"warmaster", "Tour 2 du Conclave", warmaster.TurnBegan{Seat: 1, Turn: 2}},
		{"warmaster", "Round 1. Touches comptées\u00a0: Altan 1, Le Conclave 9. Socles perdus\u00a0: Altan 3, Le Conclave 0", warmaster.RoundFought{Round: 1, Counted: [2]int{1, 9}, Removed: [2]int{3, 0}}},
		{"warmaster", "Isnilin (Altan) poursuit Isnilin (Le Conclave)\u00a0: +1 par socle", warmaster.Pursued{Unit: "a", Target: "b", Bonus: 1}},
		{"warmaster", "Davain reste sur place, faute de terrain libre", warmaster.Moved{Unit: "c", Why: "stay"}},
		{"warmaster", "Le combat continue", warmaster.EngagementEnded{GoesOn: true}},
		{"underworlds", "Davain se met en Garde", underworlds.TokensChanged{Fighter: "c", Token: "guard", Gained: true}},
		{"underworlds", "Carte cachée\u00a0: l’adversaire n’est pas d’accord", underworlds.ClaimSettled{Seat: 0, Card: "a-own-objective-3"}},
		{"underworlds", "Davain avance pour charger\u202f; toute Garde prend fin", underworlds.Moved{Fighter: "c", Charge: true}},
	} {
		if got := describe.NewBattleDescriber(content.Catalogs()["fr"], c.game, nil, view).Event(c.event); got != c.fr {
			t.Errorf("%s %s: %q, not %q", c.game, c.event.Kind(), got, c.fr)
		}
	}
}

// stretch is a value whose key differs from the name of its type.
type stretch struct {
	Type string `json:"type" in:"normal|jump"`
	Up   int    `json:"up"`
}

func (stretch) PhraseKey() string { return "leg" }

// TestValuesSayTheirPhraseKey: a value is described by the phrases of the key that it returns; one without a key is
// described field by field.
func TestValuesSayTheirPhraseKey(t *testing.T) {
	type leg struct {
		Up int `json:"up"`
	}
	d := describe.NewBattleDescriber(content.Catalogs()["en"], "warcry", nil, rules.View{})
	for _, c := range []struct {
		value any
		en    string
	}{
		{stretch{Type: "jump", Up: 3}, "by a jump"},
		{warcry.Leg{Type: "climb"}, "by climbing"},
		{warcry.WildUse{Use: "save"}, "a wild die kept"},
		{leg{Up: 3}, "up 3"},
	} {
		if got := d.Text(reflect.ValueOf(c.value)); got != c.en {
			t.Errorf("%#v: %q, not %q", c.value, got, c.en)
		}
	}
}
