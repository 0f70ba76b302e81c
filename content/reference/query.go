package reference

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// A Hit is a place that a search found.
type Hit struct {
	Page    *Page
	Anchor  string   // the fragment; "" for the page itself
	Rules   []string // rule numbers of the place
	Title   []Span
	Excerpt []Span // at most 160 characters
	Score   float64
}

// URL is the address of the hit from the root of the site.
func (h Hit) URL() string {
	if h.Anchor == "" {
		return "/" + h.Page.Path
	}
	return "/" + h.Page.Path + "#" + h.Anchor
}

// A Span is a stretch of text, marked where a word of the query stands.
type Span struct {
	Text string
	Mark bool
}

// What it is worth that the whole query is a number or name of a place.
const (
	isNumber       = 4000
	beginsNumber   = 500
	isTitle        = 1000
	isPage         = 50 // on top, for the title of a whole page
	isAlias        = 900
	isForeignName  = 800
	isOpening      = 700
	letterByLetter = 20   // on top, when the article is the same as well
	inForm         = 0.4  // of these, when it is a name in other forms of its words
	byForm         = 0.1  // of these, when such a name stands in it
	ofNumbers      = 0.3  // a bare number among the words
	likeIt         = 0.5  // a word that books say instead of the one asked for
	ofBounds       = 1.8  // of the score, for places that tell a bound when one is asked for
	likeKnown      = 0.25 // the same, when the book has the one asked for as well
	mostOfIt       = 0.6  // of a query, by weight, is a name that stands in it
	leastOf        = 0.25 // of the weight of the best document has any other
)

// Search returns the best n places for a query, best first. public/js/reference.js
// takes the same steps over the same index; TestBrowserAgrees holds them together.
func (ix *Index) Search(query string, n int) []Hit {
	words := queryWords(ix.book.lang, query)
	tally := ix.weigh(words)
	if asksBound(ix.book.lang, query) {
		tally.prefer(ix.postsOf(boundWord))
	}
	asked, number := squash(ix.book.lang, query), bare(query)
	bonus := ix.bonuses(asked, number, len(number) > 1 && strings.ContainsAny(query, "0123456789-"))
	scores := make([]float64, len(ix.docs))
	for d := range ix.docs {
		b, score := bonus[d], 0.0
		if share := tally.share(d); share > 0 {
			score = tally.score[d] * share * standings[ix.docs[d].standing].words
			b = max(b, ix.docs[d].named(&tally)*standings[ix.docs[d].standing].named)
		}
		scores[d] = math.Round((score+b)*1e4) / 1e4
	}
	ix.hush(scores)
	top := best{most: n}
	for d, score := range scores {
		if score > 0 {
			top.add(d, score)
		}
	}
	var list []Hit
	marked := map[string]bool{}
	for _, r := range top.list {
		doc := &ix.docs[r.doc]
		list = append(list, Hit{Page: doc.page, Anchor: doc.anchor, Rules: doc.rules, Score: r.score,
			Title: ix.mark(doc.title, tally.found, marked), Excerpt: excerpt(ix.mark(doc.text, tally.found, marked))})
	}
	return list
}

// hush leaves of documents that say the same only the best, the rule itself when it is as good: nobody wants to read it twice.
func (ix *Index) hush(scores []float64) {
	for d := len(scores) - 2; d >= 0; d-- {
		if !ix.docs[d].echo {
			continue
		}
		rule := d + 1
		for ; ix.docs[rule].echo && scores[rule] == 0; rule++ {
		}
		if scores[d] > scores[rule] {
			scores[rule] = 0
		} else {
			scores[d] = 0
		}
	}
}

// A tally is what the words of a query are worth in each document.
type tally struct {
	score   []float64
	weight  []float64    // of the words that each document has: rare ones count for more
	matched []int        // how many of the words it has
	found   map[int]bool // groups, for the marks
	said    meaning      // groups of each word itself, not of what books say instead
	rare    []float64    // how rare each word is
	all     float64      // the weight of the words that any document has
	heavy   float64      // the greatest weight of a document
}

func (ix *Index) weigh(words []string) tally {
	n := len(ix.docs)
	t := tally{score: make([]float64, n), weight: make([]float64, n), matched: make([]int, n), found: map[int]bool{}}
	value := make([]float64, n)
	for i, meant := range ix.meanings(words) {
		clear(value)
		rare := 0.0
		for _, m := range meant {
			rare = max(rare, ix.add(m, weightOf(words[i]), value, t.found))
		}
		t.said = append(t.said, meant[0][0])
		t.all += rare
		t.rare = append(t.rare, rare)
		for d, v := range value {
			if v > 0 {
				t.score[d] += v
				t.weight[d] += rare
				t.matched[d]++
			}
		}
	}
	for _, w := range t.weight {
		t.heavy = max(t.heavy, w)
	}
	return t
}

