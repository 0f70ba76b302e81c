// Package placenames makes up names for the lands of a campaign map, in French and in
// English, from syllables and a form for the terrain ("Pointe-Belmont", "Ashford Fen").
// The caller's random source decides, so that the same seed gives the same names.
// Begin with RegionName.
package placenames

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// nameParts is what the names of one language are made of.
type nameParts struct {
	head, tail []string            // syllables; one of each makes a stem
	forms      map[string][]string // formats of region names by terrain, with %s for the stem
	lands      []string            // formats of names of whole maps
}

var partsByLanguage = map[string]nameParts{
	"fr": {
		head: []string{"Au", "Bel", "Bran", "Cler", "Cour", "Dor", "Esc", "Fal", "Gar", "Haut", "Lan", "Mal", "Mor", "Noir", "Or", "Pierre", "Ran", "Roch", "Sar", "Tour", "Val", "Ver", "Vil"},
		tail: []string{"bois", "champ", "court", "font", "gny", "lieu", "mont", "nay", "pré", "rive", "ronde", "sac", "vaux", "ville"},
		forms: map[string][]string{
			"coast": {"Port-%s", "Pointe-%s", "Anse de %s"}, "plain": {"%s", "Pré-%s", "Les Champs de %s"},
			"forest": {"Bois de %s", "Forêt-%s", "%s-les-Chênes"}, "hill": {"Mont-%s", "Butte de %s", "%s-le-Haut"},
			"marsh": {"Marais de %s", "Étang-%s", "%s-les-Joncs"}, "peak": {"Pic de %s", "Dent de %s"}, "sea": {"Mer de %s", "Golfe de %s", "Passe de %s"},
		},
		lands: []string{"Les Marches de %s", "L’île de %s", "Le pays de %s"},
	},
	"en": {
		head: []string{"Al", "Ash", "Bar", "Bel", "Black", "Bram", "Cold", "Dun", "East", "Fal", "Gran", "Hal", "High", "Kings", "Lang", "Mar", "North", "Oak", "Raven", "Stan", "Thorn", "West", "Win"},
		tail: []string{"bury", "by", "cliff", "combe", "dale", "field", "ford", "ham", "holt", "ley", "mere", "stead", "ton", "wick"},
		forms: map[string][]string{
			"coast": {"Port %s", "%s Point", "%s Cove"}, "plain": {"%s", "%s Green", "Fields of %s"},
			"forest": {"%s Wood", "Forest of %s", "%s Oaks"}, "hill": {"%s Hill", "Upper %s", "%s Down"},
			"marsh": {"%s Fen", "%s Marsh", "%s Reeds"}, "peak": {"%s Peak", "%s Tor"}, "sea": {"%s Sea", "Gulf of %s", "%s Sound"},
		},
		lands: []string{"The Marches of %s", "The Isle of %s", "The %s Lands"},
	},
}

// partsOf returns the parts for a language, those of English if it has none of its own.
func partsOf(lang string) nameParts {
	if s, ok := partsByLanguage[lang]; ok {
		return s
	}
	return partsByLanguage["en"]
}

func nameStem(rng *rand.Rand, lang string) string {
	s := partsOf(lang)
	return s.head[rng.IntN(len(s.head))] + s.tail[rng.IntN(len(s.tail))]
}

// RegionName returns a name for a region that is not in taken, and adds it there. A
// terrain without forms of its own is named like a plain.
func RegionName(rng *rand.Rand, lang, terrain string, taken map[string]bool) string {
	forms := partsOf(lang).forms[terrain]
	if forms == nil {
		forms = partsOf(lang).forms["plain"]
	}
	for {
		name := elide(lang, forms[rng.IntN(len(forms))], nameStem(rng, lang))
		if !taken[name] {
			taken[name] = true
			return name
		}
	}
}

// LandName returns a name for the land of a whole map.
func LandName(rng *rand.Rand, lang string) string {
	forms := partsOf(lang).lands
	return elide(lang, forms[rng.IntN(len(forms))], nameStem(rng, lang))
}

// elide puts a stem into a form; in French, "de" before a vowel becomes "d’".
func elide(lang, form, stem string) string {
	if lang == "fr" && strings.ContainsRune("AEIOU", rune(stem[0])) {
		form = strings.Replace(form, "de %s", "d’%s", 1)
	}
	return fmt.Sprintf(form, stem)
}
