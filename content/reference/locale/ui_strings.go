package locale

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"oriflamme/content"
	"oriflamme/content/phrases"
)

// Strings are the texts of the reference in one language, and the words of its addresses.
type Strings struct {
	Catalog     *phrases.Catalog
	Lang        string
	RulesDir    string
	SearchSlug  string
	SheetSlug   string
	PrintSlug   string
	ChangesSlug string
}

var byLanguage = map[string]Strings{
	"fr": {Lang: "fr", RulesDir: "regles", SearchSlug: "chercher", SheetSlug: "aide-de-jeu", PrintSlug: "livre-entier", ChangesSlug: "suivi"},
	"en": {Lang: "en", RulesDir: "rules", SearchSlug: "search", SheetSlug: "play-sheet", PrintSlug: "whole-book", ChangesSlug: "changes"},
}

// In returns the texts of a language.
func In(lang string) Strings {
	t := byLanguage[lang]
	t.Catalog = content.Catalogs()[lang]
	return t
}

// Say returns a phrase of the reference; with lists names and values for it.
func (t Strings) Say(key string, with ...any) string {
	return t.Catalog.Say("reference."+key, with...)
}

// Number returns a number in the notation of the language.
func (t Strings) Number(s string) string {
	if t.Lang == "fr" {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}

// Date returns a date, given as 2006-01-02, in the notation of the language.
func (t Strings) Date(iso string) string {
	d, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return iso
	}
	number := strconv.Itoa(d.Day())
	if t.Lang == "fr" && d.Day() == 1 {
		number = "1er"
	}
	return t.Say("day", "day", number, "month", t.Say(fmt.Sprintf("month-%d", d.Month())), "year", d.Year())
}
