package reference

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"

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

// day writes a day as the language does.
func (t tongue) day(iso string) string {
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	number := strconv.Itoa(d.Day())
	if t.lang == "fr" && d.Day() == 1 {
		number = "1er"
	}
	return t.say("day", "day", number, "month", t.say(fmt.Sprintf("month-%d", d.Month())), "year", d.Year())
}
