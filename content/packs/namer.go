package packs

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// A Namer makes up names for fighters. The same language and seed give the same names in the same order. The first
// five hundred are all different.
type Namer struct {
	syllables syllables
	rand      *rand.Rand
	used      map[string]bool
}

type syllables struct{ first, middle, last, after []string }

var syllablesByLanguage = map[string]syllables{
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

// NewNamer returns a namer for a language, "fr" or "en"; any other language counts as "en".
func NewNamer(lang string, seed uint64) *Namer {
	s, ok := syllablesByLanguage[lang]
	if !ok {
		s = syllablesByLanguage["en"]
	}
	return &Namer{syllables: s, rand: rand.New(rand.NewPCG(seed, 0x6f726966)), used: map[string]bool{}}
}

// Next returns another name, such as Baulin Deux-Doigts.
func (n *Namer) Next() string {
	for {
		name := n.pick(n.syllables.first)
		if n.rand.IntN(3) == 0 {
			name += n.pick(n.syllables.middle)
		}
		name = mergeVowels(name + n.pick(n.syllables.last))
		if n.rand.IntN(3) == 0 {
			name += " " + n.pick(n.syllables.after)
		}
		// After five hundred names a repeated name is better than a search without end.
		if !n.used[name] || len(n.used) > 500 {
			n.used[name] = true
			return name
		}
	}
}

func (n *Namer) pick(from []string) string { return from[n.rand.IntN(len(from))] }

// mergeVowels writes a vowel once where one syllable ends and the next begins with it.
func mergeVowels(name string) string {
	var out []rune
	for _, r := range name {
		if k := len(out); k > 0 && unicode.ToLower(out[k-1]) == r && strings.ContainsRune("aeiou", r) {
			continue
		}
		out = append(out, r)
	}
	return string(out)
}
