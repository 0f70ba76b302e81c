package build

import (
	"maps"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// A termLinker finds words of the glossary in running text, in their inflected forms: plural, feminine, after l’ and d’.
// It prefers to miss a word than to link a wrong one: it takes only long single words, no name that two words of the
// glossary share, and no word that one language has on a page and the other has not.
type termLinker struct {
	byFirstWord map[string][]*termName // by the first word of a name, in each form it has
	prefixBits  [1 << 9]uint64         // a bit for each pair of letters that these words begin with
}

// prefixBit returns the position of the bit for a word's first two letters. Capitals share the bit of small letters;
// words that begin with other characters have the bit at 0.
func prefixBit(word string) (at int, bit uint64) {
	pair := 0
	for i := range min(len(word), 2) {
		c := word[i]
		if c >= 0x80 {
			return 0, 1
		}
		pair = pair<<8 | int(c|0x20)
	}
	return pair >> 6, 1 << (pair & 63)
}

// A termName is a name of a word of the glossary.
type termName struct {
	term  string
	words []map[string]bool // the forms of each word
}

// Shorter single words often mean something else (main, case, vol).
const minSingleLength = 8

// commonWords lists long words that everyday language uses as well.
var commonWords = map[string]map[string]bool{
	"fr": locale.WordSet("mouvement mouvements attaques objectif objectifs couverture attaquant retirer choisir détruire défausser repousser horizontalement verticalement personne déploiement pourcentage pourcentages"),
	"en": locale.WordSet("attacks objective objectives shooting directions destroy discard attacker attacking horizontal vertical horizontally vertically position movement direction deployment percentage percentages"),
}

// newTermLinker collects the names of a book.
func newTermLinker(b *Book) *termLinker {
	owners := map[string]map[string]bool{}
	var all []*termName
	for _, id := range slices.Sorted(maps.Keys(b.Terms)) {
		t := b.Terms[id]
		title, _, _ := strings.Cut(t.Title, " (")
		for _, name := range append([]string{title}, t.Aliases...) {
			words := lowerWords(name)
			key := strings.Join(words, " ")
			if strings.ContainsAny(name, ",;…") || len(words) == 0 || len(words) > 5 {
				continue
			}
			if len(words) == 1 && (utf8.RuneCountInString(key) < minSingleLength || commonWords[b.Lang][key]) {
				continue
			}
			if owners[key] == nil {
				owners[key] = map[string]bool{}
			}
			owners[key][id] = true
			l := &termName{term: id}
			for _, w := range words {
				l.words = append(l.words, inflections(b.Lang, w))
			}
			all = append(all, l)
		}
	}
	ln := &termLinker{byFirstWord: map[string][]*termName{}}
	for _, l := range all {
		shared := false
		for w := range l.words[0] {
			shared = shared || len(l.words) == 1 && len(owners[w]) > 1
		}
		if shared {
			continue
		}
		for w := range l.words[0] {
			ln.byFirstWord[w] = append(ln.byFirstWord[w], l)
			at, bit := prefixBit(w)
			ln.prefixBits[at] |= bit
		}
	}
	for _, list := range ln.byFirstWord {
		sort.SliceStable(list, func(i, j int) bool { return len(list[i].words) > len(list[j].words) })
	}
	return ln
}

// inflections returns the inflected forms of a word.
func inflections(lang, w string) map[string]bool {
	f := map[string]bool{w: true, w + "s": true}
	if lang == "fr" && utf8.RuneCountInString(w) > 3 {
		f[w+"e"], f[w+"es"] = true, true
		if base, ok := strings.CutSuffix(w, "s"); ok {
			f[base] = true
		}
	}
	return f
}

// A wordSpan is the range of a word in a text.
type wordSpan struct{ from, to int }

// nextWord returns the first word of a text from a position on.
func nextWord(s string, from int) (t wordSpan, ok bool) {
	start := -1
	for i := from; i < len(s); {
		letter, n := IsWordByte[s[i]], 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			letter = unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		if letter && start < 0 {
			start = i
		} else if !letter && start >= 0 {
			return wordSpan{start, i}, true
		}
		i += n
	}
	if start < 0 {
		return t, false
	}
	return wordSpan{start, len(s)}, true
}

// IsWordByte holds true for ASCII letters and figures.
var IsWordByte = func() (in [256]bool) {
	for c := range utf8.RuneSelf {
		in[c] = unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return in
}()

// lowerWords returns the words of a text in lower case.
func lowerWords(s string) (words []string) {
	for t, ok := nextWord(s, 0); ok; t, ok = nextWord(s, t.to) {
		words = append(words, strings.ToLower(s[t.from:t.to]))
	}
	return words
}

// A termMatch is a range of text that names a word of the glossary.
type termMatch struct {
	Term     string
	From, To int
}

// find returns the names in a text, the longest at each position.
func (ln *termLinker) find(s string) []termMatch {
	var list []termMatch
	for t, ok := nextWord(s, 0); ok; t, ok = nextWord(s, t.to) {
		if at, bit := prefixBit(s[t.from:t.to]); ln.prefixBits[at]&bit == 0 {
			continue
		}
		for _, l := range ln.byFirstWord[strings.ToLower(s[t.from:t.to])] {
			if to, fits := l.matchRest(s, t.to); fits {
				list = append(list, termMatch{l.term, t.from, to})
				t.to = to
				break
			}
		}
	}
	return list
}

// matchRest compares the words after the first one with a name, and returns where the name ends. Between its words
// stands one space, hyphen or apostrophe.
func (l *termName) matchRest(s string, end int) (to int, ok bool) {
	for _, forms := range l.words[1:] {
		t, ok := nextWord(s, end)
		if !ok || !forms[strings.ToLower(s[t.from:t.to])] || utf8.RuneCountInString(s[end:t.from]) != 1 {
			return 0, false
		}
		end = t.to
	}
	return end, true
}

// LinkTerms sets for each page the words of the glossary that may be linked automatically: those that the page has in
// every language.
func (lib *Library) LinkTerms(pages []*Page) {
	linkers := map[parse.BookKey]*termLinker{}
	for k, b := range lib.Books {
		linkers[k] = newTermLinker(b)
	}
	said := make([]map[string]bool, len(pages))
	parse.InParallel(len(pages), func(i int) {
		p := pages[i]
		if p.Source == nil || p.Source.IsGlossary() || p.TextIn != "" {
			return
		}
		linker := linkers[parse.BookKey{Lang: p.Lang, Game: p.Game}]
		said[i], p.TermMatches = map[string]bool{}, make([][]termMatch, len(p.Source.Texts))
		for _, r := range p.Source.Refs {
			said[i][r.Target] = true
		}
		for at, one := range p.Source.Texts {
			if !isRunningText(one.Node) {
				continue
			}
			p.TermMatches[at] = linker.find(one.Typeset)
			for _, name := range p.TermMatches[at] {
				if name.From > 0 || !OpensRule(one.Node) {
					said[i][name.Term] = true
				}
			}
		}
	})
	byPage := map[*Page]map[string]bool{}
	for i, p := range pages {
		byPage[p] = said[i]
	}
	for _, p := range pages {
		p.LinkableTerms = map[string]bool{}
		for term := range byPage[p] {
			everywhere := true
			for _, o := range p.Others {
				everywhere = everywhere && (byPage[o][term] || o.TextIn != "")
			}
			p.LinkableTerms[term] = everywhere
		}
	}
}

// OpensRule reports whether a text begins a rule. What stands there is often the rule's name, in which a word may have
// another meaning than alone.
func OpensRule(n ast.Node) bool {
	p := n.Parent()
	return p.FirstChild() == n && p.Kind() == ast.KindParagraph && p.PreviousSibling() == nil && p.Parent().Kind() == parse.KindRule
}

// isRunningText reports whether a node stands in running text, not in a heading, a link, code or the head of a table.
func isRunningText(n ast.Node) bool {
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n.(type) {
		case *ast.Heading, *ast.Link, *ast.CodeSpan, *extast.TableHeader:
			return false
		}
	}
	return true
}
