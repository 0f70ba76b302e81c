package reference

import "strings"

// A larder keeps what is left of a site after its making in few large pieces. Left
// where they were made, small pieces would each hold the memory around them.
type larder struct {
	text     strings.Builder
	bytes    []byte
	seen     map[string]string
	strings  []string
	numbers  []int
	lists    [][]int
	postings []posting
	names    []name
	same     []namesake
	spoken   []spoken
	phrases  []phrase
	sections []Section
}

// piece is how many entries a larder asks for at a time, or how many times 32 bytes.
const piece = 1 << 11

// keep copies a text; equal ones are kept once.
func (l *larder) keep(s string) string {
	if s == "" {
		return ""
	}
	if old, ok := l.seen[s]; ok {
		return old
	}
	if l.text.Cap()-l.text.Len() < len(s) {
		l.text = strings.Builder{}
		l.text.Grow(max(32*piece, len(s)))
	}
	from := l.text.Len()
	l.text.WriteString(s)
	kept := l.text.String()[from:]
	if l.seen == nil {
		l.seen = map[string]string{}
	}
	l.seen[kept] = kept
	return kept
}

// press keeps bytes under gzip.
func (l *larder) press(plain []byte) []byte {
	packed := pressed(plain)
	if len(packed) > 16*piece {
		return packed // large enough to lie alone
	}
	if cap(l.bytes)-len(l.bytes) < len(packed) {
		l.bytes = make([]byte, 0, 32*piece)
	}
	return keepAll(&l.bytes, packed)
}

// keepAll copies a list into a room that many lists share.
func keepAll[T any](room *[]T, list []T) []T {
	if list == nil {
		return nil
	}
	if cap(*room)-len(*room) < len(list) {
		*room = make([]T, 0, max(piece, len(list)))
	}
	from := len(*room)
	*room = append(*room, list...)
	return (*room)[from:len(*room):len(*room)]
}

func (l *larder) keepStrings(list []string) []string {
	list = keepAll(&l.strings, list)
	for i, s := range list {
		list[i] = l.keep(s)
	}
	return list
}

func (l *larder) keepLists(lists [][]int) [][]int {
	lists = keepAll(&l.lists, lists)
	for i, list := range lists {
		lists[i] = keepAll(&l.numbers, list)
	}
	return lists
}
