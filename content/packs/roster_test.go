package packs_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

func TestRosterRoundTrip(t *testing.T) {
	king := strings.ReplaceAll(strings.ReplaceAll(unitYAML, "man", "king"), "strength: 3", "strength: 9")
	pack, faults := read(packHeader + "units:" + unitYAML + king)
	if faults != nil {
		t.Fatal(faults)
	}
	want := []string{"king", "man", "man"}
	r, err := packs.NewRoster(pack, "white", "w", want, 7)
	rulestest.Must(t, err)
	if got := packs.ProfileIDs(pack, r); !slices.Equal(got, want) {
		t.Errorf("chosen %q, want %q", got, want)
	}
	if r.Units[2].ID != "w3" || r.Units[1].Name == r.Units[2].Name || r.Faction != "white" {
		t.Errorf("roster %+v", r)
	}
	same, err := packs.NewRoster(pack, "white", "w", want, 7)
	if err != nil || same.Units[1].Name != r.Units[1].Name {
		t.Errorf("the same seed names %q, then %q (%v)", r.Units[1].Name, same.Units[1].Name, err)
	}
	r.Units[0].Profile = []byte(`{ "strength" : 8 }`)
	r.Units[1].Profile = []byte(`{ "strength" : 3 }`)
	if got := packs.ProfileIDs(pack, r); !slices.Equal(got, []string{"", "man", "man"}) {
		t.Errorf("chosen %q of changed profiles", got)
	}
	if _, err := packs.NewRoster(pack, "white", "w", []string{"queen"}, 1); err == nil {
		t.Error("an unknown profile is mustered")
	}
}

func TestNamer(t *testing.T) {
	for _, lang := range []string{"fr", "en"} {
		n, seen := packs.NewNamer(lang, 1), map[string]bool{}
		for range 200 {
			name := n.Next()
			if seen[name] {
				t.Errorf("%s: %s twice", lang, name)
			}
			seen[name] = true
			if l := len([]rune(name)); l < 4 || l > 40 || strings.ContainsAny(name, "'\"<") {
				t.Errorf("%s: name %q", lang, name)
			}
		}
		if packs.NewNamer(lang, 2).Next() == packs.NewNamer(lang, 3).Next() {
			t.Errorf("%s: seeds 2 and 3 begin alike", lang)
		}
		t.Log(slices.Sorted(func(yield func(string) bool) {
			for s := range seen {
				if !yield(s) {
					return
				}
			}
		})[:20])
	}
}

func TestNamerOfAnotherLanguage(t *testing.T) {
	if got, want := packs.NewNamer("de", 1).Next(), packs.NewNamer("en", 1).Next(); got != want {
		t.Errorf("a German is called %s, want %s as the English", got, want)
	}
}

func TestDrawField(t *testing.T) {
	draughts := &rules.Game{ID: "draughts", Decks: []rules.Deck{{Field: "board", Part: "boards"}, {Field: "minutes", Part: "clocks", Member: "minutes"}, {Field: "bag", Part: "bags"},
		{Field: "own", Part: "clocks", FromRosters: func(cards []json.RawMessage, rosters []rules.Roster) ([]json.RawMessage, error) {
			return cards[:len(rosters)], nil
		}}}}
	pack, faults := read(packHeader + `parts:
  boards:
    - {id: small, size: 8}
    - {id: large, size: 10}
  clocks:
    - {id: fast, minutes: 5}
    - {id: odd, hours: 5}
  bags: [{name: {fr: x}}]
`)
	if faults != nil {
		t.Fatal(faults)
	}
	got, err := packs.DrawField(pack, draughts, map[string]string{"board": "large", "minutes": "fast"}, rules.Roster{})
	if want := `{"board":{"id":"large","size":10},"minutes":5,"own":[{"id":"fast","minutes":5}]}`; err != nil || string(got) != want {
		t.Errorf("got %s (%v), want %s", got, err, want)
	}
	for _, choice := range []map[string]string{
		{"board": "huge"}, {"clock": "fast"}, {"minutes": "odd"}, {"bag": "x"},
	} {
		if got, err := packs.DrawField(pack, draughts, choice); err == nil {
			t.Errorf("%v draws %s", choice, got)
		}
	}
}

func TestUnmodelledAbilities(t *testing.T) {
	pack, faults := read(packHeader + `units:
  - id: man
    name: {fr: pion, en: man}
    faction: white
    points: 1
    profile: {strength: 3}
    missing: [leap, castle, rare]
parts:
  abilities:
    - {id: leap, name: {fr: Saut, en: Leap}, warband: white}
    - {id: hop, name: {fr: Bond, en: Hop}, warband: black}
    - {id: any, name: {fr: Tous, en: All}, warband: ""}
    - {id: odd, name: {fr: Seul, en: Odd}, warband: grey}
  texts:
    - {id: castle, name: {fr: "", en: Castling}}
`)
	if faults != nil {
		t.Fatal(faults)
	}
	if got, want := packs.UnmodelledAbilities(pack, pack.Units[0], "fr"), []string{"Saut", "Castling", "rare"}; !slices.Equal(got, want) {
		t.Errorf("not modelled %q, want %q", got, want)
	}
}
