package reference

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LedgerFile is where this package keeps what is known of each rule, from the root
// of the repository. TestLock writes it.
const LedgerFile = "content/reference/ledger.txt"

//go:embed ledger.txt
var ledgerText string

// An Entry is what is known of a rule besides its text. A line of the ledger is
//
//	warcry WC-ATK-3 1306-1329 sitg 2026-11-21 0a1b2c3d 4e5f6a7b
//
// game, rule, lines of the source that it is drawn from (- when it names none), what
// there is of it (specified, implemented, tested, in golden battles; - for none), when
// its text last changed, and the sums of its text by language (- where it is not written).
type Entry struct {
	Game, ID string
	Lines    string
	Has      string
	Since    string   // day of the last change
	Sums     []string // in the order of Languages
}

// String writes the line.
func (e Entry) String() string {
	return strings.Join(append([]string{e.Game, e.ID, dash(e.Lines), dash(e.Has), e.Since}, e.Sums...), " ")
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// ReadLedger reads the lines of a ledger, by game and rule.
func ReadLedger(text string) map[[2]string]Entry {
	all := map[[2]string]Entry{}
	for _, line := range strings.Split(text, "\n") {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") || len(f) != 5+len(Languages) {
			continue
		}
		all[[2]string{f[0], f[1]}] = Entry{f[0], f[1], strings.TrimPrefix(f[2], "-"), strings.TrimPrefix(f[3], "-"), f[4], f[5:]}
	}
	return all
}

// trackID is the page that tells what is there of each rule, and what changed when.
const trackID = "track"

// day writes a day as the language does.
func (t tongue) day(iso string) string {
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	number := strconv.Itoa(d.Day())
	if t.lang == "fr" && d.Day() == 1 {
		number = "1er"
	}
	return t.say("day", "day", number, "month", t.say(fmt.Sprintf("month-%d", d.Month())), "year", d.Year())
}

// foot is the last line of a rule: where its text is drawn from and when it changed. Where
// several rules stand together each tells it that is not as the first.
func (w *pen) foot(ids []string) string {
	if w.copy {
		return ""
	}
	var said []string
	for _, id := range ids {
		origin, known := w.page.book.origin(phrasesIn(w.page.Lang), id)
		switch {
		case known && len(said) == 0:
			said = append(said, origin)
		case known && origin != said[0]:
			said = append(said, id+" ("+origin+")")
		}
	}
	if said == nil {
		return ""
	}
	return `<p class="of"><small>` + html.EscapeString(strings.Join(said, ", ")) + "</small></p>"
}

// origin tells the lines of the source of a rule, and the day of its last change.
func (b *book) origin(t tongue, id string) (text string, known bool) {
	e, known := b.ledger[[2]string{b.game, id}]
	if e.Lines == "" {
		return t.say("source-none") + " · " + t.day(e.Since), known
	}
	return t.say("source-lines", "lines", strings.ReplaceAll(e.Lines, ",", ", ")) + " · " + t.day(e.Since), known
}

// trackBody is the page of changes and coverage of a book.
func (p *Page) trackBody() string {
	t := phrasesIn(p.Lang)
	var entries []Entry
	for k, e := range p.book.ledger {
		if k[0] == p.Game {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b Entry) int { return byNumber(a.ID, b.ID) })
	var b strings.Builder
	b.WriteString(`<div class="book">` + "\n")
	p.head(&b, t)
	b.WriteString(`<div class="chapter">`)
	p.changes(&b, t, entries)
	p.coverage(&b, t, entries)
	b.WriteString("</div>")
	p.foot(&b, t)
	b.WriteString("</div>\n")
	return withDefs(b.String())
}

// byNumber orders rules as people count them: WM-ABIL-2 before WM-ABIL-10.
func byNumber(a, b string) int {
	series := func(id string) (string, int) {
		cut := strings.LastIndexByte(id, '-') + 1
		n, _ := strconv.Atoi(strings.TrimRight(id[cut:], "abcdefghijklmnopqrstuvwxyz"))
		return id[:cut], n
	}
	first, m := series(a)
	second, n := series(b)
	return cmp.Or(strings.Compare(first, second), cmp.Compare(m, n), strings.Compare(a, b))
}

// many is how many rules of one day are told behind their number.
const many = 24

func (p *Page) changes(b *strings.Builder, t tongue, entries []Entry) {
	byDay := map[string][]Entry{}
	for _, e := range entries {
		byDay[e.Since] = append(byDay[e.Since], e)
	}
	errata := map[string][]*Erratum{}
	for _, e := range p.book.errata() {
		errata[e.Date] = append(errata[e.Date], e)
		if _, known := byDay[e.Date]; !known {
			byDay[e.Date] = nil
		}
	}
	days := sortedKeys(byDay)
	b.WriteString(`<h2 id="changes">` + html.EscapeString(t.say("changes")) + "</h2><dl>")
	for i := len(days) - 1; i >= 0; i-- {
		b.WriteString("<dt>" + html.EscapeString(t.day(days[i])) + "</dt><dd>")
		for _, e := range errata[days[i]] {
			b.WriteString("<p>")
			for _, id := range e.Rule {
				p.cite(b, id)
				b.WriteByte(' ')
			}
			p.erratum(b, t, e)
			b.WriteString("</p>")
		}
		list := byDay[days[i]]
		if len(list) > many {
			said := "rewritten"
			if i == 0 {
				said = "published"
			}
			b.WriteString(`<details class="changed"><summary>` + html.EscapeString(t.say(said, "n", len(list))) + "</summary>")
		}
		for _, e := range list {
			p.cite(b, e.ID)
			b.WriteByte(' ')
		}
		if len(list) > many {
			b.WriteString("</details>")
		}
		b.WriteString("</dd>")
	}
	b.WriteString("</dl>\n")
}

// cite writes a rule's number, as a link where the book has it.
func (p *Page) cite(b *strings.Builder, id string) {
	if a, ok := p.book.find(id); ok {
		b.WriteString(`<a class="cite" href="` + p.href(a) + `">` + id + `</a>`)
	} else {
		b.WriteString(id)
	}
}

func (p *Page) coverage(b *strings.Builder, t tongue, entries []Entry) {
	columns := []struct {
		name string
		is   func(Entry) bool
	}{
		{"specified", func(e Entry) bool { return strings.Contains(e.Has, "s") }},
		{"written-fr", func(e Entry) bool { return e.Sums[0] != "-" }},
		{"written-en", func(e Entry) bool { return e.Sums[1] != "-" }},
		{"implemented", func(e Entry) bool { return strings.Contains(e.Has, "i") }},
		{"tested", func(e Entry) bool { return strings.Contains(e.Has, "t") }},
		{"golden", func(e Entry) bool { return strings.Contains(e.Has, "g") }},
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
		p.cite(b, e.ID)
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
