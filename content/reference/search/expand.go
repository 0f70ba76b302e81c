package search

import (
	"slices"
	"sort"
	"strings"
)

// meanings returns the meanings of each word of a query: first the word itself in its forms, then what books say instead
// of it or of a phrase that contains it.
func (ix *Index) meanings(words []string) [][]meaning {
	list := make([][]meaning, len(words))
	keys := make([][]int, len(words))
	found := make([]wordMatch, len(words))
	for i, w := range words {
		found[i] = ix.matchWord(w, i == len(words)-1)
		keys[i] = found[i].sayingKeys
	}
	said := ix.sayings.match(keys)
	for i, w := range words {
		known := slices.ContainsFunc(said, func(h sayingMatch) bool { return h.from <= i && i < h.to })
		list[i] = []meaning{{ix.expand(w, found[i], known)}}
	}
	put := func(from, to int, worth float64, parts ...[]int) {
		var m meaning
		for _, gs := range parts {
			groups := map[int]float64{}
			for _, g := range gs {
				groups[g] = worth
			}
			m = append(m, groups)
		}
		for i := from; i < to; i++ {
			list[i] = append(list[i], m)
		}
	}
	for _, h := range said {
		worth := factorSynonym
		if h.line.symmetric && !slices.ContainsFunc(words[h.from:h.to], func(w string) bool { return len(ix.groupsOf(w)) == 0 }) {
			worth = factorKnownSynonym
		}
		for _, p := range h.line.targets {
			if p.text != h.name {
				put(h.from, h.to, worth, p.groups...)
			} else if gs := ix.groupsOf(p.joined); len(p.groups) > 1 && len(gs) > 0 {
				put(h.from, h.to, 1, gs)
			}
		}
	}
	for from := range words {
		for to := from + 2; to <= min(from+3, len(words)); to++ {
			if gs := ix.groupsOf(strings.Join(words[from:to], "")); len(gs) > 0 {
				put(from, to, 1, gs)
			}
		}
	}
	return list
}

// A wordMatch is a form of words of the book that matches a word of the query.
type wordMatch struct {
	groups     map[int]float64 // with what they are worth
	sayingKeys []int           // for the sayings
	exact      bool            // it is a word of the book
}

// matchWord finds the word itself; for the last word of a query, also words that begin with it; and when there are none,
// words that begin with it without its ending.
func (ix *Index) matchWord(w string, last bool) wordMatch {
	f := wordMatch{groups: map[int]float64{}}
	put := func(i int, weight float64) {
		f.groups[ix.groups[i]] = max(f.groups[ix.groups[i]], weight)
	}
	for i := sort.SearchStrings(ix.words, w); i < len(ix.words); i++ {
		if ix.words[i] == w {
			put(i, 1)
			f.sayingKeys = append(f.sayingKeys, ix.groups[i])
			f.exact = true
		} else if last && len(w) > 1 && strings.HasPrefix(ix.words[i], w) {
			put(i, 0.6)
		} else {
			break
		}
	}
	if f.exact {
		return f
	}
	for c := w; len(f.groups) == 0 && len(c) > 4 && len(w)-len(c) < 4; {
		c = c[:len(c)-1]
		for i := sort.SearchStrings(ix.words, c); i < len(ix.words) && strings.HasPrefix(ix.words[i], c); i++ {
			if len(ix.words[i])-len(c) <= 4+len(c)/7 {
				put(i, 0.4)
			}
		}
	}
	f.sayingKeys = append(sortedGroups(f.groups), ix.sayings.unknownKeys(w)...)
	return f
}

// expand returns the groups of a word of a query with their weights: its forms, and when the book does not have the
// word, words that are one or two typing errors away. A word with known synonyms is not taken for a typing error.
func (ix *Index) expand(w string, f wordMatch, known bool) map[int]float64 {
	if f.exact || known || len(w) < 4 {
		return f.groups
	}
	slips, worth := 1, 0.5
	if len(w) > 7 {
		slips = 2
	}
	if len(f.groups) > 0 {
		slips, worth = 1, 0.35
	}
	for i, word := range ix.words {
		if d := editDistance(w, word, slips); d <= slips {
			g := ix.groups[i]
			f.groups[g] = max(f.groups[g], worth/float64(max(d, 1)))
		}
	}
	return f.groups
}

// maxWordLength is greater than the length of any word of the index.
const maxWordLength = 32

// editDistance returns the least number of letters to add, drop, change or swap to turn a into b, both shorter than
// maxWordLength. A distance above limit is returned as limit+1.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit || len(a) >= maxWordLength || len(b) >= maxWordLength {
		return limit + 1
	}
	var rows [3][maxWordLength]uint8
	before, row, next := &rows[0], &rows[1], &rows[2]
	for j := range len(b) + 1 {
		row[j] = uint8(j)
	}
	for i := 1; i <= len(a); i++ {
		next[0] = uint8(i)
		least := next[0]
		for j := 1; j <= len(b); j++ {
			v := row[j-1]
			if a[i-1] != b[j-1] {
				v++
			}
			v = min(v, row[j]+1, next[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				v = min(v, before[j-2]+1)
			}
			next[j] = v
			least = min(least, v)
		}
		if int(least) > limit {
			return limit + 1
		}
		before, row, next = row, next, before
	}
	return int(row[len(b)])
}
