package magnamund_test

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// TestIncompleteSheetsAreRefused removes numbers that a battle needs from Game Sheets, one
// at a time, and expects each to be named.
func TestIncompleteSheetsAreRefused(t *testing.T) {
	whole := setupOf(t, "powers")
	for _, c := range []struct{ sheet, section, row, name, field string }{
		{"human", "combat", "spear", "mail", "combat.spear.mail"},
		{"human", "points", "", "mail", "points.mail"},
		{"human", "costs", "", "hedge", "costs.hedge"},
		{"glok", "fire", "", "javelin", "fire.javelin.none"},
		{"glok", "ranges", "", "javelin", "ranges.javelin.short"},
		{"glok", "morale", "", "bands", "morale.bands"},
		{"glok", "morale", "", "dice", "morale.dice"},
		{"gourgaz", "", "", "damage", "damage"},
	} {
		s := whole
		field := rulestest.Tree(t, string(whole.Field)).(map[string]any)
		at := ""
		for n, raw := range field["sheets"].([]any) {
			sheet := raw.(map[string]any)
			if sheet["id"] != c.sheet {
				continue
			}
			at = rules.At("field.sheets", n) + "." + c.field
			for _, key := range []string{c.section, c.row} {
				if key != "" {
					sheet = sheet[key].(map[string]any)
				}
			}
			delete(sheet, c.name)
		}
		text, err := json.Marshal(field)
		rulestest.Must(t, err)
		s.Field = text
		_, err = magnamund.Game.Begin(s)
		if f, ok := err.(*rules.Fault); !ok || f.Code != rules.MissingField || f.Field != at {
			t.Errorf("without %s of %s: got %v, want a missing %s", c.field, c.sheet, err, at)
		}
	}
}
