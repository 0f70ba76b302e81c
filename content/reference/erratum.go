package reference

import (
	"html"
	"sort"
	"strings"
	"time"
)

// An Erratum is the YAML of a fenced block named erratum, which stands in the rule that
// it corrects: below its text, before the next rule. The text of the rule is the
// corrected one; the erratum tells that it is another than was printed or published, and
// keeps what it said before. Both languages have the same errata.
//
//	date: 2026-11-21
//	says: La légende disait le contraire de la règle.   what is another now
//	was: Le Boucher ne voit pas le Gardien.             what stood there before, in our words
//	by: [WM-A-1]                                        decisions behind it; optional
//	rule: [WM-LOS-FIG-3]                                for rules of a list or a table above
type Erratum struct {
	Date string   `yaml:"date"`
	Says string   `yaml:"says"`
	Was  string   `yaml:"was"`
	By   []string `yaml:"by"`
	Rule []string `yaml:"rule"`
}

// readErratum notes the erratum of a block, which corrects the open rule unless it says
// which.
func (s *source) readErratum(f *fence, open *rule, faults *faults) {
	var e Erratum
	if fault := decodeBlock(f.yaml, &e); fault != nil {
		faults.add(s.file, f.line+fault.line, "erratum: %s", fault.text)
		return
	}
	if len(e.Rule) == 0 && open != nil {
		e.Rule = open.ids
	}
	_, err := time.Parse(time.DateOnly, e.Date)
	switch {
	case len(e.Rule) == 0:
		faults.add(s.file, f.line, "erratum: stands in no rule, and names none")
	case err != nil:
		faults.add(s.file, f.line, "erratum: date %q is no day such as 2026-11-21", e.Date)
	case e.Says == "" || e.Was == "":
		faults.add(s.file, f.line, "erratum: wants what it says, and what was there before")
	}
	s.errata = append(s.errata, &e)
	f.erratum, f.title = &e, e.Says
}

// errata are those of a book, the newest first, then as they stand in it.
func (b *book) errata() []*Erratum {
	var list []*Erratum
	for _, p := range b.pages {
		if p.src != nil {
			list = append(list, p.src.errata...)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Date > list[j].Date })
	return list
}

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
