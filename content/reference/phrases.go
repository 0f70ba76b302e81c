package reference

import (
	"strings"

	"oriflamme/content"
	"oriflamme/content/phrases"
)

// A tongue is what the reference says in one language, and the words of its addresses.
type tongue struct {
	book       *phrases.Book
	lang       string
	rulesDir   string
	searchSlug string
	sheetSlug  string
	printSlug  string
	trackSlug  string
}

var tongues = map[string]tongue{
	"fr": {lang: "fr", rulesDir: "regles", searchSlug: "chercher", sheetSlug: "aide-de-jeu", printSlug: "livre-entier", trackSlug: "suivi"},
	"en": {lang: "en", rulesDir: "rules", searchSlug: "search", sheetSlug: "play-sheet", printSlug: "whole-book", trackSlug: "changes"},
}

func phrasesIn(lang string) tongue {
	t := tongues[lang]
	t.book = content.Books()[lang]
	return t
}

func (t tongue) say(key string, with ...any) string { return t.book.Say("reference."+key, with...) }

// figure writes a number as the language does.
func (t tongue) figure(s string) string {
	if t.lang == "fr" {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}

// word is what a name or value of the engine is called in a book. Without an
// entry in words.yaml it is the name itself, in plain words.
func (b *book) word(key string) string {
	if w, ok := b.words[key]; ok {
		return typeset(b.lang, w, 0, 0)
	}
	return strings.ReplaceAll(strings.ReplaceAll(key, "_", " "), ".", ", ")
}

// otherLang is the language that a reader may change to.
func otherLang(lang string) string {
	if lang == "fr" {
		return "en"
	}
	return "fr"
}
