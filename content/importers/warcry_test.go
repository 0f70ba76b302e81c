package importers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oriflamme/content/importers"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// lenientWarcry is Warcry with a check of its own: it only refuses fighters worth more than 290 points.
var lenientWarcry = &rules.Game{ID: "warcry", CheckPack: func(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	for i, u := range p.Units {
		if u.Points > 290 {
			faults = append(faults, *rules.Breaks("WC-R-5", rules.At("units", i)+".points", "is too much"))
		}
	}
	return faults
}}

func sources(t *testing.T, names ...string) []packs.Source {
	t.Helper()
	var out []packs.Source
	for _, name := range names {
		raw, err := os.ReadFile(filepath.FromSlash(name))
		rulestest.Must(t, err)
		out = append(out, packs.Source{Name: name, Text: raw})
	}
	return out
}

func refusals(h importers.Result) []string {
	var out []string
	for _, r := range h.Refused {
		out = append(out, r.String())
	}
	return out
}

func sameLines(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("missing: %s", want[i])
		case i >= len(want):
			t.Errorf("too much: %s", got[i])
		case !strings.HasPrefix(got[i], want[i]):
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestWarcryData(t *testing.T) {
	h, err := importers.WarcryData(sources(t, "testdata/french/abilities.json", "testdata/fighters.json", "testdata/abilities.json"), lenientWarcry)
	rulestest.Must(t, err)
	sameLines(t, refusals(h), []string{
		"testdata/fighters.json: entry 3: f2: another fighter has this id",
		"testdata/fighters.json: entry 5: f4: grand_alliance \"mist\" is none of",
		"testdata/fighters.json: entry 6: f5: weapons[0].min_range is not less than max_range",
		"testdata/fighters.json: entry 7: f6: tall is not a field here",
		"testdata/fighters.json: entry 8: f7: has neither weapons nor a cost",
		"testdata/fighters.json: entry 9: is no object",
		"testdata/abilities.json: entry 7: a2: another ability has this id",
		"testdata/abilities.json: entry 8: a7: cost \"free\" is none of",
		"testdata/french/abilities.json: entry 3: a1: is translated already",
		"testdata/french/abilities.json: entry 4: zz: no ability has this id",
		"testdata/fighters.json: entry 4: f3: units[2].points is too much",
	})
	for what, want := range map[string]int{"fighters": 2, "abilities": 5, "battletraits": 1, "translations": 2, "warbands": 2} {
		if got := h.Imported[what]; got != want {
			t.Errorf("%d %s, want %d", got, what, want)
		}
	}
	for i, want := range [][]string{{"a1", "a2"}, {"a2", "a3"}} {
		if got := h.Pack.Units[i].Missing; !slices.Equal(got, want) {
			t.Errorf("%s lacks %q, want %q", h.Pack.Units[i].ID, got, want)
		}
	}
	if want := []string{"a2", "a3", "a4", "a5"}; !slices.Equal(h.Untranslated, want) {
		t.Errorf("untranslated %q, want %q", h.Untranslated, want)
	}
	var first importers.AbilityText
	rulestest.Must(t, json.Unmarshal(h.Pack.Parts["abilities"][0], &first))
	if got, want := first.Name["fr"]+"|"+first.Text["fr"], "Ouvrir l’écluse|Qui est au sol perd 1 pouce de Mouvement\u202f; qu’il nage\u202f!"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for part, want := range map[string]int{"abilities": 3, "texts": 2, "battletraits": 1, "factions": 2} {
		if got := len(h.Pack.Parts[part]); got != want {
			t.Errorf("%d in part %s, want %d", got, part, want)
		}
	}
	roundTrip(t, h.Pack, lenientWarcry)
}

// roundTrip writes an imported pack as YAML, reads it back and wants the same pack.
func roundTrip(t *testing.T, pack rules.Pack, game *rules.Game) {
	t.Helper()
	text, err := packs.Write(pack)
	rulestest.Must(t, err)
	back, faults := packs.Read([]packs.Source{{Name: "out.yaml", Text: text}}, game)
	if faults != nil || len(back.Units) != len(pack.Units) {
		t.Errorf("%d units of %d come back; %v", len(back.Units), len(pack.Units), faults)
	}
}

func TestWarcryDataRefusesWholeFiles(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:        "x.json: want a list, not object",
		"[\n{}":     "x.json:2:",
		"[] []":     "x.json:1: invalid character",
		"":          "x.json:1: unexpected end",
		"[\n1,\n}]": "x.json:3:",
		strings.Repeat("[", 20) + strings.Repeat("]", 20):       "x.json:1: nested more than 16 deep",
		"[" + strings.Repeat("1,", importers.MaxEntries) + "1]": "more than 20000 entries",
		`["` + strings.Repeat("a", importers.MaxBytes) + `"]`:   "x.json has more than 16777216 bytes",
	} {
		_, err := importers.WarcryData([]packs.Source{{Name: "x.json", Text: []byte(text)}}, lenientWarcry)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

var clubHeader = rules.Pack{ID: "club", Name: rules.Text{"fr": "Club"}, Author: "Club"}

func TestCSV(t *testing.T) {
	h, err := importers.CSV(sources(t, "testdata/profiles.csv")[0], clubHeader, lenientWarcry)
	rulestest.Must(t, err)
	sameLines(t, refusals(h), []string{
		"testdata/profiles.csv: line 4: faux: points: \"x\" is no whole number",
		"testdata/profiles.csv: line 5: bref: move: \"\" is no whole number",
		"testdata/profiles.csv: line 6: portee: weapon1_range: the minimum is not less",
		"testdata/profiles.csv: line 7: degats: weapon1_damage: \"2\" does not read like 3/5",
		"testdata/profiles.csv: line 8: fort: toughness is 40, not 1 to 30",
		"testdata/profiles.csv: line 9: eclusier: another fighter has this id",
		"testdata/profiles.csv: line 10: socle: base is -1, not 0.1 to 10",
	})
	if len(h.Pack.Units) != 2 || h.Imported["fighters"] != 2 {
		t.Fatalf("took %d units", len(h.Pack.Units))
	}
	want := `{"_id":"eclusier","name":"Éclusier","warband":"polder","subfaction":"","grand_alliance":"order",` +
		`"movement":4,"toughness":4,"wounds":12,"points":100,"runemarks":["hero","champion"],"weapons":[` +
		`{"attacks":3,"strength":4,"dmg_hit":2,"dmg_crit":4,"min_range":0,"max_range":2,"runemark":"spear"},` +
		`{"attacks":2,"strength":3,"dmg_hit":1,"dmg_crit":4,"min_range":3,"max_range":12,"runemark":""}],"base":1.57,"height":1.5}`
	if got := string(h.Pack.Units[0].Profile); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if h.Pack.Game != "warcry" || h.Pack.ID != "club" || h.Pack.Author != "Club" || h.Pack.Licence != "none stated" {
		t.Errorf("pack %+v", h.Pack)
	}
}

func TestCSVRefusesWholeTables(t *testing.T) {
	good := strings.Join(importers.RequiredColumns, ",")
	for text, want := range map[string]string{
		"":                          "header: EOF",
		"id,name_fr,speed":          `no column is called "speed"`,
		"id,id":                     "id is there twice",
		"id,name_fr":                "faction is missing",
		good + "\na,\"b":            "x.csv:2: extraneous or missing",
		strings.Repeat("a", 17<<20): "has more than 16777216 bytes",
	} {
		_, err := importers.CSV(packs.Source{Name: "x.csv", Text: []byte(text)}, clubHeader, lenientWarcry)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
	if _, err := importers.CSV(packs.Source{Name: "x.csv", Text: []byte(good)}, rules.Pack{}, lenientWarcry); err == nil {
		t.Error("a pack without a name passes")
	}
}

func FuzzWarcryData(f *testing.F) {
	for _, name := range []string{"testdata/fighters.json", "testdata/abilities.json"} {
		raw, err := os.ReadFile(name)
		rulestest.Must(f, err)
		f.Add(raw)
	}
	f.Add([]byte(`[{"_id": {}, "weapons": null}, null, {"cost": 1}]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range []string{"fighters.json", "fr/abilities.json"} {
			h, err := importers.WarcryData([]packs.Source{{Name: name, Text: text}}, lenientWarcry)
			if err == nil && len(packs.Check(h.Pack, lenientWarcry)) > 0 {
				t.Errorf("the pack has faults: %v", packs.Check(h.Pack, lenientWarcry))
			}
		}
	})
}

func FuzzCSV(f *testing.F) {
	raw, err := os.ReadFile("testdata/profiles.csv")
	rulestest.Must(f, err)
	f.Add(raw)
	f.Add([]byte(strings.Join(importers.RequiredColumns, ",") + "\na,b,c,order,1,4,4,4,1,1,1,1/1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		h, err := importers.CSV(packs.Source{Name: "f.csv", Text: text}, clubHeader, lenientWarcry)
		if err == nil {
			roundTrip(t, h.Pack, lenientWarcry)
		}
	})
}
