// Package form declares the forms of the site. A form is a struct; the tags of its fields say everything about them:
//
//	type clubFields struct {
//		Name  string `form:"name" label:"found.name" len:"1..80"`
//		Place string `form:"place" label:"found.place" len:"0..80"`
//		Lang  string `form:"language" label:"club.lang" error:"lang"`
//	}
//
// Read parses what was sent into the struct, and its error names the field that is wrong. New draws the struct's values, or
// after a refusal what was sent, with the sentence of the refusal at its field. What a form does not declare is ignored.
//
// The type of a field says what it takes: text (string), a whole number (int, *int where none may be given), a box (bool), a
// moment (time.Time), several ticked values ([]string). The tags are
//
//	form      the name of the input
//	label     the key of the phrase beside it
//	hint      the key of the phrase beneath it
//	as        the type of the input where the Go type does not say it: textarea, password, url, email, time, choice
//	len       the bounds of a text in characters; a text of at least one is required
//	in        the bounds of a number
//	required  "true" where a number, a moment or a choice must be given
//	auto      the autocomplete hint for browsers
//	error     other names, with commas, by which errors of package campaign call the field; without a label all of them
//	rows      how many rows a list may have
//
// A field that repeats has # in its name. In a list of structs # stands for the number of the row, counted from 0; in a list
// of texts or numbers likewise; in a map for the key. The phrase of a label knows the number of its row, counted from 1, as n.
//
// Begin with Read and New.
package form

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"oriflamme/campaign"
)

// TimeLayout is how browsers write a moment.
const TimeLayout = "2006-01-02T15:04"

// A field is one input of a form.
type field struct {
	name   string
	errors []string // names in errors that it shows: its own if it has a label, then those of its error tag
	tag    reflect.StructTag
	key    string // what stands for # in its name
	row    int
	value  reflect.Value
	of     reflect.Value // the map that holds the value, if it is one of a map's
}

var (
	timeType  = reflect.TypeFor[time.Time]()
	multiType = reflect.TypeFor[[]string]()
)

// fieldsOf returns the fields of a form, those of rows and maps for each row and key there is.
func fieldsOf(v reflect.Value, key string, row int) []field {
	var all []field
	for i := range v.NumField() {
		sf, value := v.Type().Field(i), v.Field(i)
		name, repeats := sf.Tag.Get("form"), key == "" && strings.Contains(sf.Tag.Get("form"), "#")
		one := func(key string, row int, value reflect.Value) field {
			f := field{name: strings.ReplaceAll(name, "#", key), tag: sf.Tag, key: key, row: row, value: value}
			if sf.Tag.Get("label") != "" {
				f.errors = append(f.errors, f.name)
			}
			if other := sf.Tag.Get("error"); other != "" {
				f.errors = append(f.errors, strings.Split(strings.ReplaceAll(other, "#", key), ",")...)
			}
			return f
		}
		switch {
		case sf.Anonymous:
			all = append(all, fieldsOf(value, key, row)...)
		case value.Kind() == reflect.Slice && value.Type().Elem().Kind() == reflect.Struct:
			for n := range value.Len() {
				rows := fieldsOf(value.Index(n), strconv.Itoa(n), n)
				if n == 0 && len(rows) > 0 && sf.Tag.Get("error") != "" {
					rows[0].errors = append(rows[0].errors, strings.Split(sf.Tag.Get("error"), ",")...)
				}
				all = append(all, rows...)
			}
		case name == "":
		case value.Kind() == reflect.Map:
			keys := value.MapKeys()
			slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			for _, k := range keys {
				f := one(k.String(), 0, reflect.New(value.Type().Elem()).Elem())
				f.value.Set(value.MapIndex(k))
				f.of = value
				all = append(all, f)
			}
		case repeats && value.Kind() == reflect.Slice:
			for n := range value.Len() {
				all = append(all, one(strconv.Itoa(n), n, value.Index(n)))
			}
		default:
			all = append(all, one(key, row, value))
		}
	}
	return all
}

// Read reads what was sent into the struct that into points to; moments are of the zone. A field that was not sent keeps its
// value, but a box is then not ticked. The error is a *campaign.Error that names the first field that is wrong; all others are
// read nevertheless.
func Read(sent url.Values, zone *time.Location, into any) error {
	v := reflect.ValueOf(into).Elem()
	extend(sent, v)
	var first error
	for _, f := range fieldsOf(v, "", 0) {
		if err := f.read(sent, zone); err != nil && first == nil {
			err.Code, err.Field = campaign.Invalid, f.name
			first = err
		}
		if f.of.IsValid() {
			f.of.SetMapIndex(reflect.ValueOf(f.key), f.value)
		}
	}
	return first
}

