package battleview_test

import (
	"net/url"
	"reflect"
	"strings"
	"testing"
	"unicode"

	"oriflamme/campaign/web/battleview"
	"oriflamme/content"
	"oriflamme/content/describe"
	"oriflamme/rules/games"
)

// TestOddsFormsHaveWords checks that every field of every odds form, and every value that can be chosen, has a name in each
// language except English, where the program's own names serve.
func TestOddsFormsHaveWords(t *testing.T) {
	for _, lang := range content.Languages {
		if lang == "en" {
			continue
		}
		for _, g := range games.All {
			missing := map[string]string{}
			for _, r := range g.Rulings {
				if len(r.Odds) == 0 {
					continue
				}
				form := battleview.Form{Catalog: content.Catalogs()[lang], Game: g.ID, RuleURL: func(string) string { return "" }, MissingPhrase: func(key string) {
					if _, word, _ := strings.Cut(key, ": "); strings.ContainsFunc(word, unicode.IsLetter) { // "3+" needs no translation
						missing[key] = r.Name
					}
				}}
				tree, in := form.ReadRuling(&r, url.Values{}, "in.")
				form.Inputs(in, tree, "in.")
				seen := map[reflect.Type]bool{}
				var each func(reflect.Type)
				each = func(in reflect.Type) { // walks the fields, with those of a new item for each list
					for in.Kind() == reflect.Pointer || in.Kind() == reflect.Slice || in.Kind() == reflect.Array {
						in = in.Elem()
					}
					if in.Kind() != reflect.Struct || seen[in] {
						return
					}
					seen[in] = true
					form.Inputs(in, nil, "in.")
					for _, m := range describe.Fields(in) {
						each(m.Type)
					}
				}
				each(in)
			}
			for key, ruling := range missing {
				t.Errorf("%s: no words for %s, of %s", lang, key, ruling)
			}
		}
	}
}
