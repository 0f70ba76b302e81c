package search

import (
	"slices"
	"strings"
	"sync"
)

// A lexicon caches what is known of the words of a language. All books share it, and many goroutines use it.
type lexicon struct {
	lang      string
	words     sync.Map // *lexeme by the word with its accents
	spellings sync.Map // *spelling by how a word stands in texts
}

// A lexeme is a word with its accents.
type lexeme struct {
	folded string
	root   string // what its forms have in common; "" when it does not count
}

// A spelling is a word as texts write it.
type spelling struct {
	lexeme     *lexeme
	isNumber   bool
	boundWords []string // words that state a bound when they follow it
	isRange    bool     // figures on both sides of it are a range
}

// word looks a word up.
func (l *lexicon) word(word string) *lexeme {
	if known, ok := l.words.Load(word); ok {
		return known.(*lexeme)
	}
	one := &lexeme{folded: Fold(word)}
	if isPlainWord(one.folded) && !stopWords[l.lang][word] && len(one.folded) <= 30 {
		one.root = stem(l.lang, word)
	}
	known, _ := l.words.LoadOrStore(word, one)
	return known.(*lexeme)
}

// spelling looks up a stretch of letters.
func (l *lexicon) spelling(text string) *spelling {
	if known, ok := l.spellings.Load(text); ok {
		return known.(*spelling)
	}
	word := wordFromSpelling(l.lang, text)
	one := &spelling{lexeme: l.word(word), isNumber: len(word) == 1 && word[0] <= '9', isRange: text == "à" || text == "to"}
	for _, words := range boundPhrases[l.lang] {
		first, rest, several := strings.Cut(words, " ")
		if several && endsWithWord(text, first) {
			one.boundWords = append(one.boundWords, " "+rest)
		} else if !several && containsPhrase(text, first) {
			one.boundWords = append(one.boundWords, "")
		}
	}
	known, _ := l.spellings.LoadOrStore(text, one)
	return known.(*spelling)
}

// statesBound reports whether a word of a text is part of a bound, in words or as a range of figures.
func (s *spelling) statesBound(text string, from, to int) bool {
	follows := func(rest string) bool { return strings.HasPrefix(text[to:], rest) }
	return slices.ContainsFunc(s.boundWords, follows) || s.isRange && from > 1 && to+1 < len(text) && text[from-1] == ' ' && text[to] == ' ' && isDigit(text[from-2]) && isDigit(text[to+1])
}
