package html

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// changesBody writes the page of changes and coverage of a book.
func (p pageView) changesBody() string {
	t := locale.In(p.Lang)
	var entries []build.RuleStatus
	for k, e := range p.Book.RuleStatus {
		if k[0] == p.Game {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b build.RuleStatus) int { return compareIDs(a.ID, b.ID) })
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

// compareIDs compares rule ids in the order of their numbers: WM-ABIL-2 before WM-ABIL-10.
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

// maxListed is the number of changed rules of a day above which the list is folded behind its count.
const maxListed = 24

func (p pageView) writeChanges(b *strings.Builder, t locale.Strings, entries []build.RuleStatus) {
	byDay := map[string][]build.RuleStatus{}
	for _, e := range entries {
		byDay[e.Changed] = append(byDay[e.Changed], e)
	}
	errata := map[string][]*parse.Erratum{}
	for _, e := range p.Book.Errata() {
		errata[e.Date] = append(errata[e.Date], e)
		if _, known := byDay[e.Date]; !known {
			byDay[e.Date] = nil
		}
	}
	days := slices.Sorted(maps.Keys(byDay))
	b.WriteString(`<h2 id="changes">` + html.EscapeString(t.Say("changes")) + "</h2><dl>")
	for i := len(days) - 1; i >= 0; i-- {
		b.WriteString("<dt>" + html.EscapeString(t.Date(days[i])) + "</dt><dd>")
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
			b.WriteString(`<details class="changed"><summary>` + html.EscapeString(t.Say(said, "n", len(list))) + "</summary>")
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

// writeCite writes a rule's number, as a link when the book has the rule.
func (p pageView) writeCite(b *strings.Builder, id string) {
	if a, ok := p.Book.Find(id); ok {
		b.WriteString(`<a class="cite" href="` + p.Href(a) + `">` + id + `</a>`)
	} else {
		b.WriteString(id)
	}
}

func (p pageView) writeCoverage(b *strings.Builder, t locale.Strings, entries []build.RuleStatus) {
	columns := []struct {
		name string
		is   func(build.RuleStatus) bool
	}{
		{"specified", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "s") }},
		{"written-fr", func(e build.RuleStatus) bool { return e.Sums[0] != "-" }},
		{"written-en", func(e build.RuleStatus) bool { return e.Sums[1] != "-" }},
		{"implemented", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "i") }},
		{"tested", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "t") }},
		{"golden", func(e build.RuleStatus) bool { return strings.Contains(e.Coverage, "g") }},
	}
	b.WriteString(`<h2 id="coverage">` + html.EscapeString(t.Say("coverage")) + "</h2><p>" + html.EscapeString(t.Say("coverage-note")) + `</p><div class="scroll"><table class="coverage"><thead><tr><th scope="col">` + html.EscapeString(t.Say("rule")) + "</th>")
	for _, c := range columns {
		n := 0
		for _, e := range entries {
			if c.is(e) {
				n++
			}
		}
		fmt.Fprintf(b, `<th scope="col">%s<br><small>%d/%d</small></th>`, html.EscapeString(t.Say(c.name)), n, len(entries))
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
