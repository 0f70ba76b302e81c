package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Decode reads JSON strictly into the struct that into points to; the tags of its fields say
// what is allowed. Rulings, commands, setups and packs are read by it. Decode returns the
// first fault as a *Fault with its path. It checks each object for unknown names first, in
// alphabetical order, then for its fields in the order of the struct.
//
// Tags of a field:
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
//
// Kinds: bool, int, int64, string, Dec, pointers to and lists of these, structs,
// json.RawMessage, and any type with a DecodeJSON or DecodeWithin method.
func Decode(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return Faultf(WrongType, "", "not JSON: %v", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return Faultf(WrongType, "", "more than one JSON value")
	}
	return DecodeTree(tree, "", into)
}

// DecodeTree is Decode for JSON that is parsed already, with json.Number for numbers. Path is
// put in front of the fields of faults.
func DecodeTree(tree any, path string, into any) error {
	if f := decodeValue(tree, path, reflect.ValueOf(into).Elem(), limits{digits: 6}); f != nil {
		return f
	}
	return nil
}

// A Decoder is a type that decodes itself from a JSON tree: nil, bool, json.Number, string,
// []any or map[string]any. Its faults have the whole path.
type Decoder interface {
	DecodeJSON(tree any, path string) *Fault
}

// A RangedDecoder is a Decoder that also gets the in tag of its field, or the each tag for a
// member of a list.
type RangedDecoder interface {
	DecodeWithin(tree any, path, in string) *Fault
}

// Join appends a field name, or an index in brackets, to a path.
func Join(path, name string) string {
	if path == "" || strings.HasPrefix(name, "[") {
		return path + name
	}
	return path + "." + name
}

