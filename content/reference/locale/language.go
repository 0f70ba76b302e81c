package locale

import (
	"slices"
	"strings"

	"oriflamme/content/phrases"
)

// Languages are the languages of the reference, the first one first. It knows their grammar, so they are fewer than those of
// the pages around it.
var Languages = []string{"fr", "en"}

// LanguageFor is the language in which a reader of any language reads the reference.
func LanguageFor(lang string) string {
	if slices.Contains(Languages, lang) {
		return lang
	}
	return phrases.FallbackLanguage
}

// OtherLang is the language that a reader may change to.
func OtherLang(lang string) string {
	if lang == "fr" {
		return "en"
	}
	return "fr"
}

func WordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}
