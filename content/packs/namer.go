package packs

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// A Namer makes up names for fighters. The same language and seed give the same
// names in the same order, none of them twice before hundreds are given.
type Namer struct {
	sounds sounds
	rand   *rand.Rand
	given  map[string]bool
}

type sounds struct{ first, middle, last, after []string }

var tongues = map[string]sounds{
	"fr": {
		first:  strings.Fields("Al Bau Cé Da Dro El Fau Gau Gui Hé Is Jo La Lou Mé Mor Né O Per Quen Re Ro Sau Thi U Val Ya Yse"),
		middle: strings.Fields("ba ber ci da do fri ga gui la li lo ma mi nau ni ra ri ro si ta ti va vi"),
		last:   strings.Fields("beau cin dane dric lène lin line lon mart mond nard nelle pin quin rand rine role sande tan trice vain vère vin"),
		after:  []string{"le Borgne", "la Rousse", "Deux-Doigts", "Main-de-fer", "du Bief", "Sans-Terre", "l’Aîné", "Brise-lame", "Cœur-sec", "de la Lande", "Quatre-Vents", "Pied-léger"},
	},
	"en": {
		first:  strings.Fields("Ald Bran Ced Dun Ed El Fen Gar Had Is Jor Ken Lor Mal Mer Nor Os Per Quen Rad Row Sel Thorn Ul Wen Wil Yor"),
		middle: strings.Fields("a e i o u ber der fer lan mar nel ran tan wil"),
		last:   strings.Fields("bert bury dan den dred fred gar ham lin lock mund ney rick ric ser stan ton wald wen win wyn"),
		after:  []string{"One-Eye", "the Red", "Two-Fingers", "Ironhand", "of the Mill", "Lackland", "the Elder", "Blunt-Blade", "Dryheart", "of the Moor", "Four-Winds", "Lightfoot"},
	},
}

// NewNamer returns a namer for a language, "fr" or "en"; another is taken as "en".
func NewNamer(lang string, seed uint64) *Namer {
	s, ok := tongues[lang]
	if !ok {
		s = tongues["en"]
	}
	return &Namer{sounds: s, rand: rand.New(rand.NewPCG(seed, 0x6f726966)), given: map[string]bool{}}
}

// Next returns another name, such as Baulin Deux-Doigts.
func (n *Namer) Next() string {
	for {
		name := n.pick(n.sounds.first)
		if n.rand.IntN(3) == 0 {
			name += n.pick(n.sounds.middle)
		}
		name = smooth(name + n.pick(n.sounds.last))
		if n.rand.IntN(3) == 0 {
			name += " " + n.pick(n.sounds.after)
		}
		// After so many, repeating one is better than never returning.
		if !n.given[name] || len(n.given) > 500 {
			n.given[name] = true
			return name
		}
	}
}

func (n *Namer) pick(from []string) string { return from[n.rand.IntN(len(from))] }

// smooth writes a vowel once where two syllables meet in it.
func smooth(name string) string {
	var out []rune
	for _, r := range name {
		if k := len(out); k > 0 && unicode.ToLower(out[k-1]) == r && strings.ContainsRune("aeiou", r) {
			continue
		}
		out = append(out, r)
	}
	return string(out)
}
