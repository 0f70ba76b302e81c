package reference

import (
	"html"
	"strings"
)

// playErratum checks the rules that an erratum names and writes it where it stands.
func (p *Page) playErratum(e *Erratum) (string, *blockFault) {
	for _, id := range append(append([]string(nil), e.Rule...), e.By...) {
		if _, ok := p.book.find(id); !ok {
			return "", wrong("erratum: rule %s is nowhere in %s", id, p.Game)
		}
	}
	t := phrasesIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<aside class="erratum"><p>`)
	p.erratum(&b, t, e)
	b.WriteString("</p><details><summary>" + html.EscapeString(t.say("erratum-was")) + "</summary><p>" + html.EscapeString(typeset(p.textLang(), e.Was, 0, 0)) + "</p></details></aside>\n")
	return b.String(), nil
}

// erratum tells the day of an erratum, what is another now, and who decided so.
func (p *Page) erratum(b *strings.Builder, t tongue, e *Erratum) {
	b.WriteString("<b>" + html.EscapeString(t.say("erratum", "date", t.day(e.Date))) + "</b> " + html.EscapeString(typeset(p.textLang(), e.Says, 0, 0)))
	for _, id := range e.By {
		b.WriteByte(' ')
		p.cite(b, id)
	}
}