// extend makes room for the rows and keys that were sent.
func extend(sent url.Values, v reflect.Value) {
	for i := range v.NumField() {
		sf, value := v.Type().Field(i), v.Field(i)
		switch {
		case sf.Anonymous:
			extend(sent, value)
		case value.Kind() == reflect.Map:
			before, after, _ := strings.Cut(sf.Tag.Get("form"), "#")
			if value.IsNil() {
				value.Set(reflect.MakeMap(value.Type()))
			}
			for name := range sent {
				key, ok := strings.CutPrefix(name, before)
				if key, cut := strings.CutSuffix(key, after); ok && cut && !value.MapIndex(reflect.ValueOf(key)).IsValid() {
					value.SetMapIndex(reflect.ValueOf(key), reflect.Zero(value.Type().Elem()))
				}
			}
		case value.Kind() == reflect.Slice && sf.Tag.Get("rows") != "":
			most, err := strconv.Atoi(sf.Tag.Get("rows"))
			if err != nil {
				panic(fmt.Sprintf("form: rows of %s: %v", sf.Name, err))
			}
			room := reflect.MakeSlice(value.Type(), most, most)
			reflect.Copy(room, value)
			value.Set(room)
			rows := value.Len()
			for ; rows > 0 && !rowSent(sent, sf, rows-1); rows-- {
			}
			value.SetLen(rows)
		}
	}
}

// rowSent reports whether anything of a row was sent.
func rowSent(sent url.Values, list reflect.StructField, row int) bool {
	names := []string{list.Tag.Get("form")}
	if of := list.Type.Elem(); of.Kind() == reflect.Struct {
		names = nil
		for i := range of.NumField() {
			names = append(names, of.Field(i).Tag.Get("form"))
		}
	}
	return slices.ContainsFunc(names, func(name string) bool { return sent.Has(strings.ReplaceAll(name, "#", strconv.Itoa(row))) })
}

// read parses one field.
func (f *field) read(sent url.Values, zone *time.Location) *campaign.Error {
	if f.value.Type() == multiType {
		f.value.Set(reflect.ValueOf(sent[f.name]))
		return nil
	}
	text := sent.Get(f.name)
	if f.value.Kind() == reflect.Bool {
		f.value.SetBool(ticked(text))
		return nil
	}
	if !sent.Has(f.name) && f.value.Kind() == reflect.String {
		text = f.value.String()
	}
	if as := f.tag.Get("as"); as != "textarea" && as != "password" {
		text = strings.TrimSpace(text)
	}
	switch {
	case f.value.Kind() == reflect.String:
		f.value.SetString(text)
		return f.checkText(text)
	case text == "" && f.value.Kind() == reflect.Pointer:
		if sent.Has(f.name) {
			f.value.SetZero()
		}
		return nil
	case text == "" && !f.required():
		return nil
	case f.value.Type() == timeType:
		at, err := time.ParseInLocation(TimeLayout, text, zone)
		if err != nil {
			return &campaign.Error{Key: "not-a-time"}
		}
		f.value.Set(reflect.ValueOf(at))
		return nil
	}
	n, err := strconv.Atoi(text)
	lo, hi, bounded := f.bounds("in")
	within := map[string]string{"from": strconv.Itoa(lo), "to": strconv.Itoa(hi)}
	switch {
	case err == nil:
	case f.tag.Get("as") == "choice":
		return &campaign.Error{Key: "required"}
	case bounded:
		return &campaign.Error{Key: "not-a-number-within", Params: within}
	default:
		return &campaign.Error{Key: "not-a-number"}
	}
	if f.value.Kind() == reflect.Pointer {
		f.value.Set(reflect.ValueOf(&n))
	} else {
		f.value.SetInt(int64(n))
	}
	if bounded && (n < lo || n > hi) {
		return &campaign.Error{Key: "range", Params: within}
	}
	return nil
}

// checkText checks a text as package campaign does, so that the error names the field of the form.
func (f *field) checkText(text string) *campaign.Error {
	lo, hi, ok := f.bounds("len")
	n := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return &campaign.Error{Key: "not-text"}
	case f.required() && (n == 0 || f.tag.Get("as") == "textarea" && strings.TrimSpace(text) == ""):
		return &campaign.Error{Key: "required"}
	case ok && (n < lo || n > hi):
		return &campaign.Error{Key: "length", Params: map[string]string{"from": strconv.Itoa(lo), "to": strconv.Itoa(hi)}}
	}
	return nil
}

// required reports whether something must be given.
func (f *field) required() bool {
	lo, _, _ := f.bounds("len")
	return f.tag.Get("required") == "true" || lo > 0
}

// bounds reads a tag of two numbers. It panics when the tag is no such thing.
func (f *field) bounds(tag string) (lo, hi int, ok bool) {
	text, ok := f.tag.Lookup(tag)
	if !ok {
		return 0, 0, false
	}
	if n, err := fmt.Sscanf(text, "%d..%d", &lo, &hi); n != 2 {
		panic(fmt.Sprintf("form: %s of %s: %v", tag, f.name, err))
	}
	return lo, hi, true
}

// ticked reports whether a box was sent ticked.
func ticked(text string) bool { return text != "" && text != "no" }

// Copy copies the fields that two structs have in common by name and type from one to the other, to which to points. It carries
// what a form declares into the value that it fills, and back.
func Copy(to, from any) {
	into, src := reflect.ValueOf(to).Elem(), reflect.Indirect(reflect.ValueOf(from))
	for i := range src.NumField() {
		sf := src.Type().Field(i)
		if at := into.FieldByName(sf.Name); at.IsValid() && at.Type() == sf.Type {
			at.Set(src.Field(i))
		}
	}
}
