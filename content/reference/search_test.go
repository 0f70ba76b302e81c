package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/search"
	"oriflamme/rules/rulestest"
)

// A query is a line of testdata/search.txt, with the places of which one must come first.
type query struct {
	lang, text string
	game       string   // for the blind queries
	want       []string // addresses without the book's own part; "" expects no hit
}

func queries(t *testing.T) []query {
	t.Helper()
	var list []query
	for _, line := range dataLines(t, "testdata/search.txt") {
		f := strings.Split(line, "|")
		if len(f) != 3 {
			t.Fatalf("testdata/search.txt: %q has not three parts", line)
		}
		list = append(list, query{lang: strings.TrimSpace(f[0]), text: strings.TrimSpace(f[1]), want: strings.Fields(f[2])})
	}
	return list
}

// TestSearch searches the published books for what readers look for.
func TestSearch(t *testing.T) {
	site := publishedSite(t)
	for _, q := range queries(t) {
		hits := site.Search(q.lang, "warcry", q.text, 5)
		if len(q.want) == 0 {
			if len(hits) > 0 {
				t.Errorf("%s %q: got %s, want nothing", q.lang, q.text, hits[0].URL())
			}
			continue
		}
		if len(hits) == 0 || !slices.ContainsFunc(q.want, func(w string) bool { return matches(hits[0], w) }) {
			var got []string
			for _, h := range hits {
				got = append(got, fmt.Sprint(h.URL(), " ", h.Rules))
			}
			t.Errorf("%s %q: got %q, want %q first", q.lang, q.text, got, q.want)
		}
	}
}

// matches reports whether a hit has the given rule id, anchor or slug of a page.
func matches(h search.Hit, want string) bool {
	return slices.Contains(h.Rules, want) || h.Anchor == want || h.Anchor == "" && h.Page.Slug == want
}

// A query that is a title or an alias finds a place of that name first.
func TestNamesComeFirst(t *testing.T) {
	rulestest.Slow(t)
	site := publishedSite(t)
	asked := 0
	for _, lang := range locale.Languages {
		for _, game := range site.GamesIn(lang) {
			for name, urls := range site.Names(lang, game) {
				asked++
				hits := site.Search(lang, game, name, 1)
				if len(hits) == 0 || !slices.Contains(urls, hits[0].URL()) {
					t.Errorf("%s %s %q: got %v, want one of %q", lang, game, name, hits, urls)
				}
			}
			for _, id := range site.RuleIDs(lang, game) {
				asked++
				if hits := site.Search(lang, game, id, 1); len(hits) == 0 || !slices.Contains(hits[0].Rules, id) {
					t.Errorf("%s %s: got %v", lang, id, hits)
				}
			}
		}
	}
	if asked < 1000 {
		t.Errorf("only %d names and ids were asked", asked)
	}
}

// An English name finds the French page, and the other way round.
func TestOtherLanguage(t *testing.T) {
	site := publishedSite(t)
	for _, p := range site.Pages {
		if p.Game != "warcry" || p.Chapter == 0 || p.Lang != "fr" {
			continue
		}
		o := p.Others["en"]
		for lang, ask := range map[string]*build.Page{"fr": o, "en": p} {
			hits := site.Search(lang, "warcry", ask.Title, 3)
			want := p
			if lang == "en" {
				want = o
			}
			if !slices.ContainsFunc(hits, func(h search.Hit) bool { return h.Page == want }) {
				t.Errorf("%s %q does not find %s", lang, ask.Title, want.Path)
			}
		}
	}
}

// The name of a rule, a section or a word in the other language finds it first, or another place of that name: in at least
// 98 of 100 cases, because a few names are inflected forms of others.
func TestTitlesOfTheOtherLanguage(t *testing.T) {
	site := publishedSite(t)
	for _, lang := range locale.Languages {
		asked, first := 0, 0
		for _, game := range site.GamesIn(lang) {
			places := map[string][]string{} // by their name in the other language
			for _, p := range site.Pages {
				if p.Lang == lang || p.Game != game || p.Chapter == 0 && !strings.HasSuffix(p.ID, "-GLOSSARY") {
					continue
				}
				for _, s := range p.Sections {
					places[s.Title] = append(places[s.Title], "/"+p.Others[lang].Path+"#"+s.ID)
				}
			}
			named := site.Names(lang, game)
			for title, urls := range places {
				asked++
				hits := site.Search(lang, game, title, 1)
				if len(hits) > 0 && slices.Contains(append(urls, named[strings.ToLower(title)]...), hits[0].URL()) {
					first++
				} else {
					t.Logf("%s %s %q: got %v, want %q", lang, game, title, hits, urls)
				}
			}
		}
		t.Logf("%s: %d of %d", lang, first, asked)
		if asked < 500 || first*100 < asked*98 {
			t.Errorf("%s: of %d names in the other language %d find their place first", lang, asked, first)
		}
	}
}

