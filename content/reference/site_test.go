package reference_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"oriflamme/content"
	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

func buildSite(t testing.TB, books fs.FS, opts build.Options) *reference.Site {
	t.Helper()
	site, err := reference.Build(books, toyGames, opts)
	rulestest.Must(t, err)
	return site
}

var published = sync.OnceValues(func() (*reference.Site, error) {
	return reference.Build(content.FS, games.All, build.Options{})
})

// publishedSite returns the published reference.
func publishedSite(t testing.TB) *reference.Site {
	t.Helper()
	site, err := published()
	rulestest.Must(t, err)
	return site
}

func TestPages(t *testing.T) {
	site := buildSite(t, books("fr/toy/02-seul.md", chapter("TY-CH-02", "Seul", "seul", "## Rien {#ty-alone}\n\nVoir [[TY-T-2]] et [[t:cover]].")), build.Options{NoLock: true})
	var paths []string
	for _, p := range site.Pages {
		paths = append(paths, p.Path)
	}
	want := []string{
		"fr/regles/toy/", "fr/regles/toy/lancer/", "fr/regles/toy/seul/", "fr/regles/toy/glossaire/", "fr/regles/toy/chercher/", "fr/regles/toy/livre-entier/", "fr/regles/toy/suivi/",
		"en/rules/toy/", "en/rules/toy/throwing/", "en/rules/toy/seul/", "en/rules/toy/glossary/", "en/rules/toy/search/", "en/rules/toy/whole-book/", "en/rules/toy/changes/",
		"fr/regles/", "en/rules/",
	}
	if !slices.Equal(paths, want) {
		t.Errorf("got paths %q\nwant %q", paths, want)
	}
	p := site.Page("/fr/regles/toy/lancer/index.html")
	if p.Prev.Title != "Jouet" || p.Next.Title != "Seul" || p.Others["en"].Title != "Throwing" || p.Chapter != 1 {
		t.Errorf("neighbours of %s: before %q, behind %q, in English %q, chapter %d", p.Path, p.Prev.Title, p.Next.Title, p.Others["en"].Title, p.Chapter)
	}
	wantParts(t, p.Path, p.Body(),
		`<a href="../index.html">Jouet</a>, 1re édition, chapitre 1</nav><h1>Lancer</h1><p class="sub">En bref.</p>`,
		`<li><a href="#ty-throw">Jeter</a></li>`,
		`<a rel="next" href="../seul/index.html">`,
		`hreflang="en" href="../../../../en/rules/toy/throwing/index.html"`,
		`D’après rien.`,
		`Cité par <a href="../seul/index.html">Seul</a>, <a href="../glossaire/index.html">Glossaire</a>`,
	)
	alone := site.Page("en/rules/toy/seul")
	if alone.TextIn != "fr" || !strings.Contains(alone.Body(), `lang="fr"`) || !strings.Contains(alone.Body(), "not translated") {
		t.Errorf("a page without translation: text in %q, body %s", alone.TextIn, alone.Body())
	}
	wantParts(t, "the page with a word of the glossary", alone.Body(), `popover id="gloss"`, `<dt id="g-t-cover">`)
	if got := site.TranslationGaps(); len(got) != 1 || !strings.Contains(got[0], "TY-CH-02 is not translated") {
		t.Errorf("disparities: %q", got)
	}
}

// wantParts fails for each part that a text lacks.
func wantParts(t *testing.T, name, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s lacks %s:\n%s", name, part, text)
		}
	}
}

func TestReadersOfOtherLanguages(t *testing.T) {
	for lang, want := range map[string]string{"fr": "/fr/regles/", "en": "/en/rules/", "de": "/en/rules/"} {
		if got := reference.Root(lang); got != want {
			t.Errorf("readers of %s go to %s, want %s", lang, got, want)
		}
	}
}

func TestRuleURL(t *testing.T) {
	site := buildSite(t, books(), build.Options{NoLock: true})
	for _, c := range []struct{ lang, game, id, want string }{
		{"fr", "toy", "TY-T-1", "/fr/regles/toy/lancer/#TY-T-1"},
		{"en", "toy", "TY-T-2", "/en/rules/toy/throwing/#TY-T-2"},
		{"en", "toy", "TY-CH-01", "/en/rules/toy/throwing/"},
		{"de", "toy", "TY-T-2", "/en/rules/toy/throwing/#TY-T-2"}, // "de" is answered in English
		{"fr", "toy", "t-cover", "/fr/regles/toy/glossaire/#t-cover"},
		{"fr", "toy", "TY-T-77", ""},
		{"fr", "chess", "TY-T-1", ""},
	} {
		if got := site.RuleURL(c.lang, c.game, c.id); got != c.want {
			t.Errorf("%s %s %s: got %q, want %q", c.lang, c.game, c.id, got, c.want)
		}
	}
	if got := site.RuleIDs("fr", "toy"); !slices.Equal(got, []string{"TY-T-1", "TY-T-2"}) {
		t.Errorf("rules: %q", got)
	}
	all := site.Preload("fr", "toy")
	for _, url := range all {
		_, isAsset := site.Asset(url)
		if site.Page(url) == nil && !isAsset {
			t.Errorf("%s is to be loaded before and does not exist", url)
		}
	}
	if len(all) != 8 {
		t.Errorf("to load before: %q", all)
	}
}

