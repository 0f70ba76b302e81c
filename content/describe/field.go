package describe

import (
	"reflect"
	"strconv"
	"strings"
	"sync"

	"oriflamme/rules"
)

// A Field is a field of a command, event or input with what its struct tags say; rules.Decode explains the tags.
type Field struct {
	Name     string
	Index    []int
	Type     reflect.Type
	Fact     bool   // measured at the table
	HasFacts bool   // the field, or something within it, is measured at the table
	Board    bool   // exists on a board only: nobody states it at a table
	Side     string // the seat whose side the field is named after, as a number; "" for none
	Distinct string // of a list: the field, or "true" for the whole member, in which no two members may be equal
	In       string // In, Len and Each hold the struct tags of these names
	Len      string
	Each     string
	Keys     string // the keys that a map may have, separated by bars
	Default  string // in JSON, or "-" for a field that is left out
	Optional bool
	Nullable bool
	Digits   int
}

// AllowsRepeats reports whether a list of a few possible words may hold a word several times, because it must have
// several members.
func (m Field) AllowsRepeats() bool {
	lo, _, _ := ParseRange(m.Len)
	n, err := strconv.Atoi(lo)
	return err == nil && n > 1 && strings.Contains(m.Each, "|")
}

var fieldCache sync.Map // reflect.Type -> []Field

// Fields returns the fields of a struct type that have a JSON name, in order, with those of embedded structs in
// place.
func Fields(t reflect.Type) []Field {
	if ms, ok := fieldCache.Load(t); ok {
		return ms.([]Field)
	}
	var ms []Field
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			for _, m := range Fields(f.Type) {
				m.Index = append([]int{i}, m.Index...)
				ms = append(ms, m)
			}
			continue
		}
		if name == "" || name == "-" || !f.IsExported() {
			continue
		}
		m := Field{
			Name: name, Index: []int{i}, Type: f.Type, Fact: f.Tag.Get("fact") == "true",
			In: f.Tag.Get("in"), Len: f.Tag.Get("len"), Each: f.Tag.Get("each"), Keys: f.Tag.Get("keys"),
			Nullable: f.Tag.Get("null") == "true", Digits: 6,
			Board: f.Tag.Get("board") == "true", Side: f.Tag.Get("side"), Distinct: f.Tag.Get("distinct"),
		}
		m.Default, m.Optional = f.Tag.Lookup("default")
		if d, err := strconv.Atoi(f.Tag.Get("digits")); err == nil {
			m.Digits = d
		}
		m.HasFacts = m.Fact || holdsFacts(f.Type)
		ms = append(ms, m)
	}
	fieldCache.Store(t, ms)
	return ms
}

// holdsFacts reports whether a struct, or a list of structs, has fields that are measured at the table.
func holdsFacts(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for _, m := range Fields(t) {
		if m.HasFacts {
			return true
		}
	}
	return false
}

// IsComposite reports whether the field is a list, a struct or a map, whose values are too many to be listed.
func (m Field) IsComposite() bool {
	t := m.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if e := t; e.Kind() == reflect.Slice {
		if e = e.Elem(); reflect.PointerTo(e).Implements(decoderType) {
			return false // people do not type such values
		}
	}
	if reflect.PointerTo(t).Implements(decoderType) {
		return false
	}
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Struct || t.Kind() == reflect.Map
}

// ParseRange reads a range tag such as "1..30". It is not ok for a list of words.
func ParseRange(tag string) (lo, hi string, ok bool) {
	lo, hi, ok = strings.Cut(tag, "..")
	return lo, hi, ok
}

// MapFields returns the keys of a map with listed keys as fields, each of which may be left out.
func (m Field) MapFields(t reflect.Type) []Field {
	var all []Field
	for _, name := range strings.Split(m.Keys, "|") {
		e := Field{Name: name, Type: t.Elem(), In: m.Each, Default: "-", Optional: true, Digits: m.Digits}
		if t.Elem().Kind() == reflect.Struct {
			e.Default, e.Optional = "", false // a group: its own fields may be left out
		}
		all = append(all, e)
	}
	return all
}

// GiverField returns the name of the field of a command that holds the seat giving it, "" when it has none.
func GiverField(c rules.Command) string {
	v := reflect.ValueOf(c)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	for _, m := range Fields(v.Type()) {
		if m.Type != seatType {
			continue
		}
		other := reflect.New(v.Type()).Elem()
		other.Set(v)
		other.FieldByIndex(m.Index).SetInt(int64(c.By()) + 1)
		if o, ok := other.Interface().(rules.Command); ok && o.By() != c.By() {
			return m.Name
		}
	}
	return ""
}
