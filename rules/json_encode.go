package rules

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"unicode/utf8"
)

// EncodeResult writes a value as JSON as the contracts require for results: every field that
// has a json tag, in order, and an empty list for a nil list.
func EncodeResult(v any) ([]byte, error) {
	var scratch [512]byte
	b := bytes.NewBuffer(scratch[:0])
	if err := encodeValue(b, reflect.ValueOf(v)); err != nil {
		return nil, err
	}
	return bytes.Clone(b.Bytes()), nil
}

// A NullableText is a text of a result that is written as null when it is empty: an id, a
// reason, a side.
type NullableText string

// MarshalJSON writes the empty text as null.
func (s NullableText) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

var marshalerType = reflect.TypeFor[json.Marshaler]()

func encodeValue(b *bytes.Buffer, v reflect.Value) error {
	if !v.IsValid() {
		b.WriteString("null")
		return nil
	}
	if v.Type() == decType { // points are written in every battle, and json.Marshal is slow with them
		b.WriteString(Dec(v.Int()).String())
		return nil
	}
	if v.Type().Implements(marshalerType) && v.Kind() != reflect.Pointer {
		if m, is := v.Interface().(json.Marshaler); is {
			if text, err := m.MarshalJSON(); err == nil && isBareJSON(text) {
				b.Write(text)
				return nil
			}
		}
		return encodePlain(b, v)
	}
	switch v.Kind() {
	case reflect.String:
		if s := v.String(); isPlainText(s) {
			b.WriteByte('"')
			b.WriteString(s)
			b.WriteByte('"')
			return nil
		}
	case reflect.Int:
		b.Write(strconv.AppendInt(b.AvailableBuffer(), v.Int(), 10))
		return nil
	case reflect.Bool:
		b.Write(strconv.AppendBool(b.AvailableBuffer(), v.Bool()))
		return nil
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("null")
			return nil
		}
		return encodeValue(b, v.Elem())
	case reflect.Struct:
		b.WriteByte('{')
		fields := FieldsOf(v.Type())
		for i := range fields {
			f := &fields[i]
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteByte('"')
			b.WriteString(f.Name)
			b.WriteString(`":`)
			if err := encodeValue(b, v.FieldByIndex(f.Index)); err != nil {
				return err
			}
		}
		b.WriteByte('}')
		return nil
	case reflect.Slice, reflect.Array:
		b.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := encodeValue(b, v.Index(i)); err != nil {
				return err
			}
		}
		b.WriteByte(']')
		return nil
	case reflect.Map:
		if v.IsNil() {
			b.WriteString("{}")
			return nil
		}
		if k := v.Type().Elem().Kind(); k == reflect.Slice || k == reflect.Struct || k == reflect.Interface {
			return encodeMap(b, v)
		}
	}
	return encodePlain(b, v)
}

// encodeMap writes a map whose values need encodeValue.
func encodeMap(b *bytes.Buffer, v reflect.Value) error {
	members := make(map[string]json.RawMessage, v.Len())
	for it := v.MapRange(); it.Next(); {
		var member bytes.Buffer
		if err := encodeValue(&member, it.Value()); err != nil {
			return err
		}
		members[it.Key().String()] = member.Bytes()
	}
	return encodePlain(b, reflect.ValueOf(members))
}

// isPlainText reports whether a text is written in JSON as it is, as ids are: no character of it is
// escaped.
func isPlainText(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// isBareJSON reports whether the JSON that a type made of itself has only digits, commas and brackets:
// a place, or a number. json.Marshal would write the same, and is slow.
func isBareJSON(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && c != ',' && c != '[' && c != ']' && c != '-' && c != '.' {
			return false
		}
	}
	return len(text) > 0
}

// encodePlain writes a value with json.Marshal.
func encodePlain(b *bytes.Buffer, v reflect.Value) error {
	text, err := json.Marshal(v.Interface())
	b.Write(text)
	return err
}
