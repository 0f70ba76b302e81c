package reference_test

import (
	"reflect"
	"strings"
	"testing"

	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/games"
)

// TestCommandsHaveTheirRule checks that every kind of command of every game names a rule, that Game.CommandRules names
// nothing but commands and the values of their fields, and that the reference has each of these rules in both languages.
func TestCommandsHaveTheirRule(t *testing.T) {
	site := publishedSite(t)
	for _, g := range games.All {
		kinds := map[string]rules.Command{}
		for _, c := range g.Commands {
			kinds[c.Kind()] = c
			if g.CommandRules[c.Kind()] == "" {
				t.Errorf("%s: the command %s names no rule", g.ID, c.Kind())
			}
		}
		for key, id := range g.CommandRules {
			for _, lang := range []string{"fr", "en"} {
				if site.RuleURL(lang, g.ID, id) == "" {
					t.Errorf("%s: %s names %s, which the reference does not have in %s", g.ID, key, id, lang)
				}
			}
			kind, of, valued := strings.Cut(key, ".")
			c := kinds[kind]
			if c == nil {
				t.Errorf("%s: %s is no command", g.ID, key)
				continue
			}
			if !valued {
				continue
			}
			name, value, _ := strings.Cut(of, ".")
			known := false
			for _, m := range describe.Fields(reflect.TypeOf(c)) {
				known = known || m.Name == name && (!strings.Contains(m.In, "|") || strings.Contains("|"+m.In+"|", "|"+value+"|"))
			}
			if !known {
				t.Errorf("%s: %s is no value of a field", g.ID, key)
			}
		}
	}
}
