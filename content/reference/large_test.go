package reference_test

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/reference"
)

var special = regexp.MustCompile("(?ms)^---.*?^---\n|^```.*?^```\n|^#.*?$|\\*\\*\\[.*?\\]\\*\\* |\\[\\[[^\\]|]*\\|?|\\]\\]|^Aliases:.*?$")

// thousand is a book of 500 chapters in each language, of about 5 KB each, out of
// the prose that is published.
func thousand(tb testing.TB) fstest.MapFS {
	tb.Helper()
	files := books()
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
			name := path.Join(lang, "toy", fmt.Sprintf("%d-page.md", n+2))
			files[name] = &fstest.MapFile{Data: []byte(chapter(fmt.Sprintf("TY-LARGE-%d", n), fmt.Sprint("Page ", n), fmt.Sprint("page-", n), text.String()))}
		}
	}
	return files
}

func BenchmarkThousandPages(b *testing.B) {
	files := thousand(b)
	var site *reference.Site
	var err error
	for b.Loop() {
		if site, err = reference.Build(files, games, reference.Options{NoLock: true}); err != nil {
			b.Fatal(err)
		}
	}
	scripts := site.IndexScripts("fr", "toy")
	b.ReportMetric(float64(len(scripts[0])+len(scripts[1])), "index-bytes")
}

func BenchmarkSearchThousandPages(b *testing.B) {
	site, err := reference.Build(thousand(b), games, reference.Options{NoLock: true})
	if err != nil {
		b.Fatal(err)
	}
	asked := []string{"couvert", "attaque", "chrage", "à l'abri", "combattant ennemi", "TY-L-300", "tir longue portée"}
	for i := 0; b.Loop(); i++ {
		site.Search("fr", "toy", asked[i%len(asked)], 10)
	}
}
