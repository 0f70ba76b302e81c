package packs_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// testGame is a game that requires every profile to have a strength.
var testGame = &rules.Game{ID: "draughts", CheckPack: func(p rules.Pack) []rules.Fault {
	var faults []rules.Fault
	for i, u := range p.Units {
		var profile struct {
			Strength int `json:"strength" in:"1..9"`
		}
		if err := rules.Decode(u.Profile, &profile); err != nil {
			f := *err.(*rules.Fault)
			f.Field = rules.Join(rules.At("units", i)+".profile", f.Field)
			f.Rule = "DR-1"
			faults = append(faults, f)
		}
	}
	return faults
}}

const packHeader = `game: draughts
id: box
name: {fr: "L'île d'Or !", en: "Golden Isle!"}
edition: "1"
author: Oriflamme
licence: CC-BY-4.0
`

const unitYAML = `
  - id: man
    name: {fr: pion, en: man}
    faction: white
    points: 1
    profile:
      strength: 3
`

func read(files ...string) (rules.Pack, []packs.Fault) {
	var sources []packs.Source
	for i, text := range files {
		sources = append(sources, packs.Source{Name: string(rune('a'+i)) + ".yaml", Text: []byte(text)})
	}
	return packs.Read(sources, testGame)
}

func TestReadJoinsFiles(t *testing.T) {
	king := strings.ReplaceAll(unitYAML, "man", "king")
	pack, faults := read(packHeader+"units:"+unitYAML, "units:"+king+"parts: {boards: [{size: 8}]}", "parts:\n  boards: [{size: 10.5}]\n  days: [2026-11-21]", "")
	if faults != nil {
		t.Fatal(faults)
	}
	if len(pack.Units) != 2 || pack.Units[1].ID != "king" || pack.Units[0].Points != 1 {
		t.Errorf("units %+v", pack.Units)
	}
	if got, want := pack.Name["fr"], "L’île d’Or\u202f!"; got != want {
		t.Errorf("name %q, want %q", got, want)
	}
	parts, _ := json.Marshal(pack.Parts)
	if got, want := string(parts), `{"boards":[{"size":8},{"size":10.5}],"days":["2026-11-21"]}`; got != want {
		t.Errorf("parts %s, want %s", got, want)
	}
}

func TestReadNamesFileAndLine(t *testing.T) {
	weak := strings.ReplaceAll(strings.ReplaceAll(unitYAML, "man", "king"), "strength: 3", "strength: 12")
	for _, c := range []struct {
		want  string
		files []string
	}{
		{"a.yaml:7: colour: is not a field here", []string{packHeader + "colour: red"}},
		{"b.yaml:7: units[1].profile.strength: is 12, not 1 to 9 (DR-1)", []string{packHeader + "units:" + unitYAML, "units:" + weak}},
		{"b.yaml:2: units[1].id: \"man\" is there twice", []string{packHeader + "units:" + unitYAML, "units:" + unitYAML}},
		{"b.yaml:1: author: is said in another file already", []string{packHeader, "author: me"}},
		{"a.yaml:8: id: is there twice", []string{packHeader + "\nid: bag"}},
		{"a.yaml:7: units: want a list", []string{packHeader + "units: {}"}},
		{"a.yaml:8: parts.boards: want a list", []string{packHeader + "parts:\n  boards: 3"}},
		{"a.yaml:9: units[0].weight: is not a field here", []string{packHeader + "units:\n  - id: man\n    weight: 3"}},
		{"a.yaml:7: units: anchors and aliases are not allowed", []string{packHeader + "units: &u []"}},
		{"a.yaml:7: parts.n[1]: write the number 0x10 in plain decimals", []string{packHeader + "parts: {n: [1, 0x10]}"}},
		{"a.yaml:7: parts.n[0]: write the number .inf in plain decimals", []string{packHeader + "parts: {n: [.inf]}"}},
		{"a.yaml:7: parts.n[0]: the tag !!binary is not allowed", []string{packHeader + "parts: {n: [!!binary aGk=]}"}},
		{"a.yaml:1: want a map of a pack's fields", []string{"- 1"}},
		{"a.yaml:1: name: is required", []string{"game: draughts\nid: box"}},
		{"a.yaml:1: game: is \"chess\", not \"draughts\"", []string{strings.Replace(packHeader, "draughts", "chess", 1)}},
		{"a.yaml:5: author: is empty", []string{strings.Replace(packHeader, "author: Oriflamme", `author: ""`, 1)}},
		{"nested more than 24 deep", []string{"parts: " + strings.Repeat("[", 30) + strings.Repeat("]", 30)}},
		{"a.yaml:2: yaml:", []string{"a: 1\nb: [\n"}},
		{"has more than 4194304 bytes", []string{strings.Repeat("#", packs.MaxBytes+1)}},
	} {
		_, faults := read(c.files...)
		if len(faults) == 0 || !strings.Contains(faults[0].Error(), c.want) {
			t.Errorf("got %v, want %s", faults, c.want)
		}
	}
}

