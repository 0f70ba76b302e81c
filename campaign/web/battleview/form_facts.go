package battleview

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/views"
)

// factInputs returns the fields of a command that the players measure, filled in from the query or else with the values of
// the legal command.
func (s *Presenter) factInputs(o offer, q url.Values) []views.Input {
	f := s.form()
	tree := map[string]any{}
	var ms []describe.Field
	among := map[string][]string{}
	var all, deal []views.Input
	for _, c := range o.fields {
		fact, asked := s.factOf(o, c)
		switch {
		case q.Get(askFree) != "" && f.includes(c.Field) && c.IsComposite(), asked && !fact.EachOnce:
			ms = append(ms, c.Field)
			tree[c.Name], among[c.Name] = jsonTree(c.v), fact.AllowedIDs
			if fact.Value != nil {
				tree[c.Name] = jsonTree(reflect.ValueOf(fact.Value))
			}
		case asked:
			all = append(all, views.Input{Kind: "hidden", Name: askFact + c.Name})
			deal = s.withDealing(deal, c, fact.AllowedIDs, q)
		}
	}
	for name := range q {
		if strings.HasPrefix(name, askFact) {
			tree = f.reader().ReadFields(ms, q, askFact)
			break
		}
	}
	for _, m := range ms {
		all = append(all, f.onlyNaming(among[m.Name]).inputs([]describe.Field{m}, tree, askFact)...)
	}
	return append(all, deal...)
}

// withDealing adds a field of the command to the options of each unit that is assigned to one of several fields.
func (s *Presenter) withDealing(to []views.Input, c fieldValue, among []string, q url.Values) []views.Input {
	if to == nil {
		for _, id := range among {
			to = append(to, views.Input{Kind: "choice", Name: describe.FormDeal + id, Label: s.names[id]})
		}
	}
	list, _ := jsonTree(c.v).([]any)
	for i, id := range among {
		chosen := slices.Contains(list, any(id))
		if typed, there := q[describe.FormDeal+id]; there {
			chosen = typed[0] == c.Name
		}
		to[i].Options = append(to[i].Options, views.InputOption{Value: c.Name, Label: s.form().label(c.Name), Chosen: chosen})
	}
	return to
}

// onlyNaming returns a form that offers only the given units, in their order; nil offers all.
func (f Form) onlyNaming(among []string) Form {
	if among == nil {
		return f
	}
	all := f.UnitNames
	f.UnitNames = nil
	for _, id := range among {
		if i := slices.IndexFunc(all, func(n views.InputOption) bool { return n.Value == id }); i >= 0 {
			f.UnitNames = append(f.UnitNames, all[i])
		}
	}
	return f
}

// commandWithFacts returns the command with the facts of a form in place of its own.
func (s *Presenter) commandWithFacts(o offer, q url.Values) (rules.Command, []views.FaultLine) {
	c, err := s.readFacts(o.cmd, q)
	var fault *rules.Fault
	if errors.As(err, &fault) {
		line := s.FaultLine(fault)
		line.Field = askFact + fault.Field
		return nil, []views.FaultLine{line}
	}
	return c, nil
}

// ReadFacts returns a command with the facts of a form ("fact.<field>") in place of its own; with the parameter "free" the
// form holds all fields but the seat. A value that does not fit is a *rules.Fault.
func (s *Presenter) ReadFacts(c rules.Command, q url.Values) (rules.Command, error) {
	s.loadView()
	return s.readFacts(c, q)
}

func (s *Presenter) readFacts(c rules.Command, q url.Values) (rules.Command, error) {
	return s.form().reader().WithFacts(s.Game, c, q)
}

func (s *Presenter) form() Form {
	f := Form{Catalog: s.Catalog, Game: s.Game.ID, RuleURL: s.RuleURL, Mode: s.Setup.Mode, ThingNames: s.describer.ThingNames(), MissingPhrase: s.MissingPhrase}
	for _, r := range s.Setup.Rosters {
		f.SideNames = append(f.SideNames, r.Name)
	}
	for _, u := range s.view.Units {
		if !u.Gone {
			f.UnitNames = append(f.UnitNames, views.InputOption{Value: u.ID, Label: u.Name})
		}
	}
	if f.Mode == rules.Board {
		for _, id := range slices.Sorted(maps.Keys(f.ThingNames)) {
			f.UnitNames = append(f.UnitNames, views.InputOption{Value: id, Label: f.ThingNames[id]})
		}
	}
	for _, side := range s.view.Sides {
		for _, c := range side.Cards {
			if !c.FaceDown {
				f.UnitNames = append(f.UnitNames, views.InputOption{Value: c.ID, Label: s.cardName(c)})
			}
		}
	}
	return f
}

func (s *Presenter) cardName(c rules.CardView) string {
	if c.Names != nil {
		return c.Names.In(s.Catalog.Lang)
	}
	return s.word(c.Name)
}

// jsonTree returns a value as a tree of decoded JSON.
func jsonTree(v reflect.Value) any {
	raw, err := json.Marshal(v.Interface())
	if err != nil {
		return nil
	}
	return describe.ParseJSON(string(raw))
}

// FaultLine returns a fault in words; see NewFaultLine.
func (s *Presenter) FaultLine(f *rules.Fault) views.FaultLine {
	return NewFaultLine(s.Catalog, s.Game.ID, f, s.RuleURL, s.names)
}

// NewFaultLine describes a fault in the language of the phrases, with the address of its rule; see describe.Fault.
func NewFaultLine(b describe.Phrases, game string, f *rules.Fault, rule func(string) string, names map[string]string) views.FaultLine {
	line := views.FaultLine{Text: describe.Fault(b, game, f, names), Field: f.Field, Rule: views.RuleRef{ID: f.Rule}}
	if f.Rule != "" && rule != nil {
		line.Rule.URL = rule(f.Rule)
	}
	return line
}
