package reference_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"reflect"
	"runtime"
	"testing"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/search"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// A compact site that is built a second time has the same bytes as the first, gives the same answers and keeps little
// memory.
func TestCompact(t *testing.T) {
	rulestest.Slow(t)
	first := publishedSite(t)
	before := heapBytes()
	again, err := reference.Build(content.FS, games.All, build.Options{})
	rulestest.Must(t, err)
	again.Compact()
	kept := heapBytes() - before
	t.Logf("%.1f MB for %d pages", float64(kept)/1e6, len(again.Pages))
	if kept > 15e6 {
		t.Errorf("a site at rest keeps %.1f MB, at most 15 are wanted", float64(kept)/1e6)
	}
	for i, p := range again.Pages {
		if q := first.Pages[i]; p.Path != q.Path || p.Body() != q.Body() || !reflect.DeepEqual(p.Sections, q.Sections) {
			t.Errorf("%s differs", p.Path)
		}
	}
	for _, lang := range locale.Languages {
		for _, game := range first.GamesIn(lang) {
			sameBook(t, first, again, lang, game)
		}
	}
}

func sameBook(t *testing.T, a, b *reference.Site, lang, game string) {
	t.Helper()
	for _, id := range a.RuleIDs(lang, game) {
		if to := a.RuleURL(lang, game, id); to == "" || b.RuleURL(lang, game, id) != to {
			t.Errorf("%s %s %s leads to %q", lang, game, id, b.RuleURL(lang, game, id))
		}
	}
	for _, path := range append(a.Preload(lang, game), a.HomeURL(lang, game)+"pack.bin") {
		want, ok := a.Asset(path)
		got, _ := b.Asset(path)
		if !bytes.Equal(got, want) {
			t.Errorf("%s differs", path)
		}
		if packed, compressed := b.Compressed(path, "gzip"); ok && (!compressed || !bytes.Equal(gunzip(t, packed), want)) {
			t.Errorf("%s differs under gzip", path)
		}
	}
	for _, query := range []string{"attaque", "attack move", "à couvert", "combien de dés", "initiative", "glossry"} {
		if want, got := withoutPages(a.Search(lang, game, query, 10)), withoutPages(b.Search(lang, game, query, 10)); !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s %q: got %v, want %v", lang, game, query, got, want)
		}
		if want, got := a.Find(lang, game, query, 10), b.Find(lang, game, query, 10); !reflect.DeepEqual(got, want) {
			t.Errorf("%s %s %q: got %v, want %v", lang, game, query, got, want)
		}
		at := "search"
		if want, got := a.SearchBody(a.Page(a.RuleURL(lang, game, at)), query), b.SearchBody(b.Page(b.RuleURL(lang, game, at)), query); got != want {
			t.Errorf("%s %s: the page that answers %q differs", lang, game, query)
		}
	}
}

// withoutPages returns the hits with the paths of their pages only, so that hits of two sites can be compared.
func withoutPages(hits []search.Hit) []search.Hit {
	for i := range hits {
		hits[i].Page = &build.Page{Path: hits[i].Page.Path}
	}
	return hits
}

func gunzip(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	rulestest.Must(t, err)
	plain, err := io.ReadAll(r)
	rulestest.Must(t, err)
	return plain
}

// heapBytes returns the bytes of the heap that are in use after garbage collection.
func heapBytes() int64 {
	runtime.GC()
	runtime.GC() // the second collection frees what pools keep
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
