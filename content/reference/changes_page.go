package reference

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// changesBody is the page of changes and coverage of a book.
func (p pageView) changesBody() string {
	t := uiStringsIn(p.Lang)
	var entries []RuleStatus
	for k, e := range p.book.ruleStatus {
		if k[0] == p.Game {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b RuleStatus) int { return compareIDs(a.ID, b.ID) })
	var b strings.Builder
	b.WriteString(`<div class="book">` + "\n")
	p.writeHead(&b, t)
	b.WriteString(`<div class="chapter">`)
	p.writeChanges(&b, t, entries)
	p.writeCoverage(&b, t, entries)
	b.WriteString("</div>")
	p.writeFoot(&b, t)
	b.WriteString("</div>\n")
	return withSymbols(b.String())
}

// compareIDs orders rules as people count them: WM-ABIL-2 before WM-ABIL-10.
func compareIDs(a, b string) int {
	series := func(id string) (string, int) {
		cut := strings.LastIndexByte(id, '-') + 1
		n, _ := strconv.Atoi(strings.TrimRight(id[cut:], "abcdefghijklmnopqrstuvwxyz"))
		return id[:cut], n
	}
	first, m := series(a)
	second, n := series(b)
	return cmp.Or(strings.Compare(first, second), cmp.Compare(m, n), strings.Compare(a, b))
}

// maxListed is how maxListed rules of one day are told behind their number.
const maxListed = 24

func (p pageView) writeChanges(b *strings.Builder, t uiStrings, entries []RuleStatus) {
	byDay := map[string][]RuleStatus{}
	for _, e := range entries {
		byDay[e.Changed] = append(byDay[e.Changed], e)
	}
	errata := map[string][]*Erratum{}
	for _, e := range p.book.errata() {
		errata[e.Date] = append(errata[e.Date], e)
		if _, known := byDay[e.Date]; !known {
			byDay[e.Date] = nil
		}
	}
	days := slices.Sorted(maps.Keys(byDay))
	b.WriteString(`<h2 id="changes">` + html.EscapeString(t.say("changes")) + "</h2><dl>")
	for i := len(days) - 1; i >= 0; i-- {
		b.WriteString("<dt>" + html.EscapeString(t.date(days[i])) + "</dt><dd>")
		for _, e := range errata[days[i]] {
			b.WriteString("<p>")
			for _, id := range e.Rule {
				p.writeCite(b, id)
				b.WriteByte(' ')
			}
			p.writeErratum(b, t, e)
			b.WriteString("</p>")
		}
		list := byDay[days[i]]
		if len(list) > maxListed {
			said := "rewritten"
			if i == 0 {
				said = "published"
			}
			b.WriteString(`<details class="changed"><summary>` + html.EscapeString(t.say(said, "n", len(list))) + "</summary>")
		}
		for _, e := range list {
			p.writeCite(b, e.ID)
			b.WriteByte(' ')
		}
		if len(list) > maxListed {
			b.WriteString("</details>")
		}
		b.WriteString("</dd>")
	}
	b.WriteString("</dl>\n")
}

// writeCite writes a rule's number, as a link where the book has it.
func (p pageView) writeCite(b *strings.Builder, id string) {
	if a, ok := p.book.find(id); ok {
		b.WriteString(`<a class="cite" href="` + p.href(a) + `">` + id + `</a>`)
	} else {
		b.WriteString(id)
	}
}

func (p pageView) writeCoverage(b *strings.Builder, t uiStrings, entries []RuleStatus) {
	columns := []struct {
		name string
		is   func(RuleStatus) bool
	}{
		{"specified", func(e RuleStatus) bool { return strings.Contains(e.Coverage, "s") }},
		{"written-fr", func(e RuleStatus) bool { return e.Sums[0] != "-" }},
		{"written-en", func(e RuleStatus) bool { return e.Sums[1] != "-" }},
		{"implemented", func(e RuleStatus) bool { return strings.Contains(e.Coverage, "i") }},
		{"tested", func(e RuleStatus) bool { return strings.Contains(e.Coverage, "t") }},
		{"golden", func(e RuleStatus) bool { return strings.Contains(e.Coverage, "g") }},
	}
	b.WriteString(`<h2 id="coverage">` + html.EscapeString(t.say("coverage")) + "</h2><p>" + html.EscapeString(t.say("coverage-note")) + `</p><div class="scroll"><table class="coverage"><thead><tr><th scope="col">` + html.EscapeString(t.say("rule")) + "</th>")
	for _, c := range columns {
		n := 0
		for _, e := range entries {
			if c.is(e) {
				n++
			}
		}
		fmt.Fprintf(b, `<th scope="col">%s<br><small>%d/%d</small></th>`, html.EscapeString(t.say(c.name)), n, len(entries))
	}
	b.WriteString("</tr></thead><tbody>\n")
	for _, e := range entries {
		b.WriteString(`<tr><th scope="row">`)
		p.writeCite(b, e.ID)
		b.WriteString("</th>")
		for _, c := range columns {
			if c.is(e) {
				b.WriteString("<td>✓</td>")
			} else {
				b.WriteString("<td>–</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody></table></div>\n")
}
