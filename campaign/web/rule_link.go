package web

// ruleLink returns the address of rules of one game in a language: that of the
// reference where it has the rule, else the reference's own search for the id.
func (s *site) ruleLink(lang, game string) func(id string) string {
	return func(id string) string {
		if s.Reference != nil {
			if url := s.Reference.RuleURL(lang, game, id); url != "" {
				return url
			}
		}
		return "/rules/" + id
	}
}
