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

// A BattleDescriber describes what happens in one battle to one reader.
type BattleDescriber struct {
	Describer
	View    rules.View // the battle as the reader sees it
	Rosters []rules.Roster
}

// NewBattleDescriber returns a describer for a battle as view shows it. Units are named as in the view, else as in
// the rosters; units of several sides with the same name also get the name of their side.
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

// nameSidesOfTwins adds the side to the names that units of several sides share.
func (d *BattleDescriber) nameSidesOfTwins() {
	seats := map[string]rules.Seat{}
	shared := map[string]bool{}
	each := func(visit func(id string, seat rules.Seat)) {
		for seat, r := range d.Rosters {
			for _, u := range r.Units {
				visit(u.ID, rules.Seat(seat))
			}
		}
		for _, u := range d.View.Units {
			visit(u.ID, u.Seat)
		}
	}
	each(func(id string, seat rules.Seat) {
		name := d.Names[id]
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
		if name := d.Names[id]; shared[name] {
			renamed[id] = d.Catalog.Say("fight.of-side", "unit", name, "side", d.SideName(seat))
		}
	})
	maps.Copy(d.Names, renamed)
}

// SideName returns the name of a seat's side, and the word for nobody when there is no such side.
func (d *BattleDescriber) SideName(seat rules.Seat) string {
	for _, side := range d.View.Sides {
		if side.Seat == seat {
			return side.Name
		}
	}
	if seat >= 0 && int(seat) < len(d.Rosters) {
		return d.Rosters[seat].Name
	}
	return d.Catalog.Say("fight.nobody")
}

// Event describes an event.
func (d *BattleDescriber) Event(e rules.Event) string {
	return d.Say(d.FieldTexts(e), append(d.variantKeys("event."+e.Kind(), e), "event."+e.Kind(), e.Kind())...)
}

