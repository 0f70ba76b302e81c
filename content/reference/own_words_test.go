package reference_test

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"oriflamme/rules/rulestest"
)

// No page states a rule in a sentence of a rulebook or of the specification. A page may share a few consecutive words with
// either: names, measures, formulas of the hobby. From the number of words given here on, the text counts as copied.
func TestOwnWords(t *testing.T) {
	rulestest.Slow(t)
	t.Run("rulebooks", func(t *testing.T) { checkOwnWords(t, 9, "../../../shared/sources/*.txt") })
	t.Run("specification", func(t *testing.T) {
		checkOwnWords(t, 10, "../../../shared/rules/*.md", "../../../shared/rules/data/*/*.yaml")
	})
}

func checkOwnWords(t *testing.T, copied int, patterns ...string) {
	said := copiedRuns{copied: copied, bookOf: map[string]string{}}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		rulestest.Must(t, err)
		for _, name := range names {
			text, err := os.ReadFile(name)
			rulestest.Must(t, err)
			said.add(filepath.Base(name), string(text))
		}
	}
	if len(said.bookOf) == 0 {
		t.Skip("the books are not here")
	}
	known := map[string]bool{}
	for _, p := range publishedSite(t).Pages {
		for _, block := range blocks(p.ChapterHTML) {
			if known[block] { // also stands on the play sheet
				continue
			}
			known[block] = true
			for run, book := range said.find(block) {
				t.Errorf("%s: %q stands in %s word by word", p.Path, run, book)
			}
		}
	}
}

// The comparison ignores what scanners and typesetters change in a sentence.
func TestOwnWordsSees(t *testing.T) {
	said := copiedRuns{copied: 5, bookOf: map[string]string{}}
	said.add("a book", "Au début, I’œuf dun com-\nbattant (à 1 pouce) éclot dans sa MAIN gauche. Fin.")
	for text, want := range map[string]string{
		"Quand l'œuf d’un combattant à 1 pouce s’ouvre":             "l'œuf d’un combattant à 1 pouce",
		"<b>[WC-ATK-3]</b> À 1 pouce éclot [WC-ATK-4] dans sa main": "À 1 pouce éclot dans sa main",
		"<p>L’œuf d’un combattant</p><p>à 1 pouce</p>":              "",
		"éclot dans la main gauche, fin":                            "",
	} {
		got := ""
		for _, block := range blocks(text) {
			for run := range said.find(block) {
				got += run
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// copiedRuns holds the runs of consecutive words of some books, with the book of each.
type copiedRuns struct {
	copied int
	bookOf map[string]string
}

func (r copiedRuns) add(book, text string) {
	_, said := comparableWords(text)
	for end := r.copied; end <= len(said); end++ {
		r.bookOf[strings.Join(said[end-r.copied:end], " ")] = book
	}
}

// find returns the longest runs of a text that also stand in a book, with the book of each.
func (r copiedRuns) find(text string) map[string]string {
	words, said := comparableWords(text)
	found := map[string]string{}
	for end := r.copied; end <= len(said); end++ {
		from := end - r.copied
		book, ok := r.bookOf[strings.Join(said[from:end], " ")]
		if !ok {
			continue
		}
		for ok && end < len(said) {
			end++
			if _, ok = r.bookOf[strings.Join(said[end-r.copied:end], " ")]; !ok {
				end--
			}
		}
		found[strings.Join(words[from:end], " ")] = book
		end += r.copied - 1
	}
	return found
}

var (
	aroundBlock = regexp.MustCompile(`</?(?:p|li|ul|ol|h[1-6]|t[dhr]|table|d[ltd]|div|section|figure|figcaption|summary|details|pre|svg|text|title|desc|blockquote|br)\b[^>]*>`)
	cited       = regexp.MustCompile(`\b(?:WC|WM|WU|MG|WR)(?:-[A-Z0-9]+)+\b|\bA-[0-9]+\b|\[[0-9, -]*\]`)
	anyTag      = regexp.MustCompile(`<[^>]*>`)
	hyphenated  = regexp.MustCompile(`-\n\s*`)
)

// blocks returns the texts of a page: paragraphs, headings, cells, list items.
func blocks(page string) []string {
	page = anyTag.ReplaceAllString(aroundBlock.ReplaceAllString(page, "\n"), "")
	return strings.Split(html.UnescapeString(page), "\n")
}

// comparableWords returns the words of a text, first as they are written, then in the form in which they are compared:
// without capitals, accents and punctuation. Scanned books often lack an apostrophe or have an l for an i, so an apostrophe
// joins two words and both letters count as the same.
func comparableWords(text string) (words, said []string) {
	text = hyphenated.ReplaceAllString(cited.ReplaceAllString(text, " "), "")
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mn, r) && r != '\'' && r != '’'
	}) {
		if plain := foldedWord(w); plain != "" {
			words, said = append(words, w), append(said, plain)
		}
	}
	return words, said
}

var ligatures = strings.NewReplacer("œ", "oe", "Œ", "oe", "æ", "ae", "ﬁ", "fi", "ﬂ", "fl")

func foldedWord(w string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’':
			return -1
		case r == 'i', r == 'I', r == '1':
			return 'l'
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(ligatures.Replace(w)))
}
