package describe

import (
	"reflect"
	"strconv"
	"strings"
	"sync"

	"oriflamme/rules"
)

// A Field is a field of a command, event or input, of which rules.Field says what its struct tags mean.
type Field struct {
	rules.Field
	HasFacts bool // the field, or something within it, is measured at the table
}

// AllowsRepeats reports whether a list of a few possible words may hold a word several times, because it must have
// several members.
func (f Field) AllowsRepeats() bool {
	lo, _, _ := ParseRange(f.Len)
	n, err := strconv.Atoi(lo)
	return err == nil && n > 1 && strings.Contains(f.Each, "|")
}

var fieldCache sync.Map // reflect.Type -> []Field

// Fields returns the fields of a struct type that have a JSON name, in order, with those of embedded structs in
// place.
func Fields(t reflect.Type) []Field {
	if ms, ok := fieldCache.Load(t); ok {
		return ms.([]Field)
	}
	var ms []Field
	for _, f := range rules.FieldsOf(t) {
		ms = append(ms, Field{f, f.Fact || holdsFacts(f.Type)})
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
func (f Field) IsComposite() bool {
	t := f.Type
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
func (f Field) MapFields(t reflect.Type) []Field {
	var all []Field
	for _, name := range strings.Split(f.Keys, "|") {
		e := Field{Field: rules.Field{Name: name, Type: t.Elem(), Limits: rules.Limits{In: f.Each, Digits: f.Digits}, Default: "-", Optional: true}}
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