// At appends a list index to a path.
func At(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// limits holds the tags of a field that restrict its value; see Decode.
type limits struct {
	in       string
	length   string
	each     string
	keys     string
	digits   int
	distinct string
	null     bool
}

// A field is a field of a struct that has a JSON name.
type field struct {
	name         string
	index        []int // for reflect.Value.FieldByIndex
	defaultValue any   // the parsed default tag; shared, so it must not be changed
	optional     bool  // it has a default tag
	zeroDefault  bool  // an absent field keeps its zero value
	limits       limits
}

var fieldCache sync.Map // reflect.Type -> []field

// fieldsOf returns the fields of a struct type, those of embedded structs in their place.
func fieldsOf(t reflect.Type) []field {
	if fs, ok := fieldCache.Load(t); ok {
		return fs.([]field)
	}
	var fs []field
	for i := range t.NumField() {
		sf := t.Field(i)
		name, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if sf.Anonymous && name == "" {
			for _, f := range fieldsOf(sf.Type) {
				f.index = append([]int{i}, f.index...)
				fs = append(fs, f)
			}
			continue
		}
		if name == "" || name == "-" {
			continue
		}
		f := field{name: name, index: []int{i}}
		f.readDefault(t, sf)
		f.limits = limits{
			in: sf.Tag.Get("in"), length: sf.Tag.Get("len"), each: sf.Tag.Get("each"), keys: sf.Tag.Get("keys"),
			digits: 6, distinct: sf.Tag.Get("distinct"), null: sf.Tag.Get("null") == "true",
		}
		if d := sf.Tag.Get("digits"); d != "" {
			f.limits.digits, _ = strconv.Atoi(d)
		}
		fs = append(fs, f)
	}
	fieldCache.Store(t, fs)
	return fs
}

// readDefault reads the default tag of a field. It panics when the tag is not JSON.
func (f *field) readDefault(of reflect.Type, sf reflect.StructField) {
	text, present := sf.Tag.Lookup("default")
	f.optional, f.zeroDefault = present, text == "-" || text == "null"
	if !present || f.zeroDefault {
		return
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&f.defaultValue); err != nil {
		panic(fmt.Sprintf("rules: default of %s.%s: %v", of, f.name, err))
	}
}

var (
	decoderType = reflect.TypeFor[Decoder]()
	rangedType  = reflect.TypeFor[RangedDecoder]()
	decType     = reflect.TypeFor[Dec]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// decodeValue reads a JSON tree into v, by the type of v.
func decodeValue(tree any, path string, v reflect.Value, lim limits) *Fault {
	if tree == nil && lim.null {
		v.SetZero()
		return nil
	}
	if reflect.PointerTo(v.Type()).Implements(decoderType) {
		return v.Addr().Interface().(Decoder).DecodeJSON(tree, path)
	}
	if reflect.PointerTo(v.Type()).Implements(rangedType) {
		return v.Addr().Interface().(RangedDecoder).DecodeWithin(tree, path, lim.in)
	}
	if v.Type() == rawType {
		b, err := json.Marshal(tree)
		if err != nil {
			return Faultf(WrongType, path, "%v", err)
		}
		v.SetBytes(b)
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		lim.null = false
		if f := decodeValue(tree, path, p.Elem(), lim); f != nil {
			return f
		}
		v.Set(p)
		return nil
	case reflect.Struct:
		return decodeStruct(tree, path, v)
	case reflect.Slice:
		return decodeList(tree, path, v, lim)
	case reflect.Map:
		return decodeMap(tree, path, v, lim)
	case reflect.Bool:
		b, ok := tree.(bool)
		if !ok {
			return Faultf(WrongType, path, "want true or false")
		}
		v.SetBool(b)
		return nil
	case reflect.String:
		return decodeString(tree, path, v, lim)
	case reflect.Int, reflect.Int64:
		if v.Type() == decType {
			return decodeDec(tree, path, v, lim)
		}
		return decodeInt(tree, path, v, lim)
	}
	panic("rules: Decode cannot read a " + v.Type().String())
}

func decodeStruct(tree any, path string, v reflect.Value) *Fault {
	obj, ok := tree.(map[string]any)
	if !ok {
		return Faultf(WrongType, path, "want an object")
	}
	fields := fieldsOf(v.Type())
	if f := checkUnknown(obj, path, fields); f != nil {
		return f
	}
	for _, f := range fields {
		sub, present := obj[f.name]
		at := Join(path, f.name)
		if !present {
			if !f.optional {
				return Faultf(MissingField, at, "is required")
			}
			if f.zeroDefault {
				continue
			}
			sub = f.defaultValue
		}
		if fault := decodeValue(sub, at, v.FieldByIndex(f.index), f.limits); fault != nil {
			return fault
		}
	}
	return nil
}

// checkUnknown returns a fault for the first name, in alphabetical order, that is no field.
func checkUnknown(obj map[string]any, path string, fields []field) *Fault {
	var unknown []string
	for name := range obj {
		known := false
		for _, f := range fields {
			if f.name == name {
				known = true
				break
			}
		}
		if !known {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	sort.Strings(unknown)
	return Faultf(UnknownField, Join(path, unknown[0]), "is not a field here")
}

func decodeList(tree any, path string, v reflect.Value, lim limits) *Fault {
	list, ok := tree.([]any)
	if !ok {
		return Faultf(WrongType, path, "want a list")
	}
	if lo, hi, ok := parseRange(lim.length); ok && (len(list) < lo || len(list) > hi) {
		return Faultf(OutOfRange, path, "has %d members, not %d to %d", len(list), lo, hi)
	}
	out := reflect.MakeSlice(v.Type(), len(list), len(list))
	member := limits{in: lim.each, digits: lim.digits}
	for i, sub := range list {
		if f := decodeValue(sub, At(path, i), out.Index(i), member); f != nil {
			return f
		}
	}
	v.Set(out)
	if lim.distinct == "" {
		return nil
	}
	return checkDistinct(list, path, out, lim.distinct)
}

// checkDistinct returns a fault for the first member of a list that equals an earlier one, or
// has an equal field named by.
func checkDistinct(list []any, path string, out reflect.Value, by string) *Fault {
	seen := make(map[string]bool, len(list))
	for i := range list {
		key, at := out.Index(i), At(path, i)
		if by != "true" {
			for key.Kind() == reflect.Pointer {
				key = key.Elem()
			}
			for _, f := range fieldsOf(key.Type()) {
				if f.name == by {
					key, at = key.FieldByIndex(f.index), Join(at, by)
					break
				}
			}
		}
		text := fmt.Sprint(key.Interface())
		if seen[text] {
			return Faultf(OutOfRange, at, "is there twice")
		}
		seen[text] = true
	}
	return nil
}

func decodeMap(tree any, path string, v reflect.Value, lim limits) *Fault {
	obj, ok := tree.(map[string]any)
	if !ok {
		return Faultf(WrongType, path, "want an object")
	}
	if lo, hi, ok := parseRange(lim.length); ok && (len(obj) < lo || len(obj) > hi) {
		return Faultf(OutOfRange, path, "has %d members, not %d to %d", len(obj), lo, hi)
	}
	names := make([]string, 0, len(obj))
	for name := range obj {
		names = append(names, name)
	}
	sort.Strings(names)
	out := reflect.MakeMapWithSize(v.Type(), len(obj))
	for _, name := range names {
		if lim.keys != "" && !oneOf(name, lim.keys) {
			return Faultf(UnknownField, Join(path, name), "is none of %s", strings.ReplaceAll(lim.keys, "|", ", "))
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		if f := decodeValue(obj[name], Join(path, name), elem, limits{in: lim.each, digits: lim.digits}); f != nil {
			return f
		}
		out.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), elem)
	}
	v.Set(out)
	return nil
}

func decodeString(tree any, path string, v reflect.Value, lim limits) *Fault {
	s, ok := tree.(string)
	if !ok {
		return Faultf(WrongType, path, "want a text")
	}
	if lo, hi, ok := parseRange(lim.in); ok {
		if n := utf8.RuneCountInString(s); n < lo || n > hi {
			return Faultf(OutOfRange, path, "has %d characters, not %d to %d", n, lo, hi)
		}
	} else if lim.in != "" && !oneOf(s, lim.in) {
		return Faultf(OutOfRange, path, "%q is none of %s", s, strings.ReplaceAll(lim.in, "|", ", "))
	}
	v.SetString(s)
	return nil
}

// oneOf reports whether s is one of the words of a list separated by "|".
func oneOf(s, list string) bool {
	for list != "" {
		var word string
		if word, list, _ = strings.Cut(list, "|"); word == s {
			return true
		}
	}
	return false
}

// Integer reads a JSON integer, written without fraction and exponent. For one that does not
// fit an int64 it returns the nearest int64.
func Integer(tree any) (n int64, ok bool) {
	num, ok := tree.(json.Number)
	if !ok || strings.ContainsAny(string(num), ".eE") {
		return 0, false
	}
	n, _ = strconv.ParseInt(string(num), 10, 64)
	return n, true
}

func decodeInt(tree any, path string, v reflect.Value, lim limits) *Fault {
	n, ok := Integer(tree)
	if !ok {
		return Faultf(WrongType, path, "want an integer")
	}
	if lo, hi, ok := parseRange(lim.in); ok && (n < int64(lo) || n > int64(hi)) {
		return Faultf(OutOfRange, path, "is %d, not %d to %d", n, lo, hi)
	}
	v.SetInt(n)
	return nil
}

func decodeDec(tree any, path string, v reflect.Value, lim limits) *Fault {
	num, ok := tree.(json.Number)
	if !ok {
		return Faultf(WrongType, path, "want a number")
	}
	scaled, ok := ParseDecimal(string(num), lim.digits)
	for d := lim.digits; ok && d < 6; d++ {
		if scaled > 1e18/10 || scaled < -1e18/10 {
			ok = false
		}
		scaled *= 10
	}
	if !ok {
		return Faultf(OutOfRange, path, "is too large or has more than %d decimals", lim.digits)
	}
	if lim.in != "" {
		low, high, _ := strings.Cut(lim.in, "..")
		lo, ok1 := ParseDecimal(low, 6)
		hi, ok2 := ParseDecimal(high, 6)
		if !ok1 || !ok2 {
			panic("rules: bad range " + lim.in)
		}
		if scaled < lo || scaled > hi {
			return Faultf(OutOfRange, path, "is %s, not %s to %s", num, low, high)
		}
	}
	v.SetInt(scaled)
	return nil
}

// parseRange reads "lo..hi".
func parseRange(text string) (lo, hi int, ok bool) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		return 0, 0, false
	}
	lo, err1 := strconv.Atoi(low)
	hi, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil {
		panic("rules: bad range " + text)
	}
	return lo, hi, true
}
