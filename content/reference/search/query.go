package search

import (
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/build"
)

// A Hit is a place that a search found.
type Hit struct {
	Page    *build.Page
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

// Scores of a query that equals a number or a name of a place.
const (
	scoreID             = 4000
	scoreIDPrefix       = 500
	scoreTitle          = 1000
	scorePage           = 50 // on top, for the title of a whole page
	scoreAlias          = 900
	scoreForeign        = 800
	scoreOpening        = 700
	scoreExact          = 20   // on top, when the article is the same as well
	factorInflected     = 0.4  // of these, when it is a name in other forms of its words
	factorInflectedPart = 0.1  // of these, when such a name stands in it
	factorBareNumber    = 0.3  // a bare number among the words
	factorSynonym       = 0.5  // a word that books say instead of the one asked for
	factorBound         = 1.8  // of the score, for places that state a bound when the query asks for one
	factorKnownSynonym  = 0.25 // the same, when the book has the one asked for as well
	minNameShare        = 0.6  // of a query, by weight, is a name that stands in it
	minWeightShare      = 0.25 // of the weight of the best document has any other
)

// Search returns the best n places for a query, best first. public/js/reference.js
// takes the same steps over the same index; TestBrowserAgrees holds them together.
func (ix *Index) Search(query string, n int) []Hit {
	words := queryWords(ix.book.Lang, query)
	sums := ix.scoreWords(words)
	if asksBound(ix.book.Lang, query) {
		sums.boost(ix.postingsOf(boundWord))
	}
	asked, number := normalize(ix.book.Lang, query), bareID(query)
	bonus := ix.nameBonuses(asked, number, len(number) > 1 && strings.ContainsAny(query, "0123456789-"))
	scores := make([]float64, len(ix.docs))
	for d := range ix.docs {
		b, score := bonus[d], 0.0
		if share := sums.share(d); share > 0 {
			score = sums.score[d] * share * classWeights[ix.docs[d].class].words
			b = max(b, ix.docs[d].nameBonus(&sums)*classWeights[ix.docs[d].class].named)
		}
		scores[d] = math.Round((score+b)*1e4) / 1e4
	}
	ix.dedupe(scores)
	top := topDocs{limit: n}
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
			Title: ix.markWords(doc.title, sums.found, marked), Excerpt: excerpt(ix.markWords(doc.text, sums.found, marked))})
	}
	return list
}

// dedupe keeps the best of documents with equal text, and of equals the rule itself: nobody wants to read it twice.
func (ix *Index) dedupe(scores []float64) {
	for d := len(scores) - 2; d >= 0; d-- {
		if !ix.docs[d].repeatsNext {
			continue
		}
		rule := d + 1
		for ; ix.docs[rule].repeatsNext && scores[rule] == 0; rule++ {
		}
		if scores[d] > scores[rule] {
			scores[rule] = 0
		} else {
			scores[d] = 0
		}
	}
}

// A queryScores holds what the words of a query score in each document.
type queryScores struct {
	score       []float64
	weight      []float64    // of the words that each document has: rare ones count for more
	matches     []int        // how many of the words it has
	found       map[int]bool // groups, for the marks
	exactGroups meaning      // groups of each word itself, not of what books say instead
	rarity      []float64    // how rare each word is
	totalWeight float64      // the weight of the words that any document has
	maxWeight   float64      // the greatest weight of a document
}

func (ix *Index) scoreWords(words []string) queryScores {
	n := len(ix.docs)
	t := queryScores{score: make([]float64, n), weight: make([]float64, n), matches: make([]int, n), found: map[int]bool{}}
	value := make([]float64, n)
	for i, meant := range ix.meanings(words) {
		clear(value)
		rare := 0.0
		for _, m := range meant {
			rare = max(rare, ix.addMeaning(m, wordWeight(words[i]), value, t.found))
		}
		t.exactGroups = append(t.exactGroups, meant[0][0])
		t.totalWeight += rare
		t.rarity = append(t.rarity, rare)
		for d, v := range value {
			if v > 0 {
				t.score[d] += v
				t.weight[d] += rare
				t.matches[d]++
			}
		}
	}
	for _, w := range t.weight {
		t.maxWeight = max(t.maxWeight, w)
	}
	return t
}

