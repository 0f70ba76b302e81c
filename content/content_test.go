package content_test

import (
	"io/fs"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/rules/rulestest"
)

// TestLanguagesAgree checks that all languages say the same: file by file the same keys, and key by key the same
// placeholders. Files are compared one by one, so that a key in the wrong file shows.
func TestLanguagesAgree(t *testing.T) {
	names := func(lang string) []string {
		var out []string
		for _, pattern := range []string{"/ui.yaml", "/ui-*.yaml", "/*/phrases.yaml"} {
			found, err := fs.Glob(content.FS, lang+pattern)
			rulestest.Must(t, err)
			for _, f := range found {
				out = append(out, f[len(lang):])
			}
		}
		return out
	}
	if got := content.Languages; len(got) < 2 || got[0] != "fr" || !slices.Contains(got, "en") {
		t.Fatalf("languages %q, want French first and English", got)
	}
	house := content.Languages[0]
	for _, lang := range content.Languages[1:] {
		first, other := names(house), names(lang)
		if !slices.Equal(first, other) {
			t.Errorf("files of phrases\n%s %q\n%s %q", house, first, lang, other)
		}
		for _, name := range first {
			if !slices.Contains(other, name) {
				continue
			}
			a, b := readAlone(t, house, name), readAlone(t, lang, name)
			compareCatalogs(t, name, a, b)
			compareCatalogs(t, name, b, a)
		}
	}
}

func compareCatalogs(t *testing.T, name string, a, b *phrases.Catalog) {
	t.Helper()
	for _, key := range a.Keys() {
		if !b.Has(key) {
			t.Errorf("%s%s has %s, which %s%s lacks", a.Lang, name, key, b.Lang, name)
		} else if got, want := b.Placeholders(key), a.Placeholders(key); !slices.Equal(got, want) {
			t.Errorf("%s: placeholders %q in %s, %q in %s", key, got, b.Lang, want, a.Lang)
		}
	}
}

func readAlone(t *testing.T, lang, name string) *phrases.Catalog {
	t.Helper()
	raw, err := fs.ReadFile(content.FS, lang+name)
	rulestest.Must(t, err)
	files := fstest.MapFS{path.Join(lang, "ui.yaml"): {Data: []byte("{}")}}
	conventions, err := fs.ReadFile(content.FS, lang+"/language.yaml")
	rulestest.Must(t, err)
	files[lang+"/language.yaml"] = &fstest.MapFile{Data: conventions}
	files[lang+name] = &fstest.MapFile{Data: raw}
	b, err := phrases.Load(files, lang)
	rulestest.Must(t, err)
	return b
}

func TestCatalogs(t *testing.T) {
	for _, lang := range content.Languages {
		if got := content.Catalogs()[lang].Say("site.name"); got != "Oriflamme" {
			t.Errorf("%s: site.name is %q", lang, got)
		}
	}
	first, again := content.Catalogs()["fr"], content.Catalogs()["fr"]
	if first != again {
		t.Error("books are read again")
	}
}
