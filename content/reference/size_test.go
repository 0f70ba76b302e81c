package reference_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"

	"github.com/andybalholm/brotli"

	"oriflamme/content/reference/locale"
	"oriflamme/rules/rulestest"
)

func gzippedLen(t testing.TB, parts ...[]byte) int {
	t.Helper()
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	for _, part := range parts {
		if _, err := w.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	rulestest.Must(t, w.Close())
	return b.Len()
}

// The indexes of a language take at most 63 KB under gzip for 100 pages, and the names of a book at most 10 KB.
func TestIndexSize(t *testing.T) {
	site := publishedSite(t)
	for _, lang := range locale.Languages {
		all, pages, text := 0, 0, 0
		for i, game := range site.GamesIn(lang) {
			scripts := site.IndexScripts(lang, game)
			names, words := gzippedLen(t, scripts[0]), gzippedLen(t, scripts[1])
			if i == 0 {
				all = gzippedLen(t, scripts[3])
				t.Logf("%s: %d bytes in common", lang, all)
			}
			all += names + words
			pages += site.PageCount(lang, game)
			text += site.TextSize(lang, game)
			t.Logf("%s %s: names %d, words %d, texts %d bytes", lang, game, names, words, gzippedLen(t, scripts[2]))
			if names > 10e3 {
				t.Errorf("%s %s: names of %d bytes", lang, game, names)
			}
		}
		t.Logf("%s: %d bytes for %d pages of %d bytes of text, %.1f KB for 100", lang, all, pages, text/pages, float64(all)/float64(pages)/10)
		if all > 630*pages {
			t.Errorf("%s: %d bytes of indexes for %d pages", lang, all, pages)
		}
	}
}

// The pack of a whole book takes at most 309 KB under brotli for 100 pages, counting the pages of the book and the page of its
// changes. The packs of a language together, with the words that they share, take at most 300 KB for 100 pages.
func TestPackSize(t *testing.T) {
	if testing.Short() {
		t.Skip("to pack all books takes long")
	}
	site := publishedSite(t)
	for _, lang := range locale.Languages {
		all, pages := gzippedLen(t, site.IndexScripts(lang, site.GamesIn(lang)[0])[3]), 0
		for _, game := range site.GamesIn(lang) {
			pack, ok := site.Compressed(site.HomeURL(lang, game)+"pack.bin", "br")
			if !ok {
				t.Fatalf("%s %s: no pack", lang, game)
			}
			plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(pack)))
			if want, _ := site.Asset(site.HomeURL(lang, game) + "pack.bin"); err != nil || !bytes.Equal(plain, want) {
				t.Errorf("%s %s: the pack differs under brotli (%v)", lang, game, err)
			}
			n, of := len(pack), site.PageCount(lang, game)+1
			t.Logf("%s %s: %d bytes for %d pages, %d KB for 100", lang, game, n, of, n/of/10)
			if n > 3090*of {
				t.Errorf("%s %s: a pack of %d bytes for %d pages", lang, game, n, of)
			}
			all, pages = all+n, pages+of
		}
		t.Logf("%s: %d KB for 100 pages of all books", lang, all/pages/10)
		if all > 3000*pages {
			t.Errorf("%s: %d bytes for %d pages", lang, all, pages)
		}
	}
}