func TestExcerpts(t *testing.T) {
	site := publishedSite(t)
	for _, q := range queries(t) {
		for _, h := range site.Search(q.lang, "warcry", q.text, 10) {
			var text strings.Builder
			for _, s := range h.Excerpt {
				text.WriteString(s.Text)
			}
			if n := len([]rune(text.String())); n > 160 {
				t.Errorf("%s %q: an excerpt of %d characters: %s", q.lang, q.text, n, text.String())
			}
		}
	}
	hits := site.Search("fr", "warcry", "couvert", 1)
	if len(hits) == 0 || !slices.Contains(hits[0].Title, search.Span{Text: "Couvert", Mark: true}) {
		t.Errorf("the word asked for is not marked: %v", hits)
	}
}

// TestFrenchCases asks cases by which search engines are often compared: three pages, and the pages that each query must
// find, no more and no fewer.
func TestFrenchCases(t *testing.T) {
	raw, err := os.ReadFile("../../../shared/research/bench-reference/frcases.json")
	if err != nil {
		t.Skip("the cases are not here")
	}
	var set struct {
		Pages []struct {
			Title    string
			Sections []struct{ Heading, Text string }
		}
		Cases [][2]string
	}
	rulestest.Must(t, json.Unmarshal(raw, &set))
	files := books()
	for i, p := range set.Pages {
		var text strings.Builder
		for j, s := range p.Sections {
			fmt.Fprintf(&text, "## %s {#ty-s%d-%d}\n\n%s\n\n", s.Heading, i, j, s.Text)
		}
		files[fmt.Sprintf("fr/toy/%d0-page.md", i+2)] = books("x", chapter(fmt.Sprintf("TY-CH-%d", i+11), p.Title, fmt.Sprintf("page-%d", i+1), text.String()))["x"]
	}
	site := buildSite(t, files, build.Options{NoLock: true})
	for _, c := range set.Cases {
		var got []string
		for _, h := range site.Search("fr", "toy", c[0], 20) {
			n, ok := strings.CutPrefix(h.Page.Slug, "page-")
			if ok && !slices.Contains(got, n) {
				got = append(got, n)
			}
		}
		slices.Sort(got)
		if strings.Join(got, "") != c[1] {
			t.Errorf("%q: got pages %q, want %q", c[0], got, c[1])
		}
	}
}

// TestBrowserAgrees runs the browser's search over the same indexes. It must find the same first ten places for every
// query, including those of other games after those of the book.
func TestBrowserAgrees(t *testing.T) {
	rulestest.Slow(t)
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the browser's search")
	}
	site := publishedSite(t)
	var common []string
	for _, q := range append(append(queries(t), blindQueries(t)...), readQueries(t, "testdata/players.txt")...) {
		common = append(common, q.text)
	}
	for _, q := range tableQuestions(t, "testdata/table.txt") {
		common = append(common, q.ask["fr"], q.ask["en"])
	}
	for _, lang := range locale.Languages {
		for n, game := range []string{"warcry", "underworlds", "magnamund"} {
			var asked []string
			for i := n; i < len(common); i += 3 { // a question is asked in both languages and in one game
				asked = append(asked, common[i])
			}
			for name := range site.Names(lang, game) {
				asked = append(asked, name, name[:len(name)*2/3])
			}
			for i, got := range askBrowser(t, node, site, lang, game, asked) {
				var want []string
				for _, h := range site.Search(lang, game, asked[i], 10) {
					want = append(want, h.URL())
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s %s %q: the browser finds %q, the app %q", lang, game, asked[i], got, want)
				}
			}
		}
	}
}

// askBrowser returns the addresses that public/js/search.js finds for each query.
func askBrowser(t *testing.T, node string, site *reference.Site, lang, game string, asked []string) [][]string {
	t.Helper()
	script, err := os.ReadFile("../../public/js/search.js")
	rulestest.Must(t, err)
	list, err := json.Marshal(asked)
	rulestest.Must(t, err)
	var program strings.Builder
	fmt.Fprintf(&program, "globalThis.self = globalThis;\n%s\n", script)
	order := []string{game}
	for _, other := range site.GamesIn(lang) {
		if other != game {
			order = append(order, other)
		}
	}
	program.WriteString("const books = [], roots = [];\n")
	for _, g := range order {
		scripts := site.IndexScripts(lang, g)
		fmt.Fprintf(&program, "%s\n%s\n%s\nbooks.push(oriflammeOpen(oriflammeSearch.said, oriflammeSearch['%s.names'], oriflammeSearch['%s.words'])); roots.push('%s');\n", scripts[0], scripts[1], scripts[3], g, g, site.HomeURL(lang, g))
	}
	fmt.Fprintf(&program, "console.log(JSON.stringify(%s.map(q => oriflammeRanked(books, q, 10).map(h => roots[books.indexOf(h.book)] + h.doc.url + (h.doc.anchor ? '#' + h.doc.anchor : '')))));\n", list)
	file := filepath.Join(t.TempDir(), "ask.js")
	rulestest.Must(t, os.WriteFile(file, []byte(program.String()), 0o644))
	out, err := exec.Command(node, file).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got [][]string
	rulestest.Must(t, json.NewDecoder(bytes.NewReader(out)).Decode(&got))
	return got
}

func BenchmarkSearch(b *testing.B) {
	site := publishedSite(b)
	asked := []string{"couvert", "attaque", "chrage", "à l'abri", "combattant ennemi", "WC-ATK-3", "tir longue portée"}
	for i := 0; b.Loop(); i++ {
		site.Search("fr", "warcry", asked[i%len(asked)], 10)
	}
}
