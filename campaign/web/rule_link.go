package web

// ruleLink returns the address of rules of one game in a language, or "" where
// the reference does not have the rule: then its number is shown without a link.
func (s *site) ruleLink(lang, game string) func(id string) string {
	return func(id string) string {
		if s.Reference == nil {
			return ""
		}
		return s.Reference.RuleURL(lang, game, id)
	}
}
