package book_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

func TestReferencePages(t *testing.T) {
	site, get := webtest.NewReferenceSite(t)
	for _, p := range site.Pages {
		answer, body := get("/" + p.Path)
		if answer.StatusCode != http.StatusOK || !strings.Contains(body, p.Body()) {
			t.Errorf("%s: %s, or its body is not that of the folder", p.Path, answer.Status)
		}
		if !strings.Contains(body, `<html lang="`+p.Lang+`"`) {
			t.Errorf("%s is not told to be in %s", p.Path, p.Lang)
		}
	}
	if _, body := get("/fr/regles/warcry/attaquer/index.html"); !strings.Contains(body, `id="WC-ATK-3"`) {
		t.Error("the links of a page lead to index.html, which is not answered")
	}
	if _, body := get("/fr/regles/warcry/attaquer/"); !strings.Contains(body, `href="/en/rules/warcry/attacking/?lang=en"`) {
		t.Error("the switch of languages does not lead to the same page")
	}
	for _, path := range []string{"/fr/regles/warcry/attaquer", "/en/rules/warcry/attacking", "/fr/regles"} {
		_, body := get(path + "/")
		if !strings.Contains(body, `property="og:image" content="http://127.0.0.1:`) || !strings.Contains(body, path+"/card.png?lang="+path[1:3]+`"`) {
			t.Errorf("%s names no picture", path)
		}
		answer, body := get(path + "/card.png?lang=" + path[1:3])
		pic, err := png.DecodeConfig(strings.NewReader(body))
		if err != nil || pic.Width != 1200 || pic.Height != 630 || len(body) > 100<<10 || answer.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("the picture of %s: %s, %+v %v, %d bytes", path, answer.Status, pic, err, len(body))
		}
	}
	if answer, _ := get("/fr/regles/warcry/rien/card.png"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("the picture of no page: %s", answer.Status)
	}
}

func TestReferenceRedirects(t *testing.T) {
	_, get := webtest.NewReferenceSite(t)
	for _, c := range []struct{ from, lang, to string }{
		{"/rules", "fr", "/fr/regles/"},
		{"/rules/", "en", "/en/rules/"},
		{"/rules/warcry/", "fr", "/fr/regles/warcry/"},
		{"/rules/search", "en", "/en/rules/warcry/search/"},
		{"/rules/WC-ATK-3", "fr", "/fr/regles/warcry/attaquer/#WC-ATK-3"},
		{"/rules/WC-ATK-3", "en", "/en/rules/warcry/attacking/#WC-ATK-3"},
		{"/fr/regles/warcry/attaquer", "en", "/fr/regles/warcry/attaquer/"},
		{"/fr/regles", "fr", "/fr/regles/"},
	} {
		answer, _ := get(c.from, "Cookie", "lang="+c.lang)
		if got := answer.Header.Get("Location"); got != c.to {
			t.Errorf("%s in %s: %s to %q, want %q", c.from, c.lang, answer.Status, got, c.to)
		}
	}
	for _, path := range []string{"/rules/WC-ATK-999", "/fr/regles/warcry/rien/", "/fr/regles/chess/"} {
		if answer, _ := get(path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s, want 404", path, answer.Status)
		}
	}
}

func TestReferenceSearch(t *testing.T) {
	site, get := webtest.NewReferenceSite(t)
	_, page := get("/fr/regles/warcry/chercher/index.html?q=%C3%A0+couvert")
	if !strings.Contains(page, `<a class="result" href="../glossaire/index.html#t-cover">`) || !strings.Contains(page, "<mark>") {
		t.Error("a search without scripts does not find the glossary's entry")
	}
	if _, page = get(`/fr/regles/warcry/chercher/?q=%22%3E%3Cscript%3E`); strings.Contains(page, `"><script>`) {
		t.Error("a query is written into the page as it came")
	}
	_, list := get("/en/rules/warcry/search/?q=wc-atk-3", "Accept", "application/json")
	var hits []struct {
		URL   string
		Rules []string
	}
	if err := json.Unmarshal([]byte(list), &hits); err != nil || len(hits) == 0 || hits[0].URL != "/en/rules/warcry/attacking/#WC-ATK-3" {
		t.Errorf("as JSON: %s (%v)", list, err)
	}
	for _, path := range site.Preload("fr", "warcry") {
		if !strings.HasSuffix(path, ".js") {
			continue
		}
		answer, body := get(path)
		if answer.StatusCode != http.StatusOK || !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(body, "(self.oriflammeSearch") {
			t.Errorf("%s: %s, %s", path, answer.Status, answer.Header.Get("Cache-Control"))
		}
	}
}

// TestPackEncodings: an offline book is sent in the best encoding that the client accepts, and has the same content in each.
func TestPackEncodings(t *testing.T) {
	site, get := webtest.NewReferenceSite(t)
	path := site.HomeURL("en", "warcry") + "pack.bin"
	want, ok := site.Asset(path)
	if !ok {
		t.Fatal("no pack")
	}
	for _, c := range []struct{ accept, encoding string }{
		{"gzip, deflate, br, zstd", "br"}, {"br;q=0, gzip", "gzip"}, {"gzip", "gzip"}, {"identity", ""},
	} {
		answer, body := get(path, "Accept-Encoding", c.accept)
		if got := answer.Header.Get("Content-Encoding"); answer.StatusCode != http.StatusOK || got != c.encoding {
			t.Errorf("%q: got %s under %q, want it under %q", c.accept, answer.Status, got, c.encoding)
		}
		var plain io.Reader = strings.NewReader(body)
		switch c.encoding {
		case "br":
			plain = brotli.NewReader(plain)
		case "gzip":
			unzipped, err := gzip.NewReader(plain)
			rulestest.Must(t, err)
			plain = unzipped
		}
		if got, err := io.ReadAll(plain); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: the pack differs (%v)", c.accept, err)
		}
	}
}
