package search

import (
	"slices"
	"strings"
	"sync"

	"oriflamme/content/reference/locale"
)

// sayings holds what players say and what books say instead, as one index knows them.
type sayings struct {
	unknownWords []string             // words of sayings that the book does not have
	byFirstKey   map[int][]sayingName // names by the key of their first word
	lines        []sayingLine
}

// A sayingLine is the names that books may use for one thing.
type sayingLine struct {
	targets   []sayingTarget
	symmetric bool // all names of the line mean about the same
}

// A sayingTarget is a name that books use, with the groups of each of its words; joined is it as one word.
type sayingTarget struct {
	text, joined string
	groups       [][]int
}

// A sayingName is a name that leads to a line. Its keys are the groups of each of its words, or negative numbers for
// words that the book does not have.
type sayingName struct {
	text string
	keys [][]int
	line int
}

// newSayings returns the sayings that lead to words of the book.
func (ix *Index) newSayings() sayings {
	says := sayings{byFirstKey: map[int][]sayingName{}}
	ghosts := map[string]int{}
	keys := func(w string) []int {
		if gs := ix.groupsOf(w); len(gs) > 0 {
			return gs
		}
		g, ok := ghosts[w]
		if !ok {
			says.unknownWords = append(says.unknownWords, w)
			g = -len(says.unknownWords)
			ghosts[w] = g
		}
		return []int{g}
	}
	for _, said := range sayingLines(ix.book.Lang) {
		asked, meant, found := strings.Cut(said, ":")
		alike := !found
		if alike {
			meant = asked
		}
		l := sayingLine{symmetric: alike}
		for _, text := range strings.Split(meant, ",") {
			if parts := ix.wordGroups(text); parts != nil {
				l.targets = append(l.targets, sayingTarget{text, strings.ReplaceAll(text, " ", ""), parts})
			}
		}
		if len(l.targets) == 0 {
			continue
		}
		says.lines = append(says.lines, l)
		for _, text := range strings.Split(asked, ",") {
			s := sayingName{text: text, line: len(says.lines) - 1}
			for _, w := range strings.Fields(text) {
				s.keys = append(s.keys, keys(w))
			}
			for _, k := range s.keys[0] {
				says.byFirstKey[k] = append(says.byFirstKey[k], s)
			}
		}
	}
	return says
}

// wordGroups returns the groups of each word of a name, or nil when the book lacks one of them.
func (ix *Index) wordGroups(name string) [][]int {
	var parts [][]int
	for _, w := range strings.Fields(name) {
		gs := ix.groupsOf(w)
		if len(gs) == 0 {
			return nil
		}
		parts = append(parts, gs)
	}
	return parts
}

// unknownKeys returns the keys of the unknown words of which a word is a form.
func (s *sayings) unknownKeys(w string) []int {
	var keys []int
	for i, g := range s.unknownWords {
		if n := commonPrefix(w, g); n == len(w) && n == len(g) || n >= 4 && n >= len(w)-3 && n >= len(g)-3 {
			keys = append(keys, -1-i)
		}
	}
	return keys
}

// commonPrefix returns the number of letters that two words share at their beginning.
func commonPrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// A sayingMatch is a saying that stands in a query, from one word to another (not included).
type sayingMatch struct {
	from, to int
	name     string
	line     *sayingLine
}

// match finds the sayings that stand in a query, given the keys of each of its words.
func (s *sayings) match(keys [][]int) []sayingMatch {
	var list []sayingMatch
	for from := range keys {
		for _, k := range keys[from] {
			for _, name := range s.byFirstKey[k] {
				if from+len(name.keys) > len(keys) {
					continue
				}
				all := true
				for i := 1; all && i < len(name.keys); i++ {
					all = slices.ContainsFunc(name.keys[i], func(k int) bool { return slices.Contains(keys[from+i], k) })
				}
				if all {
					list = append(list, sayingMatch{from, from + len(name.keys), name.text, &s.lines[name.line]})
				}
			}
		}
	}
	return list
}

// sayingLines returns the sayings for books in one language, one a line: names with the same meaning separated by
// commas, or words of players, a colon and what books say.
var sayingLines = byLanguage(func(lang string) []string {
	names := func(texts ...string) string {
		var list []string
		for _, one := range texts {
			if n := strings.Join(queryWords(lang, one), " "); n != "" && !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
		return strings.Join(list, ",")
	}
	var list []string
	for _, text := range strings.Split(strings.TrimSpace(synonyms[lang]), "\n") {
		asked, meant, _ := strings.Cut(text, ":")
		list = append(list, names(strings.Fields(asked)...)+":"+names(strings.Split(meant, ",")...))
	}
	for _, text := range strings.Split(strings.TrimSpace(concepts), "\n") {
		list = append(list, names(strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '|' })...))
	}
	return list
})

// A stemPhrase is a name of several words as one word, made of their stems.
type stemPhrase struct {
	stems  []string
	joined string
}

// stemPhrases returns the concepts' names of several words, by their first stem.
var stemPhrases = byLanguage(func(lang string) map[string][]stemPhrase {
	table := map[string][]stemPhrase{}
	for _, text := range strings.Split(concepts, "\n") {
		own, other, _ := strings.Cut(text, "|")
		if lang == "en" {
			own = other
		}
		for _, form := range strings.Split(own, ",") {
			stems, word := stemsOf(lang, splitWords(lang, form)), strings.Join(queryWords(lang, form), "")
			if len(stems) > 1 && len(stems) <= maxPhraseWords && word != "" {
				table[stems[0]] = append(table[stems[0]], stemPhrase{stems, word})
			}
		}
	}
	return table
})

// byLanguage returns a function that makes something once for each language.
func byLanguage[T any](make func(lang string) T) func(lang string) T {
	made := map[string]func() T{}
	for _, lang := range locale.Languages {
		made[lang] = sync.OnceValue(func() T { return make(lang) })
	}
	return func(lang string) T { return made[lang]() }
}

// maxPhraseWords is the greatest number of words of a phrase.
const maxPhraseWords = 3

// stemsOf returns the stems of the words that are not stop words.
func stemsOf(lang string, words []string) []string {
	var stems []string
	for _, w := range words {
		if !stopWords[lang][w] {
			stems = append(stems, stem(lang, w))
		}
	}
	return stems
}
