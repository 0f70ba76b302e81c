package search

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// A docClass ranks a document among others with the same words.
type docClass int

const (
	classRule     docClass = iota
	classDecision          // about a doubtful point, or of the house: after the rule
	classStory             // no rule stands there: a battle told, a list of what is missing
	classChapter           // a page as such, whose rules are documents of their own
)

// classWeights are the factors by which the score of a document is multiplied when the query matches its words, and when
// it matches its name.
var classWeights = [...]struct{ words, named float64 }{
	classRule: {1, 1}, classDecision: {0.6, 0.7}, classStory: {0.3, 0.05}, classChapter: {0.5, 1},
}

func (d *document) classify() docClass {
	for _, id := range d.rules {
		if parse.DecisionNumber(id) != "" || decisionPattern.MatchString(id) {
			return classDecision
		}
	}
	lead := d.page.Leads[d.anchor]
	switch {
	case d.anchor == "" && len(d.page.Leads) > 0:
		return classChapter
	case len(d.rules) == 0 && lead == "":
		return classStory
	case parse.DecisionNumber(lead) != "" || decisionPattern.MatchString(lead):
		return classDecision
	}
	return classRule
}

// decisionPattern matches ids of decisions about doubtful points that the engine names by the whole id, of readings of a
// damaged text, and of rules of the house or temporary rules.
var decisionPattern = regexp.MustCompile(`^..-(AMB|HOUSE|O|PROV|RULING)-`)

// openingPattern matches what stands before the first full stop of a rule, when it may be its name.
var openingPattern = regexp.MustCompile(`^([^.:(;,!?…=<>0-9]{2,40}?)[ \x{a0}\x{202f}]*(\(|[.:])`)

// setOpenings finds the rules whose text begins with a name of their own. An opening that several rules share names none
// of them.
func setOpenings(docs []document) {
	often := map[string]int{}
	for i := range docs {
		d := &docs[i]
		if len(d.rules) == 0 || d.ownTitle {
			continue
		}
		if m := openingPattern.FindStringSubmatch(d.text); m != nil && len(strings.Fields(m[1])) <= 4 {
			d.opening = m[1]
			often[Fold(m[1])]++
		}
	}
	for i := range docs {
		if often[Fold(docs[i].opening)] > 2 {
			docs[i].opening = ""
		}
	}
}

// compounds returns the hyphenated words of a text without their hyphens: a reader types reroll where the book has
// re-roll.
func compounds(text string) []string {
	var words []string
	from := 0 // where the text begins that is part of no word yet
	for at := 0; at < len(text); {
		hyphen := strings.IndexByte(text[at:], '-')
		if strict := strings.Index(text[at:], "‑"); strict >= 0 && (hyphen < 0 || strict < hyphen) {
			hyphen = strict
		}
		if hyphen < 0 {
			break
		}
		hyphen += at
		_, wide := utf8.DecodeRuneInString(text[hyphen:])
		first, last := hyphen, hyphen+wide
		before, behind := 0, 0 // numbers of letters
		for ; before < minHalfLength && first > from; before++ {
			r, n := utf8.DecodeLastRuneInString(text[:first])
			if !unicode.IsLetter(r) {
				break
			}
			first -= n
		}
		for ; behind < minHalfLength; behind++ {
			r, n := utf8.DecodeRuneInString(text[last:])
			if !unicode.IsLetter(r) {
				break
			}
			last += n
		}
		at = hyphen + wide
		if before > 1 && behind > 1 {
			words = append(words, strings.ToLower(text[first:hyphen]+text[hyphen+wide:last]))
			from, at = last, last
		}
	}
	return words
}

// minHalfLength is the least number of letters before and after the hyphen of a word.
const minHalfLength = 12

// A query that asks how many looks for a bound. Places that state one are indexed under boundWord, which nobody types.
const boundWord = "0most"

var boundPhrases = map[string][]string{
	"fr": {"au plus", "jusqu’à", "au maximum", "pas plus de", "au moins", "au total"},
	"en": {"at most", "up to", "no more than", "at least", "in all", "not more than"},
}

// containsPhrase reports whether a text contains words, with or without a capital at the beginning.
func containsPhrase(text, words string) bool {
	for at := 1; at < len(text); {
		i := strings.Index(text[at:], words[1:])
		if i < 0 {
			return false
		}
		if at += i; text[at-1]|0x20 == words[0] {
			return true
		}
		at++
	}
	return false
}

// endsWithWord reports whether a text ends with a word, with or without a capital.
func endsWithWord(text, word string) bool {
	at := len(text) - len(word)
	return at >= 0 && text[at]|0x20 == word[0] && text[at+1:] == word[1:]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// amountWords are the words that ask for a bound. Most are stop words as well.
var amountWords = map[string]map[string]bool{
	"fr": locale.WordSet("combien nombre taille limite limites max maximum maxi minimum"),
	"en": locale.WordSet("many much number size limit limits max maximum minimum"),
}
