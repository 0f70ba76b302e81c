package phrases

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Contraction is a short word that merges with the name after it: French "de" becomes "d’" before Altan and "du"
// before Le Conclave, which loses its article.
type Contraction struct {
	Word     string            `yaml:"word" json:"word"`                   // in lower case
	Vowel    string            `yaml:"vowel" json:"vowel,omitempty"`       // the form before a vowel, without a space; "": the word does not change
	Articles map[string]string `yaml:"articles" json:"articles,omitempty"` // the word and an article merged, by article
}

// writeContracted writes a value after the text in out and contracts the last word of that text with it where the
// language asks for it. A name that begins with h keeps the word: "de Hugo", "de Hautecombe".
func (c *Catalog) writeContracted(out *strings.Builder, value string) {
	before := out.String()
	for _, j := range c.Conventions.Contractions {
		head, ok := cutLastWord(before, j.Word)
		if !ok {
			continue
		}
		word, rest := "", value
		if article, name, cut := strings.Cut(value, " "); cut && j.Articles[article] != "" {
			word, rest = j.Articles[article]+" ", name
		} else if j.Vowel != "" && startsWithVowel(value) {
			word = j.Vowel
		} else {
			break
		}
		if first, _ := utf8.DecodeRuneInString(before[len(head):]); unicode.IsUpper(first) {
			r, n := utf8.DecodeRuneInString(word)
			word = string(unicode.ToUpper(r)) + word[n:]
		}
		out.Reset()
		out.WriteString(head + word + rest)
		return
	}
	out.WriteString(value)
}

// cutLastWord cuts a word and the space after it from the end of a text. It is not ok when the text ends otherwise.
func cutLastWord(text, word string) (head string, ok bool) {
	body, spaced := strings.CutSuffix(text, " ")
	if !spaced || len(body) < len(word) || !strings.EqualFold(body[len(body)-len(word):], word) {
		return "", false
	}
	head = body[:len(body)-len(word)]
	last, _ := utf8.DecodeLastRuneInString(head)
	return head, head == "" || !unicode.IsLetter(last) && last != '’' && last != '-'
}

// startsWithVowel reports whether a name begins with the sound of a vowel. A y is one before a consonant only (Yves,
// but Yanis).
func startsWithVowel(name string) bool {
	first, n := utf8.DecodeRuneInString(strings.ToLower(name))
	if first != 'y' {
		return strings.ContainsRune(vowels, first)
	}
	next, _ := utf8.DecodeRuneInString(strings.ToLower(name)[n:])
	return unicode.IsLetter(next) && !strings.ContainsRune(vowels, next)
}

// vowels are the letters, in lower case, before which a word is elided.
const vowels = "aàáâäãåeéèêëiìíîïoòóôöõuùúûüœæ"
