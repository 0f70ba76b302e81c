package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// TestPages looks at every page at the sizes of a phone and a laptop, in light and dark, French and English, for
// sideways scrolling, small targets, faults of accessibility, and what the content security policy refused.
func TestPages(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	pages := site.addresses(t)
	for _, lang := range []string{"fr", "en"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			b := b
			b.t = t
			tb := b.person(390, 844)
			refused := tb.csp()
			site.signIn(tb, "Camille", lang)
			for _, name := range slices.Sorted(maps.Keys(pages)) {
				tb.size(390, 844)
				tb.dark(false)
				tb.open(site.url + pages[name])
				where := name + " in " + lang
				if faults := tb.axeFaults(); len(faults) > 0 {
					t.Errorf("%s: axe:\n  %s", where, lines(faults))
				}
				tb.screenshot(lang + "-" + name + "-phone")
				if small := tb.smallTargets(); len(small) > 0 {
					t.Errorf("%s: targets under 44 px:\n  %s", where, lines(small))
				}
				if lang == "fr" { // the dark theme changes colours only, so one language is enough
					tb.dark(true)
					if faults := tb.axeFaults("color-contrast"); len(faults) > 0 {
						t.Errorf("%s, dark: axe:\n  %s", where, lines(faults))
					}
					tb.dark(false)
				}
				for _, width := range []int64{1280, 360, 320} {
					tb.size(width, 800)
					if px := tb.overflow(); px > 0 {
						t.Errorf("%s: scrolls %d px sideways at %d px", where, px, width)
					}
					if width == 1280 {
						tb.screenshot(lang + "-" + name + "-desk")
					}
				}
			}
			if list := refused(); len(list) > 0 {
				t.Errorf("in %s: refused by the content security policy:\n  %s", lang, lines(list))
			}
		})
	}
}

// TestPagesWithoutScript opens every page with JavaScript off: it has its heading, and everything that looks like a
// control works without a script.
func TestPagesWithoutScript(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	tb.script(false)
	for name, path := range site.addresses(t) {
		tb.open(site.url + path)
		var found struct {
			Heading string   `json:"heading"`
			Dead    []string `json:"dead"`
		}
		tb.eval(`({
			heading: (document.querySelector("main h1, main h2") || {}).textContent || "",
			dead: [...document.querySelectorAll("button, a:not([href]), input[type=button]")]
				.filter(e => e.checkVisibility({visibilityProperty: true}) && !(e.form && e.form.action) && !e.popoverTargetElement && !e.closest("summary"))
				.map(e => e.outerHTML.slice(0, 100)),
		})`, &found)
		if found.Heading == "" {
			t.Errorf("%s has no heading without script", name)
		}
		if len(found.Dead) > 0 {
			t.Errorf("%s: dead without script:\n  %s", name, lines(found.Dead))
		}
	}
}

// colours shows the page as to a reader who prefers a colour scheme; with forced, the reader's own colours replace
// those of the page.
func (t tab) colours(scheme string, forced bool) {
	t.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: "none"}}
	if forced {
		features[1].Value = "active"
	}
	t.run(emulation.SetEmulatedMedia().WithFeatures(features))
}

// lowContrastScript lists the running text of a page whose contrast is below 7.
const lowContrastScript = `axe.run({include: [[".chapter"]], exclude: [["small"], [".diagram"], [".example"], ["caption"]]}, {runOnly: ["color-contrast-enhanced"], rules: {"color-contrast-enhanced": {enabled: true}}})
	.then(r => r.violations.flatMap(v => v.nodes).map(n => n.html).filter(h => /^<(p|li|dd|td|strong|span|em)[ >]/.test(h) && !/class="(mute|aliases|sub|of)/.test(h)))`

// TestForcedColours looks at a page of each kind of the reference in light, dark and forced colours: axe finds no
// fault, running text has a contrast of 7, and the rule that a link leads to looks different from the others.
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
		var forced, marked bool
		tb.eval(`matchMedia("(forced-colors: active)").matches`, &forced)
		if tb.eval(`![...document.querySelectorAll(".rule:target")].some(e => getComputedStyle(e).outlineStyle === "none")`, &marked); !forced || !marked {
			t.Errorf("%s: forced %t, the rule of the address is marked %t", page, forced, marked)
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