// boost raises the score of documents that state the bound that the query asks for.
func (s *queryScores) boost(posts []posting) {
	for _, p := range posts {
		s.score[p.doc] *= factorBound
	}
}

// asksBound reports whether a query asks how many or how much.
func asksBound(lang, query string) bool {
	return slices.ContainsFunc(splitWords(lang, query), func(w string) bool { return amountWords[lang][w] })
}

// postingsOf returns the postings of a word that has one group.
func (ix *Index) postingsOf(w string) []posting {
	for _, g := range ix.groupsOf(w) {
		return ix.postings[g]
	}
	return nil
}

// share returns how much of the query a document has, by weight: 0 when it is too little.
func (s *queryScores) share(d int) float64 {
	if s.matches[d] == 0 || s.weight[d] < s.maxWeight*minWeightShare {
		return 0
	}
	return s.weight[d] / s.totalWeight
}

// A meaning of a word of the query is a list of parts, each with its groups and their weights. A document needs one
// group of each part.
type meaning []map[int]float64

// addMeaning adds the score of a meaning to the documents that have it, and returns how rare it is.
func (ix *Index) addMeaning(m meaning, weight float64, value []float64, found map[int]bool) float64 {
	rare := 0.0
	var sum []float64
	for i, part := range m {
		here := value
		if len(m) > 1 {
			here = make([]float64, len(value))
		}
		for _, g := range sortedGroups(part) {
			found[g] = true
			df := float64(len(ix.postings[g]))
			idf := weight * math.Log(1+(float64(len(ix.docs))-df+0.5)/(df+0.5))
			rare = max(rare, idf*part[g])
			for _, p := range ix.postings[g] {
				tf := float64(p.tf)
				v := part[g] * idf * tf * 2.2 / (tf + 1.2*(0.5+0.5*float64(ix.lengths[p.doc])/ix.meanLength))
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

// wordWeight returns the weight of a word. A bare number weighs less, because many places have it.
func wordWeight(w string) float64 {
	if strings.Trim(w, "0123456789") == "" {
		return factorBareNumber
	}
	return 1
}

func sortedGroups(part map[int]float64) []int {
	list := slices.AppendSeq(make([]int, 0, len(part)), maps.Keys(part))
	slices.Sort(list)
	return list
}

// nameBonuses returns the bonus of each document whose name equals the query (asked) or, when the query looks like a
// rule number, whose number does.
func (ix *Index) nameBonuses(asked, number string, numbered bool) map[int]float64 {
	bonus := map[int]float64{}
	if numbered {
		for d := range ix.docs {
			for _, whole := range ix.docs[d].bareIDs {
				if whole == number || whole[2:] == number {
					bonus[d] = scoreID
				} else if strings.HasPrefix(whole, number) || len(number) > 2 && strings.HasPrefix(whole[2:], number) {
					bonus[d] = max(bonus[d], scoreIDPrefix)
				}
			}
		}
	}
	for _, at := range ix.docsByName[asked] {
		worth := at.score
		if at.bare == number {
			worth += scoreExact
		}
		if numbered { // “Fire 1” is a name rather than MG-FIRE-1
			worth += scoreID
		}
		bonus[at.doc] = max(bonus[at.doc], worth)
	}
	return bonus
}

// topDocs keeps the best documents. Of equals, those that come first in the book stay first.
type topDocs struct {
	limit int
	list  []rankedDoc
}

type rankedDoc struct {
	doc   int
	score float64
}

func (d *topDocs) add(doc int, score float64) {
	if d.limit == 0 || len(d.list) == d.limit && score <= d.list[d.limit-1].score {
		return
	}
	i := sort.Search(len(d.list), func(i int) bool { return d.list[i].score < score })
	d.list = slices.Insert(d.list[:min(len(d.list), d.limit-1)], i, rankedDoc{doc, score})
}

// nameBonus returns the bonus of a document one of whose names stands in the query, word for word in some form, and
// makes up most of it.
func (d *document) nameBonus(t *queryScores) float64 {
	said := t.exactGroups
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
			for _, rare := range t.rarity[from : from+len(n.words)] {
				share += rare
			}
			switch share /= t.totalWeight; {
			case all && len(n.words) == len(said):
				worth = max(worth, n.score*factorInflected)
			case all && share >= minNameShare:
				worth = max(worth, n.score*factorInflectedPart*share*share)
			}
		}
	}
	return worth
}
