package scene

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/views"
)

// ruleOf is the rule that a command follows: that of the value of one of its fields, if
// the game names one, else that of its kind.
func (s *Scene) ruleOf(o offer) string {
	kind := o.cmd.Kind()
	for _, f := range o.fields {
		if id := s.Game.CommandRules[kind+"."+f.Name+"."+f.text]; id != "" {
			return id
		}
	}
	return s.Game.CommandRules[kind]
}

// ruleOfAll is the rule of several offers: the one that all follow, or that of their kind,
// or "" for offers of several kinds.
func (s *Scene) ruleOfAll(offers []offer) string {
	id, kind := s.ruleOf(offers[0]), offers[0].cmd.Kind()
	for _, o := range offers[1:] {
		if o.cmd.Kind() != kind {
			return ""
		}
		if s.ruleOf(o) != id {
			id = s.Game.CommandRules[kind]
		}
	}
	return id
}

// cites adds the rules of offers to the notes of a card, each once; where the offers are of
// several kinds, with the name of the kind.
func (s *Scene) cites(a *views.Ask, offers []offer) {
	groups, order := grouped(offers, func(o offer) string { return o.cmd.Kind() })
	for _, kind := range order {
		id := s.ruleOfAll(groups[kind])
		if id == "" || slices.ContainsFunc(a.Why, func(n views.BattleNote) bool { return n.Rule.ID == id }) {
			continue
		}
		n := views.BattleNote{Rule: s.cite(id)}
		if len(order) > 1 {
			n.Text = s.kindName(kind)
		}
		a.Why = append(a.Why, n)
	}
}

// citesOf adds the rule of one command to the notes of a card.
func (s *Scene) citesOf(a *views.Ask, c rules.Command) { s.cites(a, []offer{apart(c)}) }
