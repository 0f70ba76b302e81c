package site

import (
	"strings"

	"oriflamme/views"
)

// RuleLink returns the addresses of the rules of a game in a language, or "" for a rule that the reference does not have: its
// number is then shown without a link.
func (s *Base) RuleLink(lang, game string) func(id string) string {
	return func(id string) string {
		if s.Reference == nil {
			return ""
		}
		if url := s.Reference().RuleURL(lang, game, id); url != "" {
			return url
		}
		// The engine names decisions without the game's letters.
		for _, known := range s.Reference().RuleIDs(lang, game) {
			if strings.HasSuffix(known, "-"+id) {
				return s.Reference().RuleURL(lang, game, known)
			}
		}
		return ""
	}
}

// cite returns a rule of any game with its address, if the reference has it.
func (s *Base) cite(lang, id string) views.RuleRef {
	for _, g := range s.Games {
		if s.Reference == nil {
			break
		}
		if url := s.Reference().RuleURL(lang, g.ID, id); url != "" {
			return views.RuleRef{ID: id, URL: url}
		}
	}
	return views.RuleRef{ID: id}
}
