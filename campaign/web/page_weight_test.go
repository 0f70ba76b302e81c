package web_test

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/campaign/web/webtest"
	"oriflamme/content/reference/locale"
)

var (
	scriptSources = regexp.MustCompile(`<(?:link rel="(?:stylesheet|icon|preload|modulepreload)" href|script [^>]*src)="([^"]+)"`)
	moduleImports = regexp.MustCompile(`(?:from|import) '([^']+)'`)
)

// headerBytes is about the size of the headers of a response.
const headerBytes = 250

// TestFirstVisit weighs what a phone fetches when it opens a rule for the first time: at most four requests and 30 KB. On a
// link of 400 kb/s with a round trip of 400 ms the page can be painted within 1.2 s: two round trips (the page, and its sheet,
// which is requested while the page arrives) and the bytes of the sheet. The search of a game is ready within 1.6 s.
func TestFirstVisit(t *testing.T) {
	site, get := webtest.NewReferenceSite(t)
	const perSecond, trip = 400e3 / 8, 0.4
	weigh := func(path string) int {
		answer, body := get(path, "Accept-Encoding", "gzip")
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s", path, answer.Status)
		}
		return len(body) + headerBytes
	}
	most, slowest := 0, 0.0
	for _, p := range site.Pages {
		if p.Chapter == 0 {
			continue
		}
		_, body := get("/" + p.Path)
		page := weigh("/" + p.Path)
		bytes, requests, sheet := page, 1, 0
		var fetch func(path string)
		fetch = func(path string) {
			bytes += weigh(path)
			requests++
			if strings.HasSuffix(path, ".css") {
				sheet += weigh(path)
			}
			if strings.HasSuffix(path, ".js") {
				_, script := get(path)
				for _, m := range moduleImports.FindAllStringSubmatch(script, -1) {
					fetch(m[1])
				}
			}
		}
		for _, m := range scriptSources.FindAllStringSubmatch(body, -1) {
			fetch(m[1])
		}
		if requests > 4 || bytes > 30e3 {
			t.Errorf("%s: %d requests, %d bytes", p.Path, requests, bytes)
		}
		paint := trip + max(trip, float64(page)/perSecond) + float64(sheet)/perSecond
		if paint > 1.2 {
			t.Errorf("%s: painted after %.2f s on the slow link", p.Path, paint)
		}
		most, slowest = max(most, bytes), max(slowest, paint)
	}
	t.Logf("at most %d bytes, painted after %.2f s", most, slowest)

	for _, lang := range locale.Languages {
		home := site.HomeURL(lang, "warcry")
		_, body := get(home)
		indexNames := regexp.MustCompile(`data-said="([^"]+)" data-books="warcry:([0-9a-f]+)`).FindStringSubmatch(body)
		script := regexp.MustCompile(`/public/[0-9a-f]+/js/rules.js`).FindString(body)
		_, rules := get(script)
		search := regexp.MustCompile(`/public/[0-9a-f]+/js/search.js`).FindString(rules)
		if indexNames == nil || search == "" {
			t.Fatalf("%s: the page does not name its search", home)
		}
		names := weigh(search) + weigh(home+"names-"+indexNames[2]+".js")
		whole := names + weigh(strings.TrimSuffix(home, "warcry/")+indexNames[1]) + weigh(home+"words-"+indexNames[2]+".js")
		cold := 2*trip + float64(whole)/perSecond // the script, then the other files in parallel
		t.Log(lang, "search: names", strconv.Itoa(names), "bytes, all", strconv.Itoa(whole), "bytes,", strconv.FormatFloat(cold, 'f', 2, 64), "s")
		if cold > 1.6 {
			t.Errorf("%s: a cold search takes %.2f s on the slow link", lang, cold)
		}
	}
}
