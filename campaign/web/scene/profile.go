package scene

import (
	"bytes"
	"encoding/json"
	"slices"

	"oriflamme/content/phrases"
	"oriflamme/content/recall"
	"oriflamme/content/telling"
	"oriflamme/views"
)

// pair is a member of a JSON object, in its order.
type pair struct {
	name  string
	value any
}

func (f Form) pairs(raw json.RawMessage) []pair {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil
	}
	var all []pair
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return all
		}
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			return all
		}
		if text, ok := name.(string); ok {
			all = append(all, pair{text, f.member(raw)})
		}
	}
	return all
}

// member is a value of an object: a text, number or bool, or a list whose objects
// keep the order of their names.
func (f Form) member(raw json.RawMessage) any {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return telling.Tree(string(raw))
	}
	all := make([]any, len(list))
	for i, one := range list {
		if all[i] = telling.Tree(string(one)); object(all[i]) != nil {
			all[i] = f.pairs(one)
		}
	}
	return all
}

// stat is the name of a characteristic.
func (f Form) stat(name string) string {
	for _, k := range []string{f.Game + ".stat." + name, f.Game + ".field." + name, f.Game + ".word." + name} {
		if f.Book.Has(k) {
			return f.Book.Say(k)
		}
	}
	if f.Missing != nil {
		f.Missing(f.Game + ": stat." + name)
	}
	return telling.Plain(name)
}

// valueOf says a value of a characteristic.
func (f Form) valueOf(name, v string) string {
	if said, ok := f.of(name, v); ok {
		return said
	}
	return f.value(v)
}

// Card draws a profile of any game: figures as characteristics, lists of words
// as words, lists of objects as tables. Names, ids and prices are left out.
// What it returns is shared.
func (f Form) Card(profile json.RawMessage) views.ProfileCard {
	return cards.Of(profiled{f.Book, f.Game, string(profile)}, func() views.ProfileCard { return f.card(profile) })
}

// profiled is a profile in the words of a game and a language.
type profiled struct {
	book          *phrases.Book
	game, profile string
}

// cards are those drawn before: lists name the same profiles again and again.
var cards = recall.New[profiled, views.ProfileCard](1024)

func (f Form) card(profile json.RawMessage) views.ProfileCard {
	var c views.ProfileCard
	for _, p := range f.pairs(profile) {
		switch v := p.value.(type) {
		case json.Number:
			if p.name != "points" {
				c.Stats = append(c.Stats, views.StatLine{Label: f.stat(p.name), Value: f.figure(v)})
			}
		case []any:
			if p.name != "grid" { // it is drawn, not told
				f.list2card(&c, p.name, v)
			}
		}
	}
	return c
}

func (f Form) list2card(c *views.ProfileCard, name string, list []any) {
	var rows [][]pair
	for _, v := range list {
		switch v := v.(type) {
		case string:
			c.Words = append(c.Words, f.valueOf(name, v))
		case []pair:
			rows = append(rows, v)
		}
	}
	if len(rows) > 0 {
		c.Tables = append(c.Tables, f.table(name, rows))
	}
}

// table has a column for every name that a row has, words first.
func (f Form) table(name string, rows [][]pair) views.ProfileTable {
	var words, figures []string
	for _, row := range rows {
		for _, p := range row {
			switch p.value.(type) {
			case string:
				if !slices.Contains(words, p.name) {
					words = append(words, p.name)
				}
			case json.Number:
				if !slices.Contains(figures, p.name) {
					figures = append(figures, p.name)
				}
			}
		}
	}
	t := views.ProfileTable{Title: f.stat(name)}
	columns := append(words, figures...)
	for _, k := range columns {
		t.Heads = append(t.Heads, f.stat(k))
	}
	for _, row := range rows {
		line := make([]string, len(columns))
		for _, p := range row {
			i := slices.Index(columns, p.name)
			switch v := p.value.(type) {
			case string:
				line[i] = f.valueOf(p.name, v)
			case json.Number:
				line[i] = f.figure(v)
			}
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (f Form) figure(n json.Number) string {
	x, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return f.Book.Decimal(x, 3)
}
