package scene

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// A member is a field of a command, event or input with what its tags say; see
// rules.Decode for their meaning.
type member struct {
	name     string
	index    []int
	typ      reflect.Type
	fact     bool // measured at the table
	facts    bool // it, or something within it, is
	in       string
	length   string
	each     string
	keys     string // names of the members of a map, separated by bars
	absent   string
	optional bool
	null     bool
	digits   int
}

var shapes sync.Map // reflect.Type -> []member

// membersOf lists the fields that have a JSON name, in order, embedded ones in place.
func membersOf(t reflect.Type) []member {
	if ms, ok := shapes.Load(t); ok {
		return ms.([]member)
	}
	var ms []member
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			for _, m := range membersOf(f.Type) {
				m.index = append([]int{i}, m.index...)
				ms = append(ms, m)
			}
			continue
		}
		if name == "" || name == "-" || !f.IsExported() {
			continue
		}
		m := member{
			name: name, index: []int{i}, typ: f.Type, fact: f.Tag.Get("fact") == "true",
			in: f.Tag.Get("in"), length: f.Tag.Get("len"), each: f.Tag.Get("each"), keys: f.Tag.Get("keys"),
			null: f.Tag.Get("null") == "true", digits: 6,
		}
		m.absent, m.optional = f.Tag.Lookup("default")
		if d, err := strconv.Atoi(f.Tag.Get("digits")); err == nil {
			m.digits = d
		}
		m.facts = m.fact || holdsFacts(f.Type)
		ms = append(ms, m)
	}
	shapes.Store(t, ms)
	return ms
}

// holdsFacts tells whether a struct, or a list of them, has fields that are measured.
func holdsFacts(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return false
	}
	for _, m := range membersOf(t) {
		if m.facts {
			return true
		}
	}
	return false
}

// span reads a range tag such as "1..30"; it is not ok for a list of words.
func span(tag string) (lo, hi string, ok bool) {
	lo, hi, ok = strings.Cut(tag, "..")
	return lo, hi, ok
}

// entries are the members that a map with listed names may have, each of which may
// be left out.
func (m member) entries(t reflect.Type) []member {
	var all []member
	for _, name := range strings.Split(m.keys, "|") {
		e := member{name: name, typ: t.Elem(), in: m.each, absent: "-", optional: true, digits: m.digits}
		if t.Elem().Kind() == reflect.Struct {
			e.absent, e.optional = "", false // a group whose fields may be left out
		}
		all = append(all, e)
	}
	return all
}