func TestLoad(t *testing.T) {
	fsys := fstest.MapFS{
		"packs/draughts/box.yaml":       {Data: []byte(packHeader)},
		"packs/draughts/units.yaml":     {Data: []byte("units:" + unitYAML)},
		"packs/draughts/club/pack.yaml": {Data: []byte(strings.Replace(packHeader, "id: box", "id: club", 1))},
		"packs/draughts/bad/pack.yaml":  {Data: []byte("id: bad")},
		"packs/draughts/dup/pack.yaml":  {Data: []byte(packHeader)},
		"packs/chess/pack.yaml":         {Data: []byte("nonsense")},
	}
	all, faults := packs.Load(fsys, testGame)
	if len(all) != 2 || all[0].ID != "box" || all[1].ID != "club" || len(all[0].Units) != 1 {
		t.Errorf("packs %+v", all)
	}
	if len(faults) != 2 || faults[0].File != "packs/draughts/bad/pack.yaml" || faults[1].File != "packs/draughts/dup" {
		t.Errorf("faults %v", faults)
	}
	own, err := fs.Sub(fsys, "packs")
	rulestest.Must(t, err)
	all, faults = packs.LoadFolder(own, testGame)
	if len(all) != 2 || all[0].ID != "box" || len(all[0].Units) != 0 || all[1].ID != "club" {
		t.Errorf("own packs %+v", all)
	}
	// units.yaml alone is not a pack; bad and dup have the same faults as before.
	if len(faults) != 3 || faults[0].File != "draughts/units.yaml" {
		t.Errorf("faults %v", faults)
	}
	if _, faults := packs.LoadFolder(os.DirFS("testdata/nowhere"), testGame); len(faults) != 1 {
		t.Errorf("a folder that is not there: %v", faults)
	}
	if all, faults := packs.Load(fsys, &rules.Game{ID: "go"}); all != nil || faults != nil {
		t.Errorf("a game without a folder has %v, %v", all, faults)
	}
}

func TestRoundTrip(t *testing.T) {
	pack, faults := read(packHeader + "units:" + unitYAML + `parts:
  odd: ["yes", "1", "2026-11-21", "null", " x: y # z", "", "~", "a\nb\n", true, null, -3, 1.50, [], {}, [[1]], {a: {b: [1]}}]
`)
	if faults != nil {
		t.Fatal(faults)
	}
	wantRoundTrip(t, pack)
}

// wantRoundTrip writes a pack, reads it back and wants the same pack.
func wantRoundTrip(t *testing.T, pack rules.Pack) {
	t.Helper()
	text, err := packs.Write(pack)
	rulestest.Must(t, err)
	back, faults := packs.Read([]packs.Source{{Name: "written.yaml", Text: text}}, &rules.Game{ID: pack.Game})
	if faults != nil {
		t.Fatalf("%v in\n%s", faults, text)
	}
	want, _ := rules.EncodeResult(pack)
	got, _ := rules.EncodeResult(back)
	if !bytes.Equal(got, want) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(packHeader + "units:" + unitYAML))
	f.Add([]byte("a: &x [*x, *x]"))
	f.Add([]byte("? {a: b}\n: c"))
	f.Add([]byte("parts: {fr: 'ça ?', en: 1e400}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		pack, faults := packs.Read([]packs.Source{{Name: "f.yaml", Text: text}}, testGame)
		if faults == nil {
			wantRoundTrip(t, pack)
		}
	})
}
