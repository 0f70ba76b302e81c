package reference

import (
	"html"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// A linker finds words of the glossary in running text, in the forms that grammar
// gives them: plural, feminine, behind l’ and d’. It is careful rather than eager:
// of single words it takes long ones only, a name that two words share is nobody's,
// and what one language says on a page but not the other is left alone.
type linker struct {
	starts map[string][]*linkable // by the first word of a name, in each form it has
}

// A linkable is a name of a word of the glossary.
type linkable struct {
	term  string
	words []map[string]bool // the forms of each word
}

// A single word shorter than this means other things too often (main, case, vol).
const leastSingle = 8

// plainWords are long words that everyday language uses as well.
var plainWords = map[string]map[string]bool{
	"fr": wordSet("mouvement mouvements attaques objectif objectifs couverture attaquant retirer choisir détruire défausser repousser horizontalement verticalement personne"),
	"en": wordSet("attacks objective objectives shooting directions destroy discard attacker attacking horizontal vertical horizontally vertically position movement"),
}

// newLinker collects the names of a book.
func newLinker(b *book) *linker {
	owners := map[string]map[string]bool{}
	var all []*linkable
	for _, id := range sortedKeys(b.terms) {
		t := b.terms[id]
		title, _, _ := strings.Cut(t.title, " (")
		for _, name := range append([]string{title}, t.aliases...) {
			words, _ := tokens(name)
			key := strings.Join(words, " ")
			if strings.ContainsAny(name, ",;…") || len(words) == 0 || len(words) > 5 {
				continue
			}
			if len(words) == 1 && (utf8.RuneCountInString(key) < leastSingle || plainWords[b.lang][key]) {
				continue
			}
			if owners[key] == nil {
				owners[key] = map[string]bool{}
			}
			owners[key][id] = true
			l := &linkable{term: id}
			for _, w := range words {
				l.words = append(l.words, forms(b.lang, w))
			}
			all = append(all, l)
		}
	}
	ln := &linker{starts: map[string][]*linkable{}}
	for _, l := range all {
		shared := false
		for w := range l.words[0] {
			shared = shared || len(l.words) == 1 && len(owners[w]) > 1
		}
		if shared {
			continue
		}
		for w := range l.words[0] {
			ln.starts[w] = append(ln.starts[w], l)
		}
	}
	for _, list := range ln.starts {
		sort.SliceStable(list, func(i, j int) bool { return len(list[i].words) > len(list[j].words) })
	}
	return ln
}

// forms are a word as grammar may bend it.
func forms(lang, w string) map[string]bool {
	f := map[string]bool{w: true, w + "s": true}
	if lang == "fr" && utf8.RuneCountInString(w) > 3 {
		f[w+"e"], f[w+"es"] = true, true
		if base, ok := strings.CutSuffix(w, "s"); ok {
			f[base] = true
		}
	}
	return f
}

// tokens cuts a text into small-letter words and tells where each begins and ends.
func tokens(s string) (words []string, at [][2]int) {
	start := -1
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			words, at = append(words, strings.ToLower(s[start:i])), append(at, [2]int{start, i})
			start = -1
		}
	}
	if start >= 0 {
		words, at = append(words, strings.ToLower(s[start:])), append(at, [2]int{start, len(s)})
	}
	return words, at
}

// A stretch is text that names a word of the glossary.
type stretch struct {
	term     string
	from, to int
}

// find returns the names in a text, longest first at each place.
func (ln *linker) find(s string) []stretch {
	words, at := tokens(s)
	var list []stretch
	for i := 0; i < len(words); i++ {
		for _, l := range ln.starts[words[i]] {
			n := len(l.words)
			if i+n > len(words) || !l.fits(words[i:i+n], at[i:i+n], s) {
				continue
			}
			list = append(list, stretch{l.term, at[i][0], at[i+n-1][1]})
			i += n - 1
			break
		}
	}
	return list
}

// fits compares words with a name; between them stands one space, hyphen or apostrophe.
func (l *linkable) fits(words []string, at [][2]int, s string) bool {
	for i, w := range words {
		if !l.words[i][w] {
			return false
		}
		if i > 0 && utf8.RuneCountInString(s[at[i-1][1]:at[i][0]]) != 1 {
			return false
		}
	}
	return true
}

// linkTerms notes for each page the words of the glossary that may be linked by
// themselves: those that every language says on it.
func (s *Site) linkTerms() {
	linkers := map[bookKey]*linker{}
	for k, b := range s.books {
		linkers[k] = newLinker(b)
	}
	said := make([]map[string]bool, len(s.Pages))
	inParallel(len(s.Pages), func(i int) {
		p := s.Pages[i]
		if p.src == nil || p.src.isGlossary() || p.TextIn != "" {
			return
		}
		p.linker = linkers[bookKey{p.Lang, p.Game}]
		said[i] = map[string]bool{}
		for _, r := range p.src.refs {
			said[i][r.target] = true
		}
		eachText(p.src.root, func(t *ast.Text) {
			for _, one := range p.linker.find(string(t.Segment.Value(p.src.text))) {
				said[i][one.term] = true
			}
		})
	})
	byPage := map[*Page]map[string]bool{}
	for i, p := range s.Pages {
		byPage[p] = said[i]
	}
	for _, p := range s.Pages {
		p.auto = map[string]bool{}
		for term := range byPage[p] {
			everywhere := true
			for _, o := range p.Others {
				everywhere = everywhere && (byPage[o][term] || o.TextIn != "")
			}
			p.auto[term] = everywhere
		}
	}
}

// eachText calls do for every stretch of running text: not headings, links or code.
func eachText(root ast.Node, do func(*ast.Text)) {
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading, *ast.Link, *ast.CodeSpan, *extast.TableHeader:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			if entering {
				do(n)
			}
		}
		return ast.WalkContinue, nil
	})
}

// linked writes text with the words of the glossary in it as links, each once in a
// section.
func (w *pen) linked(n ast.Node, s string) string {
	p := w.page
	if w.copy || p.linker == nil || !running(n) {
		return ""
	}
	var b strings.Builder
	from := 0
	for _, one := range p.linker.find(s) {
		if !p.auto[one.term] || w.near[one.term] {
			continue
		}
		a, ok := p.book.find(one.term)
		if !ok {
			continue
		}
		w.near[one.term], w.used[one.term] = true, true
		b.WriteString(html.EscapeString(s[from:one.from]))
		b.WriteString(`<a class="term" href="` + p.href(a) + `">` + html.EscapeString(s[one.from:one.to]) + `</a>`)
		from = one.to
	}
	if from == 0 {
		return ""
	}
	return b.String() + html.EscapeString(s[from:])
}

// running tells whether a node stands in running text.
func running(n ast.Node) bool {
	for n = n.Parent(); n != nil; n = n.Parent() {
		switch n.(type) {
		case *ast.Heading, *ast.Link, *ast.CodeSpan, *extast.TableHeader:
			return false
		}
	}
	return true
}
