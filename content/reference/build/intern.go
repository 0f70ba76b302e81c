package build

import "strings"

// An Interner copies what remains of a compact site into few large allocations. In their old places the small pieces
// would each keep the memory around them alive.
type Interner struct {
	text     strings.Builder
	buf      []byte
	interned map[string]string
	strings  []string
	numbers  []int
	lists    [][]int
	sections []Section
}

// slabSize is the number of entries that an Interner allocates at once.
const slabSize = 1 << 11

// Intern returns a copy of a text. Equal texts share one copy.
func (l *Interner) Intern(s string) string {
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

// Gzip returns bytes compressed.
func (l *Interner) Gzip(plain []byte) []byte {
	packed := Gzip(plain)
	if len(packed) > 16*slabSize {
		return packed // large enough to lie alone
	}
	if cap(l.buf)-len(l.buf) < len(packed) {
		l.buf = make([]byte, 0, 32*slabSize)
	}
	return CopyInto(&l.buf, packed)
}

// CopyInto copies a list into a slab that many lists share.
func CopyInto[T any](room *[]T, list []T) []T {
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

// InternAll copies a list of texts.
func (l *Interner) InternAll(list []string) []string {
	list = CopyInto(&l.strings, list)
	for i, s := range list {
		list[i] = l.Intern(s)
	}
	return list
}

// CopyNumbers copies a list of numbers.
func (l *Interner) CopyNumbers(list []int) []int { return CopyInto(&l.numbers, list) }

// CopyLists copies a list of such lists.
func (l *Interner) CopyLists(lists [][]int) [][]int {
	lists = CopyInto(&l.lists, lists)
	for i, list := range lists {
		lists[i] = l.CopyNumbers(list)
	}
	return lists
}
