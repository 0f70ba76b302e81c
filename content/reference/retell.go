package reference

import (
	"bytes"
	"strconv"
)

// A teller tells texts by where their words stand on the pages of a book: what excerpts
// are cut from is mostly there already. public/js/sw.js finds the words again.
type teller struct {
	pages  wording
	first  []int32 // by the key of the words from there on, plus one
	next   []int32 // with the same key, plus one
	cursor int     // the word behind those told last
}

const (
	sameWords = 4 // so many in a row are worth telling by where they stand
	tried     = 16
	keys      = 1 << 16
)

// A wording is the words of a text.
type wording struct {
	text   []byte   // one space between
	at     []int32  // where each word begins, and where one after the end would
	hashes []uint32 // of each word
}

// hashOf is how the hash of a word begins; each letter goes on with it.
const hashOf = 2166136261

func hashed(hash uint32, c byte) uint32 { return (hash ^ uint32(c)) * 16777619 }

// add puts the words of a text behind the others. A single space ends a word, so that two have an empty one between.
func (w *wording) add(text string) {
	from, hash := len(w.text), uint32(hashOf)
	w.text = append(append(w.text, text...), ' ')
	for i := range len(text) {
		if c := text[i]; c != ' ' {
			hash = hashed(hash, c)
		} else {
			w.end(from+i+1, &hash)
		}
	}
	w.end(len(w.text), &hash)
}

// end ends a word; another begins at a place.
func (w *wording) end(next int, hash *uint32) {
	w.at, w.hashes = append(w.at, int32(next)), append(w.hashes, *hash)
	*hash = hashOf
}

// clear leaves no word.
func (w *wording) clear() {
	w.text, w.at, w.hashes = w.text[:0], append(w.at[:0], 0), w.hashes[:0]
}

// unmarked is the words of HTML without its tags, which spaces and ends of lines divide.
func unmarked(pages []byte) wording {
	w := wording{text: make([]byte, 0, len(pages)/2), at: append(make([]int32, 0, len(pages)/10), 0), hashes: make([]uint32, 0, len(pages)/10)}
	hash, spaced := uint32(hashOf), false
	for i := 0; i < len(pages); i++ {
		switch c := pages[i]; {
		case c == '<':
			end := bytes.IndexByte(pages[i:], '>')
			if end < 0 {
				end = len(pages) - i
			}
			i += end
		case c != ' ' && c != '\n':
			spaced = false
			w.text = append(w.text, c)
			hash = hashed(hash, c)
		case !spaced:
			spaced = true
			w.text = append(w.text, ' ')
			w.end(len(w.text), &hash)
		}
	}
	w.text = append(w.text, ' ')
	w.end(len(w.text), &hash)
	return w
}

// newTeller takes the pages as HTML.
func newTeller(pages []byte) *teller {
	t := &teller{pages: unmarked(pages), first: make([]int32, keys)}
	t.next = make([]int32, len(t.pages.hashes))
	for i := len(t.pages.hashes) - sameWords; i >= 0; i-- {
		k := keyOf(t.pages.hashes[i:])
		t.next[i], t.first[k] = t.first[k], int32(i+1)
	}
	return t
}

// keyOf is a number for the first of some words.
func keyOf(hashes []uint32) uint32 {
	h := uint32(0)
	for _, hash := range hashes[:sameWords] {
		h = (h ^ hash) * 16777619
	}
	return (h ^ h>>15) % keys
}

// tell adds a text to out: words as they are, or a tab, how many of the pages' they are and
// after a comma how far those are from where the last ones ended, both in base 36.
func (t *teller) tell(out []byte, w *wording) []byte {
	last := len(w.hashes)
	for i := 0; i < last; {
		if i > 0 {
			out = append(out, ' ')
		}
		from, n := t.find(w, i)
		if n == 0 {
			out = append(out, w.text[w.at[i]:w.at[i+1]-1]...)
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

// find returns where most of the words from the i-th on stand on the pages in a row, the next place before
// those that are behind.
func (t *teller) find(w *wording, i int) (from, n int) {
	if len(w.hashes)-i < sameWords {
		return 0, 0
	}
	p := int(t.first[keyOf(w.hashes[i:])])
	for range tried {
		if p == 0 {
			break
		}
		same := t.alike(p-1, w, i)
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

// alike is how many words of the pages from p on are those of a text from i on; 0 when only their hashes are.
func (t *teller) alike(p int, w *wording, i int) int {
	n := 0
	for i+n < len(w.hashes) && p+n < len(t.pages.hashes) && t.pages.hashes[p+n] == w.hashes[i+n] {
		n++
	}
	if !bytes.Equal(t.pages.text[t.pages.at[p]:t.pages.at[p+n]], w.text[w.at[i]:w.at[i+n]]) {
		return 0
	}
	return n
}
