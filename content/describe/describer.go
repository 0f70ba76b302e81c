package describe

import (
	"strings"

	"oriflamme/content/phrases"
)

// Describer says what is the same in every battle of a game.
type Describer struct {
	Catalog *phrases.Catalog
	Game    string            // its id
	Names   map[string]string // of units and cards, by id; nil where there are none

	// Missing is told of each key and word of the program that is shown for want of a phrase; nil: nobody.
	OnMissing func(key string)
}

// plainKey shows a key in words for want of a phrase.
func (w Describer) plainKey(key string) string {
	if w.OnMissing != nil {
		w.OnMissing(w.Game + ": " + key)
	}
	return PlainKey(key)
}

// FieldName says the name of a field.
func (w Describer) FieldName(name string) string {
	for _, k := range []string{w.Game + ".field." + name, w.Game + ".fact." + name, "field." + name, w.Game + ".word." + name} {
		if w.Catalog.Has(k) {
			return w.Catalog.Say(k)
		}
	}
	return w.plainKey(name)
}

// ValueName says a value of a field, or of a result.
func (w Describer) ValueName(v string) string {
	for _, k := range []string{w.Game + ".value." + v, "value." + v, w.Game + ".word." + v} {
		if w.Catalog.Has(k) {
			return w.Catalog.Say(k)
		}
	}
	return w.plainKey(v)
}

// PlainKey is a key in words, for want of a phrase.
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