func TestSameEveryTime(t *testing.T) {
	a, b := buildSite(t, books(), build.Options{NoLock: true}), buildSite(t, books(), build.Options{NoLock: true})
	for i, p := range a.Pages {
		if p.Body() != b.Pages[i].Body() {
			t.Errorf("%s differs from one build to the next", p.Path)
		}
	}
}

func TestLockKeepsIDs(t *testing.T) {
	first := buildSite(t, books(), build.Options{NoLock: true})
	lock := first.Lock()
	if again := buildSite(t, books(), build.Options{Lock: lock}); again.Lock() != lock {
		t.Errorf("the lock changed by itself:\n%s", again.Lock())
	}

	shorter := books("fr/toy/01-lancer.md", chapter("TY-CH-01", "Lancer", "jeter", "## Jeter {#ty-throw}\n\n**[TY-T-1]** Jetez."),
		"en/toy/01-throw.md", chapter("TY-CH-01", "Throwing", "throwing", "## Throw {#ty-throw}\n\n**[TY-T-1]** Throw."))
	_, err := reference.Build(shorter, toyGames, build.Options{Lock: lock})
	if err == nil || !strings.Contains(err.Error(), "TY-T-2 was published and is missing in fr") {
		t.Errorf("a lost id: got %v", err)
	}

	kept := strings.Replace(lock, "toy rule TY-T-2 TY-CH-01", "toy gone TY-T-2 TY-T-1", 1)
	site := buildSite(t, shorter, build.Options{Lock: kept})
	if got := site.RuleURL("fr", "toy", "TY-T-2"); got != "/fr/regles/toy/jeter/#TY-T-1" {
		t.Errorf("an id given up leads to %q", got)
	}
	if to, ok := site.Moved("/fr/regles/toy/lancer/"); !ok || to != "/fr/regles/toy/jeter/" {
		t.Errorf("an address given up leads to %q, %t", to, ok)
	}

	moved := books("fr/toy/01-lancer.md", chapter("TY-CH-01", "Lancer", "lancer", "## Jeter {#ty-throw}\n\n**[TY-T-1]** Jetez."),
		"en/toy/01-throw.md", chapter("TY-CH-01", "Throwing", "throwing", "## Throw {#ty-throw}\n\n**[TY-T-1]** Throw."),
		"fr/toy/02-cinq.md", chapter("TY-CH-02", "Cinq", "cinq", "### Cinq {#TY-T-2}\n\nJamais."),
		"en/toy/02-five.md", chapter("TY-CH-02", "Five", "five", "### Five {#TY-T-2}\n\nNever."))
	site = buildSite(t, moved, build.Options{Lock: lock})
	if body := site.Page("/fr/regles/toy/lancer/").Body(); !strings.Contains(body, `<li id="TY-T-2"><a class="cite" href="../cinq/index.html#TY-T-2">`) {
		t.Errorf("the page that a rule left does not point on: %s", body)
	}
	if !strings.Contains(site.Lock(), "toy rule TY-T-2 TY-CH-01 TY-CH-02\n") {
		t.Errorf("the lock forgot where the rule was:\n%s", site.Lock())
	}
}

// TestLock compares build/ids.lock and build/rule_status.txt with the published reference. With -update it writes them.
func TestLock(t *testing.T) {
	got := publishedSite(t).Lock()
	if *rulestest.Update {
		rulestest.Must(t, os.WriteFile("build/ids.lock", []byte(got), 0o644))
		rulestest.Must(t, os.WriteFile("build/rule_status.txt", []byte(wantRuleStatus(t)), 0o644))
		return
	}
	want, err := os.ReadFile("build/ids.lock")
	rulestest.Must(t, err)
	if got != string(want) {
		t.Error("ids.lock is behind the text; run go test ./content/reference -run TestLock -update")
	}
}

// Every folder of chapters belongs to a game of the registry, and so is published.
func TestEveryBookIsPublished(t *testing.T) {
	site := publishedSite(t)
	found, err := fs.Glob(content.FS, "*/*/index.md")
	rulestest.Must(t, err)
	for _, name := range found {
		lang, game := path.Dir(path.Dir(name)), path.Base(path.Dir(name))
		if site.RuleURL(lang, game, "search") == "" && len(site.RuleIDs(lang, game)) == 0 {
			t.Errorf("%s belongs to no game of the registry", name)
		}
	}
}

func TestLanguagesHaveTheSame(t *testing.T) {
	for _, line := range publishedSite(t).TranslationGaps() {
		t.Error(line)
	}
}

