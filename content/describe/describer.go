package describe

import (
	"strings"

	"oriflamme/content/phrases"
)

// A Describer describes what is the same in every battle of a game.
type Describer struct {
	Catalog *phrases.Catalog
	Game    string            // its id
	Names   map[string]string // of units and cards, by id; nil where there are none

	// OnMissing is called with each key and word of the program that is shown for want of a phrase; it may be nil.
	OnMissing func(key string)
}

// plainKey is PlainKey for a key without a phrase, and reports it to OnMissing.
func (w Describer) plainKey(key string) string {
	if w.OnMissing != nil {
		w.OnMissing(w.Game + ": " + key)
	}
	return PlainKey(key)
}

// sayFirst returns the phrase of the first of some keys that the catalog has, or else a word of the program in plain words.
func (w Describer) sayFirst(word string, keys ...string) string {
	for _, k := range keys {
		if w.Catalog.Has(k) {
			return w.Catalog.Say(k)
		}
	}
	return w.plainKey(word)
}

// FieldName returns the name of a field.
func (w Describer) FieldName(name string) string {
	return w.sayFirst(name, w.Game+".field."+name, w.Game+".fact."+name, "field."+name, w.Game+".word."+name)
}

// ValueName returns the name of a value of a field or of a result.
func (w Describer) ValueName(v string) string {
	return w.sayFirst(v, w.Game+".value."+v, "value."+v, w.Game+".word."+v)
}

// PlainKey writes the last part of a key in plain words: "fault.too-many" as "too many".
func PlainKey(key string) string {
	if i := strings.LastIndexByte(key, '.'); i >= 0 {
		key = key[i+1:]
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' {
			return ' '
		}
		return r
	}, key)
}
