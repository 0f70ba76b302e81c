package rules

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// A Field is a field of a struct that has a JSON name, with what its tags say. Decoding, forms
// and the description of the API all read tags here.
//
// The tags:
//
//	json:"name"         its name; a field without one is ignored; the fields of an embedded struct count as its own
//	in:"1..30"          range of an integer or Dec; length of a string in code points
//	in:"a|b|c"          the allowed strings
//	len:"0..15"         length of a list (also of a map)
//	each:"1..6"         the same as in, for the members of a list or map of scalars
//	keys:"a|b|c"        the allowed names of the members of a map
//	digits:"3"          the number of decimals that a Dec may have; 6 without the tag
//	distinct:"true"     no two members may be equal; distinct:"id": no two may have the same field id
//	default:"0"         JSON that is used when the field is absent; without the tag the field is required
//	default:"-"         an absent field keeps its Go zero value (nil for a pointer)
//	null:"true"         null is allowed and leaves the zero value
//	fact:"true"         it is measured at the table
//	board:"true"        it exists on a board only: nobody states it at a table
//	side:"0"            the seat whose side the field is named after
type Field struct {
	Name  string
	Index []int // for reflect.Value.FieldByIndex
	Type  reflect.Type
	Limits

	Default  string // the default tag
	Optional bool   // it has a default tag
	Fact     bool
	Board    bool
	Side     string

	defaultValue any  // the parsed default tag; shared, so it must not be changed
	zeroDefault  bool // an absent field keeps its zero value
}

// Limits are the tags of a field that restrict its value, by their names.
type Limits struct {
	In       string
	Len      string
	Each     string
	Keys     string
	Digits   int
	Distinct string
	Nullable bool // the tag null
}

// plainLimits are the limits of a field without tags.
var plainLimits = Limits{Digits: 6}

var fieldCache sync.Map // reflect.Type -> []Field

// FieldsOf returns the fields of a struct type in their order, those of embedded structs in
// their place. The list is shared and must not be changed. FieldsOf panics when a default tag is
// not JSON.
func FieldsOf(t reflect.Type) []Field {
	if fs, ok := fieldCache.Load(t); ok {
		return fs.([]Field)
	}
	var fs []Field
	for i := range t.NumField() {
		sf := t.Field(i)
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Struct {
			for _, f := range FieldsOf(sf.Type) {
				f.Index = append([]int{i}, f.Index...)
				fs = append(fs, f)
			}
			continue
		}
		if name != "" && name != "-" && sf.IsExported() {
			fs = append(fs, newField(t, i, name))
		}
	}
	fieldCache.Store(t, fs)
	return fs
}

// newField reads the tags of field i of a struct type.
func newField(of reflect.Type, i int, name string) Field {
	sf := of.Field(i)
	tag := sf.Tag.Get
	f := Field{
		Name: name, Index: []int{i}, Type: sf.Type, Fact: tag("fact") == "true", Board: tag("board") == "true", Side: tag("side"),
		Limits: Limits{
			In: tag("in"), Len: tag("len"), Each: tag("each"), Keys: tag("keys"), Digits: plainLimits.Digits,
			Distinct: tag("distinct"), Nullable: tag("null") == "true",
		},
	}
	if d, err := strconv.Atoi(tag("digits")); err == nil {
		f.Digits = d
	}
	f.Default, f.Optional = sf.Tag.Lookup("default")
	f.zeroDefault = f.Default == "-" || f.Default == "null"
	if !f.Optional || f.zeroDefault {
		return f
	}
	dec := json.NewDecoder(strings.NewReader(f.Default))
	dec.UseNumber()
	if err := dec.Decode(&f.defaultValue); err != nil {
		panic(fmt.Sprintf("rules: default of %s.%s: %v", of, f.Name, err))
	}
	return f
}

// fieldNamed returns the field with a name, or nil.
func fieldNamed(fields []Field, name string) *Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}
