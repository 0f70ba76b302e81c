package telling

import (
	"maps"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// A Teller says what happens in one battle.
type Teller struct {
	Words
	View    rules.View // of whoever is told
	Rosters []rules.Roster
}

// NewTeller looks at a battle as the seat sees it and learns the names of its units.
func NewTeller(book *phrases.Book, game string, rosters []rules.Roster, view rules.View) *Teller {
	names := make(map[string]string, len(view.Units))
	for _, r := range rosters {
		for _, u := range r.Units {
			names[u.ID] = u.Name
		}
	}
	for _, u := range view.Units {
		names[u.ID] = u.Name
	}
	s := &Teller{Words{Book: book, Game: game, Names: names}, view, rosters}
	s.tellApart()
	return s
}

// tellApart puts the side behind the names that units of several sides have.
func (s *Teller) tellApart() {
	seats := map[string]rules.Seat{}
	shared := map[string]bool{}
	each := func(visit func(id string, seat rules.Seat)) {
		for seat, r := range s.Rosters {
			for _, u := range r.Units {
				visit(u.ID, rules.Seat(seat))
			}
		}
		for _, u := range s.View.Units {
			visit(u.ID, u.Seat)
		}
	}
	each(func(id string, seat rules.Seat) {
		name := s.Names[id]
		if first, known := seats[name]; known && first != seat {
			shared[name] = true
		} else {
			seats[name] = seat
		}
	})
	if len(shared) == 0 {
		return
	}
	apart := map[string]string{}
	each(func(id string, seat rules.Seat) {
		if name := s.Names[id]; shared[name] {
			apart[id] = s.Book.Say("fight.of-side", "unit", name, "side", s.Side(seat))
		}
	})
	maps.Copy(s.Names, apart)
}

// Side says the name of a seat's side.
func (s *Teller) Side(seat rules.Seat) string {
	for _, side := range s.View.Sides {
		if side.Seat == seat {
			return side.Name
		}
	}
	if seat >= 0 && int(seat) < len(s.Rosters) {
		return s.Rosters[seat].Name
	}
	return s.Book.Say("fight.nobody")
}

// Event says what happened.
func (s *Teller) Event(e rules.Event) string {
	return s.Say(s.Figures(e), append(s.variants("event."+e.Kind(), e), "event."+e.Kind(), e.Kind())...)
}

// variants are keys of the phrases for what happens in a certain way: "KEY.VALUE" for each text among the fields of an
// event or command, so that "event.moved.evade" is said of a move to evade.
func (s *Teller) variants(key string, v any) (keys []string) {
	of := reflect.Indirect(reflect.ValueOf(v))
	if of.Kind() != reflect.Struct {
		return nil
	}
	for _, m := range Members(of.Type()) {
		if f := of.FieldByIndex(m.Index); f.Kind() == reflect.String && f.Len() > 0 {
			keys = append(keys, key+"."+f.String())
		}
	}
	return keys
}

// Command says what somebody does.
func (s *Teller) Command(c rules.Command) string {
	with := s.Figures(c)
	with["seat"] = s.Side(c.By())
	with["by"] = with["seat"]
	nothing := s.Book.Say("fight.nothing")
	target, aims := with["target"]
	unit, named := with["unit"]
	if aims && target == "" || named && unit == "" || with["with"] == nothing {
		return s.Say(with, "command."+c.Kind()+".alone", "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())
	}
	return s.Say(with, append(s.variants("command."+c.Kind()+".long", c), "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())...)
}

// Say returns the first phrase of the game that there is among the keys, filled
// in with the figures, or the last key in plain words.
func (s *Teller) Say(with map[string]string, keys ...string) string {
	for _, k := range keys {
		if k = s.Game + "." + k; s.Book.Has(k) {
			return s.Book.SayMap(k, with)
		}
	}
	last := keys[len(keys)-1]
	if k := s.Game + ".word." + last[strings.LastIndexByte(last, '.')+1:]; s.Book.Has(k) {
		return s.Book.Say(k)
	}
	return s.plain(last)
}

// Phase says a phase of a battle by its key.
func (s *Teller) Phase(key string) string {
	if key == "" {
		return ""
	}
	return s.Say(nil, "phase."+key)
}

// Note says a note of a view.
func (s *Teller) Note(n rules.Note) string {
	return s.Say(s.Worded(n.With), "note."+n.Key, n.Key)
}

// Worded says each of some figures.
func (s *Teller) Worded(figures map[string]string) map[string]string {
	with := make(map[string]string, len(figures))
	for k, v := range figures {
		with[k] = s.Word(v)
	}
	return with
}

// Stat says a characteristic: by its own phrase if there is one, else as printed.
func (s *Teller) Stat(st rules.Stat) string {
	if st.With == nil {
		return st.Value
	}
	for _, k := range []string{"stat." + st.Key + "." + st.Value, "stat." + st.Key + ".value"} {
		if k = s.Game + "." + k; s.Book.Has(k) {
			return s.Book.SayMap(k, s.Worded(st.With))
		}
	}
	return st.Value
}

// TypeOf says the name of a unit's profile.
func (s *Teller) TypeOf(u rules.UnitView) string {
	if name := s.View.Words[u.Type]; name != nil {
		return name.In(s.Book.Lang)
	}
	if k := s.Game + ".type." + u.Type; s.Book.Has(k) {
		return s.Book.Say(k)
	}
	return u.Type
}

// Word says a value of a command or event: a unit by its name, a key by its
// phrase, anything else as it is.
func (s *Teller) Word(v string) string {
	if name, ok := s.Names[v]; ok {
		return name
	}
	if name := s.View.Words[v]; name != nil {
		return name.In(s.Book.Lang)
	}
	if n, ok := s.View.Called[v]; ok {
		return s.thing(n)
	}
	for _, kind := range []string{"value.", "weapon.", "ability.", "card.", "objective.", "piece.", "runemark.", "word."} {
		if k := s.Game + "." + kind + v; s.Book.Has(k) {
			return s.Book.Say(k)
		}
	}
	return v
}

// thing names what has no name of its own, after what it is.
func (s *Teller) thing(n rules.Note) string {
	return s.Say(n.With, "thing."+n.Key, "thing."+n.With["of"], n.Key)
}

// Things names by id all that has no name of its own.
func (s *Teller) Things() map[string]string {
	names := make(map[string]string, len(s.View.Called))
	for id, n := range s.View.Called {
		names[id] = s.thing(n)
	}
	return names
}

// Figures returns the fields of a command or event as words, by their JSON names;
// fields of nested structs are joined by an underscore, and so is the place of each of
// a pair of figures ("totals_0"), whose sides are "side_0" and "side_1". The side whose
// number a field holds is under the name of the field and "_side".
func (s *Teller) Figures(v any) map[string]string {
	with := map[string]string{}
	s.figuresOf(reflect.ValueOf(v), "", with)
	return with
}

func (s *Teller) figuresOf(v reflect.Value, prefix string, with map[string]string) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for _, m := range Members(v.Type()) {
		f := v.FieldByIndex(m.Index)
		for f.Kind() == reflect.Pointer && !f.IsNil() {
			f = f.Elem()
		}
		if f.Kind() == reflect.Struct {
			s.figuresOf(f, prefix+m.Name+"_", with)
		}
		with[prefix+m.Name] = s.Text(f)
		with[phrases.Whether(prefix+m.Name)] = ""
		there := !f.IsZero() && !(f.Kind() == reflect.Slice && f.Len() == 0)
		if f.Type() == seatType {
			there = f.Int() >= 0 // the first seat is 0
		}
		if f.Type() == decType {
			there = with[prefix+m.Name] != "0" // as a ruler reads
		}
		if there {
			with[phrases.Whether(prefix+m.Name)] = "1"
		}
		switch {
		case (m.Name == "a" || m.Name == "b") && prefix == "": // of the first and the second side
			with["side_"+m.Name] = s.Side(rules.Seat(m.Name[0] - 'a'))
		case m.Name == "phase" && f.Kind() == reflect.String:
			with[prefix+m.Name] = s.Phase(f.String())
		case (f.Kind() == reflect.Slice || f.Kind() == reflect.Array) && f.Len() == 2 && f.Index(0).Kind() == reflect.Int:
			for i := range 2 {
				at := "_" + strconv.Itoa(i)
				with[prefix+m.Name+at] = s.Text(f.Index(i))
				with["side"+at] = s.Side(rules.Seat(i))
			}
		case f.Kind() == reflect.Int && f.Type() != seatType && f.Int() >= -1 && f.Int() < int64(len(s.View.Sides)):
			with[prefix+m.Name+"_side"] = s.Side(rules.Seat(f.Int()))
			with[phrases.Whether(prefix+m.Name+"_side")] = ""
			if f.Int() >= 0 {
				with[phrases.Whether(prefix+m.Name+"_side")] = "1"
			}
		}
	}
}

// Text says any value in the language of the page.
func (s *Teller) Text(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return s.Book.Say("fight.nothing")
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return s.Text(v.Elem())
	case v.Type() == seatType:
		return s.Side(rules.Seat(v.Int()))
	case v.Type() == decType:
		return s.Book.Decimal(rules.Dec(v.Int()).Float(), 1) // as a ruler reads
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
		return s.Word(v.String())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return s.Book.Decimal(v.Float(), 1)
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = s.Text(v.Index(i))
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
			parts = append(parts, s.Text(it.Key())+" "+s.Text(it.Value()))
		}
		sort.Strings(parts)
		return strings.Join(parts, ", ")
	}
	return ""
}

// structText says a small struct: by the phrase "say.TYPE.WORD" of its type and its first word of a few, or
// "say.TYPE", else coordinates as numbers, the rest named.
func (s *Teller) structText(v reflect.Value) string {
	members := Members(v.Type())
	key := "say." + kebab(v.Type().Name())
	for _, m := range members {
		if f := v.FieldByIndex(m.Index); f.Kind() == reflect.String && strings.Contains(m.In, "|") {
			if k := s.Game + "." + key + "." + f.String(); s.Book.Has(k) {
				return s.Book.SayMap(k, s.Figures(v.Interface()))
			}
			break
		}
	}
	if k := s.Game + "." + key; s.Book.Has(k) {
		return s.Book.SayMap(k, s.Figures(v.Interface()))
	}
	var parts []string
	for _, m := range members {
		f := v.FieldByIndex(m.Index)
		if f.IsZero() && f.Kind() != reflect.Int && f.Type() != decType {
			continue
		}
		text := s.Text(f)
		if len(m.Name) > 1 {
			text = s.Say(nil, "field."+m.Name) + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ; ")
}

// kebab writes the name of a type as keys are written: WildUse as wild-use.
func kebab(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
