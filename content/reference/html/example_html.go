package html

import (
	"encoding/json"
	"fmt"
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
	"oriflamme/views/reference"
)

// exampleHTML writes an example that was played, with the dice as they fell.
func (e *Example) exampleHTML(p *build.Page, a rules.Answer, version int) string {
	t := locale.In(p.Lang)
	typeset := func(text string) string { return locale.Typeset(p.TextLang(), text, 0, 0) }
	m := reference.Example{
		Title: typeset(e.Title), Text: typeset(strings.TrimSpace(e.Text)), Query: e.calculatorQuery(p), Given: facts(p.Book, t, "given", e.Input),
		Dice: rolledDice(p.Book, a.Dice), Version: version, Rules: e.Rule,
	}
	switch {
	case e.Error != nil:
		m.Refusal, m.Code = t.Say("refused"), string(a.Error.Code)+" "+a.Error.Field
		if a.Error.Rule != "" {
			m.Refusal = t.Say("refused-by", "rule", a.Error.Rule)
		}
	case e.Odds != nil:
		m.Outcome = e.oddsFacts(p.Book, t)
	default:
		m.Outcome = facts(p.Book, t, "outcome", e.Expect)
	}
	return reference.HTML(reference.PlayedExample(reference.Page{Page: p}, m))
}

// facts returns fields and values of the engine as people read them, under a title.
func facts(book *build.Book, t locale.Strings, title string, f Fields) reference.Facts {
	m := reference.Facts{Title: t.Say(title)}
	if f.node == nil {
		return m
	}
	for i := 0; i < len(f.node.Content); i += 2 {
		m.Rows = append(m.Rows, reference.Fact{Name: book.ValueName(f.node.Content[i].Value), Value: nodeText(book, t, f.node.Content[i+1])})
	}
	return m
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

// rolledDice puts dice rolled for the same purpose together.
func rolledDice(book *build.Book, fallen []dice.Die) []reference.RolledDice {
	var list []reference.RolledDice
	for i := 0; i < len(fallen); {
		from := i
		for i < len(fallen) && fallen[i].For == fallen[from].For {
			i++
		}
		list = append(list, reference.RolledDice{Dice: fallen[from:i], For: book.ValueName(fallen[from].For)})
	}
	return list
}

// oddsFacts returns the odds that the example states.
func (e *Example) oddsFacts(book *build.Book, t locale.Strings) reference.Facts {
	m := reference.Facts{Title: t.Say("odds")}
	for _, field := range slices.Sorted(maps.Keys(e.Odds)) {
		for _, value := range slices.Sorted(maps.Keys(e.Odds[field])) {
			p := rat(e.Odds[field][value])
			shown := value
			if value == "true" || value == "false" {
				shown = valueText(book, t, value == "true")
			} else if _, err := strconv.ParseFloat(value, 64); err != nil {
				shown = book.ValueName(value)
			}
			m.Rows = append(m.Rows, reference.Fact{Name: book.ValueName(field) + " " + t.Number(shown), Value: p.RatString() + " (" + percent(t, p) + locale.NBSP + "%)"})
		}
	}
	return m
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
