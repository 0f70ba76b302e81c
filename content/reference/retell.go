package reference

import (
	"strconv"
	"strings"
)

// A teller tells texts by where their words stand on the pages of a book: what excerpts
// are cut from is mostly there already. public/js/sw.js finds the words again.
type teller struct {
	words  string // of the pages, one space between
	at     []int32
	first  []int32 // by the key of the words from there on, plus one
	next   []int32 // with the same key, plus one
	cursor int     // the word behind those told last
}

const (
	sameWords = 4 // so many in a row are worth telling by where they stand
	tried     = 16
	keys      = 1 << 16
)

// newTeller takes the pages as HTML.
func newTeller(pages []byte) *teller {
	t := &teller{words: unmarked(pages), first: make([]int32, keys)}
	t.at = wordsAt(t.words)
	t.next = make([]int32, len(t.at))
	for i := len(t.at) - 1 - sameWords; i >= 0; i-- {
		k := keyOf(t.words, t.at[i:])
		t.next[i], t.first[k] = t.first[k], int32(i+1)
	}
	return t
}

// unmarked is HTML without its tags, every stretch of spaces and ends of lines as one space.
func unmarked(pages []byte) string {
	var b strings.Builder
	b.Grow(len(pages) / 2)
	inTag, spaced := false, false
	for i := range len(pages) {
		c := pages[i]
		switch {
		case inTag:
			inTag = c != '>'
		case c == '<':
			inTag = true
		case c != ' ' && c != '\n':
			spaced = false
			b.WriteByte(c)
		case !spaced:
			spaced = true
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// wordsAt is where the words of a text begin, and where one after its end would.
func wordsAt(text string) []int32 {
	at := append(make([]int32, 0, len(text)/5+2), 0)
	for i := 0; ; {
		n := strings.IndexByte(text[i:], ' ')
		if n < 0 {
			return append(at, int32(len(text)+1))
		}
		i += n + 1
		at = append(at, int32(i))
	}
}

// keyOf is a number for the first of some words.
func keyOf(text string, at []int32) uint32 {
	h := uint32(2166136261)
	for i := at[0]; i < min(at[sameWords]-1, at[0]+24); i++ {
		h = (h ^ uint32(text[i])) * 16777619
	}
	return (h ^ h>>15) % keys
}

// tell adds a text to out: words as they are, or a tab, how many of the pages' they are and
// after a comma how far those are from where the last ones ended, both in base 36.
func (t *teller) tell(out []byte, text string) []byte {
	at := wordsAt(text)
	last := len(at) - 1
	for i := 0; i < last; {
		if i > 0 {
			out = append(out, ' ')
		}
		from, n := t.find(text, at[i:])
		if n == 0 {
			out = append(out, text[at[i]:at[i+1]-1]...)
			i++
			continue
		}
		out = strconv.AppendInt(append(out, '\t'), int64(n), 36)
		if from != t.cursor {
			out = strconv.AppendInt(append(out, ','), int64(from-t.cursor), 36)
		}
		t.cursor = from + n
		i += n
	}
	return out
}

// find returns where most of the words stand on the pages in a row, the next place before
// those that are behind.
func (t *teller) find(text string, at []int32) (from, n int) {
	if len(at) <= sameWords {
		return 0, 0
	}
	p := int(t.first[keyOf(text, at)])
	for range tried {
		if p == 0 {
			break
		}
		same := t.alike(p-1, text, at)
		if same >= sameWords && (same > n || same == n && from < t.cursor) {
			from, n = p-1, same
		}
		if n > 0 && from >= t.cursor {
			break
		}
		p = int(t.next[p-1])
	}
	return from, n
}

// alike is how many words of the pages from p on are those of a text.
func (t *teller) alike(p int, text string, at []int32) int {
	n := 0
	for n+1 < len(at) && p+n+1 < len(t.at) && t.words[t.at[p+n]:t.at[p+n+1]-1] == text[at[n]:at[n+1]-1] {
		n++
	}
	return n
}
