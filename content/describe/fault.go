package describe

import (
	"strconv"
	"strings"

	"oriflamme/rules"
)

// Phrases are what a fault is described with: a *phrases.Catalog, or what a test has in its place.
type Phrases interface {
	Has(key string) bool
	SayMap(key string, with map[string]string) string
}

// figure writes a number with a fraction as the language does; any other text stays as it is.
func figure(b Phrases, v string) string {
	in, writes := b.(interface{ Decimal(float64, int) string })
	if x, err := strconv.ParseFloat(v, 64); err == nil && writes && strings.Contains(v, ".") {
		return in.Decimal(x, 2)
	}
	return v
}

// Fault describes a fault: by the phrase of its rule and field, or of its rule, if the game has one, else by the
// phrase of its code. Names are the names of units by id.
func Fault(b Phrases, game string, f *rules.Fault, names map[string]string) string {
	with := map[string]string{"field": "", "rule": f.Rule}
	last := f.Field
	if strings.HasPrefix(last, "choices[") {
		last = "choices" // an answer of a player, whatever it answers
	}
	if i := strings.LastIndexAny(last, ".]"); i >= 0 && i+1 < len(last) {
		last = last[i+1:]
	}
	with["field"] = PlainKey(last)
	for _, k := range []string{"field." + last, game + ".word." + last, game + ".fact." + last, game + ".field." + last, "fight.field." + last} {
		if b.Has(k) {
			with["field"] = b.SayMap(k, nil)
		}
	}
	for k, v := range f.With {
		with[k] = figure(b, v)
		if name, ok := names[v]; ok {
			with[k] = name
		} else if key := game + ".value." + v; b.Has(key) {
			with[k] = b.SayMap(key, nil)
		}
	}
	for _, k := range []string{
		game + ".fault." + f.Rule + "." + last, game + ".fault." + f.Rule,
		"fault." + string(f.Code),
	} {
		if b.Has(k) {
			return b.SayMap(k, with)
		}
	}
	return b.SayMap("fight.fault."+string(f.Code), with)
}
