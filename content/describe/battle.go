package describe

import (
	"maps"
	"reflect"
	"sort"
	"strconv"
	"strings"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// A BattleDescriber says what happens in one battle.
type BattleDescriber struct {
	Describer
	View    rules.View // of whoever is told
	Rosters []rules.Roster
}

// NewBattleDescriber looks at a battle as the seat sees it and learns the names of its units.
func NewBattleDescriber(catalog *phrases.Catalog, game string, rosters []rules.Roster, view rules.View) *BattleDescriber {
	names := make(map[string]string, len(view.Units))
	for _, r := range rosters {
		for _, u := range r.Units {
			names[u.ID] = u.Name
		}
	}
	for _, u := range view.Units {
		names[u.ID] = u.Name
	}
	s := &BattleDescriber{Describer{Catalog: catalog, Game: game, Names: names}, view, rosters}
	s.nameSidesOfTwins()
	return s
}

// nameSidesOfTwins puts the side behind the names that units of several sides have.
func (s *BattleDescriber) nameSidesOfTwins() {
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
	renamed := map[string]string{}
	each(func(id string, seat rules.Seat) {
		if name := s.Names[id]; shared[name] {
			renamed[id] = s.Catalog.Say("fight.of-side", "unit", name, "side", s.SideName(seat))
		}
	})
	maps.Copy(s.Names, renamed)
}

// SideName says the name of a seat's side.
func (s *BattleDescriber) SideName(seat rules.Seat) string {
	for _, side := range s.View.Sides {
		if side.Seat == seat {
			return side.Name
		}
	}
	if seat >= 0 && int(seat) < len(s.Rosters) {
		return s.Rosters[seat].Name
	}
	return s.Catalog.Say("fight.nobody")
}

// Event says what happened.
func (s *BattleDescriber) Event(e rules.Event) string {
	return s.Say(s.FieldTexts(e), append(s.variantKeys("event."+e.Kind(), e), "event."+e.Kind(), e.Kind())...)
}

// variantKeys are keys of the phrases for what happens in a certain way: "KEY.VALUE" for each text among the fields of an
// event or command, so that "event.moved.evade" is said of a move to evade.
func (s *BattleDescriber) variantKeys(key string, v any) (keys []string) {
	of := reflect.Indirect(reflect.ValueOf(v))
	if of.Kind() != reflect.Struct {
		return nil
	}
	for _, m := range Fields(of.Type()) {
		if f := of.FieldByIndex(m.Index); f.Kind() == reflect.String && f.Len() > 0 {
			keys = append(keys, key+"."+f.String())
		}
	}
	return keys
}

// Command says what somebody does.
func (s *BattleDescriber) Command(c rules.Command) string {
	with := s.FieldTexts(c)
	with["seat"] = s.SideName(c.By())
	with["by"] = with["seat"]
	nothing := s.Catalog.Say("fight.nothing")
	target, aims := with["target"]
	unit, named := with["unit"]
	if aims && target == "" || named && unit == "" || with["with"] == nothing {
		return s.Say(with, "command."+c.Kind()+".alone", "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())
	}
	return s.Say(with, append(s.variantKeys("command."+c.Kind()+".long", c), "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())...)
}

// Say returns the first phrase of the game that there is among the keys, filled
// in with the figures, or the last key in plain words.
func (s *BattleDescriber) Say(with map[string]string, keys ...string) string {
	for _, k := range keys {
		if k = s.Game + "." + k; s.Catalog.Has(k) {
			return s.Catalog.SayMap(k, with)
		}
	}
	last := keys[len(keys)-1]
	if k := s.Game + ".word." + last[strings.LastIndexByte(last, '.')+1:]; s.Catalog.Has(k) {
		return s.Catalog.Say(k)
	}
	return s.plainKey(last)
}

// PhaseName says a phase of a battle by its key.
func (s *BattleDescriber) PhaseName(key string) string {
	if key == "" {
		return ""
	}
	return s.Say(nil, "phase."+key)
}

// NoteText says a note of a view.
func (s *BattleDescriber) NoteText(n rules.Note) string {
	return s.Say(s.DisplayNames(n.With), "note."+n.Key, n.Key)
}

// DisplayNames says each of some figures.
func (s *BattleDescriber) DisplayNames(values map[string]string) map[string]string {
	with := make(map[string]string, len(values))
	for k, v := range values {
		with[k] = s.DisplayName(v)
	}
	return with
}

// StatText says a characteristic: by its own phrase if there is one, else as printed.
func (s *BattleDescriber) StatText(st rules.Stat) string {
	if st.With == nil {
		return st.Value
	}
	for _, k := range []string{"stat." + st.Key + "." + st.Value, "stat." + st.Key + ".value"} {
		if k = s.Game + "." + k; s.Catalog.Has(k) {
			return s.Catalog.SayMap(k, s.DisplayNames(st.With))
		}
	}
	return st.Value
}

// ProfileName says the name of a unit's profile.
func (s *BattleDescriber) ProfileName(u rules.UnitView) string {
	if name := s.View.Names[u.Type]; name != nil {
		return name.In(s.Catalog.Lang)
	}
	if k := s.Game + ".type." + u.Type; s.Catalog.Has(k) {
		return s.Catalog.Say(k)
	}
	return u.Type
}

// DisplayName says a value of a command or event: a unit by its name, a key by its
// phrase, anything else as it is.
func (s *BattleDescriber) DisplayName(v string) string {
	if name, ok := s.Names[v]; ok {
		return name
	}
	if name := s.View.Names[v]; name != nil {
		return name.In(s.Catalog.Lang)
	}
	if n, ok := s.View.Labels[v]; ok {
		return s.thingName(n)
	}
	for _, kind := range []string{"value.", "weapon.", "ability.", "card.", "objective.", "piece.", "runemark.", "word."} {
		if k := s.Game + "." + kind + v; s.Catalog.Has(k) {
			return s.Catalog.Say(k)
		}
	}
	return v
}

// thingName names what has no name of its own, after what it is.
func (s *BattleDescriber) thingName(n rules.Note) string {
	return s.Say(n.With, "thing."+n.Key, "thing."+n.With["of"], n.Key)
}

// ThingNames names by id all that has no name of its own.
func (s *BattleDescriber) ThingNames() map[string]string {
	names := make(map[string]string, len(s.View.Labels))
	for id, n := range s.View.Labels {
		names[id] = s.thingName(n)
	}
	return names
}

// FieldTexts returns the fields of a command or event as words, by their JSON names;
// fields of nested structs are joined by an underscore, and so is the place of each of
// a pair of figures ("totals_0"), whose sides are "side_0" and "side_1". The side whose
// number a field holds is under the name of the field and "_side".
func (s *BattleDescriber) FieldTexts(v any) map[string]string {
	with := map[string]string{}
	s.addFieldTexts(reflect.ValueOf(v), "", with)
	return with
}

func (s *BattleDescriber) addFieldTexts(v reflect.Value, prefix string, with map[string]string) {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return
	}
	for _, m := range Fields(v.Type()) {
		f := v.FieldByIndex(m.Index)
		for f.Kind() == reflect.Pointer && !f.IsNil() {
			f = f.Elem()
		}
		if f.Kind() == reflect.Struct {
			s.addFieldTexts(f, prefix+m.Name+"_", with)
		}
		with[prefix+m.Name] = s.Text(f)
		with[phrases.Condition(prefix+m.Name)] = ""
		there := !f.IsZero() && !(f.Kind() == reflect.Slice && f.Len() == 0)
		if f.Type() == seatType {
			there = f.Int() >= 0 // the first seat is 0
		}
		if f.Type() == decType {
			there = with[prefix+m.Name] != "0" // as a ruler reads
		}
		if there {
			with[phrases.Condition(prefix+m.Name)] = "1"
		}
		switch {
		case (m.Name == "a" || m.Name == "b") && prefix == "": // of the first and the second side
			with["side_"+m.Name] = s.SideName(rules.Seat(m.Name[0] - 'a'))
		case m.Name == "phase" && f.Kind() == reflect.String:
			with[prefix+m.Name] = s.PhaseName(f.String())
		case (f.Kind() == reflect.Slice || f.Kind() == reflect.Array) && f.Len() == 2 && f.Index(0).Kind() == reflect.Int:
			for i := range 2 {
				at := "_" + strconv.Itoa(i)
				with[prefix+m.Name+at] = s.Text(f.Index(i))
				with["side"+at] = s.SideName(rules.Seat(i))
			}
		case f.Kind() == reflect.Int && f.Type() != seatType && f.Int() >= -1 && f.Int() < int64(len(s.View.Sides)):
			with[prefix+m.Name+"_side"] = s.SideName(rules.Seat(f.Int()))
			with[phrases.Condition(prefix+m.Name+"_side")] = ""
			if f.Int() >= 0 {
				with[phrases.Condition(prefix+m.Name+"_side")] = "1"
			}
		}
	}
}

// Text says any value in the language of the page.
func (s *BattleDescriber) Text(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return s.Catalog.Say("fight.nothing")
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return s.Text(v.Elem())
	case v.Type() == seatType:
		return s.SideName(rules.Seat(v.Int()))
	case v.Type() == decType:
		return s.Catalog.Decimal(rules.Dec(v.Int()).Float(), 1) // as a ruler reads
	case v.Type() == rawType:
		return string(v.Bytes())
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return s.Catalog.Say("common.yes")
		}
		return s.Catalog.Say("common.no")
	case reflect.String:
		return s.DisplayName(v.String())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return s.Catalog.Decimal(v.Float(), 1)
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = s.Text(v.Index(i))
		}
		if len(parts) == 0 {
			return s.Catalog.Say("fight.nothing")
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

// A phraseKeyer is a value of a game whose phrases lie under "say.KEY".
type phraseKeyer interface{ PhraseKey() string }

// phrasedText says a value by the phrase "say.KEY.WORD" of its key and of its first field with a few words, or else
// by "say.KEY". It is not ok when the value has no key or the game has neither phrase.
func (s *BattleDescriber) phrasedText(v reflect.Value) (text string, ok bool) {
	keyed, ok := v.Interface().(phraseKeyer)
	if !ok {
		return "", false
	}
	key := s.Game + ".say." + keyed.PhraseKey()
	keys := []string{key}
	for _, m := range Fields(v.Type()) {
		if f := v.FieldByIndex(m.Index); f.Kind() == reflect.String && strings.Contains(m.In, "|") {
			keys = []string{key + "." + f.String(), key}
			break
		}
	}
	for _, k := range keys {
		if s.Catalog.Has(k) {
			return s.Catalog.SayMap(k, s.FieldTexts(v.Interface())), true
		}
	}
	return "", false
}

// structText says a small struct: by its phrase if it has one, else coordinates as numbers and other fields with their names.
func (s *BattleDescriber) structText(v reflect.Value) string {
	if text, ok := s.phrasedText(v); ok {
		return text
	}
	var parts []string
	for _, m := range Fields(v.Type()) {
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
