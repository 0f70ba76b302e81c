package battleview

import (
	"encoding/json"
	"reflect"
	"strings"

	"oriflamme/content/describe"
)

// Fill makes the JSON tree of a ruling's input from two profiles. Each field takes the value of the same name in a profile.
// A group named after the target, defender or enemy is filled from the second profile, any other from the first; a group named
// like the singular of a list of the first profile (weapon for weapons) from the chosen item of that list. A field at the top
// outside these groups comes from the first profile that has it. A field that no profile has keeps its default.
func Fill(t reflect.Type, from, to json.RawMessage, weapon int) map[string]any {
	a, b := object(describe.ParseJSON(string(from))), object(describe.ParseJSON(string(to)))
	tree := map[string]any{}
	for _, m := range describe.Fields(t) {
		inner := m.Type
		for inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case inner.Kind() == reflect.Struct && !reflect.PointerTo(inner).Implements(decoderType):
			source := a
			if isOpponent(m.Name) {
				source = b
			} else if list, ok := a[m.Name+"s"].([]any); ok && weapon < len(list) {
				source = object(list[weapon])
			}
			tree[m.Name] = matchFields(inner, source)
		default:
			for _, source := range []map[string]any{a, b} {
				if v, there := source[m.Name]; there && tree[m.Name] == nil && fits(m.Type, v) {
					tree[m.Name] = v
				}
			}
		}
	}
	return tree
}

func isOpponent(name string) bool {
	for _, word := range []string{"target", "defender", "enemy", "victim", "opponent"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

func matchFields(t reflect.Type, source map[string]any) map[string]any {
	tree := map[string]any{}
	for _, m := range describe.Fields(t) {
		if v, there := source[m.Name]; there && fits(m.Type, v) {
			tree[m.Name] = v
		}
	}
	return tree
}

// fits reports whether a value can be decoded into a type.
func fits(t reflect.Type, v any) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch v.(type) {
	case json.Number:
		return t.Kind() == reflect.Int || t.Kind() == reflect.Int64
	case string:
		return t.Kind() == reflect.String
	case bool:
		return t.Kind() == reflect.Bool
	case []any:
		return t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Struct
	}
	return false
}

func object(v any) map[string]any {
	o, _ := v.(map[string]any)
	return o
}

// WeaponList returns the name of the list from which a duel chooses, the profile's first list of objects (its weapons), and
// the items as short texts.
func (f Form) WeaponList(profile json.RawMessage) (name string, members []string) {
	for _, p := range f.pairs(profile) {
		list, ok := p.value.([]any)
		if !ok || len(list) == 0 {
			continue
		}
		for _, one := range list {
			if row, ok := one.([]pair); ok {
				members = append(members, f.rowText(row))
			}
		}
		if members != nil {
			return p.name, members
		}
	}
	return "", nil
}

// rowText describes an object in one line: its words, then its numbers.
func (f Form) rowText(row []pair) string {
	var words, figures []string
	for _, p := range row {
		switch v := p.value.(type) {
		case localText:
			words = append(words, string(v))
		case string:
			if v != "" {
				words = append(words, f.valueOf(p.name, v))
			}
		case json.Number:
			figures = append(figures, f.stat(p.name)+" "+v.String())
		}
	}
	return strings.Join(append(words, figures...), ", ")
}
