package main

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// referenceKinds are a page of each kind of the reference: the games, a book, a chapter of examples and diagrams, one
// of wide tables, a play sheet, a glossary, the search, the changes, the house rules, a whole book.
var referenceKinds = []string{
	"fr/regles/", "en/rules/warmachine/", "fr/regles/warmachine/elevation-et-decor/#WM-LOS-FIG-3", "fr/regles/magnamund/feuilles-et-profils/",
	"en/rules/underworlds/play-sheet/", "en/rules/magnamund/glossary/", "fr/regles/warcry/chercher/?q=couvert", "fr/regles/underworlds/suivi/", "en/rules/warcry/house-rules/",
	"fr/regles/warcry/premiere-bataille/",
}

// newFolder serves the reference as a plain folder.
func newFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	must(t, sharedReference()().WriteFolder(dir, ""))
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// outOfReachScript lists what a thumb cannot reach on the page of a phone: search, contents and play sheet when they
// are not in the lower two fifths or are smaller than 44 px, and tables whose headers disappear when they are
// scrolled.
const outOfReachScript = `(() => {
	const wrong = [], all = [...document.querySelectorAll(".thumb-bar a")], low = innerHeight * 0.6;
	for (const a of all) {
		const r = a.getBoundingClientRect(), over = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		if (r.top < low || r.bottom > innerHeight || r.width < 44 || r.height < 44 || !a.contains(over)) wrong.push(a.textContent + " at " + Math.round(r.top) + ", " + Math.round(r.width) + "x" + Math.round(r.height));
	}
	const book = location.pathname.split("/").length > 4;
	if (all.length < (book ? 2 : 1)) wrong.push(all.length + " controls at the thumb");
	for (const box of document.querySelectorAll(".chapter .scroll")) {
		if (box.scrollWidth <= box.clientWidth) continue;
		const row = box.querySelector("tbody tr"), first = row.cells[0], was = first.getBoundingClientRect().left;
		if (row.cells[0].offsetWidth > box.clientWidth * 0.6) wrong.push("the heads of the rows fill the table " + row.textContent);
		box.scrollLeft = 60;
		if (Math.abs(first.getBoundingClientRect().left - was) > 1) wrong.push("the head goes away from " + row.textContent);
	}
	const long = document.querySelector("table.coverage");
	if (long) {
		long.rows[40].scrollIntoView();
		const head = long.tHead.rows[0].cells[1].getBoundingClientRect();
		if (head.top < 0 || head.bottom > innerHeight / 2) wrong.push("the head of the coverage is at " + head.top);
	}
	return wrong;
})()`

// TestOneHand measures a page of each kind of the reference on a phone, in a plain folder and in the app.
func TestOneHand(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	folder := newFolder(t)
	tb := b.person(390, 844)
	pages := []string{site.url + "/fr/regles/warcry/attaquer/", site.url + "/en/rules/warmaster/play-sheet/", site.url + "/fr/regles/"}
	for _, page := range referenceKinds {
		pages = append(pages, folder+page)
	}
	for _, page := range pages {
		tb.size(390, 844)
		tb.open(page)
		wantNone(t, page, append(tb.evalList(outOfReachScript), tb.axeFaults("target-size")...))
		tb.size(320, 700)
		tb.wantFits(page + " at 320 px")
		tb.size(390, 844)
		tb.eval(`document.documentElement.style.fontSize = "200%"; 0`, nil)
		tb.wantFits(page + " with text of 200 %")
	}
}