// variantKeys returns the keys of the phrases for variants of an event or command: "KEY.VALUE" for each text among
// its fields, so that "event.moved.evade" describes a move whose reason is to evade.
func (d *BattleDescriber) variantKeys(key string, v any) (keys []string) {
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

// Command describes a command: "command.KIND.alone" without a unit or target, else "command.KIND.long" or
// "command.KIND".
func (d *BattleDescriber) Command(c rules.Command) string {
	with := d.FieldTexts(c)
	with["seat"] = d.SideName(c.By())
	with["by"] = with["seat"]
	nothing := d.Catalog.Say("fight.nothing")
	target, aims := with["target"]
	unit, named := with["unit"]
	if aims && target == "" || named && unit == "" || with["with"] == nothing {
		return d.Say(with, "command."+c.Kind()+".alone", "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())
	}
	return d.Say(with, append(d.variantKeys("command."+c.Kind()+".long", c), "command."+c.Kind()+".long", "command."+c.Kind(), c.Kind())...)
}

// Say returns the phrase of the first key that the game has one for, filled with the values by name. Without any it
// returns the last key in plain words.
func (d *BattleDescriber) Say(with map[string]string, keys ...string) string {
	for _, k := range keys {
		if k = d.Game + "." + k; d.Catalog.Has(k) {
			return d.Catalog.SayMap(k, with)
		}
	}
	last := keys[len(keys)-1]
	return d.sayFirst(last, d.Game+".word."+last[strings.LastIndexByte(last, '.')+1:])
}

// PhaseName returns the name of a phase of a battle.
func (d *BattleDescriber) PhaseName(key string) string {
	if key == "" {
		return ""
	}
	return d.Say(nil, "phase."+key)
}

// NoteText describes a note of a view.
func (d *BattleDescriber) NoteText(n rules.Note) string {
	return d.Say(d.DisplayNames(n.With), "note."+n.Key, n.Key)
}

// DisplayNames returns the values with each replaced by its DisplayName.
func (d *BattleDescriber) DisplayNames(values map[string]string) map[string]string {
	with := make(map[string]string, len(values))
	for k, v := range values {
		with[k] = d.DisplayName(v)
	}
	return with
}

// StatText returns the value of a characteristic: by its own phrase if it has one, else as printed.
func (d *BattleDescriber) StatText(st rules.Stat) string {
	if st.With == nil {
		return st.Value
	}
	for _, k := range []string{"stat." + st.Key + "." + st.Value, "stat." + st.Key + ".value"} {
		if k = d.Game + "." + k; d.Catalog.Has(k) {
			return d.Catalog.SayMap(k, d.DisplayNames(st.With))
		}
	}
	return st.Value
}

// ProfileName returns the name of a unit's profile.
func (d *BattleDescriber) ProfileName(u rules.UnitView) string {
	if name := d.View.Names[u.Type]; name != nil {
		return name.In(d.Catalog.Lang)
	}
	if k := d.Game + ".type." + u.Type; d.Catalog.Has(k) {
		return d.Catalog.Say(k)
	}
	return u.Type
}

// DisplayName returns a value of a command or event for people: a unit by its name, a key by its phrase, anything
// else unchanged.
func (d *BattleDescriber) DisplayName(v string) string {
	if name, ok := d.Names[v]; ok {
		return name
	}
	if name := d.View.Names[v]; name != nil {
		return name.In(d.Catalog.Lang)
	}
	if n, ok := d.View.Labels[v]; ok {
		return d.thingName(n)
	}
	for _, kind := range []string{"value.", "weapon.", "ability.", "card.", "objective.", "piece.", "runemark.", "word."} {
		if k := d.Game + "." + kind + v; d.Catalog.Has(k) {
			return d.Catalog.Say(k)
		}
	}
	return v
}

// cardName names a card. One that the reader may not see has no name, as in an earlier line about a card that went back to
// a hand: it is "thing.unseen-card" where the game has such a phrase.
func (d *BattleDescriber) cardName(id string) string {
	name := d.DisplayName(id)
	if k := d.Game + ".thing.unseen-card"; name == id && d.Catalog.Has(k) {
		return d.Catalog.Say(k)
	}
	return name
}

// thingName names something without a name of its own by what it is.
func (d *BattleDescriber) thingName(n rules.Note) string {
	return d.Say(n.With, "thing."+n.Key, "thing."+n.With["of"], n.Key)
}

// ThingNames returns by id the names of everything without a name of its own.
func (d *BattleDescriber) ThingNames() map[string]string {
	names := make(map[string]string, len(d.View.Labels))
	for id, n := range d.View.Labels {
		names[id] = d.thingName(n)
	}
	return names
}

// FieldTexts returns the fields of a command or event as texts by their JSON names. The names of fields in nested
// structs are joined by an underscore. Each of a pair of numbers also has its index ("totals_0"), and the sides of
// the pair are "side_0" and "side_1". A field that holds the number of a side has the side's name under its own name
// and "_side". phrases.Condition of a name tells whether the field is present.
func (d *BattleDescriber) FieldTexts(v any) map[string]string {
	with := map[string]string{}
	d.addFieldTexts(reflect.ValueOf(v), "", with)
	return with
}

// addFieldTexts adds the texts of the fields of v to with, their names after a prefix.
func (d *BattleDescriber) addFieldTexts(v reflect.Value, prefix string, with map[string]string) {
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
			d.addFieldTexts(f, prefix+m.Name+"_", with)
		}
		with[prefix+m.Name] = d.Text(f)
		if m.Name == "card" && f.Kind() == reflect.String && f.Len() > 0 {
			with[prefix+m.Name] = d.cardName(f.String())
		}
		with[phrases.Condition(prefix+m.Name)] = ""
		there := !f.IsZero() && !(f.Kind() == reflect.Slice && f.Len() == 0)
		if f.Type() == seatType {
			there = f.Int() >= 0 // the first seat is 0
		}
		if f.Type() == decType {
			there = with[prefix+m.Name] != "0" // rounded as it is written
		}
		if there {
			with[phrases.Condition(prefix+m.Name)] = "1"
		}
		switch {
		case (m.Name == "a" || m.Name == "b") && prefix == "": // what the first or second side has
			with["side_"+m.Name] = d.SideName(rules.Seat(m.Name[0] - 'a'))
		case m.Name == "phase" && f.Kind() == reflect.String:
			with[prefix+m.Name] = d.PhaseName(f.String())
		case (f.Kind() == reflect.Slice || f.Kind() == reflect.Array) && f.Len() == 2 && f.Index(0).Kind() == reflect.Int:
			for i := range 2 {
				at := "_" + strconv.Itoa(i)
				with[prefix+m.Name+at] = d.Text(f.Index(i))
				with["side"+at] = d.SideName(rules.Seat(i))
			}
		case f.Kind() == reflect.Int && f.Type() != seatType && f.Int() >= -1 && f.Int() < int64(len(d.View.Sides)):
			with[prefix+m.Name+"_side"] = d.SideName(rules.Seat(f.Int()))
			with[phrases.Condition(prefix+m.Name+"_side")] = ""
			if f.Int() >= 0 {
				with[phrases.Condition(prefix+m.Name+"_side")] = "1"
			}
		}
	}
}

