package presets_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/presets"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestEveryGameHasAPreset wants for each game at least twelve honours that are granted automatically and three ways
// of scoring, all named in both languages.
func TestEveryGameHasAPreset(t *testing.T) {
	for _, g := range games.All {
		c, err := presets.Load(content.FS, g.ID)
		rulestest.Must(t, err)
		if len(c.Honours) < 12 || len(c.Scorings) < 3 {
			t.Errorf("%s has %d honours and %d scorings", g.ID, len(c.Honours), len(c.Scorings))
		}
		if c.Scoring("").ID != c.Default || c.Scoring("presence").Loss != 1 || c.Scoring("unheard of").ID != c.Default {
			t.Errorf("%s: scoring %+v", g.ID, c.Scoring(""))
		}
		own := 0
		var seen []string
		for _, h := range c.Honours {
			if slices.Contains(seen, h.Key) {
				t.Errorf("%s has %s twice", g.ID, h.Key)
			}
			seen = append(seen, h.Key)
			for lang, catalog := range content.Catalogs() {
				if !catalog.Has(g.ID+".mark."+h.Key) && !catalog.Has("fight.honour."+h.Key) {
					t.Errorf("%s: %s has no name in %s", g.ID, h.Key, lang)
				}
			}
			if h.To != "" {
				own++
			}
			for _, w := range h.When {
				for lang, catalog := range content.Catalogs() {
					if !catalog.Has("honours.fact_" + w.Fact) {
						t.Errorf("%s: no words for %s in %s", g.ID, w.Fact, lang)
					}
				}
			}
		}
		if own < 12 {
			t.Errorf("%s grants only %d honours by itself", g.ID, own)
		}
		for _, way := range c.Scorings {
			for lang, catalog := range content.Catalogs() {
				if !catalog.Has("scoring." + way.ID) {
					t.Errorf("%s: %s has no name in %s", g.ID, way.ID, lang)
				}
			}
		}
	}
}

func TestLoadRefusesUnknownFields(t *testing.T) {
	fsys := fstest.MapFS{"presets/common.yaml": {Data: []byte("default: a\nscorings: [{id: a, win: 1}]")}, "presets/chess.yaml": {Data: []byte("honors: []")}}
	if _, err := presets.Load(fsys, "chess"); err == nil || !strings.Contains(err.Error(), "chess.yaml") {
		t.Errorf("an unknown field is read: %v", err)
	}
	if c, err := presets.Load(fsys, "go"); err != nil || c.Scoring("").Win != 1 {
		t.Errorf("a game without a file: %v %v", c, err)
	}
}