// TestTouchDefinitions opens a term of the glossary by touch and by keys, and closes it in every possible way: the
// page stays where it was and the focus returns to the term. Then it copies the rule's address and the rule.
func TestTouchDefinitions(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	tb.open(site.url + "/fr/regles/warcry/attaquer/#WC-ATK-8")
	tb.wait(`document.readyState == "complete" && document.querySelector("#WC-ATK-8 a.term[aria-haspopup=dialog]")`)
	const open, closed = `document.querySelector("#gloss:popover-open") && history.state?.open && document.activeElement.matches("#gloss button")`, `!document.querySelector("#gloss:popover-open") && document.activeElement.matches("#WC-ATK-8 a.term") && !history.state?.open`
	at := func(selector string) (x, y float64) {
		var spot []float64
		tb.eval(`(() => { const r = document.querySelector(`+quote(selector)+`).getClientRects()[0]; return [r.left + r.width / 2, r.top + r.height / 2]; })()`, &spot)
		return spot[0], spot[1]
	}
	tap := func(x, y float64) {
		tb.run(input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: x, Y: y}}), input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}))
	}
	for _, way := range []struct {
		name string
		shut func()
	}{
		{"Escape", func() { tb.run(chromedp.KeyEvent(kb.Escape)) }},
		{"a tap", func() { tap(195, 120) }},
		{"going back", func() { tb.eval(`history.back()`, nil) }},
		{"its button", func() { tap(at("#gloss button")) }},
	} {
		tap(at("#WC-ATK-8 a.term"))
		tb.wait(open)
		var said []string
		tb.eval(`(() => { const box = document.querySelector("#gloss"); return [box.getAttribute("role"), document.getElementById(box.getAttribute("aria-labelledby")).textContent,
			box.querySelector("#gloss > p a").href, document.activeElement.getAttribute("aria-label"), String(box.children[2].textContent.length > 20)]; })()`, &said)
		if got := strings.Join(said, " "); got != "dialog Couvert "+site.url+"/fr/regles/warcry/glossaire/index.html#t-cover Fermer true" {
			t.Errorf("what opens is %s", got)
		}
		way.shut()
		tb.wait(closed)
		var hash string
		if tb.eval(`location.hash`, &hash); hash != "#WC-ATK-8" {
			t.Errorf("after %s the page is at %q", way.name, hash)
		}
	}
	// Going back leads to the rule of the address, which takes the focus until the next frame; then the term has it to stay.
	tb.eval(`new Promise(done => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => setTimeout(done)))))`, nil)
	tb.wait(closed)
	tb.run(chromedp.KeyEvent(kb.Enter))
	tb.wait(open)
	tb.run(chromedp.KeyEvent(kb.Enter)) // now the closing button has it
	tb.wait(closed)

	tap(at("#WC-ATK-8 a.term"))
	tb.wait(open)
	tb.wantNoFaults("a definition")

	tb.eval(`Object.defineProperty(navigator, "clipboard", {value: {writeText: async text => { self.copied = text; }}}); 0`, nil)
	const address = "/fr/regles/warcry/attaquer/#WC-ATK-8"
	tb.eval(`document.querySelector("#WC-ATK-8 > .cite, #WC-ATK-8 > .cites > .cite").click(); 0`, nil)
	tb.wait(`self.copied === ` + quote(site.url+address))
	tb.eval(`document.querySelector("#WC-ATK-8 .of button").click(); 0`, nil)
	tb.wait(`self.copied.startsWith("WC-ATK-8 · ") && self.copied.endsWith(` + quote("\n"+site.url+address) + `) && self.copied.includes(document.querySelector(".book").dataset.edition)`)

	tb.script(false)
	tb.open(site.url + "/fr/regles/warcry/attaquer/")
	tb.run(chromedp.Click("#WC-ATK-8 a.term", chromedp.ByQuery))
	tb.wait(`location.hash == "#t-cover"`)
}

// TestOtherLanguageKeepsThePlace changes the language in the middle of a rule: the rule is at the same height on the
// other page.
func TestOtherLanguageKeepsThePlace(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	folder := newFolder(t)
	tb := b.person(390, 844)
	for _, id := range []string{"WC-ATK-10", "WC-DMG-2"} {
		tb.open(folder + "fr/regles/warcry/attaquer/#" + id)
		tb.wait(`document.readyState == "complete"`)
		const top = `Math.round(document.querySelector(location.hash).getBoundingClientRect().top)`
		var was int
		tb.eval(`scrollBy({top: -111, behavior: "instant"}), `+top, &was)
		tb.click(`.toc a.lang`)
		tb.wait(`document.documentElement.lang == "en" && document.readyState == "complete" && location.hash == "#` + id + `" && Math.abs(` + top + ` - ` + strconv.Itoa(was) + `) < 3`)
	}
}
