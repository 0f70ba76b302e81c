package reference_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/locale"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

var markupPattern = regexp.MustCompile("(?ms)^---.*?^---\n|^```.*?^```\n|^#.*?$|\\*\\*\\[.*?\\]\\*\\* |\\[\\[[^\\]|]*\\|?|\\]\\]|^Aliases:.*?$")

// thousandPages returns books of five games, made from the published prose: 100 chapters in each language, of about 5 KB
// each.
func thousandPages(tb testing.TB) (fstest.MapFS, []*rules.Game) {
	tb.Helper()
	files, five := fstest.MapFS{}, []*rules.Game{}
	for g := range 5 {
		game := *toyGame
		game.ID = fmt.Sprint("toy", g)
		five = append(five, &game)
		for name, file := range books() {
			files[strings.Replace(name, "/toy/", "/"+game.ID+"/", 1)] = file
		}
	}
	for _, lang := range locale.Languages {
		names, err := fs.Glob(content.FS, lang+"/*/*.md")
		rulestest.Must(tb, err)
		var prose []string
		for _, name := range names {
			raw, err := fs.ReadFile(content.FS, name)
			rulestest.Must(tb, err)
			prose = append(prose, strings.Split(markupPattern.ReplaceAllString(string(raw), ""), "\n\n")...)
		}
		next := 0
		for n := range 500 {
			var text strings.Builder
			for s := 0; text.Len() < 5000; s++ {
				fmt.Fprintf(&text, "## %d-%d {#ty-%d-%d}\n\n**[TY-L-%d]** ", n, s, n, s, n*100+s)
				for end := text.Len() + 700; text.Len() < end; next++ {
					text.WriteString(prose[next%len(prose)] + "\n\n")
				}
				text.WriteString("Voir [[TY-T-1]] et [[t:cover]].\n\n")
			}
			name := path.Join(lang, fmt.Sprint("toy", n/100), fmt.Sprintf("%d-page.md", n%100+2))
			files[name] = &fstest.MapFile{Data: []byte(chapter(fmt.Sprintf("TY-LARGE-%d", n), fmt.Sprint("Page ", n), fmt.Sprint("page-", n), text.String()))}
		}
	}
	return files, five
}

func buildLargeSite(tb testing.TB, files fstest.MapFS, of []*rules.Game) *reference.Site {
	tb.Helper()
	site, err := reference.Build(files, of, build.Options{NoLock: true})
	rulestest.Must(tb, err)
	return site
}

// TestWeight measures the pages as files of a folder. A site of 1,000 pages of 5 KB of text takes at most 25 MB, including the
// pages that hold whole books, and its median chapter at most three times its Markdown. The published chapters have diagrams,
// examples and tables that the engine makes from a few lines, so only their total counts: at most 25 KB a page on average.
func TestWeight(t *testing.T) {
	rulestest.Slow(t)
	files, five := thousandPages(t)
	site := buildLargeSite(t, files, five)
	all, times := 0, []float64{}
	for _, p := range site.Pages {
		n := len(html.Document(p))
		if all += n; p.Chapter > 0 && site.Markdown(p) > 2000 {
			times = append(times, float64(n)/float64(site.Markdown(p)))
		}
	}
	slices.Sort(times)
	t.Logf("%d pages of %.1f MB, the median chapter %.2f times its Markdown", len(site.Pages), float64(all)/1e6, times[len(times)/2])
	if len(times) < 1000 || all > 25e6 || times[len(times)/2] > 3 {
		t.Errorf("%d chapters, %d bytes, the median %.2f times its Markdown", len(times), all, times[len(times)/2])
	}

	all, times = 0, nil
	for _, p := range publishedSite(t).Pages {
		if p.Chapter > 0 {
			n := len(html.Document(p))
			all += n
			times = append(times, float64(n)/float64(publishedSite(t).Markdown(p)))
		}
	}
	slices.Sort(times)
	t.Logf("published: %d chapters of %.1f KB each, the median %.2f times its Markdown", len(times), float64(all)/float64(len(times))/1e3, times[len(times)/2])
	if all > 25e3*len(times) {
		t.Errorf("published: %d bytes for %d chapters", all, len(times))
	}
}

// BenchmarkThousandPages makes 1,000 pages with their search and their offline packs as a folder.
func BenchmarkThousandPages(b *testing.B) {
	files, five := thousandPages(b)
	dir := b.TempDir()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the setting of oriflamme build
	var site *reference.Site
	for b.Loop() {
		site = buildLargeSite(b, files, five)
		rulestest.Must(b, site.WriteFolder(dir, "/rules/"))
	}
	scripts := site.IndexScripts("fr", "toy0")
	b.ReportMetric(float64(len(scripts[0])+len(scripts[1])), "index-bytes")
}
