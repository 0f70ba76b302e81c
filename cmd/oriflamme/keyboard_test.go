package main

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestKeyboard goes through the pages without a mouse: the skip link comes first, every stop of the tab key is
// visible, arrow keys move across the map, and Escape closes a pop-up.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(1280, 900)
	site.signIn(tb, "Camille", "fr")
	pages := site.addresses(t)

	tb.open(site.url + pages["campaign"])
	tb.run(chromedp.KeyEvent(kb.Tab))
	if at := tb.focused(); !strings.Contains(at, `class="skip"`) {
		t.Errorf("the first stop is %s", at)
	}
	tb.run(chromedp.KeyEvent(kb.Enter))
	tb.wait(`location.hash == "#main"`)
	tb.run(chromedp.KeyEvent(kb.Tab))
	var inside bool
	tb.eval(`!!document.activeElement.closest("main")`, &inside)
	if !inside {
		t.Errorf("after the skip link the next stop is %s", tb.focused())
	}

	for _, name := range []string{"campaign", "roster", "battle-live", "standings", "report"} {
		tb.open(site.url + pages[name])
		seen := map[string]int{}
		for range 60 {
			tb.run(chromedp.KeyEvent(kb.Tab))
			at := tb.focused()
			if strings.HasPrefix(at, "<body") {
				break
			}
			if seen[at]++; seen[at] > 2 {
				break
			}
			var shown bool
			tb.eval(`(() => {
				const e = document.activeElement, s = getComputedStyle(e), r = e.getBoundingClientRect();
				const near = e.matches("input[type=radio], input[type=checkbox]") ? getComputedStyle(e.nextElementSibling ?? e) : s;
				const grip = e.querySelector(".grip");
				if (grip && parseFloat(getComputedStyle(grip).strokeWidth) >= 3) return true;
				return r.width > 0 && r.height > 0 && (s.outlineStyle != "none" || s.boxShadow != "none" || near.outlineStyle != "none" || near.boxShadow != "none");
			})()`, &shown)
			if !shown {
				t.Errorf("%s: no eye sees the focus on %s", name, at)
			}
		}
		if len(seen) < 8 {
			t.Errorf("%s: %d stops", name, len(seen))
		}
	}

	tb.open(site.url + pages["campaign"])
	tb.run(chromedp.Focus("[data-at]", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowLeft))
	tb.wait(`location.search.startsWith("?at=")`)

	tb.open(site.url + "/fr/regles/warcry/attaquer/index.html")
	tb.wait(`document.querySelector("main h1")`)
	tb.run(chromedp.KeyEvent("/"))
	tb.wait(`document.querySelector("#search").matches(":popover-open") && document.activeElement.matches("#search input")`)
	tb.run(chromedp.KeyEvent(kb.Escape))
	tb.wait(`!document.querySelector("#search").matches(":popover-open") && !history.state?.open`)
	tb.run(chromedp.KeyEvent("/"))
	tb.wait(`document.activeElement.matches("#search:popover-open input")`)
	tb.run(chromedp.KeyEvent("désengagement"))
	tb.wait(`document.querySelector("#search .result mark") && / réponses?$/.test(document.querySelector("#search [role=status]").textContent)`)
	tb.run(chromedp.KeyEvent(kb.ArrowDown))
	tb.wait(`document.activeElement.matches("#search .result:first-child")`)
	tb.run(chromedp.KeyEvent(kb.Enter))
	tb.wait(`location.hash == "#t-disengage" || location.hash == "#wc-disengage"`)
	tb.wait(`CSS.highlights.get("asked")?.size > 0`)
}

// TestSearchHasTheFocus types as soon as a page allows it. A search opened by the magnifier of another page takes the
// text at once, and a search opened again while the page is still going back keeps the focus.
func TestSearchHasTheFocus(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	for _, lang := range []string{"fr", "en"} {
		tb.open(site.url + "/?lang=" + lang)
		tb.click(`.top a[href="/rules/search"]`)
		tb.wait(`document.activeElement.matches("#found input[type=search]")`)
		tb.run(chromedp.KeyEvent("bli"))
		tb.wait(`document.querySelector("#found input").value == "bli" && document.querySelector("#found .result")`)
	}

	tb.open(site.url + "/fr/regles/warcry/attaquer/")
	tb.run(chromedp.KeyEvent("/"))
	tb.wait(`document.activeElement.matches("#search:popover-open input") && history.state?.open`)
	var open bool // by a slash in the frame in which the search was closed
	tb.eval(`(() => {
		const search = document.querySelector("#search"), field = search.querySelector("input");
		search.hidePopover();
		field.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}));
		return search.matches(":popover-open");
	})()`, &open)
	if !open {
		t.Error("the field of the closed search takes the slash")
	}
	tb.eval(`addEventListener("popstate", () => {
		document.querySelector("a[data-search]").click();
		requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(() => { self.settled = true; }))));
	}, {once: true}); 0`, nil)
	tb.run(chromedp.KeyEvent(kb.Escape))
	tb.wait(`self.settled`)
	if at := tb.focused(); !strings.Contains(at, `type="search"`) {
		t.Errorf("the search that was opened again lost the focus to %s", at)
	}
}

// focused returns the beginning of the element that has the focus.
func (t tab) focused() string {
	t.t.Helper()
	var html string
	t.eval(`document.activeElement.outerHTML.slice(0, 120)`, &html)
	return html
}
