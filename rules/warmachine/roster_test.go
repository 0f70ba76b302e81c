package warmachine_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmachine"
)

const stats = `"base":"small","spd":6,"str":6,"mat":6,"rat":5,"def":14,"arm":14`

// entries are army list entries by id.
var entries = map[string]string{
	"captain":  `"kind":"warcaster","character":true,"field_allowance":"character","warjack_points":6,"focus":6,"boxes":16,` + stats,
	"general":  `"kind":"warcaster","character":true,"field_allowance":"character","warjack_points":5,"focus":7,"boxes":16,` + stats,
	"hauler":   `"kind":"warjack","points":8,"field_allowance":"unlimited","grid":["....",".L..",".H..",".C..",".M..",".R.."],` + stats,
	"relic":    `"kind":"warjack","points":5,"character":true,"grid":["....",".L..",".H..",".C..",".M..",".R.."],` + stats,
	"pikes":    `"kind":"unit","field_allowance":2,"options":[{"name":"min","points":4,"models":6},{"name":"max","points":6,"models":10}],` + stats,
	"scout":    `"kind":"solo","points":2,"field_allowance":1,` + stats,
	"foreman":  `"kind":"solo","points":2,"jack_marshal":true,` + stats,
	"thralls":  `"kind":"solo-group","points":1,"models":3,"field_allowance":3,` + stats,
	"hireling": `"kind":"solo","points":3,"mercenary":true,"works_for":["iron"],` + stats,
	"traitor":  `"kind":"solo","points":3,"mercenary":true,"works_for":["salt"],` + stats,
}

// roster returns a roster of entries; the unit ids are u0, u1 and so on.
func roster(extra string, ids ...string) rules.Roster {
	r := rules.Roster{Name: "an army", Faction: "iron", Extra: json.RawMessage(extra)}
	for i, id := range ids {
		faction := "iron"
		if id == "hireling" || id == "traitor" {
			faction = "mercenaries"
		}
		profile := fmt.Sprintf(`{"id":%q,"name":%q,"faction":%q,%s}`, id, id, faction, entries[id])
		r.Units = append(r.Units, rules.Unit{ID: fmt.Sprintf("u%d", i), Name: "the " + id, Profile: json.RawMessage(profile)})
	}
	return r
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		title string
		army  rules.Roster
		want  string // rule or code, and field
	}{
		{"legal", roster(`{}`, "captain", "hauler", "pikes", "pikes", "scout", "thralls", "hireling"), ""},
		{"spends the whole of its points", roster(`{"army_points":25}`, "captain", "hauler", "hauler", "pikes", "pikes", "foreman", "foreman", "thralls", "thralls", "thralls"), ""},
		{"a point too much", roster(`{"army_points":25}`, "captain", "hauler", "hauler", "pikes", "pikes", "foreman", "foreman", "thralls", "thralls", "thralls", "hireling"), "WM-ARMY-5 extra.army_points"},
		{"no such points", roster(`{"army_points":30}`, "captain"), "WM-ARMY-1 extra.army_points"},
		{"nobody leads", roster(`{}`, "scout"), "WM-ARMY-27 units, WM-ARMY-21 units[0]"},
		{"two warcasters in a skirmish", roster(`{}`, "captain", "general"), "WM-ARMY-6 units"},
		{"five in an apocalypse", roster(`{"encounter_size":"apocalypse","army_points":249}`, "captain", "general", "captain", "general", "captain"), "WM-ARMY-7 units, WM-ARMY-18 units[0], WM-ARMY-18 units[1]"},
		{"a mercenary of somebody else", roster(`{}`, "captain", "traitor"), "WM-ARMY-2 units[1]"},
		{"mercenaries only", roster(`{"contract":"free-lances"}`, "captain", "traitor"), "WM-ARMY-2 units[0]"},
		{"a warjack of nobody", roster(`{"encounter_size":"war","army_points":150}`, "captain", "general", "hauler"), "WM-ARMY-15 units[2]"},
		{"a warjack of the second", roster(`{"encounter_size":"war","army_points":150,"control":{"u2":"u1"}}`, "captain", "general", "hauler"), ""},
		{"a third for the foreman", roster(`{"control":{"u2":"u1","u3":"u1","u4":"u1"}}`, "captain", "foreman", "hauler", "hauler", "hauler"), "WM-X-JM-1 units[1]"},
		{"two of a character", roster(`{}`, "captain", "relic", "relic"), "WM-ARMY-18 units[1]"},
		{"two scouts", roster(`{}`, "captain", "scout", "scout"), "WM-ARMY-21 units[1]"},
		{"two scouts for two warcasters", roster(`{"encounter_size":"war","army_points":150}`, "captain", "general", "scout", "scout"), ""},
		{"a size that is none", roster(`{"options":{"u1":"huge"}}`, "captain", "pikes"), "WM-ARMY-20 units[1]"},
		{"the great size costs more", roster(`{"army_points":15,"encounter_size":"duel","options":{"u1":"max","u2":"max"}}`, "captain", "pikes", "pikes", "hireling", "thralls"), "WM-ARMY-5 extra.army_points"},
		{"lifted by the scenario", roster(`{"waived_rules":["WM-ARMY-21"]}`, "captain", "scout", "scout"), ""},
		{"control of a unit", roster(`{"control":{"u1":"u0"}}`, "captain", "pikes"), "out-of-range extra.control.u1"},
		{"control by a scout", roster(`{"control":{"u2":"u1"}}`, "captain", "scout", "hauler"), "out-of-range extra.control.u2"},
		{"a size of a solo", roster(`{"options":{"u1":"max"}}`, "captain", "scout"), "out-of-range extra.options.u1"},
		{"an unknown setting", roster(`{"colour":"red"}`, "captain"), "unknown-field extra.colour"},
	} {
		var got []string
		for _, f := range warmachine.Game.CheckRoster(c.army) {
			what := f.Rule
			if what == "" {
				what = string(f.Code)
			}
			got = append(got, what+" "+f.Field)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s: got %q, want %q", c.title, s, c.want)
		}
	}
}

