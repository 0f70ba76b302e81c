package scene

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"

	"oriflamme/content/telling"
	"oriflamme/rules"
)

// An offer is a legal command taken apart.
type offer struct {
	cmd     rules.Command
	fields  []chosen
	subject string // the first unit of the player's own that it names
}

// chosen is one field of an offer; text is its value in an address.
type chosen struct {
	telling.Member
	v    reflect.Value
	text string
}

// offers are the legal commands of the person's seats, taken apart.
func (s *Scene) offers() []offer {
	if s.legal != nil {
		return s.legal
	}
	seatOf := map[string]rules.Seat{}
	for _, u := range s.view.Units {
		seatOf[u.ID] = u.Seat
	}
	var all []offer
	for _, c := range s.Battle.Legal() {
		if !s.plays(c.By()) {
			continue
		}
		o := apart(c)
		for _, f := range o.fields {
			if seat, ok := seatOf[f.text]; ok && f.v.Kind() == reflect.String && seat == c.By() && o.subject == "" && !f.Facts {
				o.subject = f.text
			}
		}
		all = append(all, o)
	}
	s.legal = all
	return all
}

// apart takes a command apart.
func apart(c rules.Command) offer {
	o := offer{cmd: c}
	v := reflect.ValueOf(c)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	giver := telling.Giver(c)
	for _, m := range telling.Members(v.Type()) {
		if m.Name == giver {
			continue
		}
		f := v.FieldByIndex(m.Index)
		o.fields = append(o.fields, chosen{m, f, address(f)})
	}
	return o
}

// alike tells of offers of one command; a sample of legal commands may hold it twice.
func alike(offers []offer) bool {
	for _, o := range offers[1:] {
		if o.cmd.Kind() != offers[0].cmd.Kind() || !slices.EqualFunc(o.fields, offers[0].fields, func(a, b chosen) bool { return a.text == b.text }) {
			return false
		}
	}
	return true
}

// address writes a value for a query: a text as it is, all else as JSON.
func address(v reflect.Value) string {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.String {
		return v.String()
	}
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return ""
	}
	return string(raw)
}

// measured tells whether the players state facts of the command at the table.
func (s *Scene) measured(o offer) bool {
	for _, f := range o.fields {
		if _, is := s.factOf(o, f); is {
			return true
		}
	}
	return false
}

// factOf tells whether the players are asked for a field of an offer, and about whom.
func (s *Scene) factOf(o offer, c chosen) (rules.Fact, bool) {
	table := s.Setup.Mode != rules.Board
	b, tells := s.Battle.(rules.Measurer)
	if !tells {
		return rules.Fact{Name: c.Name}, c.Facts && table
	}
	for _, f := range b.Measured(o.cmd) {
		if f.Name == c.Name {
			return f, (table || f.Decided) && (f.Among == nil || len(f.Among) > 0)
		}
	}
	return rules.Fact{}, false
}

func (o offer) value(name string) string {
	for _, f := range o.fields {
		if f.Name == name {
			return f.text
		}
	}
	return ""
}

// valueName is how a person knows the value of a field. A number that counts the
// subject's characteristics of that name, such as its weapons, is shown as what
// is printed there.
func (s *Scene) valueName(o offer, name string) string {
	for _, f := range o.fields {
		if f.Name != name {
			continue
		}
		if said := s.picked(o.cmd, name, f.text); said != "" {
			return said
		}
		if f.v.Kind() == reflect.Int && f.v.Type() != seatType {
			if printed := s.printed(o.subject, name); int(f.v.Int()) < len(printed) && f.v.Int() >= 0 {
				return printed[f.v.Int()]
			}
		}
		if f.v.Kind() == reflect.String && f.v.String() == "" {
			return s.say(nil, "none."+name, "none") // nothing and nobody may be chosen as well
		}
		return s.text(f.v)
	}
	return name
}

// printed lists the values of a unit's characteristics of one name.
func (s *Scene) printed(unit, name string) []string {
	var values []string
	if u, ok := s.unitByID(unit); ok {
		for _, stat := range u.Stats {
			if stat.Key == name {
				values = append(values, s.choiceOf(stat))
			}
		}
	}
	return values
}

// keyed is the form of keys, which are no names.
var keyed = regexp.MustCompile(`^[a-z]+(?:-[a-z]+)+$`)

// choiceOf says a characteristic such as a weapon to whoever chooses it.
func (s *Scene) choiceOf(st rules.Stat) string {
	if k := s.Game.ID + ".stat." + st.Key + ".choice"; st.With != nil && s.Book.Has(k) {
		with := s.tell.Worded(st.With)
		if keyed.MatchString(with["name"]) {
			with["name"] = s.say(nil, "stat."+st.Key)
		}
		return s.Book.SayMap(k, with)
	}
	return s.say(nil, "stat."+st.Key, st.Key) + " " + s.stat(st)
}

// encode writes a command for a form. A command that was legal a moment ago can be written.
func encode(c rules.Command) string {
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return ""
	}
	return string(raw)
}

// grouped splits offers by a key and returns the keys in order of appearance.
func grouped(offers []offer, key func(offer) string) (map[string][]offer, []string) {
	groups := map[string][]offer{}
	var order []string
	for _, o := range offers {
		k := key(o)
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], o)
	}
	return groups, order
}
