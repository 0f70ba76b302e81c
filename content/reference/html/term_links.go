package html

import (
	"html"
	"strings"

	"oriflamme/content/reference/build"
)

// linkTermsAt returns a run of text as HTML with the words of the glossary linked, each once in a section, or "" when
// there is none.
func (w *htmlWriter) linkTermsAt(at int) string {
	p := w.Page
	if w.isCopy || p.TermMatches == nil {
		return ""
	}
	var b strings.Builder
	from, n, s := 0, w.Source.Texts[at].Node, w.Source.Texts[at].Typeset
	for _, one := range p.TermMatches[at] {
		if !p.LinkableTerms[one.Term] || w.sectionTerms[one.Term] || one.From == 0 && build.OpensRule(n) {
			continue
		}
		a, ok := p.Book.Find(one.Term)
		if !ok {
			continue
		}
		w.sectionTerms[one.Term], w.usedTerms[one.Term] = true, true
		b.WriteString(html.EscapeString(s[from:one.From]))
		b.WriteString(`<a class="term" href="` + p.Href(a) + `">` + html.EscapeString(s[one.From:one.To]) + `</a>`)
		from = one.To
	}
	if from == 0 {
		return ""
	}
	return b.String() + html.EscapeString(s[from:])
}
