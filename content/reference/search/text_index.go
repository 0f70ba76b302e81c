package search

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A textIndex holds the words of a book's texts as the browser gets them and, while it is made, what is known of each
// word.
type textIndex struct {
	words    []string // folded and sorted; one in two groups is there twice
	numbers  []int    // the group of each word; groups are numbered by their first word
	postings [][]posting
	roots    []string // of each group, what its words have in common
	lengths  []int
	repeats  []bool // documents that say what the next one says

	lexicon       *lexicon
	groupByRoots  map[string]int
	groupByLexeme map[*lexeme]int          // the group of a word; -1 when it does not count
	bySpelling    map[string]spellingGroup // as words stand in texts
	phrases       [][]stemPhrase           // that the words of each group begin
	byFoldedWord  map[string][]int         // of a folded word
	textGroups    []int                    // the groups of the text that is entered
	hasBound      bool                     // the text states a bound
}

// A spellingGroup is a spelling with the group of its word.
type spellingGroup struct {
	*spelling
	group int
}

// tiers are the weights of a word that stands once or more often in a text, or in what players say when they look for
// the rule.
var tiers = [3]int{1, 3, 9}

// newTextIndex collects the words of documents.
func newTextIndex(docs []document, lexicon *lexicon) *textIndex {
	in := &textIndex{lexicon: lexicon, groupByRoots: map[string]int{}, groupByLexeme: map[*lexeme]int{}, bySpelling: map[string]spellingGroup{}, byFoldedWord: map[string][]int{}}
	for d := range docs {
		doc := &docs[d]
		in.lengths, in.repeats = append(in.lengths, min(in.addText(d, withoutCitations(doc.text), 1)/8, 63)), append(in.repeats, doc.repeatsNext)
		if in.hasBound || asksBound(lexicon.lang, doc.playerWords) {
			in.addWord(d, boundWord, 1)
		}
		in.addText(d, doc.playerWords, askedCount)
		for _, name := range append([]string{doc.title, doc.page.Title, doc.opening}, doc.aliases...) {
			for _, w := range splitWords(lexicon.lang, name) {
				in.wordGroup(w)
			}
		}
	}
	in.dropMentions(docs)
	in.sort()
	return in
}

// dropMentions drops words that pages, stories and the glossary mention once and rules have too: readers look for the
// rules.
func (in *textIndex) dropMentions(docs []document) {
	isRule := make([]bool, len(docs))
	for d := len(docs) - 1; d >= 0; d-- {
		isRule[d] = len(docs[d].rules) > 0 || docs[d].repeatsNext && isRule[d+1]
	}
	rules := func(p posting) bool { return isRule[p.doc] }
	for g, list := range in.postings {
		if slices.ContainsFunc(list, rules) {
			in.postings[g] = slices.DeleteFunc(list, func(p posting) bool { return !rules(p) && tierOf(int(p.tf)) == 0 })
		}
	}
}

// citedIDs returns the numbers of rules that a text cites: a query for a number looks for the rule itself.
var citedIDs = regexp.MustCompile(`\b([A-Z]{2}-)?[A-Z]{1,8}-[0-9]+[a-z]?\b|\b[A-Z]{2}-[A-Z]+-[A-Z]+-[0-9]+\b`)

