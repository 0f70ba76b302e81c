package battleview

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"oriflamme/content/cache"
	"oriflamme/content/describe"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// A pair is a member of a JSON object. Lists of pairs keep the order of the object.
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
	return f.inBookOrder(f.withName(all))
}

// withName replaces the names of an object by the one in the language of the page, and drops its id.
func (f Form) withName(all []pair) []pair {
	at := slices.IndexFunc(all, func(p pair) bool { return p.name == "name" })
	if at < 0 {
		return all
	}
	names := object(all[at].value)
	if names == nil {
		return all
	}
	text, _ := names[f.Catalog.Lang].(string)
	if text == "" {
		text, _ = names[phrases.FallbackLanguage].(string)
	}
	if text == "" {
		return all
	}
	all[at].value = localText(text)
	return slices.DeleteFunc(all, func(p pair) bool { return p.name == "id" })
}

// A localText is already in the language of the page.
type localText string

// statOrder lists the characteristics of each game in the order of its book, with those of weapons, attacks and spells.
// Others follow in their own order.
var statOrder = map[string][]string{
	"warcry":      {"movement", "toughness", "wounds", "base", "height", "runemark", "max_range", "min_range", "attacks", "strength", "dmg_hit", "dmg_crit"},
	"warmachine":  {"name", "spd", "str", "mat", "rat", "def", "arm", "cmd", "focus", "boxes", "warjack_points", "kind", "system", "cost", "on", "range", "rof", "aoe", "power"},
	"warmaster":   {"attack", "hits", "armour", "command", "size", "army_min", "army_max", "min", "max"},
	"underworlds": {"name", "move", "defence", "wounds", "range", "dice", "symbol", "damage"},
	"magnamund":   {"strength", "points"},
}

// inBookOrder sorts characteristics by the order of the game's book.
func (f Form) inBookOrder(all []pair) []pair {
	slices.SortStableFunc(all, func(a, b pair) int { return f.bookPosition(a.name) - f.bookPosition(b.name) })
	return all
}

// bookPosition returns the position of a characteristic in the game's book.
func (f Form) bookPosition(name string) int {
	if i := slices.Index(statOrder[f.Game], name); i >= 0 {
		return i
	}
	return len(statOrder[f.Game])
}

// printedTogether lists characteristics that a book prints together with another, in its place.
var printedTogether = map[string]map[string]struct{ beside, pattern string }{
	"warcry": {"dmg_crit": {"dmg_hit", "%[1]s/%[2]s"}, "min_range": {"max_range", "%[2]s–%[1]s"}},
}

// member decodes a value of an object: a text, number or bool, or a list whose objects keep the order of their members.
func (f Form) member(raw json.RawMessage) any {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return describe.ParseJSON(string(raw))
	}
	all := make([]any, len(list))
	for i, one := range list {
		if all[i] = describe.ParseJSON(string(one)); object(all[i]) != nil {
			all[i] = f.pairs(one)
		}
	}
	return all
}

// stat returns the name of a characteristic.
func (f Form) stat(name string) string {
	for _, k := range []string{f.Game + ".stat." + name, f.Game + ".field." + name, f.Game + ".word." + name} {
		if f.Catalog.Has(k) {
			return f.Catalog.Say(k)
		}
	}
	if f.MissingPhrase != nil {
		f.MissingPhrase(f.Game + ": stat." + name)
	}
	return describe.PlainKey(name)
}

// valueOf returns a value of a characteristic in words.
func (f Form) valueOf(name, v string) string {
	if said, ok := f.ownWord(name, v); ok {
		return said
	}
	return f.value(v)
}

// Card returns the card of a profile of any game: numbers as characteristics, lists of words as words, lists of objects as
// tables. It leaves out names, ids and prices. The card is shared and must not be changed.
func (f Form) Card(profile json.RawMessage) rosterviews.ProfileCard {
	return cardCache.Get(cardKey{f.Catalog, f.Game, string(profile), f.Pack}, func() rosterviews.ProfileCard { return f.card(profile) })
}

// A cardKey is a profile with the game and language of its phrases.
type cardKey struct {
	book          *phrases.Catalog
	game, profile string
	pack          *rules.Pack
}

// cardCache holds cards that were made before, because many lists name the same profiles.
var cardCache = cache.New[cardKey, rosterviews.ProfileCard](1024)

func (f Form) card(profile json.RawMessage) rosterviews.ProfileCard {
	var c rosterviews.ProfileCard
	for _, p := range f.pairs(profile) {
		switch v := p.value.(type) {
		case json.Number:
			if p.name != "points" {
				c.Stats = append(c.Stats, views.StatLine{Label: f.stat(p.name), Value: f.formatNumber(v)})
			}
		case []any:
			if p.name != "grid" { // the grid of a warjack is drawn, not listed
				f.addList(&c, p.name, v)
			}
		}
	}
	return c
}

func (f Form) addList(c *rosterviews.ProfileCard, name string, list []any) {
	var rows [][]pair
	for _, v := range list {
		switch v := v.(type) {
		case string:
			c.Words = append(c.Words, f.partName(name, v))
		case []pair:
			rows = append(rows, v)
		}
	}
	if len(rows) > 0 {
		c.Tables = append(c.Tables, f.table(name, rows))
	}
}

// partName returns the name of a part in the pack if the list is named after that kind of part, and else the word as valueOf returns it.
func (f Form) partName(list, id string) string {
	if f.Pack != nil {
		for _, raw := range f.Pack.Parts[list] {
			var one struct {
				ID   string     `json:"id"`
				Name rules.Text `json:"name"`
			}
			if json.Unmarshal(raw, &one) == nil && one.ID == id && one.Name.In(f.Catalog.Lang) != "" {
				return one.Name.In(f.Catalog.Lang)
			}
		}
	}
	return f.valueOf(list, id)
}

// table returns a table with a column for every name that a row has, words first.
func (f Form) table(name string, rows [][]pair) rosterviews.ProfileTable {
	var words, figures []string
	for _, row := range rows {
		for _, p := range row {
			switch p.value.(type) {
			case string, localText:
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
	slices.SortStableFunc(figures, func(a, b string) int { return f.bookPosition(a) - f.bookPosition(b) })
	t := rosterviews.ProfileTable{Title: f.stat(name)}
	columns := append(words, slices.DeleteFunc(figures, func(k string) bool {
		with, ok := printedTogether[f.Game][k]
		return ok && slices.Contains(figures, with.beside)
	})...)
	for _, k := range columns {
		t.Heads = append(t.Heads, f.stat(k))
	}
	for _, row := range rows {
		line := make([]string, len(columns))
		for _, p := range row {
			i := slices.Index(columns, p.name)
			switch v := p.value.(type) {
			case localText:
				line[i] = string(v)
			case string:
				line[i] = f.valueOf(p.name, v)
			case json.Number:
				switch with := printedTogether[f.Game][p.name]; {
				case i >= 0:
					line[i] = f.formatNumber(v)
				case v != "0": // the characteristic it is printed with comes first in the book
					at := slices.Index(columns, with.beside)
					line[at] = fmt.Sprintf(with.pattern, line[at], f.formatNumber(v))
				}
			}
		}
		t.Rows = append(t.Rows, line)
	}
	return t
}

func (f Form) formatNumber(n json.Number) string {
	x, err := n.Float64()
	if err != nil {
		return n.String()
	}
	return f.Catalog.Decimal(x, 3)
}
