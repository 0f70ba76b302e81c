package reference

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode"
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
	letterByLetter = 20  // on top, when the article is the same as well
	byForm         = 0.1 // of these, when it is a name in other forms of its words
)

// Search returns the best n places for a query, best first. public/js/reference.js
// takes the same steps over the same index; TestBrowserAgrees holds them together.
func (ix *Index) Search(query string, n int) []Hit {
	words := queryWords(ix.book.lang, query)
	score := make([]float64, len(ix.docs))
	matched := make([]int, len(ix.docs))
	found := map[int]bool{} // groups, for the marks
	best := 0
	value := make([]float64, len(ix.docs))
	for i, w := range words {
		clear(value)
		for g, weight := range ix.expand(w, i == len(words)-1) {
			found[g] = true
			df := float64(len(ix.posts[g]))
			idf := weight * math.Log(1+(float64(len(ix.docs))-df+0.5)/(df+0.5))
			for _, p := range ix.posts[g] {
				tf := tiers[p.tier]
				v := idf * tf * 2.2 / (tf + 1.2*(0.25+0.75*float64(ix.sizes[p.doc])/ix.mean))
				value[p.doc] = max(value[p.doc], v)
			}
		}
		for d, v := range value {
			if v > 0 {
				score[d] += v
				matched[d]++
				best = max(best, matched[d])
			}
		}
	}
	enough := best > 0 && best*2 >= len(words)
	asked, number := squash(ix.book.lang, query), bare(query)
	numbered := strings.ContainsAny(query, "0123456789-") && len(number) > 1
	var hits []int
	for d := range ix.docs {
		bonus := ix.bonus(d, asked, number, numbered)
		if !enough || matched[d] < best {
			score[d] = 0
		}
		if best == len(words) && matched[d] == best {
			bonus = max(bonus, ix.docs[d].named(found))
		}
		if score[d] += bonus; score[d] > 0 {
			score[d] = math.Round(score[d]*1e4) / 1e4
			hits = append(hits, d)
		}
	}
	sort.SliceStable(hits, func(i, j int) bool { return score[hits[i]] > score[hits[j]] })
	var list []Hit
	for _, d := range hits[:min(n, len(hits))] {
		doc := ix.docs[d]
		list = append(list, Hit{Page: doc.page, Anchor: doc.anchor, Rules: doc.rules, Score: score[d],
			Title: ix.mark(doc.title, found), Excerpt: excerpt(ix.mark(doc.text, found))})
	}
	return list
}

// bonus is what a place gains when the query is its name (asked) or, when it looks
// like one, its number.
func (ix *Index) bonus(d int, asked, number string, numbered bool) float64 {
	doc := &ix.docs[d]
	bonus := 0.0
	if numbered {
		for _, id := range doc.rules {
			whole := bare(id)
			if whole == number || whole[2:] == number {
				bonus = isNumber
			} else if strings.HasPrefix(whole, number) || len(number) > 2 && strings.HasPrefix(whole[2:], number) {
				bonus = max(bonus, beginsNumber)
			}
		}
	}
	for _, n := range doc.names {
		if n.text == asked {
			bonus = max(bonus, n.worth)
			if n.whole == number {
				bonus = max(bonus, n.worth+letterByLetter)
			}
		}
	}
	return bonus
}

// named is what a place gains when every word of one of its names is asked for in some form.
func (d *document) named(found map[int]bool) float64 {
	worth := 0.0
	for _, n := range d.names {
		all := len(n.words) > 0
		for _, groups := range n.words {
			all = all && slices.ContainsFunc(groups, func(g int) bool { return found[g] })
		}
		if all {
			worth = max(worth, n.worth*byForm)
		}
	}
	return worth
}

// expand finds the groups of a word of the query, with what they are worth: the
// word itself, for the last one words that begin like it; failing these, words
// that begin like it without its ending, or that are one or two slips away.
func (ix *Index) expand(w string, last bool) map[int]float64 {
	groups := map[int]float64{}
	put := func(i int, weight float64) {
		groups[ix.groups[i]] = max(groups[ix.groups[i]], weight)
	}
	for i := sort.SearchStrings(ix.words, w); i < len(ix.words); i++ {
		if ix.words[i] == w {
			put(i, 1)
		} else if last && len(w) > 1 && strings.HasPrefix(ix.words[i], w) {
			put(i, 0.6)
		} else {
			break
		}
	}
	for c := w; len(groups) == 0 && len(c) > 5 && len(w)-len(c) < 3; {
		c = c[:len(c)-1]
		for i := sort.SearchStrings(ix.words, c); i < len(ix.words) && strings.HasPrefix(ix.words[i], c); i++ {
			if len(ix.words[i])-len(c) <= 4 {
				put(i, 0.4)
			}
		}
	}
	if len(groups) > 0 || len(w) < 4 {
		return groups
	}
	slips := 1
	if len(w) > 7 {
		slips = 2
	}
	for i, word := range ix.words {
		if d := distance(w, word, slips); d <= slips {
			put(i, 0.5/float64(max(d, 1)))
		}
	}
	return groups
}

// distance counts the letters to add, drop, change or swap to turn a into b; more
// than limit is told as limit+1.
func distance(a, b string, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			v := min(row[j]+1, next[j-1]+1, row[j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				v = min(v, before[j-2]+1)
			}
			next[j] = v
			least = min(least, v)
		}
		if least > limit {
			return limit + 1
		}
		before, row = row, next
	}
	return row[len(b)]
}

// mark cuts a text where words of the groups stand.
func (ix *Index) mark(text string, groups map[int]bool) []Span {
	var spans []Span
	add := func(s string, marked bool) {
		if s == "" {
			return
		}
		if n := len(spans); n > 0 && spans[n-1].Mark == marked {
			spans[n-1].Text += s
			return
		}
		spans = append(spans, Span{s, marked})
	}
	start := -1
	flush := func(end int) {
		if start >= 0 {
			add(text[start:end], ix.inGroups(fold(text[start:end]), groups))
			start = -1
		}
	}
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
		add(string(r), false)
	}
	flush(len(text))
	return spans
}

func (ix *Index) inGroups(w string, groups map[int]bool) bool {
	return slices.ContainsFunc(ix.groupsOf(w), func(g int) bool { return groups[g] })
}

// excerptLength is how many characters of a text a hit shows.
const excerptLength = 160

// excerpt cuts marked text to a stretch around its first mark.
func excerpt(spans []Span) []Span {
	var all []rune
	var marked []bool
	first := -1
	for _, s := range spans {
		for _, r := range s.Text {
			if s.Mark && first < 0 {
				first = len(all)
			}
			all = append(all, r)
			marked = append(marked, s.Mark)
		}
	}
	from := 0
	if first > 60 && len(all) > excerptLength {
		for from = first - 60; from < first && all[from] != ' '; from++ {
		}
		from++
	}
	to := min(len(all), from+excerptLength-2)
	if to < len(all) {
		for cut := to; cut > from+excerptLength/2; cut-- {
			if all[cut] == ' ' {
				to = cut
				break
			}
		}
	}
	var out []Span
	if from > 0 {
		out = append(out, Span{Text: "…"})
	}
	for i := from; i < to; i++ {
		if n := len(out); n > 0 && out[n-1].Mark == marked[i] {
			out[n-1].Text += string(all[i])
		} else {
			out = append(out, Span{string(all[i]), marked[i]})
		}
	}
	if to < len(all) {
		out = append(out, Span{Text: "…"})
	}
	return out
}
