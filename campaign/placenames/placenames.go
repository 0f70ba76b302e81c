package placenames

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A nameParts is what a language makes names of.
type nameParts struct {
	head, tail []string
	Forms      map[string][]string // names of places by terrain, with room for a stem
	lands      []string
}

var syllables = map[string]nameParts{
	"fr": {
		head: []string{"Au", "Bel", "Bran", "Cler", "Cour", "Dor", "Esc", "Fal", "Gar", "Haut", "Lan", "Mal", "Mor", "Noir", "Or", "Pierre", "Ran", "Roch", "Sar", "Tour", "Val", "Ver", "Vil"},
		tail: []string{"bois", "champ", "court", "font", "gny", "lieu", "mont", "nay", "pré", "rive", "ronde", "sac", "vaux", "ville"},
		Forms: map[string][]string{
			"coast": {"Port-%s", "Pointe-%s", "Anse de %s"}, "plain": {"%s", "Pré-%s", "Les Champs de %s"},
			"forest": {"Bois de %s", "Forêt-%s", "%s-les-Chênes"}, "hill": {"Mont-%s", "Butte de %s", "%s-le-Haut"},
			"marsh": {"Marais de %s", "Étang-%s", "%s-les-Joncs"}, "peak": {"Pic de %s", "Dent de %s"}, "sea": {"Mer de %s", "Golfe de %s", "Passe de %s"},
		},
		lands: []string{"Les Marches de %s", "L’île de %s", "Le pays de %s"},
	},
	"en": {
		head: []string{"Al", "Ash", "Bar", "Bel", "Black", "Bram", "Cold", "Dun", "East", "Fal", "Gran", "Hal", "High", "Kings", "Lang", "Mar", "North", "Oak", "Raven", "Stan", "Thorn", "West", "Win"},
		tail: []string{"bury", "by", "cliff", "combe", "dale", "field", "ford", "ham", "holt", "ley", "mere", "stead", "ton", "wick"},
		Forms: map[string][]string{
			"coast": {"Port %s", "%s Point", "%s Cove"}, "plain": {"%s", "%s Green", "Fields of %s"},
			"forest": {"%s Wood", "Forest of %s", "%s Oaks"}, "hill": {"%s Hill", "Upper %s", "%s Down"},
			"marsh": {"%s Fen", "%s Marsh", "%s Reeds"}, "peak": {"%s Peak", "%s Tor"}, "sea": {"%s Sea", "Gulf of %s", "%s Sound"},
		},
		lands: []string{"The Marches of %s", "The Isle of %s", "The %s Lands"},
	},
}

func NamePartsOf(lang string) nameParts {
	if s, ok := syllables[lang]; ok {
		return s
	}
	return syllables["en"]
}

func nameStem(rng *rand.Rand, lang string) string {
	s := NamePartsOf(lang)
	return s.head[rng.IntN(len(s.head))] + s.tail[rng.IntN(len(s.tail))]
}

func RegionName(rng *rand.Rand, lang, terrain string, taken map[string]bool) string {
	forms := NamePartsOf(lang).Forms[terrain]
	for {
		name := elide(lang, forms[rng.IntN(len(forms))], nameStem(rng, lang))
		if !taken[name] {
			taken[name] = true
			return name
		}
	}
}

func LandName(rng *rand.Rand, lang string) string {
	forms := NamePartsOf(lang).lands
	return elide(lang, forms[rng.IntN(len(forms))], nameStem(rng, lang))
}

// elide puts a stem into a form; before a vowel French says d’ for de.
func elide(lang, form, stem string) string {
	if lang == "fr" && strings.ContainsRune("AEIOU", rune(stem[0])) {
		form = strings.Replace(form, "de %s", "d’%s", 1)
	}
	return fmt.Sprintf(form, stem)
}
