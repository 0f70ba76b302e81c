package packs_test

import (
	"io/fs"
	"path"
	"testing"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
)

// TestShippedPacks reads every pack that comes with the program strictly. Each has names in both languages, ids of
// its own, an author and a licence.
func TestShippedPacks(t *testing.T) {
	folders, err := fs.Glob(content.FS, "packs/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no packs (%v)", err)
	}
	for _, folder := range folders {
		game := &rules.Game{ID: path.Base(folder)}
		all, faults := packs.Load(content.FS, game)
		for _, f := range faults {
			t.Error(f)
		}
		for _, p := range all {
			wantBothLanguages(t, p.ID, p.Name)
			if p.Author != "Oriflamme" || p.Licence == "" {
				t.Errorf("%s is by %q under %q", p.ID, p.Author, p.Licence)
			}
			for _, u := range p.Units {
				wantBothLanguages(t, u.ID, u.Name)
				for i, name := range packs.UnmodelledAbilities(p, u, "fr") {
					if name == u.Missing[i] {
						t.Errorf("%s lacks %s, which no part tells about", u.ID, name)
					}
				}
			}
			for part := range p.Parts {
				checkCards(t, p, part)
			}
			wantRoundTrip(t, p)
		}
	}
}

func checkCards(t *testing.T, p rules.Pack, part string) {
	t.Helper()
	cards, err := packs.Cards(p, part)
	if err != nil {
		t.Errorf("%s: %s: %v", p.ID, part, err)
	}
	seen := map[string]bool{}
	for _, c := range cards {
		if seen[c.ID] {
			t.Errorf("%s: two %s are called %s", p.ID, part, c.ID)
		}
		seen[c.ID] = true
		wantBothLanguages(t, part+" "+c.ID, c.Name)
		if len(c.Text) > 0 {
			wantBothLanguages(t, part+" "+c.ID, c.Text)
		}
	}
}

func wantBothLanguages(t *testing.T, what string, text rules.Text) {
	t.Helper()
	if text["fr"] == "" || text["en"] == "" || len(text) != 2 {
		t.Errorf("%s is not in French and English: %v", what, text)
	}
}
