package html

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// exampleHTML writes an example that was played, with the dice as they fell.
func (e *Example) exampleHTML(p *build.Page, a rules.Answer, version int) string {
	t := locale.In(p.Lang)
	var b strings.Builder
	b.WriteString(`<aside class="example" aria-label="` + t.Say("example-label") + `"`)
	if q := e.calculatorQuery(p); q != "" {
		b.WriteString(` data-try="` + html.EscapeString(q) + `"`)
	}
	b.WriteString(`><p class="h-ex"><b>`)
	b.WriteString(html.EscapeString(locale.Typeset(p.TextLang(), e.Title, 0, 0)))
	b.WriteString(`</b><span class="stamp">` + icon("seal") + ` ` + t.Say("verified") + "</span></p>\n")
	if e.Text != "" {
		b.WriteString("<p>" + html.EscapeString(locale.Typeset(p.TextLang(), strings.TrimSpace(e.Text), 0, 0)) + "</p>\n")
	}
	writeFacts(&b, p.Book, t, t.Say("given"), e.Input)
	writeDice(&b, p.Book, a.Dice)
	switch {
	case e.Error != nil:
		said := t.Say("refused")
		if a.Error.Rule != "" {
			said = t.Say("refused-by", "rule", a.Error.Rule)
		}
		b.WriteString(`<p class="refused"><b>` + html.EscapeString(said) + `</b> <code>` + html.EscapeString(string(a.Error.Code)+" "+a.Error.Field) + "</code></p>\n")
	case e.Odds != nil:
		e.writeOdds(&b, p.Book, t)
	default:
		writeFacts(&b, p.Book, t, t.Say("outcome"), e.Expect)
	}
	b.WriteString(`<p class="mute"><small>` + t.Say("played", "version", strconv.Itoa(version)))
	for _, id := range e.Rule {
		at, _ := p.Book.Find(id)
		b.WriteString(` <a class="cite" href="` + p.Href(at) + `">` + id + `</a>`)
	}
	b.WriteString("</small></p></aside>\n")
	return b.String()
}

// writeFacts writes fields and values of the engine as a list.
func writeFacts(b *strings.Builder, book *build.Book, t locale.Strings, title string, f Fields) {
	if f.node == nil || len(f.node.Content) == 0 {
		return
	}
	b.WriteString(`<div class="facts"><p><b>` + html.EscapeString(title) + "</b></p><dl>")
	for i := 0; i < len(f.node.Content); i += 2 {
		name, value := book.ValueName(f.node.Content[i].Value), nodeText(book, t, f.node.Content[i+1])
		b.WriteString("<div><dt>" + html.EscapeString(name) + "</dt><dd>" + html.EscapeString(value) + "</dd></div>")
	}
	b.WriteString("</dl></div>\n")
}

// nodeText writes a field's value for people.
func nodeText(book *build.Book, t locale.Strings, n *yaml.Node) string {
	var parts []string
	switch n.Kind {
	case yaml.AliasNode:
		return nodeText(book, t, n.Alias)
	case yaml.MappingNode:
		for i := 0; i < len(n.Content); i += 2 {
			parts = append(parts, book.ValueName(n.Content[i].Value)+" "+nodeText(book, t, n.Content[i+1]))
		}
		return strings.Join(parts, ", ")
	case yaml.SequenceNode:
		between := ", "
		for _, one := range n.Content {
			if one.Kind == yaml.MappingNode {
				between = locale.NarrowNBSP + "; "
			}
			parts = append(parts, nodeText(book, t, one))
		}
		if parts == nil {
			return "–"
		}
		return strings.Join(parts, between)
	}
	var v any
	if err := n.Decode(&v); err != nil {
		return n.Value
	}
	return valueText(book, t, v)
}

// valueText writes a plain value for people.
func valueText(book *build.Book, t locale.Strings, v any) string {
	switch v := v.(type) {
	case nil:
		return "–"
	case bool:
		if v {
			return t.Say("yes")
		}
		return t.Say("no")
	case string:
		return book.ValueName(v)
	}
	return t.Number(fmt.Sprint(v))
}

// writeDice draws dice; those rolled for the same purpose stand together.
func writeDice(b *strings.Builder, book *build.Book, fallen []dice.Die) {
	if len(fallen) == 0 {
		return
	}
	b.WriteString(`<p class="ex-dice">`)
	for i := 0; i < len(fallen); {
		b.WriteString(`<span class="mini">`)
		why := fallen[i].For
		for ; i < len(fallen) && fallen[i].For == why; i++ {
			b.WriteString(dieHTML(fallen[i]))
		}
		b.WriteString("</span> " + html.EscapeString(book.ValueName(why)) + " ")
	}
	b.WriteString("</p>\n")
}

// dieHTML draws one die: pips for six sides, figures for others.
func dieHTML(d dice.Die) string {
	n := strconv.Itoa(d.Value)
	if d.Sides != 6 {
		return `<span class="die">` + n + `</span>`
	}
	return `<svg viewBox="0 0 24 24" role="img" aria-label="` + n + `"><use href="#d6-` + n + `"/></svg>`
}

// writeOdds writes the odds that the example states.
func (e *Example) writeOdds(b *strings.Builder, book *build.Book, t locale.Strings) {
	b.WriteString(`<div class="facts"><p><b>` + t.Say("odds") + "</b></p><dl>")
	for _, field := range slices.Sorted(maps.Keys(e.Odds)) {
		for _, value := range slices.Sorted(maps.Keys(e.Odds[field])) {
			p := rat(e.Odds[field][value])
			shown := value
			if value == "true" || value == "false" {
				shown = valueText(book, t, value == "true")
			} else if _, err := strconv.ParseFloat(value, 64); err != nil {
				shown = book.ValueName(value)
			}
			b.WriteString("<div><dt>" + html.EscapeString(book.ValueName(field)+" "+t.Number(shown)) + "</dt><dd>" + html.EscapeString(p.RatString()+" ("+percent(t, p)+locale.NBSP+"%)") + "</dd></div>")
		}
	}
	b.WriteString("</dl></div>\n")
}

// calculatorQuery returns the query of the app's calculator for an example, or "" when the example has no odds. The
// script of the app makes a link of it; a folder has no calculator.
func (e *Example) calculatorQuery(p *build.Page) string {
	ruling := p.Book.Engine.Ruling(e.Procedure)
	if e.Error != nil || ruling == nil || len(ruling.Odds) == 0 {
		return ""
	}
	input, err := json.Marshal(e.Input.Map)
	if err != nil {
		return ""
	}
	q := url.Values{"game": {p.Game}, "ruling": {e.Procedure}, "asked": {"1"}, "input": {string(input)}}
	if text := q.Encode(); len(text) < 1500 { // what a form on a phone can still be
		return text
	}
	return ""
}
