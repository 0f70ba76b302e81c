package reference_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"oriflamme/content/reference"
)

func packed(t testing.TB, parts ...[]byte) int {
	t.Helper()
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// An index is at most 60 KB under gzip for 100 pages of 5 KB of Markdown, the names
// of it at most 10 KB a book. Chapters here are of all lengths, so pages are counted
// by their text. What books of any size need, the sayings of players first, is apart.
func TestIndexSize(t *testing.T) {
	site := real(t)
	for _, lang := range reference.Languages {
		for _, game := range site.Books(lang) {
			scripts := site.IndexScripts(lang, game)
			names, index := packed(t, scripts[0]), packed(t, scripts[0], scripts[1])
			pages := max(float64(site.TextSize(lang, game))/5000, 20)
			t.Logf("%s %s: %.0f pages of 5 KB, names %d, index %d, texts %d bytes", lang, game, pages, names, index, packed(t, scripts[2]))
			if float64(index) > 60e3*pages/100+17e3 || names > 10e3 {
				t.Errorf("%s %s: names of %d bytes, index of %d for %.0f pages", lang, game, names, index, pages)
			}
		}
	}
}