func withoutCitations(text string) string {
	var b strings.Builder
	from := 0
	for at := 1; at < len(text); at++ {
		hyphen := strings.IndexByte(text[at:], '-')
		if hyphen < 0 {
			break
		}
		at += hyphen
		if text[at-1] < 'A' || text[at-1] > 'Z' {
			continue
		}
		first, last := at, at
		for first > from && isNumberByte(text[first-1]) {
			first--
		}
		for last < len(text) && isNumberByte(text[last]) {
			last++
		}
		b.WriteString(text[from:first])
		b.WriteString(citedIDs.ReplaceAllString(text[first:last], " "))
		from, at = last, last
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}

func isNumberByte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// askedCount is greater than the count of a word in any text.
const askedCount = 1 << 20

// addText counts the words of a text, its compounds and its phrases, and returns how many words it has. It also notes
// whether the text states a bound.
func (in *textIndex) addText(d int, text string, times int) (n int) {
	groups := in.textGroups[:0]
	in.hasBound = false
	for from, to := nextSpelling(text, 0); from < to; from, to = nextSpelling(text, to) {
		known, ok := in.bySpelling[text[from:to]]
		if !ok {
			one := in.lexicon.spelling(text[from:to])
			known = spellingGroup{one, in.lexemeGroup(one.lexeme)}
			in.bySpelling[text[from:to]] = known
		}
		in.hasBound = in.hasBound || known.statesBound(text, from, to)
		if known.group < 0 {
			continue
		}
		groups = append(groups, known.group)
		if times == askedCount || !known.isNumber { // figures stand everywhere
			in.addToGroup(d, known.group, times)
			n++
		}
	}
	in.textGroups = groups
	for _, w := range compounds(text) {
		in.addWord(d, w, times)
	}
	for _, w := range in.findPhrases(groups) {
		in.addWord(d, w, times)
	}
	return n
}

// findPhrases finds the phrases among the words of a text, given by their groups, as one word each: a query for victory
// points wants places that say so, not those with a victory here and a point there.
func (in *textIndex) findPhrases(groups []int) []string {
	var found []string
	for i, g := range groups {
		for _, p := range in.phrases[g] {
			n := len(p.stems)
			if i+n <= len(groups) && slices.EqualFunc(groups[i:i+n], p.stems, func(g int, stem string) bool { return in.roots[g] == stem }) {
				found = append(found, p.joined)
			}
		}
	}
	return found
}

// addWord counts a word in a document, unless it is a stop word. Documents come in order.
func (in *textIndex) addWord(d int, word string, times int) {
	if g := in.wordGroup(word); g >= 0 {
		in.addToGroup(d, g, times)
	}
}

func (in *textIndex) addToGroup(d, group, times int) {
	list := in.postings[group]
	if n := len(list); n > 0 && int(list[n-1].doc) == d {
		list[n-1].tf += int32(times)
	} else {
		in.postings[group] = append(list, posting{int32(d), int32(times)})
	}
}

// wordGroup returns the group of a word, and makes it when the word is new.
func (in *textIndex) wordGroup(word string) int { return in.lexemeGroup(in.lexicon.word(word)) }

func (in *textIndex) lexemeGroup(word *lexeme) int {
	g, ok := in.groupByLexeme[word]
	if ok {
		return g
	}
	if word.root == "" {
		in.groupByLexeme[word] = -1
		return -1
	}
	if g, ok = in.groupByRoots[word.root]; !ok {
		g = len(in.postings)
		in.groupByRoots[word.root] = g
		in.postings, in.roots, in.phrases = append(in.postings, nil), append(in.roots, word.root), append(in.phrases, stemPhrases(in.lexicon.lang)[word.root])
	}
	in.groupByLexeme[word] = g
	forms := in.byFoldedWord[word.folded]
	if len(forms) == 0 || forms[0] != g && forms[len(forms)-1] != g {
		in.byFoldedWord[word.folded] = append(forms, g)
	}
	return g
}

// sort puts words and postings in alphabetical order and turns counts into tiers.
func (in *textIndex) sort() {
	number := make([]int, len(in.postings)) // of each group, from 1 on
	var posts [][]posting
	var roots []string
	for _, w := range slices.Sorted(maps.Keys(in.byFoldedWord)) {
		for _, g := range in.byFoldedWord[w] {
			if number[g] == 0 {
				for i, p := range in.postings[g] {
					in.postings[g][i].tf = int32(tiers[tierOf(int(p.tf))])
				}
				posts, roots = append(posts, in.postings[g]), append(roots, in.roots[g])
				number[g] = len(posts)
			}
			in.words = append(in.words, w)
			in.numbers = append(in.numbers, number[g]-1)
		}
	}
	in.postings, in.roots = posts, roots
}

func tierOf(n int) int {
	switch {
	case n >= askedCount:
		return 2
	case n >= 2:
		return 1
	}
	return 0
}

// groupsByRoot returns the groups by the root of their words.
func (in *textIndex) groupsByRoot() map[string]int {
	here := make(map[string]int, len(in.roots))
	for g, root := range in.roots {
		here[root] = g
	}
	return here
}
