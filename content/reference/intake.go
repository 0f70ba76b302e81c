package reference

import (
	"regexp"
	"slices"
	"strings"
)

// An intake is the words of a book's texts as the browser gets them, and while it
// is made what is known of each word.
type intake struct {
	words   []string // folded and sorted; one in two groups is there twice
	numbers []int    // the group of each word; groups are numbered by their first word
	posts   [][]posting
	roots   []string // of each group, what its words have in common
	sizes   []int
	echoes  []bool // documents that say what the next one says

	lexicon  *lexicon
	byRoots  map[string]int
	known    map[*lexeme]int  // the group of a word; -1 when it does not count
	spelled  map[string]spelt // as words stand in texts
	phrases  [][]phrasing     // that the words of each group begin
	groupsOf map[string][]int // of a folded word
	entered  []int            // the groups of the text that is entered
	bound    bool             // it tells a bound
}

// A spelt word is a spelling with the group of its word.
type spelt struct {
	*spelling
	group int
}

// tiers are how much a word counts that stands once or more often in a
// text, or among what players say when they look for the rule.
var tiers = [3]int{1, 3, 9}

// takeIn collects the words of documents.
func takeIn(docs []document, lexicon *lexicon) *intake {
	in := &intake{lexicon: lexicon, byRoots: map[string]int{}, known: map[*lexeme]int{}, spelled: map[string]spelt{}, groupsOf: map[string][]int{}}
	for d := range docs {
		doc := &docs[d]
		in.sizes, in.echoes = append(in.sizes, min(in.enter(d, uncited(doc.text), 1)/8, 63)), append(in.echoes, doc.echo)
		if in.bound || asksBound(lexicon.lang, doc.asks) {
			in.count(d, boundWord, 1)
		}
		in.enter(d, doc.asks, asked)
		for _, name := range append([]string{doc.title, doc.page.Title, doc.opening}, doc.aliases...) {
			for _, w := range splitWords(lexicon.lang, name) {
				in.group(w)
			}
		}
	}
	in.trim(docs)
	in.sort()
	return in
}

// trim drops what pages, stories and the glossary say once of what rules say too: who asks wants the rules.
func (in *intake) trim(docs []document) {
	isRule := make([]bool, len(docs))
	for d := len(docs) - 1; d >= 0; d-- {
		isRule[d] = len(docs[d].rules) > 0 || docs[d].echo && isRule[d+1]
	}
	rules := func(p posting) bool { return isRule[p.doc] }
	for g, list := range in.posts {
		if slices.ContainsFunc(list, rules) {
			in.posts[g] = slices.DeleteFunc(list, func(p posting) bool { return !rules(p) && tierOf(int(p.tf)) == 0 })
		}
	}
}

// citedRules are the numbers of rules that a text cites: who asks for one wants the rule itself.
var citedRules = regexp.MustCompile(`\b([A-Z]{2}-)?[A-Z]{1,8}-[0-9]+[a-z]?\b|\b[A-Z]{2}-[A-Z]+-[A-Z]+-[0-9]+\b`)

func uncited(text string) string {
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
		for first > from && partOfNumber(text[first-1]) {
			first--
		}
		for last < len(text) && partOfNumber(text[last]) {
			last++
		}
		b.WriteString(text[from:first])
		b.WriteString(citedRules.ReplaceAllString(text[first:last], " "))
		from, at = last, last
	}
	if from == 0 {
		return text
	}
	b.WriteString(text[from:])
	return b.String()
}

func partOfNumber(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// asked is more often than any text has a word.
const asked = 1 << 20

// enter counts the words of a text, its compounds and its phrases, and tells how many words it has; bound is set.
func (in *intake) enter(d int, text string, times int) (n int) {
	groups := in.entered[:0]
	in.bound = false
	for from, to := nextSpelling(text, 0); from < to; from, to = nextSpelling(text, to) {
		known, ok := in.spelled[text[from:to]]
		if !ok {
			one := in.lexicon.spelling(text[from:to])
			known = spelt{one, in.groupOf(one.lexeme)}
			in.spelled[text[from:to]] = known
		}
		in.bound = in.bound || known.tellsBound(text, from, to)
		if known.group < 0 {
			continue
		}
		groups = append(groups, known.group)
		if times == asked || !known.figure { // figures stand everywhere
			in.add(d, known.group, times)
			n++
		}
	}
	in.entered = groups
	for _, w := range compounds(text) {
		in.count(d, w, times)
	}
	for _, w := range in.phrasesOf(groups) {
		in.count(d, w, times)
	}
	return n
}

// phrasesOf finds the phrases among the words of a text, given by their groups, as one word each:
// who asks for victory points wants places that say so, not those with a victory here and a point there.
func (in *intake) phrasesOf(groups []int) []string {
	var found []string
	for i, g := range groups {
		for _, p := range in.phrases[g] {
			n := len(p.stems)
			if i+n <= len(groups) && slices.EqualFunc(groups[i:i+n], p.stems, func(g int, stem string) bool { return in.roots[g] == stem }) {
				found = append(found, p.word)
			}
		}
	}
	return found
}

// count counts a word in a document, unless it is none that counts. Documents come in order.
func (in *intake) count(d int, word string, times int) {
	if g := in.group(word); g >= 0 {
		in.add(d, g, times)
	}
}

func (in *intake) add(d, group, times int) {
	list := in.posts[group]
	if n := len(list); n > 0 && int(list[n-1].doc) == d {
		list[n-1].tf += int32(times)
	} else {
		in.posts[group] = append(list, posting{int32(d), int32(times)})
	}
}

// group finds or makes the group of a word.
func (in *intake) group(word string) int { return in.groupOf(in.lexicon.word(word)) }

func (in *intake) groupOf(word *lexeme) int {
	g, ok := in.known[word]
	if ok {
		return g
	}
	if word.root == "" {
		in.known[word] = -1
		return -1
	}
	if g, ok = in.byRoots[word.root]; !ok {
		g = len(in.posts)
		in.byRoots[word.root] = g
		in.posts, in.roots, in.phrases = append(in.posts, nil), append(in.roots, word.root), append(in.phrases, phraseWords(in.lexicon.lang)[word.root])
	}
	in.known[word] = g
	forms := in.groupsOf[word.folded]
	if len(forms) == 0 || forms[0] != g && forms[len(forms)-1] != g {
		in.groupsOf[word.folded] = append(forms, g)
	}
	return g
}

// sort lays words and postings out in alphabetical order and makes tiers of the counts.
func (in *intake) sort() {
	number := make([]int, len(in.posts)) // of each group, from 1 on
	var posts [][]posting
	var roots []string
	for _, w := range sortedKeys(in.groupsOf) {
		for _, g := range in.groupsOf[w] {
			if number[g] == 0 {
				for i, p := range in.posts[g] {
					in.posts[g][i].tf = int32(tiers[tierOf(int(p.tf))])
				}
				posts, roots = append(posts, in.posts[g]), append(roots, in.roots[g])
				number[g] = len(posts)
			}
			in.words = append(in.words, w)
			in.numbers = append(in.numbers, number[g]-1)
		}
	}
	in.posts, in.roots = posts, roots
}

func tierOf(n int) int {
	switch {
	case n >= asked:
		return 2
	case n >= 2:
		return 1
	}
	return 0
}

// byRoot are the groups by what their words have in common.
func (in *intake) byRoot() map[string]int {
	here := make(map[string]int, len(in.roots))
	for g, root := range in.roots {
		here[root] = g
	}
	return here
}
