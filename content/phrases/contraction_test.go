package phrases_test

import (
	"testing"
	"testing/fstest"

	"oriflamme/content/phrases"
	"oriflamme/rules/rulestest"
)

// readConventions returns the conventions of a language of the program.
func readConventions(t *testing.T, lang string) phrases.Conventions {
	t.Helper()
	c, err := phrases.Load(fstest.MapFS{lang + "/language.yaml": conventionsFile(t, lang), lang + "/ui.yaml": {Data: []byte("{}")}}, lang)
	rulestest.Must(t, err)
	return c.Conventions
}

func TestNamesJoin(t *testing.T) {
	texts := map[string]string{"of": "Tour de {who}", "that": "Il faut que {who} joue", "to": "À {who} de jouer", "inside": "grande {who}", "hit": "{who} {hit=touche|rate}{with=, avec #|}"}
	fr, err := phrases.FromTexts("fr", readConventions(t, "fr"), texts)
	rulestest.Must(t, err)
	en, err := phrases.FromTexts("en", readConventions(t, "en"), texts)
	rulestest.Must(t, err)
	for _, c := range []struct{ key, who, want string }{
		{"of", "Altan", "Tour d’Altan"}, {"of", "Élise", "Tour d’Élise"}, {"of", "Yanis", "Tour de Yanis"}, {"of", "Yves", "Tour d’Yves"},
		{"of", "Hugo", "Tour de Hugo"}, {"of", "Le Conclave", "Tour du Conclave"}, {"of", "Les Veilleurs", "Tour des Veilleurs"},
		{"of", "La Garde", "Tour de La Garde"}, {"of", "11", "Tour de 11"}, {"of", "Léa", "Tour de Léa"},
		{"that", "Inès", "Il faut qu’Inès joue"}, {"to", "Le Conclave", "Au Conclave de jouer"}, {"to", "Inès", "À Inès de jouer"},
		{"inside", "Altan", "grande Altan"},
	} {
		if got := fr.Say(c.key, "who", c.who); got != c.want {
			t.Errorf("%s of %s: %q, not %q", c.key, c.who, got, c.want)
		}
	}
	if got := en.Say("of", "who", "Altan"); got != "Tour de Altan" {
		t.Errorf("English joins: %q", got)
	}
	again, err := phrases.FromTexts("fr", fr.Conventions, fr.Texts(""))
	rulestest.Must(t, err)
	for _, b := range []*phrases.Catalog{fr, again} {
		if got := b.SayMap("hit", map[string]string{"who": "Altan", "hit": "Non", phrases.Condition("hit"): "", "with": "Isvan", phrases.Condition("with"): "1"}); got != "Altan rate, avec Isvan" {
			t.Errorf("%q", got)
		}
		if got := b.Say("hit", "who", "Altan", "hit", true, "with", ""); got != "Altan touche" {
			t.Errorf("%q", got)
		}
	}
}
