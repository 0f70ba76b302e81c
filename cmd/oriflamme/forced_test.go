package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules/shelf"
)

// colours has the browser show the page as for a reader who prefers a scheme and, if forced,
// has colours of their own for everything.
func (tb tab) colours(scheme string, forced bool) {
	tb.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: "none"}}
	if forced {
		features[1].Value = "active"
	}
	tb.do(emulation.SetEmulatedMedia().WithFeatures(features))
}

// TestForcedColours looks at a page of each kind of the reference in light, dark and forced
// colours: axe finds no fault, and a rule that a link leads to can be told from others.
func TestForcedColours(t *testing.T) {
	b := newBrowser(t)
	site, err := reference.Build(content.FS, shelf.Games, reference.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := site.WriteFolder(dir, ""); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	tb := b.person(390, 844)
	for _, page := range []string{"fr/regles/", "en/rules/warmachine/", "fr/regles/warmachine/elevation-et-decor/#WM-LOS-FIG-3", "en/rules/underworlds/play-sheet/",
		"fr/regles/warcry/chercher/", "fr/regles/underworlds/suivi/"} {
		tb.colours("light", false)
		tb.open(server.URL + "/" + page)
		if faults := tb.faults(); len(faults) > 0 {
			t.Errorf("%s: axe:\n  %s", page, lines(faults))
		}
		for _, c := range []struct {
			scheme string
			forced bool
		}{{"dark", false}, {"light", true}, {"dark", true}} {
			tb.colours(c.scheme, c.forced)
			if faults := tb.faults("color-contrast", "link-in-text-block"); len(faults) > 0 {
				t.Errorf("%s, %+v: axe:\n  %s", page, c, lines(faults))
			}
		}
		var forced, told bool
		tb.eval(`matchMedia("(forced-colors: active)").matches`, &forced)
		if tb.eval(`![...document.querySelectorAll(".rule:target")].some(e => getComputedStyle(e).outlineStyle === "none")`, &told); !forced || !told {
			t.Errorf("%s: forced %t, the rule of the address is marked %t", page, forced, told)
		}
		tb.picture(strings.NewReplacer("/", "-", "#", "").Replace("forced-" + page))
	}
}
