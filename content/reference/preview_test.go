package reference_test

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// siteWidePattern matches what a page takes from the whole site: the names of its search files and its size.
var siteWidePattern = regexp.MustCompile(`data-said="[^"]*" data-books="[^"]*"|[0-9]+ (ko|kB)`)

// A preview shows the same page as the site, follows changes of its file, and reports faults in it.
func TestDraft(t *testing.T) {
	files := books("fr/toy/phases.yaml", "rules: [TY-T-1]\n")
	site := buildSite(t, files, build.Options{NoLock: true})
	draft := reference.NewPreview(files, toyGames)
	for _, p := range site.Pages {
		q, err := draft.Page("/" + p.Path + "index.html")
		if err != nil || q == nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		if got, want := siteWidePattern.ReplaceAllString(q.Body(), ""), siteWidePattern.ReplaceAllString(p.Body(), ""); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", p.Path, got, want)
		}
	}
	if p, err := draft.Page("fr/regles/toy/rien/"); p != nil || err != nil {
		t.Errorf("a page that is not there: %v, %v", p, err)
	}
	const at, file = "fr/regles/toy/lancer/", "fr/toy/01-lancer.md"
	was := string(files[file].Data)
	put := func(text string) (*build.Page, error) {
		files[file] = &fstest.MapFile{Data: []byte(text)}
		return draft.Page(at)
	}
	if p, err := put(strings.Replace(was, "Jetez les dés", "Lancez-les", 1)); err != nil || !strings.Contains(p.Body(), "Lancez-les.") {
		t.Errorf("a changed page does not show what it says now (%v)", err)
	}
	if _, err := put(was + "\nVoir [[TY-T-9]].\n"); err == nil || !strings.Contains(err.Error(), "01-lancer.md:15: reference to TY-T-9") {
		t.Errorf("a bad reference: %v", err)
	}
	if p, err := put(was); err != nil || p.Body() == "" {
		t.Errorf("a mended page: %v", err)
	}
	for _, name := range []string{"fr/regles/said-draft.js", "fr/regles/toy/names-draft.js", "fr/regles/toy/words-draft.js", "fr/regles/toy/texts-draft.js"} {
		if script, ok := draft.File("/" + name); !ok || !strings.HasPrefix(string(script), "(self.oriflammeSearch") {
			t.Errorf("%s: %.40q", name, script)
		}
	}
	if _, ok := draft.File("/fr/regles/toy/names-0a.js"); ok {
		t.Error("a draft has a file of a site")
	}
}

// BenchmarkPreview shows a page of the published books after its file has changed.
func BenchmarkPreview(b *testing.B) {
	const at, file = "fr/regles/warmachine/charger/", "fr/warmachine/13-charger.md"
	files := fstest.MapFS{}
	for _, pattern := range []string{"*/warmachine/*", "*/warcry/*", "*/warmaster/*", "*/magnamund/*", "*/underworlds/*"} {
		names, err := fs.Glob(content.FS, pattern)
		rulestest.Must(b, err)
		for _, name := range names {
			raw, err := fs.ReadFile(content.FS, name)
			rulestest.Must(b, err)
			files[name] = &fstest.MapFile{Data: raw}
		}
	}
	draft, was := reference.NewPreview(files, games.All), files[file].Data
	if p, err := draft.Page(at); err != nil || p == nil {
		b.Fatalf("%s: %v", at, err)
	}
	for n := 0; b.Loop(); n++ {
		now := fmt.Sprint("Essai ", n)
		files[file] = &fstest.MapFile{Data: append(was[:len(was):len(was)], "\n"+now+"\n"...)}
		p, err := draft.Page(at)
		if err != nil || !strings.Contains(p.Body(), now) {
			b.Fatalf("the page does not show its change (%v)", err)
		}
	}
}
