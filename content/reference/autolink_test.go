package reference_test

import (
	"strings"
	"testing"

	"oriflamme/content/reference"
)

// Words of the glossary are linked by themselves in the forms that grammar gives
// them, once in a section, and only where every language says them.
func TestTermsLinkThemselves(t *testing.T) {
	glossary := "### Embuscade {#t-ambush}\n\nAliases: en embuscade\n\nSurprise.\n\n### Tir au dé {#t-roll}\n\nAu hasard.\n\n### Main {#t-hand}\n\nCe que l'on tient.\n"
	english := "### Ambush party {#t-ambush}\n\nA surprise.\n\n### Roll-off {#t-roll}\n\nBy luck.\n\n### Hand {#t-hand}\n\nWhat one holds.\n"
	site := build(t, books(
		"fr/toy/glossary.md", chapter("TY-GLOSSARY", "Glossaire", "glossaire", glossary),
		"en/toy/glossary.md", chapter("TY-GLOSSARY", "Glossary", "glossary", english),
		"fr/toy/02-a.md", chapter("TY-CH-02", "A", "a", "## L'embuscade {#ty-a}\n\nCraignez l'embuscade, puis des embuscades. `embuscade` et [embuscade](https://club.example/).\n\n## Puis {#ty-b}\n\nDeux tirs au dé à la main, ou une Embuscade.\n"),
		"en/toy/02-a.md", chapter("TY-CH-02", "A", "a", "## Ambush {#ty-a}\n\nFear the ambush party, and hold your hand.\n\n## Then {#ty-b}\n\nOne throw.\n"),
	), reference.Options{NoLock: true})
	text := site.Page("fr/regles/toy/a").Text()
	const link = `<a class="term" href="../glossaire/index.html#t-ambush">`
	for _, part := range []string{`>L’embuscade</h2>`, `Craignez l’` + link + `embuscade</a>, puis des embuscades.`, `<code>embuscade</code>`, `>embuscade</a>`, `ou une ` + link + `Embuscade</a>`} {
		if !strings.Contains(text, part) {
			t.Errorf("lacks %s:\n%s", part, text)
		}
	}
	for part, why := range map[string]string{"t-roll": "English does not say it there", "t-hand": "it is too short a word"} {
		if strings.Contains(text, part) {
			t.Errorf("%s is linked, but %s", part, why)
		}
	}
	if en := site.Page("en/rules/toy/a").Text(); !strings.Contains(en, `>ambush party</a>`) {
		t.Errorf("English does not link what French links:\n%s", en)
	}
	if strings.Contains(site.Page("fr/regles/toy/glossaire").Text(), `class="term"`) {
		t.Error("the glossary links its own words")
	}
}
