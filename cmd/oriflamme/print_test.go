package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"rsc.io/qr"

	"oriflamme/campaign"
)

// a4Across is the width of A4 paper between margins of 12 mm, in CSS pixels.
const a4Across = 703

var pdfPage = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// paper prints the page as the browser would and returns how many sheets it takes.
func (tb tab) paper(name string) int {
	tb.t.Helper()
	var pdf []byte
	tb.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
		return err
	}))
	if dir := os.Getenv("ORIFLAMME_SHOTS"); dir != "" {
		if err := os.WriteFile(dir+"/"+name+".pdf", pdf, 0o644); err != nil {
			tb.t.Fatal(err)
		}
	}
	return len(pdfPage.FindAll(bytes.TrimSpace(pdf), -1))
}

// cut lists what would be cut on paper: whatever is wider than the sheet or than its own box.
func (tb tab) cut() []string {
	tb.t.Helper()
	tb.size(a4Across, 1000)
	tb.do(emulation.SetEmulatedMedia().WithMedia("print"))
	var list []string
	tb.eval(`[...document.querySelectorAll("main, main *:not(svg *)")]
		.filter(e => e.checkVisibility() && !e.matches(".vh, .vh *"))
		.filter(e => e.getBoundingClientRect().right > innerWidth + 1 || !e.matches("svg") && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display != "inline")
		.map(e => e.outerHTML.slice(0, 90) + " " + Math.round(e.getBoundingClientRect().right) + " " + e.scrollWidth + "/" + e.clientWidth)`, &list)
	tb.do(emulation.SetEmulatedMedia().WithMedia(""))
	return list
}

// TestPrint puts the pages that people print on A4 paper: nothing is cut, both
// copies of a battle's slip share a sheet, and the code leads to the battle.
func TestPrint(t *testing.T) {
	b := newBrowser(t)
	site := newDemoSite(t)
	state := site.state(t)
	club := "/clubs/" + site.club
	var battle *campaign.Battle
	for _, one := range state.AllBattles() {
		if one.Phase == campaign.Scheduled && one.Campaign == state.AllCampaigns()[0].ID && state.Seat(one, site.people["Camille"]) >= 0 {
			battle = one
		}
	}
	roster := club + "/rosters/" + state.RostersBy(site.people["Camille"])[0].ID
	camp := club + "/campaigns/" + state.AllCampaigns()[0].ID
	at := site.url + club + "/battles/" + battle.ID
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
			{"campaign", site.url + camp, 1, 6},
			{"yearbook", site.url + camp + "/yearbook", 4, 8}, // cover, land, the openings, the rounds
		} {
			tb.open(one.url)
			if n := tb.paper("print-" + lang + "-" + one.name); n < one.least || n > one.most {
				t.Errorf("%s in %s: %d sheets, want %d to %d", one.name, lang, n, one.least, one.most)
			}
			if list := tb.cut(); len(list) > 0 {
				t.Errorf("%s in %s is cut on paper:\n  %s", one.name, lang, lines(list))
			}
		}
		tb.open(at + "/slip?round=1")
		var battles int
		tb.eval(`document.querySelectorAll(".slips").length`, &battles)
		if n := tb.paper("print-" + lang + "-round"); n != battles || battles < 2 {
			t.Errorf("slips of a round in %s: %d sheets for %d battles", lang, n, battles)
		}
	}
	tb.open(at + "/slip")
	var drawn []string
	tb.eval(`[...document.querySelectorAll(".slip .qr .qr-fg")].map(e => e.getAttribute("d"))`, &drawn)
	want := codeOf(t, at)
	if len(drawn) != 2 || drawn[0] != drawn[1] || cells(t, drawn[0]) != want {
		t.Errorf("%d codes drawn; the first is not that of %s", len(drawn), at)
	}
}

// codeOf draws a text's QR code in letters, a line a row.
func codeOf(t *testing.T, text string) string {
	t.Helper()
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	return grid(code.Size, code.Black)
}

var qrRun = regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1h-\d+z`)

// cells reads the path of a drawn code, whose quiet zone is four cells wide, into the same letters.
func cells(t *testing.T, path string) string {
	t.Helper()
	black, size := map[[2]int]bool{}, 0
	for _, run := range qrRun.FindAllStringSubmatch(path, -1) {
		x, y, n := atoi(t, run[1])-4, atoi(t, run[2])-4, atoi(t, run[3])
		size = max(size, x+n, y+1)
		for i := range n {
			black[[2]int{x + i, y}] = true
		}
	}
	return grid(size, func(x, y int) bool { return black[[2]int{x, y}] })
}

func atoi(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func grid(size int, black func(x, y int) bool) string {
	var b strings.Builder
	for y := range size {
		for x := range size {
			if black(x, y) {
				b.WriteByte('#')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
