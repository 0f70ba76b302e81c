package reference

import (
	"sort"
)

// An Index finds places of one book. A document is a page, a section, a rule or a
// word of the glossary. Words are kept folded, each with the groups of words that
// share its stem; so a search looks words up and needs no stemmer, here and in the
// browser alike.
type Index struct {
	book    *book
	docs    []document
	words   []string // folded and sorted; one in two groups is there twice
	groups  []int    // of each word
	posts   [][]posting
	sizes   []byte // words of each document, in eights
	mean    float64
	byName  map[string][]namesake
	instead map[string][]stead // synonyms that lead to words of the book
	hash    string
	scripts [3][]byte // for the browser: names, words, and the texts of excerpts
}

type document struct {
	page     *Page
	anchor   string
	rules    []string // ids
	title    string
	own      bool     // the title is the document's, not that of the section around it
	aliases  []string // other names in the language of the book
	foreign  string   // its name in the other language
	opening  string   // what the rule begins with as a title does: “Fireball (15). ...”
	text     string
	names    []name   // what a whole query may equal
	numbers  []string // of the rules, as bare leaves them
	standing standing
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

type posting struct{ doc, tier int }

// tiers are the frequencies that a posting can tell apart.
var tiers = [4]float64{1, 3, 6, 10}

func tierOf(n int) int {
	switch {
	case n >= 8:
		return 3
	case n >= 4:
		return 2
	case n >= 2:
		return 1
	}
	return 0
}

// How much more a word counts in a title than in the text.
const (
	inText    = 1
	inAround  = 1 // the title of the section or page around
	inTitle   = 6
	inAliases = 6
	inForeign = 2
	inOpening = 5 // on top of the text it is part of
)

func (b *book) makeIndex() {
	ix := &Index{book: b, docs: b.documents()}
	in := intake{lang: b.lang, byStem: map[string]int{}, known: map[[2]string]entry{}, groupsOf: map[string]map[int]bool{}}
	total := 0
	for d := range ix.docs {
		doc := &ix.docs[d]
		words := 0
		add := func(lang, text string, weight int) {
			for _, w := range splitWords(lang, text) {
				if e := in.entry(lang, w); e.counts {
					in.weigh(e.group, d, weight)
					words++
				}
			}
		}
		add(b.lang, doc.text, inText)
		for _, w := range compounds(doc.text) {
			if e := in.entry(b.lang, w); e.counts {
				in.weigh(e.group, d, inText)
			}
		}
		if atMost[b.lang].MatchString(doc.text) {
			in.weigh(in.entry(b.lang, boundWord).group, d, inText)
		}
		for _, w := range phrasesOf(b.lang, doc.text) {
			if e := in.entry(b.lang, w); e.counts {
				in.weigh(e.group, d, inText)
			}
		}
		add(b.lang, doc.opening, inOpening)
		ix.sizes = append(ix.sizes, byte(min(words/8, 255)))
		total += min(words/8, 255)
		if doc.own {
			add(b.lang, doc.title, inTitle)
		} else {
			add(b.lang, doc.title, inAround)
		}
		if doc.anchor != "" {
			add(b.lang, doc.page.Title, inAround)
		}
		for _, a := range doc.aliases {
			add(b.lang, a, inAliases)
		}
		add(otherLang(b.lang), doc.foreign, inForeign)
	}
	ix.mean = max(float64(total)/float64(max(len(ix.docs), 1)), 0.5)
	ix.sortWords(in.groupsOf, in.counts)
	ix.instead = ix.same()
	ix.byName = map[string][]namesake{}
	for d := range ix.docs {
		doc := &ix.docs[d]
		ix.nameDoc(doc)
		for _, n := range doc.names {
			ix.byName[n.text] = append(ix.byName[n.text], namesake{d, n.whole, n.worth})
		}
		doc.standing = doc.stands()
		for _, id := range doc.rules {
			doc.numbers = append(doc.numbers, bare(id))
		}
	}
	ix.pack()
	b.index = ix
}

// An intake collects words while an index is made.
type intake struct {
	lang     string
	byStem   map[string]int
	known    map[[2]string]entry     // by language and word
	groupsOf map[string]map[int]bool // of a folded word
	counts   [][]weighed             // of each group, by document
}

// A weighed document has a word so often, titles counting for more.
type weighed struct{ doc, weight int }

// weigh counts a word of a group in a document. Documents come in order.
func (in *intake) weigh(group, doc, weight int) {
	list := in.counts[group]
	if n := len(list); n > 0 && list[n-1].doc == doc {
		list[n-1].weight += weight
		return
	}
	in.counts[group] = append(list, weighed{doc, weight})
}

type entry struct {
	group  int
	counts bool // it is no stop word and can be typed
}

// entry finds or makes the group of a word.
func (in *intake) entry(lang, word string) entry {
	key := [2]string{lang, word}
	e, ok := in.known[key]
	if ok {
		return e
	}
	folded := fold(word)
	if e.counts = plainWord(folded) && !stops[lang][word] && len(folded) <= 30; e.counts {
		root := "=" + folded // names in the other language keep their own form
		if lang == in.lang {
			root = stem(lang, word)
		}
		g, ok := in.byStem[root]
		if !ok {
			g = len(in.counts)
			in.byStem[root] = g
			in.counts = append(in.counts, nil)
		}
		if in.groupsOf[folded] == nil {
			in.groupsOf[folded] = map[int]bool{}
		}
		in.groupsOf[folded][g] = true
		e.group = g
	}
	in.known[key] = e
	return e
}

// nameDoc notes what a query may say to mean the document.
func (ix *Index) nameDoc(d *document) {
	lang := ix.book.lang
	put := func(text string, worth float64) {
		squashed := squash(lang, text)
		if squashed == "" {
			return
		}
		n := name{text: squashed, whole: bare(text), worth: worth}
		for _, w := range queryWords(lang, text) {
			n.words = append(n.words, ix.groupsOf(w))
		}
		d.names = append(d.names, n)
	}
	switch {
	case d.anchor == "":
		put(d.title, isTitle+isPage)
	case d.own:
		put(d.title, isTitle)
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

// sortWords lays words and postings out in alphabetical order, groups numbered by
// their first word.
func (ix *Index) sortWords(groupsOf map[string]map[int]bool, counts [][]weighed) {
	number := map[int]int{}
	for _, w := range sortedKeys(groupsOf) {
		groups := make([]int, 0, len(groupsOf[w]))
		for g := range groupsOf[w] {
			groups = append(groups, g)
		}
		sort.Ints(groups)
		for _, g := range groups {
			n, ok := number[g]
			if !ok {
				n = len(number)
				number[g] = n
				ix.posts = append(ix.posts, postings(counts[g]))
			}
			ix.words = append(ix.words, w)
			ix.groups = append(ix.groups, n)
		}
	}
}

func postings(counts []weighed) []posting {
	list := make([]posting, len(counts))
	for i, c := range counts {
		list[i] = posting{c.doc, tierOf(c.weight)}
	}
	return list
}

// documents cuts the pages of a book into what can be found.
func (b *book) documents() []document {
	var docs []document
	for _, p := range b.pages {
		if p.src == nil {
			continue
		}
		w := newPen(p, p.src)
		docs = append(docs, document{page: p, title: p.Title, own: true, text: p.Summary, foreign: b.foreignTitle(p.ID)})
		for _, at := range p.src.places {
			d := document{page: p, anchor: at.ids[0], title: typeset(p.textLang(), at.title, 0, 0), own: at.level > 0, text: w.plain(at.nodes...)}
			if d.anchor == "" {
				docs[len(docs)-1].text += " " + d.text
				continue
			}
			for _, id := range at.ids {
				if isRule(id) {
					d.rules = append(d.rules, id)
				}
			}
			if d.own {
				d.foreign = b.foreignTitle(d.anchor)
			}
			if t := b.terms[d.anchor]; t != nil {
				d.aliases = t.aliases
			}
			docs = append(docs, d)
		}
	}
	for i := len(docs) - 2; i >= 0; i-- {
		if docs[i].text == "" && docs[i+1].page == docs[i].page {
			docs[i].text = docs[i+1].text // a section says what its first rule says
		}
	}
	nameOpenings(docs)
	return docs
}

// foreignTitle is what a place is called in the other language, if it is there.
func (b *book) foreignTitle(id string) string {
	first := b.pages[0]
	o := first.Others[otherLang(b.lang)]
	if o == nil {
		return ""
	}
	here, _ := b.find(id)
	there, _ := o.book.find(id)
	if there.title == here.title {
		return ""
	}
	return there.title
}