// Text describes any value in the reader's language.
func (d *BattleDescriber) Text(v reflect.Value) string {
	switch {
	case !v.IsValid(), v.Kind() == reflect.Pointer && v.IsNil():
		return d.Catalog.Say("fight.nothing")
	case v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface:
		return d.Text(v.Elem())
	case v.Type() == seatType:
		return d.SideName(rules.Seat(v.Int()))
	case v.Type() == decType:
		return d.Catalog.Decimal(rules.Dec(v.Int()).Float(), 1) // as exact as a ruler
	case v.Type() == rawType:
		return string(v.Bytes())
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return d.Catalog.Say("common.yes")
		}
		return d.Catalog.Say("common.no")
	case reflect.String:
		return d.DisplayName(v.String())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return d.Catalog.Decimal(v.Float(), 1)
	case reflect.Slice, reflect.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = d.Text(v.Index(i))
		}
		if len(parts) == 0 {
			return d.Catalog.Say("fight.nothing")
		}
		return strings.Join(parts, ", ")
	case reflect.Struct:
		return d.structText(v)
	case reflect.Map:
		parts := make([]string, 0, v.Len())
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, d.Text(it.Key())+" "+d.Text(it.Value()))
		}
		sort.Strings(parts)
		return strings.Join(parts, ", ")
	}
	return ""
}

// A phraseKeyer is a value of a game that has phrases of its own, under "say.KEY" of its key.
type phraseKeyer interface{ PhraseKey() string }

// phrasedText describes a value by the phrase "say.KEY.WORD" of its key and of its first field that takes one of a
// few words, or else by "say.KEY". It is not ok when the value has no key or the game has neither phrase.
func (d *BattleDescriber) phrasedText(v reflect.Value) (text string, ok bool) {
	keyed, ok := v.Interface().(phraseKeyer)
	if !ok {
		return "", false
	}
	key := d.Game + ".say." + keyed.PhraseKey()
	keys := []string{key}
	for _, m := range Fields(v.Type()) {
		if f := v.FieldByIndex(m.Index); f.Kind() == reflect.String && strings.Contains(m.In, "|") {
			keys = []string{key + "." + f.String(), key}
			break
		}
	}
	for _, k := range keys {
		if d.Catalog.Has(k) {
			return d.Catalog.SayMap(k, d.FieldTexts(v.Interface())), true
		}
	}
	return "", false
}

// structText describes a small struct: by its phrase if it has one, else by its fields, each with its name unless the
// name is one letter, as of a coordinate.
func (d *BattleDescriber) structText(v reflect.Value) string {
	if text, ok := d.phrasedText(v); ok {
		return text
	}
	var parts []string
	for _, m := range Fields(v.Type()) {
		f := v.FieldByIndex(m.Index)
		if f.IsZero() && f.Kind() != reflect.Int && f.Type() != decType {
			continue
		}
		text := d.Text(f)
		if len(m.Name) > 1 {
			text = d.Say(nil, "field."+m.Name) + " " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ; ")
}
