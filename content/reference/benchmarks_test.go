package reference_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"oriflamme/content/contenttest"
	"oriflamme/rules/rulestest"
)

// BenchmarkSearchTail searches 1,000 pages for what players type, including typing errors and parts of names, and reports
// the 99th percentile of the response times.
func BenchmarkSearchTail(b *testing.B) {
	files, five := thousandPages(b)
	site := buildLargeSite(b, files, five)
	asked := []string{"couvert", "attaque", "chrage", "à l'abri", "combattant ennemi", "TY-L-300", "tir longue portée", "mouvment de chagre", "l’éclaireur engagé", "dés", "ataque dun monstre"}
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		from := time.Now()
		site.Search("fr", "toy0", asked[i%len(asked)], 10)
		took = append(took, time.Since(from))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "µs-p99")
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-p50")
}

// BenchmarkPaper prints a rule, a chapter and a whole game with Chromium, and reports the seconds that each takes and the
// number of links in the PDF of the whole game.
//
//	go test -run '^$' -bench Paper -benchtime 1x ./content/reference
func BenchmarkPaper(b *testing.B) {
	ctx := contenttest.Chromium(b)
	dir := writeFolder(b, publishedSite(b), "")
	rulestest.Must(b, chromedp.Run(ctx))
	for b.Loop() {
		for _, one := range []struct{ name, path string }{
			{"rule", "attaquer/index.html#WC-ATK-3"}, {"chapter", "aptitudes/index.html"}, {"game", "livre-entier/index.html"},
		} {
			var pdf []byte
			from := time.Now()
			err := chromedp.Run(ctx, chromedp.Navigate("file://"+filepath.Join(dir, "fr/regles/warcry", one.path)), chromedp.ActionFunc(func(ctx context.Context) (err error) {
				pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).Do(ctx)
				return err
			}))
			rulestest.Must(b, err)
			b.ReportMetric(time.Since(from).Seconds(), "s-"+one.name)
			if one.name == "game" {
				b.ReportMetric(float64(bytes.Count(pdf, []byte("/Subtype /Link"))), "links-game")
			}
		}
	}
}
