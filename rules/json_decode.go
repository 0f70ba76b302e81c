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
	"unicode/utf8"
)

// Decode reads JSON strictly into the struct that into points to; the tags of its fields, which
// Field explains, say what is allowed. Rulings, commands, setups and packs are read by it. Decode returns the
// first fault as a *Fault with its path. It checks each object for unknown names first, in
// alphabetical order, then for its fields in the order of the struct.
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
	if f := decodeValue(tree, path, reflect.ValueOf(into).Elem(), &plainLimits); f != nil {
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

var (
	decoderType = reflect.TypeFor[Decoder]()
	rangedType  = reflect.TypeFor[RangedDecoder]()
	decType     = reflect.TypeFor[Dec]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// decodeValue reads a JSON tree into v, by the type of v.
func decodeValue(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	if tree == nil && lim.Nullable {
		v.SetZero()
		return nil
	}
	if reflect.PointerTo(v.Type()).Implements(decoderType) {
		return v.Addr().Interface().(Decoder).DecodeJSON(tree, path)
	}
	if reflect.PointerTo(v.Type()).Implements(rangedType) {
		return v.Addr().Interface().(RangedDecoder).DecodeWithin(tree, path, lim.In)
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
		inner := *lim
		inner.Nullable = false
		if f := decodeValue(tree, path, p.Elem(), &inner); f != nil {
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
	fields := FieldsOf(v.Type())
	if f := checkUnknown(obj, path, fields); f != nil {
		return f
	}
	for i := range fields {
		f := &fields[i]
		sub, present := obj[f.Name]
		at := Join(path, f.Name)
		if !present {
			if !f.Optional {
				return Faultf(MissingField, at, "is required")
			}
			if f.zeroDefault {
				continue
			}
			sub = f.defaultValue
		}
		if fault := decodeValue(sub, at, v.FieldByIndex(f.Index), &f.Limits); fault != nil {
			return fault
		}
	}
	return nil
}

// checkUnknown returns a fault for the first name, in alphabetical order, that is no field.
func checkUnknown(obj map[string]any, path string, fields []Field) *Fault {
	var unknown []string
	for name := range obj {
		if fieldNamed(fields, name) == nil {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	sort.Strings(unknown)
	return Faultf(UnknownField, Join(path, unknown[0]), "is not a field here")
}

func decodeList(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	list, ok := tree.([]any)
	if !ok {
		return Faultf(WrongType, path, "want a list")
	}
	if lo, hi, ok := parseRange(lim.Len); ok && (len(list) < lo || len(list) > hi) {
		return Faultf(OutOfRange, path, "has %d members, not %d to %d", len(list), lo, hi)
	}
	out := reflect.MakeSlice(v.Type(), len(list), len(list))
	member := Limits{In: lim.Each, Digits: lim.Digits}
	for i, sub := range list {
		if f := decodeValue(sub, At(path, i), out.Index(i), &member); f != nil {
			return f
		}
	}
	v.Set(out)
	if lim.Distinct == "" {
		return nil
	}
	return checkDistinct(list, path, out, lim.Distinct)
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
			if f := fieldNamed(FieldsOf(key.Type()), by); f != nil {
				key, at = key.FieldByIndex(f.Index), Join(at, by)
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

func decodeMap(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	obj, ok := tree.(map[string]any)
	if !ok {
		return Faultf(WrongType, path, "want an object")
	}
	if lo, hi, ok := parseRange(lim.Len); ok && (len(obj) < lo || len(obj) > hi) {
		return Faultf(OutOfRange, path, "has %d members, not %d to %d", len(obj), lo, hi)
	}
	names := make([]string, 0, len(obj))
	for name := range obj {
		names = append(names, name)
	}
	sort.Strings(names)
	out := reflect.MakeMapWithSize(v.Type(), len(obj))
	member := Limits{In: lim.Each, Digits: lim.Digits}
	for _, name := range names {
		if lim.Keys != "" && !oneOf(name, lim.Keys) {
			return Faultf(UnknownField, Join(path, name), "is none of %s", strings.ReplaceAll(lim.Keys, "|", ", "))
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		if f := decodeValue(obj[name], Join(path, name), elem, &member); f != nil {
			return f
		}
		out.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), elem)
	}
	v.Set(out)
	return nil
}

func decodeString(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	s, ok := tree.(string)
	if !ok {
		return Faultf(WrongType, path, "want a text")
	}
	if lo, hi, ok := parseRange(lim.In); ok {
		if n := utf8.RuneCountInString(s); n < lo || n > hi {
			return Faultf(OutOfRange, path, "has %d characters, not %d to %d", n, lo, hi)
		}
	} else if lim.In != "" && !oneOf(s, lim.In) {
		return Faultf(OutOfRange, path, "%q is none of %s", s, strings.ReplaceAll(lim.In, "|", ", "))
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

func decodeInt(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	n, ok := Integer(tree)
	if !ok {
		return Faultf(WrongType, path, "want an integer")
	}
	if lo, hi, ok := parseRange(lim.In); ok && (n < int64(lo) || n > int64(hi)) {
		return Faultf(OutOfRange, path, "is %d, not %d to %d", n, lo, hi)
	}
	v.SetInt(n)
	return nil
}

func decodeDec(tree any, path string, v reflect.Value, lim *Limits) *Fault {
	num, ok := tree.(json.Number)
	if !ok {
		return Faultf(WrongType, path, "want a number")
	}
	scaled, ok := ParseDecimal(string(num), lim.Digits)
	for d := lim.Digits; ok && d < 6; d++ {
		if scaled > 1e18/10 || scaled < -1e18/10 {
			ok = false
		}
		scaled *= 10
	}
	if !ok {
		return Faultf(OutOfRange, path, "is too large or has more than %d decimals", lim.Digits)
	}
	if lim.In != "" {
		low, high, _ := strings.Cut(lim.In, "..")
		lo, ok1 := ParseDecimal(low, 6)
		hi, ok2 := ParseDecimal(high, 6)
		if !ok1 || !ok2 {
			panic("rules: bad range " + lim.In)
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
