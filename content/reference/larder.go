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

// rest keeps the page, its body compressed.
func (p *Page) rest(l *larder) {
	for _, s := range []*string{&p.ID, &p.Slug, &p.Title, &p.Summary, &p.Path} {
		*s = l.keep(*s)
	}
	p.Sections = keepAll(&l.sections, p.Sections)
	for i, s := range p.Sections {
		p.Sections[i].ID, p.Sections[i].Title = l.keep(s.ID), l.keep(s.Title)
	}
	p.kept, p.body = l.press([]byte(p.body)), ""
	p.src, p.chapter, p.played, p.glosses, p.auto, p.names, p.citedBy, p.departed = nil, "", nil, nil, nil, nil, nil, nil
	leads := make(map[string]string, len(p.leads))
	for at, id := range p.leads {
		leads[l.keep(at)] = l.keep(id)
	}
	p.leads = leads
}

// rest keeps the places of the book and its index.
func (b *book) rest(l *larder) {
	b.words, b.asks, b.terms, b.ledger, b.exceptions = nil, nil, nil, nil, nil
	b.meanings.Clear()
	for _, s := range []*string{&b.letters, &b.title, &b.edition, &b.note} {
		*s = l.keep(*s)
	}
	anchors := make(map[string]anchor, len(b.anchors))
	for id, a := range b.anchors {
		a.id, a.title, a.around, a.aroundTitle = l.keep(a.id), "", l.keep(a.around), ""
		anchors[l.keep(id)] = a
	}
	b.anchors = anchors
	b.index.rest(l)
}

// rest keeps what answers are made of, and drops what only the files of the index take.
func (ix *Index) rest(l *larder) {
	docs := make([]document, len(ix.docs))
	for i, d := range ix.docs {
		d.names = keepAll(&l.names, d.names)
		for j, n := range d.names {
			d.names[j].text, d.names[j].whole, d.names[j].words = l.keep(n.text), l.keep(n.whole), l.keepLists(n.words)
		}
		docs[i] = document{page: d.page, anchor: l.keep(d.anchor), rules: l.keepStrings(d.rules), title: l.keep(d.title), own: d.own, echo: d.echo,
			text: l.keep(d.text), names: d.names, numbers: l.keepStrings(d.numbers), standing: d.standing}
	}
	ix.docs = docs
	ix.words, ix.groups, ix.sizes = l.keepStrings(ix.words), keepAll(&l.numbers, ix.groups), keepAll(&l.numbers, ix.sizes)
	posts := make([][]posting, len(ix.posts))
	for i, list := range ix.posts {
		posts[i] = keepAll(&l.postings, list)
	}
	ix.posts = posts
	byName := make(map[string][]namesake, len(ix.byName))
	for text, same := range ix.byName {
		same = keepAll(&l.same, same)
		for i := range same {
			same[i].whole = l.keep(same[i].whole)
		}
		byName[l.keep(text)] = same
	}
	ix.byName = byName
	ix.says.rest(l)
}

func (s *sayings) rest(l *larder) {
	s.ghosts = l.keepStrings(s.ghosts)
	byWord := make(map[int][]spoken, len(s.byWord))
	for key, list := range s.byWord {
		list = keepAll(&l.spoken, list)
		for i, one := range list {
			list[i].text, list[i].keys = l.keep(one.text), l.keepLists(one.keys)
		}
		byWord[key] = list
	}
	s.byWord = byWord
	lines := make([]line, len(s.lines))
	for i, one := range s.lines {
		one.meant = keepAll(&l.phrases, one.meant)
		for j, p := range one.meant {
			one.meant[j].text, one.meant[j].whole, one.meant[j].parts = l.keep(p.text), l.keep(p.whole), l.keepLists(p.parts)
		}
		lines[i] = one
	}
	s.lines = lines
}
