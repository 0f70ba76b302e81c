package scene

import (
	"encoding/json"
	"errors"
	"net/url"
	"reflect"
	"strings"

	"oriflamme/rules"
	"oriflamme/views"
)

// factInputs are the fields of a command that the players measure, filled in
// with what the query says or else with what the legal command supposes.
func (s *Scene) factInputs(o offer, q url.Values) []views.Input {
	f := s.form()
	tree := map[string]any{}
	var ms []member
	for _, c := range o.fields {
		if c.facts || q.Get(askFree) != "" {
			ms = append(ms, c.member)
			tree[c.name] = treeOf(c.v)
		}
	}
	for name := range q {
		if strings.HasPrefix(name, askFact) {
			tree = f.readMembers(ms, q, askFact)
			break
		}
	}
	return f.inputs(ms, tree, askFact)
}

// stated returns the command with the facts of a form in place of its own.
func (s *Scene) stated(o offer, q url.Values) (rules.Command, []views.FaultLine) {
	c, err := s.state(o.cmd, q)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		line := s.Fault(fault)
		line.Field = askFact + fault.Field
		return nil, []views.FaultLine{line}
	}
	return c, nil
}

// State returns a command with the facts stated in a form ("fact.<field>")
// instead of its own, or with "free" all of its fields but the seat. A value that does not fit is a *rules.Fault.
func (s *Scene) State(c rules.Command, q url.Values) (rules.Command, error) {
	s.look()
	return s.state(c, q)
}

func (s *Scene) state(c rules.Command, q url.Values) (rules.Command, error) {
	t := reflect.TypeOf(c)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var facts []member
	for _, m := range membersOf(t) {
		if m.facts || q.Get(askFree) != "" && m.typ != seatType {
			facts = append(facts, m)
		}
	}
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, err
	}
	stated := s.form().readMembers(facts, q, askFact)
	for _, m := range facts {
		if v, there := stated[m.name]; there {
			whole[m.name] = v
		} else {
			delete(whole, m.name)
		}
	}
	if raw, err = json.Marshal(whole); err != nil {
		return nil, err
	}
	return s.Game.DecodeCommand(raw)
}

func (s *Scene) form() Form {
	f := Form{Book: s.Book, Game: s.Game.ID, Rule: s.Rule}
	for _, u := range s.view.Units {
		if !u.Gone {
			f.Names = append(f.Names, views.InputOption{Value: u.ID, Label: u.Name})
		}
	}
	for _, side := range s.view.Sides {
		for _, c := range side.Cards {
			if !c.Down {
				f.Names = append(f.Names, views.InputOption{Value: c.ID, Label: s.cardName(c)})
			}
		}
	}
	return f
}

func (s *Scene) cardName(c rules.CardView) string {
	if c.Names != nil {
		return c.Names.In(s.Book.Lang)
	}
	return c.Name
}

// treeOf is a value as JSON, parsed.
func treeOf(v reflect.Value) any {
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	return parseTree(string(raw))
}

// Fault says what is wrong to a person; see Faults.
func (s *Scene) Fault(f *rules.Fault) views.FaultLine {
	return SayFault(s.Book, s.Game.ID, f, s.Rule, s.names)
}

// SayFault says a fault in the language of the book: the phrase of its rule and
// field if the game has one, else the phrase of its code. Names are those of
// units by id, for the figures.
func SayFault(b interface {
	Has(string) bool
	SayMap(string, map[string]string) string
}, game string, f *rules.Fault, rule func(string) string, names map[string]string) views.FaultLine {
	with := map[string]string{"field": "", "rule": f.Rule}
	last := f.Field
	if i := strings.LastIndexAny(last, ".]"); i >= 0 && i+1 < len(last) {
		last = last[i+1:]
	}
	with["field"] = plain(last)
	for _, k := range []string{game + ".word." + last, game + ".field." + last} {
		if b.Has(k) {
			with["field"] = b.SayMap(k, nil)
		}
	}
	for k, v := range f.With {
		with[k] = v
		if name, ok := names[v]; ok {
			with[k] = name
		} else if key := game + ".value." + v; b.Has(key) {
			with[k] = b.SayMap(key, nil)
		}
	}
	line := views.FaultLine{Field: f.Field, Rule: views.Cite{ID: f.Rule}}
	if f.Rule != "" && rule != nil {
		line.Rule.URL = rule(f.Rule)
	}
	for _, k := range []string{
		game + ".fault." + f.Rule + "." + last, game + ".fault." + f.Rule,
		"fault." + string(f.Code),
	} {
		if b.Has(k) {
			line.Text = b.SayMap(k, with)
			return line
		}
	}
	line.Text = b.SayMap("fight.fault."+string(f.Code), with)
	return line
}
