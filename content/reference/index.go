package reference

import (
	"slices"
	"sort"
	"strings"
)

// An Index finds places of one book. A document is a page, a section, a rule or a
// word of the glossary. Words are kept folded, each with the groups of words that
// share its stem; so a search looks words up and needs no stemmer, here and in the
// browser alike. The browser gets the words of texts only (see intake): those of
// names it adds itself, as enterNames does here.
type Index struct {
	book   *book
	docs   []document
	words  []string // folded and sorted; one in two groups is there twice
	groups []int    // of each word
	posts  [][]posting
	sizes  []int // words of each document, in eights
	mean   float64
	byName map[string][]namesake
	says   sayings
	hash   string
	files  [3]file // for the browser: names, words, and the texts of excerpts
}

// A file is a script of the index with its name beside the first page of the book.
type file struct {
	name string
	*asset
}

// A namesake is a document that has a certain name.
type namesake struct {
	doc   int
	whole string
	worth float64
}

// A name is a title or alias as squash leaves it and, articles included, as bare
// does, and what an equal query is worth.
type name struct {
	text, whole string
	worth       float64
	words       [][]int // groups of each of its words that count
}

// A posting tells that a document has words of a group, and how much they count.
type posting struct{ doc, tf int32 }

// How much more a word counts in a name than once in the text.
const (
	inAround  = 1 // the title of the section or page around
	inTitle   = 6
	inAliases = 6
	inForeign = 2
	inOpening = 5 // on top of the text it is part of
)

// fill makes the index out of the words of its texts.
func (ix *Index) fill(in *intake, v *vocabulary) {
	ix.words, ix.groups = v.wordsOf(in)
	ix.posts, ix.sizes = slices.Clone(in.posts), in.sizes
	total := 0
	for _, n := range ix.sizes {
		total += n
	}
	ix.mean = max(float64(total)/float64(max(len(ix.docs), 1)), 0.5)
	names := nameWords{}
	ix.enterNames(names)
	ix.says = ix.readSayings()
	ix.byName = map[string][]namesake{}
	for d := range ix.docs {
		doc := &ix.docs[d]
		ix.nameDoc(doc, names)
		for _, n := range doc.names {
			ix.byName[n.text] = append(ix.byName[n.text], namesake{d, n.whole, n.worth})
		}
		doc.standing = doc.stands()
		for _, id := range doc.rules {
			doc.numbers = append(doc.numbers, bare(id))
		}
	}
	ix.pack(in, v)
}

// enterNames adds the words of names to the postings of texts, and the words that
// only names in the other language have to the words.
func (ix *Index) enterNames(names nameWords) {
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
		for _, w := range names.of(ix.book.lang, text) {
			for _, g := range ix.groupsOf(w) {
				add(d, g, weight)
			}
		}
	}
	for d := range ix.docs {
		doc := &ix.docs[d]
		if doc.own {
			enter(d, doc.title, inTitle)
		} else {
			enter(d, doc.title, inAround)
		}
		if doc.anchor != "" {
			enter(d, doc.page.Title, inAround)
		}
		for _, a := range doc.aliases {
			enter(d, a, inAliases)
		}
		enter(d, doc.opening, inOpening)
		for _, w := range names.of(ix.book.lang, doc.foreign) {
			if stops[otherLang(ix.book.lang)][w] {
				continue
			}
			if gs := ix.groupsOf(w); len(gs) > 0 {
				for _, g := range gs {
					add(d, g, inForeign)
				}
				continue
			}
			g, ok := strange[w]
			if !ok {
				g = len(ix.posts) + len(strange)
				strange[w] = g
			}
			add(d, g, inForeign)
		}
	}
	ix.posts = append(ix.posts, make([][]posting, len(strange))...)
	for g, list := range more {
		ix.posts[g] = merged(ix.posts[g], list)
	}
	ix.spell(strange)
}

// nameWords are the words of names, by the name: those of a section are asked for by each of its rules.
type nameWords map[string][]string

func (n nameWords) of(lang, name string) []string {
	words, ok := n[name]
	if !ok {
		words = queryWords(lang, name)
		n[name] = words
	}
	return words
}

// spell puts more words among the words.
func (ix *Index) spell(more map[string]int) {
	words := make([]string, 0, len(ix.words)+len(more))
	groups := make([]int, 0, cap(words))
	at := 0
	for _, w := range sortedKeys(more) {
		for ; at < len(ix.words) && ix.words[at] < w; at++ {
			words, groups = append(words, ix.words[at]), append(groups, ix.groups[at])
		}
		words, groups = append(words, w), append(groups, more[w])
	}
	ix.words, ix.groups = append(words, ix.words[at:]...), append(groups, ix.groups[at:]...)
}

// merged joins two lists of postings, both by document.
func merged(a, b []posting) []posting {
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

// nameDoc notes what a query may say to mean the document.
func (ix *Index) nameDoc(d *document, names nameWords) {
	lang := ix.book.lang
	put := func(text string, worth float64) {
		squashed := squash(lang, text)
		if squashed == "" {
			return
		}
		n := name{text: squashed, whole: bare(text), worth: worth}
		for _, w := range names.of(lang, text) {
			n.words = append(n.words, ix.groupsOf(w))
		}
		d.names = append(d.names, n)
	}
	switch {
	case d.anchor == "":
		put(d.title, isTitle+isPage)
	case d.own:
		put(d.title, isTitle)
		if short, _, found := strings.Cut(d.title, "("); found { // “Rush ([double])” is asked for as rush
			put(short, isAlias)
		}
	}
	for _, a := range d.aliases {
		put(a, isAlias)
	}
	put(d.foreign, isForeignName)
	put(d.opening, isOpening)
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
