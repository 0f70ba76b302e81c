package battleview

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"

	"oriflamme/content/describe"
	"oriflamme/rules"
)

// An offer is a legal command with its fields.
type offer struct {
	cmd     rules.Command
	fields  []fieldValue
	subject string // the first unit of the player that the command names
}

// A fieldValue is one field of an offer. text is its value in an address.
type fieldValue struct {
	describe.Field
	v    reflect.Value
	text string
}

// offers returns the legal commands of the person's seats.
func (s *Presenter) offers() []offer {
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
		o := newOffer(c)
		for _, f := range o.fields {
			if seat, ok := seatOf[f.text]; ok && f.v.Kind() == reflect.String && seat == c.By() && o.subject == "" && !f.HasFacts {
				o.subject = f.text
			}
		}
		all = append(all, o)
	}
	s.legal = all
	return all
}

// newOffer returns a command with its fields.
func newOffer(c rules.Command) offer {
	o := offer{cmd: c}
	v := reflect.ValueOf(c)
	for v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	giver := describe.GiverField(c)
	for _, m := range describe.Fields(v.Type()) {
		if m.Name == giver {
			continue
		}
		f := v.FieldByIndex(m.Index)
		o.fields = append(o.fields, fieldValue{m, f, queryValue(f)})
	}
	return o
}

// sameCommand reports whether all offers are the same command: a sample of legal commands may contain it twice.
func sameCommand(offers []offer) bool {
	for _, o := range offers[1:] {
		if o.cmd.Kind() != offers[0].cmd.Kind() || !slices.EqualFunc(o.fields, offers[0].fields, func(a, b fieldValue) bool { return a.text == b.text }) {
			return false
		}
	}
	return true
}

// queryValue writes a value for a query: a string as it is, everything else as JSON.
func queryValue(v reflect.Value) string {
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

// hasFacts reports whether the players must state facts about the command.
func (s *Presenter) hasFacts(o offer) bool {
	for _, f := range o.fields {
		if _, is := s.factOf(o, f); is {
			return true
		}
	}
	return false
}

// factOf reports whether the players are asked for a field of an offer, and returns the fact.
func (s *Presenter) factOf(o offer, c fieldValue) (rules.Fact, bool) {
	table := s.Setup.Mode != rules.Board
	b, tells := s.Battle.(rules.FactLister)
	if !tells {
		return rules.Fact{Name: c.Name}, c.HasFacts && table
	}
	for _, f := range b.FactsOf(o.cmd) {
		if f.Name == c.Name {
			return f, (table || f.Decision) && (f.AllowedIDs == nil || len(f.AllowedIDs) > 0)
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

// valueName returns the value of a field as a person knows it. An index into the subject's characteristics of that name,
// such as its weapons, is shown as what is printed there.
func (s *Presenter) valueName(o offer, name string) string {
	for _, f := range o.fields {
		if f.Name != name {
			continue
		}
		if said := s.pickSentence(o.cmd, name, f.text); said != "" {
			return said
		}
		if f.v.Kind() == reflect.Int && f.v.Type() != seatType {
			if printed := s.statValues(o.subject, name); int(f.v.Int()) < len(printed) && f.v.Int() >= 0 {
				return printed[f.v.Int()]
			}
		}
		if f.v.Kind() == reflect.String && f.v.String() == "" {
			return s.phrase(nil, "none."+name, "none") // the choice of nothing or nobody
		}
		return s.text(f.v)
	}
	return name
}

// statValues returns the values of a unit's characteristics of one name.
func (s *Presenter) statValues(unit, name string) []string {
	var values []string
	if u, ok := s.unitByID(unit); ok {
		for _, stat := range u.Stats {
			if stat.Key == name {
				values = append(values, s.statChoice(stat))
			}
		}
	}
	return values
}

// keyPattern matches values that are keys and not names.
var keyPattern = regexp.MustCompile(`^[a-z]+(?:-[a-z]+)+$`)

// statChoice describes a characteristic, such as a weapon, to the person who chooses it.
func (s *Presenter) statChoice(st rules.Stat) string {
	if k := s.Game.ID + ".stat." + st.Key + ".choice"; st.With != nil && s.Catalog.Has(k) {
		with := s.describer.DisplayNames(st.With)
		if keyPattern.MatchString(with["name"]) {
			with["name"] = s.phrase(nil, "stat."+st.Key)
		}
		return s.Catalog.SayMap(k, with)
	}
	return s.phrase(nil, "stat."+st.Key, st.Key) + " " + s.stat(st)
}

// encodeCommand encodes a legal command for a form.
func encodeCommand(c rules.Command) string {
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return ""
	}
	return string(raw)
}

// groupOffers splits offers by a key and returns the keys in order of appearance.
func groupOffers(offers []offer, key func(offer) string) (map[string][]offer, []string) {
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
