package locale

import (
	"slices"
	"strings"

	"oriflamme/content/phrases"
)

// Languages lists the languages of the reference, the default one first. The search needs their grammar, so the pages
// around the reference may have more.
var Languages = []string{"fr", "en"}

// LanguageFor returns the language of the reference for a reader of any language.
func LanguageFor(lang string) string {
	if slices.Contains(Languages, lang) {
		return lang
	}
	return phrases.FallbackLanguage
}

// OtherLang returns the language that a reader may switch to.
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
