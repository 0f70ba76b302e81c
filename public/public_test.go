package public_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"oriflamme/public"
)

func get(t *testing.T, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	public.Handler().ServeHTTP(w, r)
	return w.Result()
}

// text reads all of a body.
func text(t *testing.T, body io.Reader) string {
	t.Helper()
	all, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func TestCachedForeverUnderHash(t *testing.T) {
	res := get(t, public.URL(public.Sheet))
	if got := res.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
		t.Errorf("Cache-Control under the right hash: got %q, want immutable", got)
	}
	if got := res.Header.Get("Content-Type"); got != "text/css; charset=utf-8" {
		t.Errorf("Content-Type: got %q", got)
	}
	again := get(t, public.URL(public.Sheet), "If-None-Match", res.Header.Get("ETag"))
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("with its ETag: got %d, want 304", again.StatusCode)
	}
	old := get(t, public.Prefix+"000000000000/"+public.Sheet)
	if old.StatusCode != http.StatusOK || old.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("under another hash: got %d, %q", old.StatusCode, old.Header.Get("Cache-Control"))
	}
	if none := get(t, public.Prefix+"0/../public.go"); none.StatusCode != http.StatusNotFound {
		t.Errorf("a file outside: got %d, want 404", none.StatusCode)
	}
}

func TestSheetIsWholeAndSmall(t *testing.T) {
	res := get(t, public.URL(public.Sheet), "Accept-Encoding", "gzip")
	if res.Header.Get("Content-Encoding") != "gzip" {
		t.Fatal("not packed")
	}
	if res.ContentLength > 24<<10 {
		t.Errorf("the sheet weighs %d bytes packed, want at most 24 KiB", res.ContentLength)
	}
	z, err := gzip.NewReader(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	css := text(t, z)
	fonts := regexp.MustCompile(`url\((/public/[^)]+)\)`).FindAllStringSubmatch(css, -1)
	if len(fonts) < 10 {
		t.Fatalf("got %d fonts, want 10", len(fonts))
	}
	for _, f := range fonts {
		if res := get(t, f[1]); res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "font/woff2" {
			t.Errorf("%s: got %d %s", f[1], res.StatusCode, res.Header.Get("Content-Type"))
		}
	}
	if strings.Contains(css, "url(fonts/") || strings.Contains(css, "http://") && strings.Contains(css, "url(http") {
		t.Error("the sheet names a file without its hash, or another site")
	}
}

// TestRulesSheetIsStyled looks for one rule of each file that the sheet of the rules reference consists of.
func TestRulesSheetIsStyled(t *testing.T) {
	css := text(t, get(t, public.URL(public.RulesSheet)).Body)
	for _, rule := range []string{"color-scheme", "body{", ".top", ".btn", ".rule", "@media print"} {
		if !strings.Contains(strings.ReplaceAll(css, " {", "{"), rule) {
			t.Errorf("the sheet of the rules has no %q", rule)
		}
	}
	if strings.Contains(css, "@font-face") {
		t.Error("the sheet of the rules has fonts")
	}
}

func TestUnknownNamePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("URL of a file that is not there did not panic")
		}
	}()
	public.URL("nothing.css")
}

// TestModulesLoadOnce follows the imports of every module: they must be exactly the addresses that pages use, or a browser
// would run the same module twice.
func TestModulesLoadOnce(t *testing.T) {
	body := text(t, get(t, public.URL("js/battle.js")).Body)
	if want := "from '" + public.URL("js/oriflamme.js") + "'"; !strings.Contains(body, want) {
		t.Errorf("battle.js does not import %s", want)
	}
}

// The sheet of the rules reference has no animations or transitions, so it needs nothing for readers who asked for less motion.
func TestRulesDoNotMove(t *testing.T) {
	sheet := text(t, get(t, public.URL(public.RulesSheet)).Body)
	if len(sheet) < 10_000 {
		t.Fatalf("the sheet has %d bytes", len(sheet))
	}
	for _, moves := range []string{"animation", "transition", "@keyframes", "scroll-behavior"} {
		if strings.Contains(sheet, moves) {
			t.Errorf("the sheet of the rules has %s", moves)
		}
	}
}
