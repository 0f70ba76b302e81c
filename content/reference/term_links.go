package reference

import (
	"html"
	"strings"
)

// linkTermsAt writes what the source says at a place with the words of the glossary in it as links, each once in a
// section; "" where there is none.
func (w *htmlWriter) linkTermsAt(at int) string {
	p := w.page
	if w.isCopy || p.termMatches == nil {
		return ""
	}
	var b strings.Builder
	from, n, s := 0, w.src.texts[at].node, w.src.texts[at].typeset
	for _, one := range p.termMatches[at] {
		if !p.linkableTerms[one.term] || w.sectionTerms[one.term] || one.from == 0 && opensRule(n) {
			continue
		}
		a, ok := p.book.find(one.term)
		if !ok {
			continue
		}
		w.sectionTerms[one.term], w.usedTerms[one.term] = true, true
		b.WriteString(html.EscapeString(s[from:one.from]))
		b.WriteString(`<a class="term" href="` + p.href(a) + `">` + html.EscapeString(s[one.from:one.to]) + `</a>`)
		from = one.to
	}
	if from == 0 {
		return ""
	}
	return b.String() + html.EscapeString(s[from:])
}
