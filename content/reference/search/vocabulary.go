package search

import (
	"encoding/base64"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// A vocabulary is the words of all books in one language. Browsers load it once, with the sayings; each book says which of
// its groups it has.
type vocabulary struct {
	words  []string // folded and sorted; one in two groups is there twice
	groups []int    // of each word; groups are numbered by their first word
	roots  []string // of each group
}

// newVocabulary joins the words of books, with all forms of irregular words.
func newVocabulary(lang string, books []*textIndex) *vocabulary {
	roots, used := map[string][]string{}, map[string]bool{}
	for _, in := range books {
		for _, root := range in.roots {
			used[root] = true
		}
		for i, w := range in.words {
			if root := in.roots[in.numbers[i]]; !slices.Contains(roots[w], root) {
				roots[w] = append(roots[w], root)
			}
		}
	}
	for _, line := range irregularFamilies[lang] {
		for _, form := range strings.Fields(line) {
			if root, w := stem(lang, form), Fold(form); used[root] && !slices.Contains(roots[w], root) {
				roots[w] = append(roots[w], root)
			}
		}
	}
	v := &vocabulary{}
	number := map[string]int{}
	for _, w := range slices.Sorted(maps.Keys(roots)) {
		slices.Sort(roots[w])
		for _, root := range roots[w] {
			g, ok := number[root]
			if !ok {
				g = len(v.roots)
				number[root] = g
				v.roots = append(v.roots, root)
			}
			v.words, v.groups = append(v.words, w), append(v.groups, g)
		}
	}
	return v
}

// wordsOf returns the words whose groups a book has, also in forms that only other books have, and their groups in the
// book.
func (v *vocabulary) wordsOf(in *textIndex) (words []string, groups []int) {
	here := in.groupsByRoot()
	for i, w := range v.words {
		if g, ok := here[v.roots[v.groups[i]]]; ok {
			words, groups = append(words, w), append(groups, g)
		}
	}
	return words, groups
}

// prefixCoded encodes sorted words for the browser. A word is the number of letters that it shares with the one before, as
// a capital, and its other letters. Capitals from A on mean that the word begins a group, capitals from N on that it belongs to
// the group of the word before. When it belongs to an earlier group, a number in brackets before the word says how many groups
// back that is.
func prefixCoded(words []string, groups []int) string {
	var out []byte
	last, before, newest := "", -1, -1
	for i, w := range words {
		shared, base := min(commonPrefix(w, last), 12), byte('A')
		switch g := groups[i]; {
		case g > newest:
			newest = g
		case g == before:
			base = 'N'
		default:
			out = append(strconv.AppendInt(append(out, '('), int64(newest-g), 10), ')')
		}
		before = groups[i]
		out = append(append(out, base+byte(shared)), w[shared:]...)
		last = w
	}
	return string(out)
}

// A bitWriter packs numbers of few bits.
type bitWriter struct {
	out      []byte
	freeBits int // bits left in the last byte
}

func (w *bitWriter) bits(v, n int) {
	for n > 0 {
		if w.freeBits == 0 {
			w.out, w.freeBits = append(w.out, 0), 8
		}
		some := min(n, w.freeBits)
		n -= some
		w.freeBits -= some
		w.out[len(w.out)-1] |= byte(v>>n&(1<<some-1)) << w.freeBits
	}
}

// gamma writes a number of at least 1. Small numbers take few bits.
func (w *bitWriter) gamma(v int) {
	n := bits.Len(uint(v))
	w.bits(0, n-1)
	w.bits(v, n)
}

// below writes a number from 0 to size-1 in as few bits as that takes.
func (w *bitWriter) below(v, size int) {
	n := bits.Len(uint(size)) - 1
	if spare := 1<<(n+1) - size; v < spare {
		w.bits(v, n)
	} else {
		w.bits(v+spare, n+1)
	}
}

// between writes sorted numbers from lo to hi: the middle one, then those on both sides, whose range it narrows. Numbers
// that stand together take hardly a bit.
func (w *bitWriter) between(list []posting, lo, hi int) {
	if len(list) == 0 || len(list) == hi-lo+1 {
		return
	}
	m := len(list) / 2
	v := int(list[m].doc)
	w.below(v-lo-m, hi-lo-len(list)+2)
	w.between(list[:m], lo, v-1)
	w.between(list[m+1:], v+1, hi)
}

func (w *bitWriter) String() string { return base64.StdEncoding.EncodeToString(w.out) }
