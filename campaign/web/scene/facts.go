package scene

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"oriflamme/content/telling"
	"oriflamme/rules"
	"oriflamme/views"
)

// factInputs are the fields of a command that the players measure, filled in
// with what the query says or else with what the legal command supposes.
func (s *Scene) factInputs(o offer, q url.Values) []views.Input {
	f := s.form()
	tree := map[string]any{}
	var ms []telling.Member
	among := map[string][]string{}
	var all, deal []views.Input
	for _, c := range o.fields {
		fact, asked := s.factOf(o, c)
		switch {
		case q.Get(askFree) != "" && f.wants(c.Member) && c.Composed(), asked && !fact.Dealt:
			ms = append(ms, c.Member)
			tree[c.Name], among[c.Name] = treeOf(c.v), fact.Among
			if fact.Value != nil {
				tree[c.Name] = treeOf(reflect.ValueOf(fact.Value))
			}
		case asked:
			all = append(all, views.Input{Kind: "hidden", Name: askFact + c.Name})
			deal = s.dealt(deal, c, fact.Among, q)
		}
	}
	for name := range q {
		if strings.HasPrefix(name, askFact) {
			tree = f.reader().ReadMembers(ms, q, askFact)
			break
		}
	}
	for _, m := range ms {
		all = append(all, f.narrowed(among[m.Name]).inputs([]telling.Member{m}, tree, askFact)...)
	}
	return append(all, deal...)
}

// dealt adds the field of a command to the choices of where each of some units goes.
func (s *Scene) dealt(to []views.Input, c chosen, among []string, q url.Values) []views.Input {
	if to == nil {
		for _, id := range among {
			to = append(to, views.Input{Kind: "choice", Name: telling.AskDeal + id, Label: s.names[id]})
		}
	}
	list, _ := treeOf(c.v).([]any)
	for i, id := range among {
		chosen := slices.Contains(list, any(id))
		if typed, there := q[telling.AskDeal+id]; there {
			chosen = typed[0] == c.Name
		}
		to[i].Options = append(to[i].Options, views.InputOption{Value: c.Name, Label: s.form().label(c.Name), Chosen: chosen})
	}
	return to
}

// narrowed is a form that names nobody but some, in their order; all for nil.
func (f Form) narrowed(among []string) Form {
	if among == nil {
		return f
	}
	all := f.Names
	f.Names = nil
	for _, id := range among {
		if i := slices.IndexFunc(all, func(n views.InputOption) bool { return n.Value == id }); i >= 0 {
			f.Names = append(f.Names, all[i])
		}
	}
	return f
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
	return s.form().reader().State(s.Game, c, q)
}

func (s *Scene) form() Form {
	f := Form{Book: s.Book, Game: s.Game.ID, Rule: s.Rule, Mode: s.Setup.Mode, Things: s.tell.Things(), Missing: s.Missing}
	for _, r := range s.Setup.Rosters {
		f.Sides = append(f.Sides, r.Name)
	}
	for _, u := range s.view.Units {
		if !u.Gone {
			f.Names = append(f.Names, views.InputOption{Value: u.ID, Label: u.Name})
		}
	}
	if f.Mode == rules.Board {
		for _, id := range slices.Sorted(maps.Keys(f.Things)) {
			f.Names = append(f.Names, views.InputOption{Value: id, Label: f.Things[id]})
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
	return s.word(c.Name)
}

// treeOf is a value as JSON, parsed.
func treeOf(v reflect.Value) any {
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	return telling.Tree(string(raw))
}

// Fault says what is wrong to a person; see Faults.
func (s *Scene) Fault(f *rules.Fault) views.FaultLine {
	return SayFault(s.Book, s.Game.ID, f, s.Rule, s.names)
}

// SayFault says a fault in the language of the book, with the address of its rule; see telling.Fault.
func SayFault(b telling.Phrases, game string, f *rules.Fault, rule func(string) string, names map[string]string) views.FaultLine {
	line := views.FaultLine{Text: telling.Fault(b, game, f, names), Field: f.Field, Rule: views.Cite{ID: f.Rule}}
	if f.Rule != "" && rule != nil {
		line.Rule.URL = rule(f.Rule)
	}
	return line
}
