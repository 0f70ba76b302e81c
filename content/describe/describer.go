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

// FieldName returns the name of a field.
func (w Describer) FieldName(name string) string {
	for _, k := range []string{w.Game + ".field." + name, w.Game + ".fact." + name, "field." + name, w.Game + ".word." + name} {
		if w.Catalog.Has(k) {
			return w.Catalog.Say(k)
		}
	}
	return w.plainKey(name)
}

// ValueName returns the name of a value of a field or of a result.
func (w Describer) ValueName(v string) string {
	for _, k := range []string{w.Game + ".value." + v, "value." + v, w.Game + ".word." + v} {
		if w.Catalog.Has(k) {
			return w.Catalog.Say(k)
		}
	}
	return w.plainKey(v)
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
