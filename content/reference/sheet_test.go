package reference_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"oriflamme/content/contenttest"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/rules/rulestest"
)

// The lines of a play sheet are the texts of the rules, and each links to its rule.
func TestSheet(t *testing.T) {
	site := buildSite(t, books("fr/toy/phases.yaml", "rules: [TY-T-1, TY-T-2]"), build.Options{NoLock: true})
	p := site.Page("en/rules/toy/play-sheet")
	if p == nil {
		t.Fatal("there is no play sheet")
	}
	wantParts(t, "the sheet", p.Body(), `<h2><a href="../throwing/index.html#ty-throw">Throw</a></h2>`, `<a class="cite" href="../throwing/index.html#TY-T-1">TY-T-1</a> <span>Throw the dice.</span>`, `<b>Five</b> Never five.`)
	wantParts(t, "the first page", site.Page("en/rules/toy").Body(), `href="play-sheet/index.html">Play sheet</a>`)
	_, err := reference.Build(books("fr/toy/phases.yaml", "rules: [TY-T-9]"), toyGames, build.Options{NoLock: true})
	if err == nil || !strings.Contains(err.Error(), "rule TY-T-9 is nowhere in toy") {
		t.Errorf("an unknown rule on the sheet: got %v", err)
	}
}

// Any step of the turn is at most three taps away from the list of games: the game, its play sheet, and the step, which
// opens there or leads to its rule. The sheet contains everything that it hides for lack of space, so no other page is needed.
func TestStepsAreNear(t *testing.T) {
	site := publishedSite(t)
	for _, lang := range locale.Languages {
		home := site.Page(site.HomeURL(lang, ""))
		for _, game := range site.GamesIn(lang) {
			book := site.Page(site.HomeURL(lang, game))
			if !strings.Contains(home.Body(), `href="`+game+`/index.html"`) {
				t.Errorf("%s does not lead to %s", home.Path, game)
			}
			var sheet *build.Page
			for _, p := range site.Pages {
				if p.Lang == lang && p.Game == game && strings.HasSuffix(p.ID, "-SHEET") {
					sheet = p
				}
			}
			if !strings.Contains(book.Body(), `href="`+sheet.Slug+`/index.html">`+sheet.Title) {
				t.Errorf("%s does not lead to its play sheet", book.Path)
			}
			drawing, err := goquery.NewDocumentFromReader(strings.NewReader(sheet.ChapterHTML))
			rulestest.Must(t, err)
			steps, wanted := drawing.Find(".phases > section > ol > li"), site.Sheet(lang, game)
			if steps.Length() != len(wanted) || len(wanted) < 30 {
				t.Fatalf("%s has %d steps of %d", sheet.Path, steps.Length(), len(wanted))
			}
			steps.Each(func(i int, step *goquery.Selection) {
				to, _, _ := strings.Cut(strings.TrimPrefix(site.RuleURL(lang, game, wanted[i]), "/"+book.Path), "#")
				if got := step.ChildrenFiltered("a.cite").AttrOr("href", ""); got != "../"+to+"index.html#"+wanted[i] {
					t.Errorf("%s: step %d leads to %q, not to %s", sheet.Path, i+1, got, wanted[i])
				}
				if short := step.Find("summary > .mute").Length(); short != step.ChildrenFiltered("details").Length() {
					t.Errorf("%s: %s says that there is more, and does not hold it", sheet.Path, wanted[i])
				}
			})
		}
	}
}

// The page with the whole book links only inside itself.
func TestWholeBook(t *testing.T) {
	site := publishedSite(t)
	for _, p := range site.Pages {
		if p.ID != "print" {
			continue
		}
		paper := readPageFacts(t, p.Body())
		for _, bad := range paper.bad {
			t.Errorf("%s: %s", p.Path, bad)
		}
		inside := 0
		for _, link := range paper.links {
			if id, ok := strings.CutPrefix(link, "#"); ok {
				inside++
				if !paper.ids[id] {
					t.Errorf("%s: link %s leads nowhere", p.Path, link)
				}
			}
		}
		if inside < 100 || len(paper.links)-inside > 10 {
			t.Errorf("%s: %d links stay inside, %d leave", p.Path, inside, len(paper.links)-inside)
		}
	}
}

var pdfPages = regexp.MustCompile(`/Count ([0-9]+)`)

// A printed play sheet has at most two sides of A4, and a whole book takes seconds to print.
func TestOnPaper(t *testing.T) {
	rulestest.Slow(t)
	ctx, site := contenttest.Chromium(t), publishedSite(t)
	dir := writeFolder(t, site, "")
	for _, p := range site.Pages {
		if !strings.HasSuffix(p.ID, "-SHEET") {
			continue
		}
		var raw []byte
		print := func(ctx context.Context) (err error) {
			raw, _, err = page.PrintToPDF().WithPaperWidth(8.27).WithPaperHeight(11.69).WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
			return err
		}
		rulestest.Must(t, chromedp.Run(ctx, chromedp.Navigate("file://"+filepath.Join(dir, p.Path, "index.html")), chromedp.ActionFunc(print)))
		m := pdfPages.FindSubmatch(raw)
		if m == nil || string(m[1]) != "1" && string(m[1]) != "2" {
			t.Errorf("%s takes %s sides of paper", p.Path, m)
		}
	}
}
