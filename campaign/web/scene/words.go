package scene

import (
	"encoding/json"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// say returns the first phrase of the game that there is among the keys, filled
// in with the figures, or the last key in plain words.
func (s *Scene) say(with map[string]string, keys ...string) string {
	for _, k := range keys {
		if k = s.Game.ID + "." + k; s.Book.Has(k) {
			return s.Book.SayMap(k, with)
		}
	}
	last := keys[len(keys)-1]
	if k := s.Game.ID + ".word." + last[strings.LastIndexByte(last, '.')+1:]; s.Book.Has(k) {
		return s.Book.Say(k)
	}
	return plain(last)
}

func (s *Scene) phase(key string) string {
	if key == "" {
		return ""
	}
	return s.say(nil, "phase."+key)
}

func (s *Scene) note(n rules.Note) string {
	return s.say(s.worded(n.With), "note."+n.Key, n.Key)
}

// worded says each of some figures.
func (s *Scene) worded(figures map[string]string) map[string]string {
	with := make(map[string]string, len(figures))
	for k, v := range figures {
		with[k] = s.word(v)
	}
	return with
}

// stat says a characteristic: by its own phrase if there is one, else as printed.
func (s *Scene) stat(st rules.Stat) string {
	if st.With == nil {
		return st.Value
	}
	for _, k := range []string{"stat." + st.Key + "." + st.Value, "stat." + st.Key + ".value"} {
		if k = s.Game.ID + "." + k; s.Book.Has(k) {
			return s.Book.SayMap(k, s.worded(st.With))
		}
	}
	return st.Value
}

// typeOf says the name of a unit's profile.
func (s *Scene) typeOf(u rules.UnitView) string {
	if name := s.view.Words[u.Type]; name != nil {
		return name.In(s.Book.Lang)
	}
	return u.Type
}

// word says a value of a command or event: a unit by its name, a key by its
// phrase, anything else as it is.
func (s *Scene) word(v string) string {
	if name, ok := s.names[v]; ok {
		return name
	}
	if name := s.view.Words[v]; name != nil {
		return name.In(s.Book.Lang)
	}
	for _, kind := range []string{"value.", "weapon.", "ability.", "card.", "objective.", "piece.", "word."} {
		if k := s.Game.ID + "." + kind + v; s.Book.Has(k) {
			return s.Book.Say(k)
		}
	}
	return v
}

var (
	seatType = reflect.TypeFor[rules.Seat]()
	decType  = reflect.TypeFor[rules.Dec]()
	rawType  = reflect.TypeFor[json.RawMessage]()
)

// figures returns the fields of a command or event as words, by their JSON names;
// fields of nested structs are joined by an underscore.
func (s *Scene) figures(v any) map[string]string {
	with := map[string]string{}
	s.figuresOf(reflect.ValueOf(v), "", with)
	return with
}

func (s *Scene) figuresOf(v reflect.Value, prefix string, with map[string]string) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for _, m := range membersOf(v.Type()) {
		f := v.FieldByIndex(m.index)
		for f.Kind() == reflect.Pointer && !f.IsNil() {
			f = f.Elem()
		}
		if f.Kind() == reflect.Struct {
			s.figuresOf(f, prefix+m.name+"_", with)
		}
		with[prefix+m.name] = s.text(f)
		if m.name == "phase" && f.Kind() == reflect.String {
			with[prefix+m.name] = s.phase(f.String())
		}
	}
}

// text says any value in the language of the page.
func (s *Scene) text(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return s.Book.Say("fight.nothing")
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return s.text(v.Elem())
	case v.Type() == seatType:
		return s.side(rules.Seat(v.Int()))
	case v.Type() == decType:
		return s.Book.Decimal(rules.Dec(v.Int()).Float(), 3)
	case v.Type() == rawType:
		return string(v.Bytes())
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return s.Book.Say("common.yes")
		}
		return s.Book.Say("common.no")
	case reflect.String:
		return s.word(v.String())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return s.Book.Decimal(v.Float(), 3)
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = s.text(v.Index(i))
		}
		if len(parts) == 0 {
			return s.Book.Say("fight.nothing")
		}
		return strings.Join(parts, ", ")
	case reflect.Struct:
		return s.structText(v)
	case reflect.Map:
		parts := make([]string, 0, v.Len())
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, s.text(it.Key())+" "+s.text(it.Value()))
		}
		sort.Strings(parts)
		return strings.Join(parts, ", ")
	}
	return ""
}

// structText says a small struct: coordinates as numbers, the rest named.
func (s *Scene) structText(v reflect.Value) string {
	var parts []string
	for _, m := range membersOf(v.Type()) {
		f := v.FieldByIndex(m.index)
		if f.IsZero() && f.Kind() != reflect.Int && f.Type() != decType {
			continue
		}
		text := s.text(f)
		if len(m.name) > 1 {
			text = s.say(nil, "field."+m.name) + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ; ")
}
