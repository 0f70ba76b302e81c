package battleview

import (
	"slices"

	"oriflamme/rules"
	playviews "oriflamme/views/play"
)

// offerRule returns the rule of a command: that of the value of one of its fields, if the game names one, else that of its
// kind.
func (s *Presenter) offerRule(o offer) string {
	kind := o.cmd.Kind()
	for _, f := range o.fields {
		if id := s.Game.CommandRules[kind+"."+f.Name+"."+f.text]; id != "" {
			return id
		}
	}
	return s.Game.CommandRules[kind]
}

// sharedRule returns the rule of several offers: the rule that all follow, else that of their kind, or "" for offers of
// several kinds.
func (s *Presenter) sharedRule(offers []offer) string {
	id, kind := s.offerRule(offers[0]), offers[0].cmd.Kind()
	for _, o := range offers[1:] {
		if o.cmd.Kind() != kind {
			return ""
		}
		if s.offerRule(o) != id {
			id = s.Game.CommandRules[kind]
		}
	}
	return id
}

// addRules adds the rules of offers to the notes of a card, each once. For offers of several kinds it adds the name of each
// kind.
func (s *Presenter) addRules(a *playviews.Ask, offers []offer) {
	groups, order := groupOffers(offers, func(o offer) string { return o.cmd.Kind() })
	for _, kind := range order {
		id := s.sharedRule(groups[kind])
		if id == "" || slices.ContainsFunc(a.Notes, func(n playviews.BattleNote) bool { return n.Rule.ID == id }) {
			continue
		}
		n := playviews.BattleNote{Rule: s.cite(id)}
		if len(order) > 1 {
			n.Text = s.kindName(kind)
		}
		a.Notes = append(a.Notes, n)
	}
}

// addRule adds the rule of one command to the notes of a card.
func (s *Presenter) addRule(a *playviews.Ask, c rules.Command) { s.addRules(a, []offer{newOffer(c)}) }
