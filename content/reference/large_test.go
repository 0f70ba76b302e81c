package reference_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/rules"
)

var special = regexp.MustCompile("(?ms)^---.*?^---\n|^```.*?^```\n|^#.*?$|\\*\\*\\[.*?\\]\\*\\* |\\[\\[[^\\]|]*\\|?|\\]\\]|^Aliases:.*?$")

// thousand are the books of five games, 100 chapters each in each language, of about
// 5 KB, out of the prose that is published.
func thousand(tb testing.TB) (fstest.MapFS, []*rules.Game) {
	tb.Helper()
	files, five := fstest.MapFS{}, []*rules.Game{}
	for g := range 5 {
		game := *toy
		game.ID = fmt.Sprint("toy", g)
		five = append(five, &game)
		for name, file := range books() {
			files[strings.Replace(name, "/toy/", "/"+game.ID+"/", 1)] = file
		}
	}
	for _, lang := range reference.Languages {
		names, err := fs.Glob(content.FS, lang+"/*/*.md")
		if err != nil {
			tb.Fatal(err)
		}
		var prose []string
		for _, name := range names {
			raw, err := fs.ReadFile(content.FS, name)
			if err != nil {
				tb.Fatal(err)
			}
			prose = append(prose, strings.Split(special.ReplaceAllString(string(raw), ""), "\n\n")...)
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

// BenchmarkThousandPages makes 1,000 pages with their search and their offline packs, as
// a folder.
func BenchmarkThousandPages(b *testing.B) {
	files, five := thousand(b)
	dir := b.TempDir()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // as oriflamme build has it
	var site *reference.Site
	var err error
	for b.Loop() {
		if site, err = reference.Build(files, five, reference.Options{NoLock: true}); err != nil {
			b.Fatal(err)
		}
		if err := site.WriteFolder(dir, "/rules/"); err != nil {
			b.Fatal(err)
		}
	}
	scripts := site.IndexScripts("fr", "toy0")
	b.ReportMetric(float64(len(scripts[0])+len(scripts[1])), "index-bytes")
}
