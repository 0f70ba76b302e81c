package html

import (
	"html"
	"strings"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// erratumBlock checks the rules that an erratum names and returns it as HTML.
func (p pageView) erratumBlock(e *parse.Erratum) (string, *parse.BlockError) {
	for _, id := range append(append([]string(nil), e.Rule...), e.By...) {
		if _, ok := p.Book.Find(id); !ok {
			return "", parse.BlockErrorf("erratum: rule %s is nowhere in %s", id, p.Game)
		}
	}
	t := locale.In(p.Lang)
	var b strings.Builder
	b.WriteString(`<aside class="erratum"><p>`)
	p.writeErratum(&b, t, e)
	b.WriteString("</p><details><summary>" + html.EscapeString(t.Say("erratum-was")) + "</summary><p>" + html.EscapeString(locale.Typeset(p.TextLang(), e.Was, 0, 0)) + "</p></details></aside>\n")
	return b.String(), nil
}

// writeErratum writes the day of an erratum, what has changed, and the rules that decided it.
func (p pageView) writeErratum(b *strings.Builder, t locale.Strings, e *parse.Erratum) {
	b.WriteString("<b>" + html.EscapeString(t.Say("erratum", "date", t.Date(e.Date))) + "</b> " + html.EscapeString(locale.Typeset(p.TextLang(), e.Says, 0, 0)))
	for _, id := range e.By {
		b.WriteByte(' ')
		p.writeCite(b, id)
	}
}
