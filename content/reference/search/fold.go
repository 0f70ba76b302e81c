package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"golang.org/x/text/unicode/norm"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
)

var ligatures = strings.NewReplacer("œ", "oe", "æ", "ae", "’", "'", "ʼ", "'")

// Fold turns a text into lower case, splits ligatures and drops accents.
func Fold(s string) string {
	s = strings.ToLower(s)
	if isASCII(s) {
		return s
	}
	s = ligatures.Replace(s)
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// stopWords lists words that carry no meaning in a search, as they are typed. The browser gets them with the index.
var stopWords = map[string]map[string]bool{
	"fr": locale.WordSet("alors après aussi autorisé autorisée autorisées autorisés autre autres avoir bien ça cas chaque déjà donc doit encore être eux fois juste lorsque lors mais même moi ni quelqu quelque savoir si sinon très veut veux dire a à au aux ce ces cet cette dans de des dès du elle en est et il ils je la là le les leur lui ma mais me mes mon ne nombre nous on ont ou où par pas plus pour qu que qui quand quel quelle possible quels quelles quoi combien max maxi maximum minimum comment comme avec entre faut peut peux peuvent puis fait faire doit dois doivent meme même sa se ses si son sont sur ta te tes ton tu un une utilise utilisent utiliser utilisé vos votre vous y d l c j m n s t ai as avons avez avais avait eu eue été ete étais était etait sera serait soit suis es êtes étant apres ca deja tres ok okay vraiment surement sûrement bah ben gars mec mecs pote potes type truc machin légal legal réglo reglo permis va vas vais vont vient viens aller quoi rien si oui chez dont droit gens"),
	"en": locale.WordSet("able about actually against allowed also am another been being both does doing either else enough even exactly every go going got had here him itself just let like me mean my only one ones other others own possible really same say says something someone somebody still such than thing things too use used uses using very want which a an and any are as at be between but by can could do does each for from has have he her his happen happens how i if in into is it its many max maximum may minimum more much must my number of on or our she should so than that the their them then there these they this through to was we were what when where which who why will with would you your s t dont cant doesnt didnt isnt wont wasnt arent don doesn didn isn wasn aren weren couldn shouldn wouldn hasn haven hadn ll ve re d m im ive hes shes theyre thats whats get gets getting guy guys lad lads bloke blokes mate mates dude legal okay ok now right again surely well yes us himself itself myself need needs work works trying try tries wants wanted gonna wanna anyway same neither per"),
}

// splitWords cuts a text into words and drops French elisions (l’, qu’) and English possessives. Words keep their
// accents for the stemmer, or are folded.
func splitWords(lang, s string) []string {
	var words []string
	for from, to := nextSpelling(s, 0); from < to; from, to = nextSpelling(s, to) {
		if w := wordFromSpelling(lang, s[from:to]); w != "" {
			words = append(words, w)
		}
	}
	return words
}

// nextSpelling returns the first run of letters, figures and apostrophes of a text from a position on. It is empty when
// there is none.
func nextSpelling(s string, at int) (from, to int) {
	from = len(s)
	for i := at; i < len(s); {
		spells, n := build.IsWordByte[s[i]] || s[i] == '\'', 1
		if s[i] >= utf8.RuneSelf {
			var r rune
			r, n = utf8.DecodeRuneInString(s[i:])
			spells = r == '’' || unicode.IsLetter(r) || unicode.IsDigit(r)
		}
		if spells && from == len(s) {
			from = i
		} else if !spells && from < len(s) {
			return from, i
		}
		i += n
	}
	return from, len(s)
}

// wordFromSpelling returns the word in a run of letters, or "".
func wordFromSpelling(lang, spelling string) string {
	w := strings.ToLower(spelling)
	if !isASCII(w) {
		w = straightQuotes.Replace(w)
	}
	w = strings.Trim(w, "'")
	if lang == "fr" {
		return w[strings.LastIndexByte(w, '\'')+1:]
	}
	w, _, _ = strings.Cut(w, "'")
	return w
}

var straightQuotes = strings.NewReplacer("’", "'", "ʼ", "'")

// isPlainWord reports whether a folded word can be typed in any search field.
func isPlainWord(w string) bool {
	for i := range len(w) {
		if c := w[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return w != ""
}

// stem returns what the forms of a word have in common. The word is stemmed with
// its accents and folded after, so that engagée meets engager.
func stem(lang, word string) string {
	root := regularStem(lang, word)
	if first, ok := familyStems(lang)[root]; ok {
		return first
	}
	return root
}

func regularStem(lang, word string) string {
	if lang != "fr" {
		return Fold(english.Stem(word, false))
	}
	// The stemmer leaves the ending of ils chargent, which is that of agent as well.
	if bare, ok := strings.CutSuffix(word, "ent"); ok && len(bare) > 3 && !strings.HasSuffix(bare, "m") {
		word = bare + "e"
	}
	return Fold(french.Stem(word, false))
}

// irregularFamilies lists words of one family to which the stemmer gives different stems: the verb, its tenses and its
// noun. A query with one word of a line asks for all of them.
var irregularFamilies = map[string][]string{
	"fr": strings.Split(`poursuite poursuivre poursuivi poursuit poursuivra,défense défendre défend défends défendu,attente attendre attend attends attendu,
		fuite fuir fuit fuis fuient fui fuyant fuyard,descente descendre descend descends descendu,perte perdre perd perds perdu perdus,
		destruction détruire détruit détruits détruisent,réduction réduire réduit réduits réduisent,voir vois voit voient voyons vu vus,
		tenir tient tiens tiennent tenu tenus,soutien soutenir soutient soutiennent soutenu soutenus,mort mourir meurt meurs meurent,
		recevoir reçoit reçois reçoivent reçu reçus,battre bat battent battu battus,vaincre vainc vaincu vaincus,suivre suit suivi suivent,
		couvert couvrir couvre couvrent,ouvert ouvrir ouvre ouvrent,rendre rend rendu,payer paie paye paient payé,choix choisir choisit choisi choisissent,
		réussite réussir réussit réussi,lire lit lu,blessure blesser blesse blessé,revenir revient reviennent revenu,remettre remet remis,
		interrompre interrompt interrompu,étendre étend étendu,apparaître apparaît apparu,disparaître disparaît disparu`, ","),
	"en": strings.Split(`pursuit pursue pursued pursuing,defence defend defended,loss lose loses losing lost,flight flee flees fleeing fled,choice choose chooses chosen chose,
		move movement moved moving,shoot shoots shooting shot shots,hide hides hiding hid hidden,throw throws throwing threw thrown,fight fights fighting fought,
		ride rides riding rode ridden,drive drives driving drove driven,break breaks breaking broke broken,hold holds holding held,fall falls falling fell fallen,
		run runs running ran,see sees seeing saw seen,spend spends spending spent,stand stands standing stood,win wins winning won winner,deal deals dealt,
		buy buys bought,build builds built,catch catches caught,send sends sent,bring brings brought,pay pays paid,strike strikes striking struck,
		beat beats beating beaten,begin begins began begun,fly flies flying flew flown flier flyer,steal steals stole stolen,draw draws drawing drew drawn,
		carry carries carried carrier,give gives gave given,measure measures measuring premeasure,knock knocks knocked knockdown,push pushes pushed pushback`, ","),
}

// familyStems holds, for each stem of a line, the stems of the whole line.
var familyStems = byLanguage(func(lang string) map[string]string {
	table := map[string]string{}
	for _, line := range irregularFamilies[lang] {
		words := strings.Fields(line)
		for _, w := range words[1:] {
			if root := regularStem(lang, w); table[root] == "" {
				table[root] = regularStem(lang, words[0])
			}
		}
	}
	return table
})

// queryWords returns the folded words of a query without stop words. Stop words are compared before folding: dés are
// dice, des is no word to search for.
func queryWords(lang, query string) []string {
	var words []string
	for _, w := range splitWords(lang, query) {
		if stopWords[lang][w] {
			continue
		}
		words = append(words, strings.FieldsFunc(Fold(w), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })...)
	}
	return words
}

// normalize returns a title in the form in which it is compared with a whole query: folded words with one space between
// them.
func normalize(lang, s string) string { return strings.Join(splitWords(lang, Fold(s)), " ") }

// bareID returns a rule number with letters and digits only.
func bareID(s string) string {
	return strings.Map(func(r rune) rune {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return -1
		}
		return r
	}, Fold(s))
}
