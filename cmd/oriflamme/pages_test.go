package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// wantNone fails the test if a list of faults is not empty; what says whose faults they are.
func wantNone(t *testing.T, what string, faults []string) {
	t.Helper()
	if len(faults) > 0 {
		t.Errorf("%s:\n  %s", what, lines(faults))
	}
}

// namingRules are the rules of axe about names and languages.
var namingRules = []string{
	"area-alt", "aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name", "aria-toggle-field-name",
	"button-name", "document-title", "frame-title", "html-has-lang", "html-lang-valid", "image-alt", "input-button-name", "input-image-alt", "label",
	"link-name", "role-img-alt", "select-name", "summary-name", "svg-img-alt", "valid-lang",
}

// wantNoFaults fails the test if axe finds serious faults on the page, by all its rules or by the given ones.
func (t tab) wantNoFaults(what string, rules ...string) {
	t.t.Helper()
	wantNone(t.t, what+": axe", t.axeFaults(rules...))
}

// wantFits fails the test if the page scrolls sideways.
func (t tab) wantFits(what string) {
	t.t.Helper()
	if px := t.overflow(); px > 0 {
		t.t.Errorf("%s scrolls %d px sideways", what, px)
	}
}

// evalList runs an expression in the page that returns a list of texts.
func (t tab) evalList(expression string) (list []string) {
	t.t.Helper()
	t.eval(expression, &list)
	return list
}

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
				if lang == "fr" {
					tb.wantNoFaults(where)
				} else { // what is laid out is the same in both languages, what is said is not
					tb.wantNoFaults(where, namingRules...)
				}
				tb.screenshot(lang + "-" + name + "-phone")
				wantNone(t, where+": targets under 44 px", tb.smallTargets())
				if lang == "fr" { // the dark theme changes colours only, so one language is enough
					tb.dark(true)
					tb.wantNoFaults(where+", dark", "color-contrast")
					tb.dark(false)
				}
				for _, width := range []int64{1280, 360, 320} {
					tb.size(width, 800)
					tb.wantFits(fmt.Sprintf("%s at %d px", where, width))
					if width == 1280 {
						tb.screenshot(lang + "-" + name + "-desk")
					}
				}
			}
			wantNone(t, "in "+lang+": refused by the content security policy", refused())
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
		wantNone(t, name+": dead without script", found.Dead)
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
		tb.wantNoFaults(page)
		for _, c := range []struct {
			scheme string
			forced bool
		}{{"dark", false}, {"light", true}, {"dark", true}} {
			tb.colours(c.scheme, c.forced)
			tb.wantNoFaults(fmt.Sprintf("%s, %+v", page, c), "color-contrast", "link-in-text-block")
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
			tb.colours(scheme, false)
			wantNone(t, page+", "+scheme+": less than 7 of contrast", tb.evalList(lowContrastScript))
		}
	}
}
