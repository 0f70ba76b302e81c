package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
)

// a4Across is the width of A4 paper between margins of 12 mm, in CSS pixels.
const a4Across = 703

var pdfPage = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// printedSheets prints the page as the browser would and returns how many sheets it takes.
func (t tab) printedSheets(name string) int {
	t.t.Helper()
	var pdf []byte
	t.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	if dir := os.Getenv("ORIFLAMME_SHOTS"); dir != "" {
		must(t.t, os.WriteFile(dir+"/"+name+".pdf", pdf, 0o644))
	}
	return len(pdfPage.FindAll(bytes.TrimSpace(pdf), -1))
}

// clippedOnPaper lists what would be cut off on paper: everything that is wider than the sheet or than its own box.
func (t tab) clippedOnPaper() []string {
	t.t.Helper()
	t.size(a4Across, 1000)
	t.run(emulation.SetEmulatedMedia().WithMedia("print"))
	var list []string
	t.eval(`[...document.querySelectorAll("main, main *:not(svg *)")]
		.filter(e => e.checkVisibility() && !e.matches(".vh, .vh *"))
		.filter(e => e.getBoundingClientRect().right > innerWidth + 1 || !e.matches("svg") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display != "inline")
		.map(e => e.outerHTML.slice(0, 90) + " " + Math.round(e.getBoundingClientRect().right) + " " + e.scrollWidth + "/" + e.clientWidth)`, &list)
	t.run(emulation.SetEmulatedMedia().WithMedia(""))
	return list
}

// TestPrint prints the pages that people print on A4 paper. Nothing is cut off, both copies of a battle's score sheet
// share a page, the score sheets of a round are in the order of its tables, the players are listed by name, and the
// QR codes can be read and lead to the battle and the campaign.
func TestPrint(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	state := site.state(t)
	club := "/clubs/" + site.club
	battle := site.lastBattle(t, func(s *campaign.State, b *campaign.Battle) bool {
		return b.Status == campaign.Scheduled && b.Campaign == s.AllCampaigns()[0].ID && s.Seat(b, site.people["Camille"]) >= 0
	})
	roster := club + "/rosters/" + state.RostersBy(site.people["Camille"])[0].ID
	camp := club + "/campaigns/" + state.AllCampaigns()[0].ID
	at := site.battleURL(battle)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	for _, lang := range []string{"fr", "en"} {
		tb.open(site.url + "/odds?lang=" + lang)
		for _, one := range []struct {
			name, url   string
			least, most int // sheets
		}{
			{"cards", site.url + roster + "/print", 2, 2},
			{"slip", at + "/slip", 1, 1},
			{"map", site.url + camp + "/map/print", 1, 1},
			{"standings", site.url + camp + "/standings", 1, 3},
			{"pairings", site.url + camp + "/pairings", 1, 1},
			{"poster", site.url + camp + "/poster", 1, 1},
			{"campaign", site.url + camp, 1, 6},
			{"yearbook", site.url + camp + "/yearbook", 4, 8}, // cover, map, openings, rounds
		} {
			tb.open(one.url)
			if n := tb.printedSheets("print-" + lang + "-" + one.name); n < one.least || n > one.most {
				t.Errorf("%s in %s: %d sheets, want %d to %d", one.name, lang, n, one.least, one.most)
			}
			wantNone(t, one.name+" in "+lang+" is cut on paper", tb.clippedOnPaper())
		}
		tb.open(at + "/slip?round=1")
		var battles int
		tb.eval(`document.querySelectorAll(".score-sheets").length`, &battles)
		if n := tb.printedSheets("print-" + lang + "-round"); n != battles || battles < 2 {
			t.Errorf("slips of a round in %s: %d sheets for %d battles", lang, n, battles)
		}
	}
	for _, one := range [][2]string{{at + "/slip", at}, {site.url + camp + "/poster", site.url + camp}} {
		tb.open(one[0])
		if got := tb.scan("main .qr"); got != one[1] {
			t.Errorf("the code on %s leads to %q, want %s", one[0], got, one[1])
		}
	}
	tb.open(at + "/slip")
	var drawn []string
	if tb.eval(`[...document.querySelectorAll(".score-sheet .qr .qr-fg")].map(e => e.getAttribute("d"))`, &drawn); len(drawn) != 2 || drawn[0] != drawn[1] {
		t.Errorf("%d codes on a sheet, or two that differ", len(drawn))
	}
	tb.open(site.url + camp + "/pairings")
	var players []string
	tb.eval(`[...document.querySelectorAll(".pairings tbody th")].map(e => e.textContent)`, &players)
	if len(players) < 4 || !slices.IsSorted(players) {
		t.Errorf("pairings by name: %q", players)
	}
	tb.open(at + "/slip?round=1")
	var tables []string
	tb.eval(`[...document.querySelectorAll(".score-sheets")].map(e => e.querySelector(".ss-table")?.lastChild.textContent ?? "")`, &tables)
	if !slices.IsSorted(tables) {
		t.Errorf("the slips of a round lie in the order of tables %q", tables)
	}
}
