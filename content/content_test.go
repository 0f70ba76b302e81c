package content_test

import (
	"io/fs"
	"path"
	"slices"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/phrases"
)

// All languages say the same: file by file the same keys, key by key the same
// placeholders. Files are compared alone, so that a key in the wrong file shows.
func TestLanguagesAgree(t *testing.T) {
	names := func(lang string) []string {
		var out []string
		for _, pattern := range []string{"/ui.yaml", "/ui-*.yaml", "/*/phrases.yaml"} {
			found, err := fs.Glob(content.FS, lang+pattern)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				out = append(out, f[len(lang):])
			}
		}
		return out
	}
	if got := content.Langs; len(got) < 2 || got[0] != "fr" || !slices.Contains(got, "en") {
		t.Fatalf("languages %q, want French first and English", got)
	}
	house := content.Langs[0]
	for _, lang := range content.Langs[1:] {
		first, other := names(house), names(lang)
		if !slices.Equal(first, other) {
			t.Errorf("files of phrases\n%s %q\n%s %q", house, first, lang, other)
		}
		for _, name := range first {
			if !slices.Contains(other, name) {
				continue
			}
			a, b := alone(t, house, name), alone(t, lang, name)
			compare(t, name, a, b)
			compare(t, name, b, a)
		}
	}
}

func compare(t *testing.T, name string, a, b *phrases.Book) {
	t.Helper()
	for _, key := range a.Keys() {
		if !b.Has(key) {
			t.Errorf("%s%s has %s, which %s%s lacks", a.Lang, name, key, b.Lang, name)
		} else if got, want := b.Names(key), a.Names(key); !slices.Equal(got, want) {
			t.Errorf("%s: placeholders %q in %s, %q in %s", key, got, b.Lang, want, a.Lang)
		}
	}
}

func alone(t *testing.T, lang, name string) *phrases.Book {
	t.Helper()
	raw, err := fs.ReadFile(content.FS, lang+name)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{path.Join(lang, "ui.yaml"): {Data: []byte("{}")}}
	manners, err := fs.ReadFile(content.FS, lang+"/language.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files[lang+"/language.yaml"] = &fstest.MapFile{Data: manners}
	files[lang+name] = &fstest.MapFile{Data: raw}
	b, err := phrases.Load(files, lang)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBooks(t *testing.T) {
	for _, lang := range content.Langs {
		if got := content.Books()[lang].Say("site.name"); got != "Oriflamme" {
			t.Errorf("%s: site.name is %q", lang, got)
		}
	}
	first, again := content.Books()["fr"], content.Books()["fr"]
	if first != again {
		t.Error("books are read again")
	}
}
