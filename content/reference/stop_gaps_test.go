package reference_test

import (
	"slices"
	"strings"
	"testing"

	"oriflamme/content"
	"oriflamme/rules/games"
)

// TestStopGapsHaveTextsAndRules checks that each option that is a stop-gap of a game has a name and a name for each value, and
// that the reference has its rule, in both languages. Every game has such an option.
func TestStopGapsHaveTextsAndRules(t *testing.T) {
	site, catalogs := publishedSite(t), content.Catalogs()
	for _, g := range games.All {
		found := 0
		for _, o := range g.Options {
			if o.StopGap == nil {
				continue
			}
			found++
			for _, lang := range []string{"fr", "en"} {
				for _, key := range append([]string{""}, o.Values...) {
					if key = strings.TrimSuffix(g.ID+".option."+o.ID+"."+key, "."); !catalogs[lang].Has(key) {
						t.Errorf("%s has no phrase %s", lang, key)
					}
				}
				// The engine names decisions, such as A-15, without the letters of the game.
				if !slices.ContainsFunc(site.RuleIDs(lang, g.ID), func(id string) bool { return id == o.Rule || strings.HasSuffix(id, "-"+o.Rule) }) {
					t.Errorf("%s: the reference has no rule %s of %s in %s", g.ID, o.Rule, o.ID, lang)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s declares no stop-gap", g.ID)
		}
	}
}