// prefer raises documents that have what the query asks for besides its words.
func (t *tally) prefer(posts []posting) {
	for _, p := range posts {
		t.score[p.doc] *= ofBounds
	}
}

// asksBound tells whether a query asks how many or how much.
func asksBound(lang, query string) bool {
	for _, w := range splitWords(lang, query) {
		if amounts[lang][w] {
			return true
		}
	}
	return false
}

// postsOf returns where a word stands that has one group.
func (ix *Index) postsOf(w string) []posting {
	for _, g := range ix.groupsOf(w) {
		return ix.posts[g]
	}
	return nil
}

// share is how much of the query a document has, by weight; 0 for one that has too little.
func (t *tally) share(d int) float64 {
	if t.matched[d] == 0 || t.weight[d] < t.heavy*leastOf {
		return 0
	}
	return t.weight[d] / t.all
}

// A meaning of a word of the query: groups with what they are worth, of which a
// document needs one of each part.
type meaning []map[int]float64

// add gives documents the worth of a meaning, and returns how rare it is.
func (ix *Index) add(m meaning, weight float64, value []float64, found map[int]bool) float64 {
	rare := 0.0
	var sum []float64
	for i, part := range m {
		here := value
		if len(m) > 1 {
			here = make([]float64, len(value))
		}
		for _, g := range sortedGroups(part) {
			found[g] = true
			df := float64(len(ix.posts[g]))
			idf := weight * math.Log(1+(float64(len(ix.docs))-df+0.5)/(df+0.5))
			rare = max(rare, idf*part[g])
			for _, p := range ix.posts[g] {
				tf := float64(p.tf)
				v := part[g] * idf * tf * 2.2 / (tf + 1.2*(0.5+0.5*float64(ix.sizes[p.doc])/ix.mean))
				here[p.doc] = max(here[p.doc], v)
			}
		}
		if len(m) > 1 && i == 0 {
			sum = here
		} else if len(m) > 1 {
			for d := range sum {
				if sum[d] > 0 && here[d] > 0 {
					sum[d] = max(sum[d], here[d])
				} else {
					sum[d] = 0
				}
			}
		}
	}
	for d, v := range sum {
		value[d] = max(value[d], v)
	}
	return rare
}

// weightOf is less for a bare number, which stands in many places.
func weightOf(w string) float64 {
	if strings.Trim(w, "0123456789") == "" {
		return ofNumbers
	}
	return 1
}

func sortedGroups(part map[int]float64) []int {
	list := make([]int, 0, len(part))
	for g := range part {
		list = append(list, g)
	}
	sort.Ints(list)
	return list
}

// bonuses are what places gain when the query is their name (asked) or, when it
// looks like one, their number.
func (ix *Index) bonuses(asked, number string, numbered bool) map[int]float64 {
	bonus := map[int]float64{}
	if numbered {
		for d := range ix.docs {
			for _, whole := range ix.docs[d].numbers {
				if whole == number || whole[2:] == number {
					bonus[d] = isNumber
				} else if strings.HasPrefix(whole, number) || len(number) > 2 && strings.HasPrefix(whole[2:], number) {
					bonus[d] = max(bonus[d], beginsNumber)
				}
			}
		}
	}
	for _, at := range ix.byName[asked] {
		worth := at.worth
		if at.whole == number {
			worth += letterByLetter
		}
		if numbered { // “Fire 1” is a name rather than MG-FIRE-1
			worth += isNumber
		}
		bonus[at.doc] = max(bonus[at.doc], worth)
	}
	return bonus
}

// best keeps the best documents, those that come first in the book before others as good.
type best struct {
	most int
	list []ranked
}

type ranked struct {
	doc   int
	score float64
}

func (b *best) add(doc int, score float64) {
	if b.most == 0 || len(b.list) == b.most && score <= b.list[b.most-1].score {
		return
	}
	i := sort.Search(len(b.list), func(i int) bool { return b.list[i].score < score })
	if len(b.list) < b.most {
		b.list = append(b.list, ranked{})
	}
	copy(b.list[i+1:], b.list[i:])
	b.list[i] = ranked{doc, score}
}

// named is what a place gains when one of its names stands in the query, word for
// word in some form, and is most of it.
func (d *document) named(t *tally) float64 {
	said := t.said
	worth := 0.0
	for _, n := range d.names {
		if len(n.words) == 0 || len(n.words)*5 < len(said)*3 {
			continue
		}
		for from := 0; from+len(n.words) <= len(said); from++ {
			all, share := true, 0.0
			for i := 0; all && i < len(n.words); i++ {
				all = slices.ContainsFunc(n.words[i], func(g int) bool { return said[from+i][g] > 0 })
			}
			for _, rare := range t.rare[from : from+len(n.words)] {
				share += rare
			}
			switch share /= t.all; {
			case all && len(n.words) == len(said):
				worth = max(worth, n.worth*inForm)
			case all && share >= mostOfIt:
				worth = max(worth, n.worth*byForm*share*share)
			}
		}
	}
	return worth
}