// Every place of one language exists in the other with the same fragment, so that the language switch keeps the place.
func TestPlacesAreInBothLanguages(t *testing.T) {
	rulestest.Slow(t)
	site := publishedSite(t)
	places := 0
	for _, p := range site.Pages {
		if p.Game == "" || p.Slug == "" {
			continue
		}
		for lang, o := range p.Others {
			if o.TextIn == "" && !strings.Contains(p.Body(), `hreflang="`+lang+`"`) && o != p {
				t.Errorf("%s does not lead to %s", p.Path, o.Path)
			}
			there := readPageFacts(t, o.Body()).ids
			for id := range readPageFacts(t, p.ChapterHTML).ids {
				if places++; !there[id] {
					t.Errorf("%s#%s is not in %s", p.Path, id, o.Path)
				}
			}
		}
		if len(p.Others) != len(locale.Languages) {
			t.Errorf("%s is in %d languages", p.Path, len(p.Others))
		}
	}
	if places < 5000 {
		t.Errorf("only %d places were looked at", places)
	}
}

// uncitedChapters are chapters that no other chapter refers to; the lists of chapters lead to them.
var uncitedChapters = []string{"MG-CH-20", "WM-CH-23", "WU-CH-22"}

// Every other chapter lists the chapters that refer to it.
func TestBacklinks(t *testing.T) {
	for _, p := range publishedSite(t).Pages {
		cited := strings.Contains(p.Body(), "Cité par <a") || strings.Contains(p.Body(), "Cited by <a")
		if alone := slices.Contains(uncitedChapters, p.ID); p.Chapter > 0 && cited == alone {
			t.Errorf("%s, %s: cited %t, listed as one that nobody cites %t", p.Path, p.ID, cited, alone)
		}
	}
}

// Every rule id of the specification is an anchor in both languages.
func TestSpecification(t *testing.T) {
	for game, prefix := range map[string]string{"warcry": "WC", "magnamund": "MG", "underworlds": "WU", "warmaster": "WR", "warmachine": "WM"} {
		t.Run(game, func(t *testing.T) { checkSpecification(t, game, prefix) })
	}
}

func checkSpecification(t *testing.T, game, prefix string) {
	raw, err := os.ReadFile("../../../shared/rules/" + game + ".md")
	if err != nil {
		t.Skip("the specification is not here")
	}
	specified := regexp.MustCompile(`\b` + prefix + `(?:-[A-Z][A-Z0-9]*)+-[0-9]+\b|\bA-[0-9]+\b`)
	wanted := map[string]bool{}
	for _, id := range specified.FindAllString(string(raw), -1) {
		if strings.HasPrefix(id, "A-") {
			id = prefix + "-" + id
		}
		wanted[id] = true
	}
	site := publishedSite(t)
	var missing []string
	for id := range wanted {
		for _, lang := range locale.Languages {
			if !strings.Contains(site.RuleURL(lang, game, id), "#") {
				missing = append(missing, lang+" "+id)
			}
		}
	}
	sort.Strings(missing)
	if len(missing) > 0 {
		t.Errorf("%d of %d ids are no anchors: %s", len(missing), 2*len(wanted), strings.Join(missing, ", "))
	}
}

// BenchmarkBuild writes the folder of the published site.
func BenchmarkBuild(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		site, err := reference.Build(content.FS, games.All, build.Options{})
		rulestest.Must(b, err)
		rulestest.Must(b, site.WriteFolder(dir, "/rules/"))
	}
}

var (
	termTitle = regexp.MustCompile(`(?m)^### (.+) \{#t-([^}]+)\}`)
	bareTerm  = regexp.MustCompile(`\[\[t:([^\]|]+)\]\]`)
	noWord    = regexp.MustCompile(`[,(]|.\b\p{Lu}`)
)

// A link to a word of the glossary without a text of its own reads as the title of the word in lower case, so the title
// must fit into a sentence.
func TestTermsReadAsWords(t *testing.T) {
	for _, game := range games.All {
		for _, lang := range locale.Languages {
			dir := lang + "/" + game.ID
			glossary, err := fs.ReadFile(content.FS, dir+"/glossary.md")
			rulestest.Must(t, err)
			titles := map[string]string{}
			for _, m := range termTitle.FindAllStringSubmatch(string(glossary), -1) {
				titles[m[2]] = m[1]
			}
			files, err := fs.Glob(content.FS, dir+"/*.md")
			rulestest.Must(t, err)
			for _, file := range files {
				text, err := fs.ReadFile(content.FS, file)
				rulestest.Must(t, err)
				for _, m := range bareTerm.FindAllStringSubmatch(string(text), -1) {
					if noWord.MatchString(titles[m[1]]) {
						t.Errorf("%s: %s would read %q: give it a text", file, m[0], titles[m[1]])
					}
				}
			}
		}
	}
}
