package search

import (
	"slices"
	"strings"
	"unicode"
)

// markWords cuts a text at words of the groups and marks them. known remembers which words belong to a group.
func (ix *Index) markWords(text string, groups map[int]bool, known map[string]bool) []Span {
	var spans []Span
	from := 0
	cut := func(to int, marked bool) {
		if from == to {
			return
		}
		if n := len(spans); n > 0 && spans[n-1].Mark == marked {
			spans[n-1].Text += text[from:to]
		} else {
			spans = append(spans, Span{text[from:to], marked})
		}
		from = to
	}
	start := -1
	word := func(end int) {
		w := text[start:end]
		is, ok := known[w]
		if !ok {
			is = !stopWords[ix.book.Lang][strings.ToLower(w)] && ix.inGroups(Fold(w), groups)
			known[w] = is
		}
		if is {
			cut(start, false)
			cut(end, true)
		}
		start = -1
	}
	for i, r := range text {
		switch letter := unicode.IsLetter(r) || unicode.IsDigit(r); {
		case letter && start < 0:
			start = i
		case !letter && start >= 0:
			word(i)
		}
	}
	if start >= 0 {
		word(len(text))
	}
	cut(len(text), false)
	return spans
}

func (ix *Index) inGroups(w string, groups map[int]bool) bool {
	return slices.ContainsFunc(ix.groupsOf(w), func(g int) bool { return groups[g] })
}

// maxExcerpt is the greatest length of an excerpt, in characters.
const maxExcerpt = 160

// excerpt cuts marked text to a stretch around its first mark.
func excerpt(spans []Span) []Span {
	var all []rune
	var marked []bool
	first := -1
	for _, s := range spans {
		if len(all) > max(first, 0)+2*maxExcerpt && first >= 0 {
			break // what is shown is before here
		}
		for _, r := range s.Text {
			if s.Mark && first < 0 {
				first = len(all)
			}
			all = append(all, r)
			marked = append(marked, s.Mark)
		}
	}
	from := 0
	if first > 60 && len(all) > maxExcerpt {
		for from = first - 60; from < first && all[from] != ' '; from++ {
		}
		from++
	}
	to := min(len(all), from+maxExcerpt-2)
	if to < len(all) {
		for cut := to; cut > from+maxExcerpt/2; cut-- {
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
