package reference

// A compacter keeps what is left of the indexes of a language in few large pieces.
type compacter struct {
	*interner
	postings    []posting
	names       []docName
	namedDocs   []namedDoc
	sayingNames []sayingName
	phrases     []sayingTarget
}

// compact keeps the indexes of a language.
func (x *indexedLibrary) compact(lang string, l *interner) {
	c := &compacter{interner: l}
	for k, ix := range x.indexes {
		if k.lang == lang {
			ix.compact(c)
		}
	}
}

// compact keeps what answers are made of, and drops what only the files of the index take.
func (ix *Index) compact(l *compacter) {
	docs := make([]document, len(ix.docs))
	for i, d := range ix.docs {
		d.names = copyInto(&l.names, d.names)
		for j, n := range d.names {
			d.names[j].text, d.names[j].bare, d.names[j].words = l.intern(n.text), l.intern(n.bare), l.copyLists(n.words)
		}
		docs[i] = document{page: d.page, anchor: l.intern(d.anchor), rules: l.internAll(d.rules), title: l.intern(d.title), ownTitle: d.ownTitle, repeatsNext: d.repeatsNext,
			text: l.intern(d.text), names: d.names, bareIDs: l.internAll(d.bareIDs), class: d.class}
	}
	ix.docs = docs
	ix.words, ix.groups, ix.lengths = l.internAll(ix.words), l.copyNumbers(ix.groups), l.copyNumbers(ix.lengths)
	posts := make([][]posting, len(ix.postings))
	for i, list := range ix.postings {
		posts[i] = copyInto(&l.postings, list)
	}
	ix.postings = posts
	byName := make(map[string][]namedDoc, len(ix.docsByName))
	for text, same := range ix.docsByName {
		same = copyInto(&l.namedDocs, same)
		for i := range same {
			same[i].bare = l.intern(same[i].bare)
		}
		byName[l.intern(text)] = same
	}
	ix.docsByName = byName
	ix.sayings.compact(l)
}

func (s *sayings) compact(l *compacter) {
	s.unknownWords = l.internAll(s.unknownWords)
	byWord := make(map[int][]sayingName, len(s.byFirstKey))
	for key, list := range s.byFirstKey {
		list = copyInto(&l.sayingNames, list)
		for i, one := range list {
			list[i].text, list[i].keys = l.intern(one.text), l.copyLists(one.keys)
		}
		byWord[key] = list
	}
	s.byFirstKey = byWord
	lines := make([]sayingLine, len(s.lines))
	for i, one := range s.lines {
		one.targets = copyInto(&l.phrases, one.targets)
		for j, p := range one.targets {
			one.targets[j].text, one.targets[j].joined, one.targets[j].groups = l.intern(p.text), l.intern(p.joined), l.copyLists(p.groups)
		}
		lines[i] = one
	}
	s.lines = lines
}
