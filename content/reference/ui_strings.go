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

// A uiStrings is what the reference says in one language, and the words of its addresses.
type uiStrings struct {
	catalog     *phrases.Catalog
	lang        string
	rulesDir    string
	searchSlug  string
	sheetSlug   string
	printSlug   string
	changesSlug string
}

var uiStringsByLang = map[string]uiStrings{
	"fr": {lang: "fr", rulesDir: "regles", searchSlug: "chercher", sheetSlug: "aide-de-jeu", printSlug: "livre-entier", changesSlug: "suivi"},
	"en": {lang: "en", rulesDir: "rules", searchSlug: "search", sheetSlug: "play-sheet", printSlug: "whole-book", changesSlug: "changes"},
}

func uiStringsIn(lang string) uiStrings {
	t := uiStringsByLang[lang]
	t.catalog = content.Catalogs()[lang]
	return t
}

func (t uiStrings) say(key string, with ...any) string {
	return t.catalog.Say("reference."+key, with...)
}

// number writes a number as the language does.
func (t uiStrings) number(s string) string {
	if t.lang == "fr" {
		return strings.Replace(s, ".", ",", 1)
	}
	return s
}

// date writes a date as the language does.
func (t uiStrings) date(iso string) string {
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
