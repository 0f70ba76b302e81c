package web

// ruleLink returns the address of rules of one game in a language: that of the
// reference where it has the rule, else the reference's own search for the id.
func (s *site) ruleLink(lang, game string) func(id string) string {
	known, ok := s.Reference.(interface {
		RuleURL(lang, game, id string) string
	})
	return func(id string) string {
		if ok {
			if url := known.RuleURL(lang, game, id); url != "" {
				return url
			}
		}
		return "/rules/" + id
	}
}
