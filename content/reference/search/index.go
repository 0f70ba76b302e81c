package search

import (
	"maps"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
)

// An Index finds places of one book. A document is a page, a section, a rule or a word of the glossary. Words are
// folded, and each has the groups of words that share its stem; so a search only looks words up and needs no stemmer, in
// Go and in the browser. The files for the browser hold the words of texts only (see textIndex): the browser adds the
// words of names itself, as addNames does here.
type Index struct {
	book       *build.Book
	docs       []document
	words      []string // folded and sorted; one in two groups is there twice
	groups     []int    // of each word
	postings   [][]posting
	lengths    []int // words of each document, in eights
	meanLength float64
	docsByName map[string][]namedDoc
	sayings    sayings
	Hash       string
	Files      [3]File // for the browser: names, words, and the texts of excerpts
}

// A File is a script of the index, and its name in the folder of the book's first page.
type File struct {
	Name string
	*Asset
}

// A namedDoc is a document that has a certain name.
type namedDoc struct {
	doc   int
	bare  string
	score float64
}

// A docName is a title or alias of a document, normalized (text) and as bareID leaves it (bare), with the score of a
// query that equals it.
type docName struct {
	text, bare string
	score      float64
	words      [][]int // groups of each of its words that count
}

// A posting says that a document has words of a group, and how much they count.
type posting struct{ doc, tf int32 }

// How much more a word counts in a name than once in the text.
const (
	weightAround  = 1 // the title of the section or page around
	weightTitle   = 6
	weightAliases = 6
	weightForeign = 2
	weightOpening = 5 // on top of the text it is part of
)

// build makes the index from the words of its texts.
func (ix *Index) build(in *textIndex, v *vocabulary) {
	ix.words, ix.groups = v.wordsOf(in)
	ix.postings, ix.lengths = slices.Clone(in.postings), in.lengths
	total := 0
	for _, n := range ix.lengths {
		total += n
	}
	ix.meanLength = max(float64(total)/float64(max(len(ix.docs), 1)), 0.5)
	names := nameWordCache{}
	ix.addNames(names)
	ix.sayings = ix.newSayings()
	ix.docsByName = map[string][]namedDoc{}
	for d := range ix.docs {
		doc := &ix.docs[d]
		ix.setNames(doc, names)
		for _, n := range doc.names {
			ix.docsByName[n.text] = append(ix.docsByName[n.text], namedDoc{d, n.bare, n.score})
		}
		doc.class = doc.classify()
		for _, id := range doc.rules {
			doc.bareIDs = append(doc.bareIDs, bareID(id))
		}
	}
	ix.writeFiles(in, v)
}

// addNames adds the words of names to the postings of texts, and to the list of words those that occur only in names of
// the other language.
func (ix *Index) addNames(names nameWordCache) {
	more := map[int][]posting{} // by group
	strange := map[string]int{} // groups of words that only foreign names have
	add := func(d int, g, weight int) {
		list := more[g]
		if n := len(list); n > 0 && int(list[n-1].doc) == d {
			list[n-1].tf += int32(weight)
			return
		}
		more[g] = append(list, posting{int32(d), int32(weight)})
	}
	enter := func(d int, text string, weight int) {
		for _, w := range names.words(ix.book.Lang, text) {
			for _, g := range ix.groupsOf(w) {
				add(d, g, weight)
			}
		}
	}
	for d := range ix.docs {
		doc := &ix.docs[d]
		if doc.ownTitle {
			enter(d, doc.title, weightTitle)
		} else {
			enter(d, doc.title, weightAround)
		}
		if doc.anchor != "" {
			enter(d, doc.page.Title, weightAround)
		}
		for _, a := range doc.aliases {
			enter(d, a, weightAliases)
		}
		enter(d, doc.opening, weightOpening)
		for _, w := range names.words(ix.book.Lang, doc.foreignTitle) {
			if stopWords[locale.OtherLang(ix.book.Lang)][w] {
				continue
			}
			if gs := ix.groupsOf(w); len(gs) > 0 {
				for _, g := range gs {
					add(d, g, weightForeign)
				}
				continue
			}
			g, ok := strange[w]
			if !ok {
				g = len(ix.postings) + len(strange)
				strange[w] = g
			}
			add(d, g, weightForeign)
		}
	}
	ix.postings = append(ix.postings, make([][]posting, len(strange))...)
	for g, list := range more {
		ix.postings[g] = mergePostings(ix.postings[g], list)
	}
	ix.addWords(strange)
}

// nameWordCache caches the words of each name: every rule of a section asks for the words of the section's title.
type nameWordCache map[string][]string

func (n nameWordCache) words(lang, name string) []string {
	words, ok := n[name]
	if !ok {
		words = queryWords(lang, name)
		n[name] = words
	}
	return words
}

// addWords inserts words into the sorted list of words.
func (ix *Index) addWords(more map[string]int) {
	words := make([]string, 0, len(ix.words)+len(more))
	groups := make([]int, 0, cap(words))
	at := 0
	for _, w := range slices.Sorted(maps.Keys(more)) {
		for ; at < len(ix.words) && ix.words[at] < w; at++ {
			words, groups = append(words, ix.words[at]), append(groups, ix.groups[at])
		}
		words, groups = append(words, w), append(groups, more[w])
	}
	ix.words, ix.groups = append(words, ix.words[at:]...), append(groups, ix.groups[at:]...)
}

// mergePostings merges two lists of postings that are sorted by document.
func mergePostings(a, b []posting) []posting {
	out := make([]posting, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].doc < b[0].doc:
			out, a = append(out, a[0]), a[1:]
		case a[0].doc > b[0].doc:
			out, b = append(out, b[0]), b[1:]
		default:
			out = append(out, posting{a[0].doc, a[0].tf + b[0].tf})
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// setNames sets the names by which a query may mean the document.
func (ix *Index) setNames(d *document, names nameWordCache) {
	lang := ix.book.Lang
	put := func(text string, worth float64) {
		squashed := normalize(lang, text)
		if squashed == "" {
			return
		}
		n := docName{text: squashed, bare: bareID(text), score: worth}
		for _, w := range names.words(lang, text) {
			n.words = append(n.words, ix.groupsOf(w))
		}
		d.names = append(d.names, n)
	}
	switch {
	case d.anchor == "":
		put(d.title, scoreTitle+scorePage)
	case d.ownTitle:
		put(d.title, scoreTitle)
		if short, _, found := strings.Cut(d.title, "("); found { // “Rush ([double])” is asked for as rush
			put(short, scoreAlias)
		}
	}
	for _, a := range d.aliases {
		put(a, scoreAlias)
	}
	put(d.foreignTitle, scoreForeign)
	put(d.opening, scoreOpening)
}

// Names returns the addresses of the places that have each name, by the name as normalize leaves it.
func (ix *Index) Names() map[string][]string {
	names := map[string][]string{}
	for name, docs := range ix.docsByName {
		for _, n := range docs {
			d := ix.docs[n.doc]
			names[name] = append(names[name], Hit{Page: d.page, Anchor: d.anchor}.URL())
		}
	}
	return names
}

// groupsOf returns the groups of a folded word.
func (ix *Index) groupsOf(w string) []int {
	from := sort.SearchStrings(ix.words, w)
	to := from
	for to < len(ix.words) && ix.words[to] == w {
		to++
	}
	return ix.groups[from:to]
}
