package reference

import "strings"

// An interner keeps what is left of a site after its making in few large pieces. Left
// where they were made, small pieces would each hold the memory around them.
type interner struct {
	text     strings.Builder
	buf      []byte
	interned map[string]string
	strings  []string
	numbers  []int
	lists    [][]int
	sections []Section
}

// slabSize is how many entries a larder asks for at a time, or how many times 32 bytes.
const slabSize = 1 << 11

// intern copies a text; equal ones are kept once.
func (l *interner) intern(s string) string {
	if s == "" {
		return ""
	}
	if old, ok := l.interned[s]; ok {
		return old
	}
	if l.text.Cap()-l.text.Len() < len(s) {
		l.text = strings.Builder{}
		l.text.Grow(max(32*slabSize, len(s)))
	}
	from := l.text.Len()
	l.text.WriteString(s)
	kept := l.text.String()[from:]
	if l.interned == nil {
		l.interned = map[string]string{}
	}
	l.interned[kept] = kept
	return kept
}

// gzip keeps bytes under gzip.
func (l *interner) gzip(plain []byte) []byte {
	packed := gzipBytes(plain)
	if len(packed) > 16*slabSize {
		return packed // large enough to lie alone
	}
	if cap(l.buf)-len(l.buf) < len(packed) {
		l.buf = make([]byte, 0, 32*slabSize)
	}
	return copyInto(&l.buf, packed)
}

// copyInto copies a list into a room that many lists share.
func copyInto[T any](room *[]T, list []T) []T {
	if list == nil {
		return nil
	}
	if cap(*room)-len(*room) < len(list) {
		*room = make([]T, 0, max(slabSize, len(list)))
	}
	from := len(*room)
	*room = append(*room, list...)
	return (*room)[from:len(*room):len(*room)]
}

// internAll copies a list of texts.
func (l *interner) internAll(list []string) []string {
	list = copyInto(&l.strings, list)
	for i, s := range list {
		list[i] = l.intern(s)
	}
	return list
}

// copyNumbers copies a list of numbers.
func (l *interner) copyNumbers(list []int) []int { return copyInto(&l.numbers, list) }

// copyLists copies a list of such lists.
func (l *interner) copyLists(lists [][]int) [][]int {
	lists = copyInto(&l.lists, lists)
	for i, list := range lists {
		lists[i] = l.copyNumbers(list)
	}
	return lists
}