func TestCheckTellsNamesAndSums(t *testing.T) {
	faults := warmachine.Game.CheckRoster(roster(`{}`, "captain", "scout", "scout"))
	if len(faults) != 1 || faults[0].With["names"] != "the scout, the scout" || faults[0].With["points"] != "4" || faults[0].With["limit"] != "35" {
		t.Errorf("got %+v", faults)
	}
}

func TestUnpackRefusesContradictions(t *testing.T) {
	jack := entries["hauler"]
	for _, c := range []struct{ profile, want string }{
		{`"points":8,` + entries["captain"], "units[0].profile.points"},
		{strings.Replace(entries["captain"], `"focus":6,`, "", 1), "units[0].profile.focus"},
		{strings.Replace(jack, `["....",`, `[`, 1), "units[0].profile.grid"},
		{strings.Replace(jack, "....", "..x.", 1), "units[0].profile.grid[0]"},
		{`"warjack_points":3,` + entries["scout"], "units[0].profile.warjack_points"},
		{`"models":2,` + entries["scout"], "units[0].profile.models"},
		{`"options":[{"name":"min","points":2,"models":6}],` + entries["scout"], "units[0].profile.options"},
		{`"mercenary":true,` + entries["scout"], "units[0].profile.works_for"},
		{`"weapons":[{"id":"gun","kind":"ranged","power":10,"range":10}],` + entries["scout"], "units[0].profile.weapons[0].rof"},
		{`"weapons":[{"id":"gun","kind":"ranged","power":10,"rof":1}],` + entries["scout"], "units[0].profile.weapons[0].range"},
		{`"weapons":[{"id":"axe","kind":"melee","power":10,"rof":1}],` + entries["scout"], "units[0].profile.weapons[0].rof"},
		{`"weapons":[{"id":"axe","kind":"melee","power":10,"system":"head"}],` + entries["scout"], "units[0].profile.weapons[0].system"},
		{`"weapons":[{"id":"gun","kind":"ranged","power":10,"rof":1,"range":10,"reach":true}],` + entries["scout"], "units[0].profile.weapons[0].reach"},
		{`"shoes":2,` + entries["scout"], "units[0].profile.shoes"},
	} {
		raw := `{"id":"x","name":"x","faction":"iron",` + c.profile + `}`
		var points struct{ Points int }
		if err := json.Unmarshal([]byte(raw), &points); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		faults := warmachine.Game.CheckPack(rules.Pack{Units: []rules.Profile{{ID: "x", Points: points.Points, Profile: json.RawMessage(raw)}}})
		fields := []string{}
		for _, f := range faults {
			fields = append(fields, f.Field)
		}
		if !slices.Equal(fields, []string{c.want}) {
			t.Errorf("%s: got %v, want %s", raw, fields, c.want)
		}
	}
	cards := rules.Pack{Parts: map[string][]json.RawMessage{"abilities": {json.RawMessage(`{"id":"tough","name":{"fr":"Coriace"}}`)}}}
	if f := warmachine.Game.CheckPack(cards); len(f) != 1 || f[0].Field != "parts.abilities[0].text" {
		t.Errorf("a card without text: got %v", f)
	}
}
