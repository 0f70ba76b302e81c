package reference

import (
	"html"
	"strings"
)

// erratumBlock checks the rules that an erratum names and writes it where it stands.
func (p pageView) erratumBlock(e *Erratum) (string, *blockError) {
	for _, id := range append(append([]string(nil), e.Rule...), e.By...) {
		if _, ok := p.book.find(id); !ok {
			return "", blockErrorf("erratum: rule %s is nowhere in %s", id, p.Game)
		}
	}
	t := uiStringsIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<aside class="erratum"><p>`)
	p.writeErratum(&b, t, e)
	b.WriteString("</p><details><summary>" + html.EscapeString(t.say("erratum-was")) + "</summary><p>" + html.EscapeString(typeset(p.textLang(), e.Was, 0, 0)) + "</p></details></aside>\n")
	return b.String(), nil
}

// writeErratum tells the day of an writeErratum, what is another now, and who decided so.
func (p pageView) writeErratum(b *strings.Builder, t uiStrings, e *Erratum) {
	b.WriteString("<b>" + html.EscapeString(t.say("erratum", "date", t.date(e.Date))) + "</b> " + html.EscapeString(typeset(p.textLang(), e.Says, 0, 0)))
	for _, id := range e.By {
		b.WriteByte(' ')
		p.writeCite(b, id)
	}
}
