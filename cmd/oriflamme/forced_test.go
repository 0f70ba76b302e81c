package main

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// colours has the browser show the page as for a reader who prefers a scheme and, if forced,
// has colours of their own for everything.
func (tb tab) colours(scheme string, forced bool) {
	tb.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: "none"}}
	if forced {
		features[1].Value = "active"
	}
	tb.run(emulation.SetEmulatedMedia().WithFeatures(features))
}

// lowContrastScript lists the running text of a page whose contrast is less than 7.
const lowContrastScript = `axe.run({include: [[".chapter"]], exclude: [["small"], [".diagram"], [".example"], ["caption"]]}, {runOnly: ["color-contrast-enhanced"], rules: {"color-contrast-enhanced": {enabled: true}}})
	.then(r => r.violations.flatMap(v => v.nodes).map(n => n.html).filter(h => /^<(p|li|dd|td|strong|span|em)[ >]/.test(h) && !/class="(mute|aliases|sub|of)/.test(h)))`

// TestForcedColours looks at a page of each kind of the reference in light, dark and forced
// colours: axe finds no fault, running text has a contrast of 7, and a rule that a link leads
// to can be told from others.
func TestForcedColours(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	folder := newFolder(t)
	tb := b.person(390, 844)
	for _, page := range referenceKinds {
		tb.colours("light", false)
		tb.open(folder + page)
		if faults := tb.axeFaults(); len(faults) > 0 {
			t.Errorf("%s: axe:\n  %s", page, lines(faults))
		}
		for _, c := range []struct {
			scheme string
			forced bool
		}{{"dark", false}, {"light", true}, {"dark", true}} {
			tb.colours(c.scheme, c.forced)
			if faults := tb.axeFaults("color-contrast", "link-in-text-block"); len(faults) > 0 {
				t.Errorf("%s, %+v: axe:\n  %s", page, c, lines(faults))
			}
		}
		var forced, told bool
		tb.eval(`matchMedia("(forced-colors: active)").matches`, &forced)
		if tb.eval(`![...document.querySelectorAll(".rule:target")].some(e => getComputedStyle(e).outlineStyle === "none")`, &told); !forced || !told {
			t.Errorf("%s: forced %t, the rule of the address is marked %t", page, forced, told)
		}
		tb.screenshot(strings.NewReplacer("/", "-", "#", "", "?", "-").Replace("forced-" + page))
		if !strings.Contains(page, "#") {
			continue
		}
		for _, scheme := range []string{"light", "dark"} {
			var list []string
			tb.colours(scheme, false)
			if tb.eval(lowContrastScript, &list); len(list) > 0 {
				t.Errorf("%s, %s: less than 7 of contrast:\n  %s", page, scheme, lines(list))
			}
		}
	}
}
