package search

import "oriflamme/content/reference/build"

// A compacter keeps what is left of the indexes of a language in few large pieces.
type compacter struct {
	*build.Interner
	postings    []posting
	names       []docName
	namedDocs   []namedDoc
	sayingNames []sayingName
	phrases     []sayingTarget
}

// Compact keeps the pages, books and indexes of a language.
func (x *Library) Compact(lang string, l *build.Interner) {
	x.Library.Compact(lang, l)
	c := &compacter{Interner: l}
	for k, ix := range x.Indexes {
		if k.Lang == lang {
			ix.compact(c)
		}
	}
}

// compact keeps what answers are made of, and drops what only the files of the index take.
func (ix *Index) compact(l *compacter) {
	docs := make([]document, len(ix.docs))
	for i, d := range ix.docs {
		d.names = build.CopyInto(&l.names, d.names)
		for j, n := range d.names {
			d.names[j].text, d.names[j].bare, d.names[j].words = l.Intern(n.text), l.Intern(n.bare), l.CopyLists(n.words)
		}
		docs[i] = document{page: d.page, anchor: l.Intern(d.anchor), rules: l.InternAll(d.rules), title: l.Intern(d.title), ownTitle: d.ownTitle, repeatsNext: d.repeatsNext,
			text: l.Intern(d.text), names: d.names, bareIDs: l.InternAll(d.bareIDs), class: d.class}
	}
	ix.docs = docs
	ix.words, ix.groups, ix.lengths = l.InternAll(ix.words), l.CopyNumbers(ix.groups), l.CopyNumbers(ix.lengths)
	posts := make([][]posting, len(ix.postings))
	for i, list := range ix.postings {
		posts[i] = build.CopyInto(&l.postings, list)
	}
	ix.postings = posts
	byName := make(map[string][]namedDoc, len(ix.docsByName))
	for text, same := range ix.docsByName {
		same = build.CopyInto(&l.namedDocs, same)
		for i := range same {
			same[i].bare = l.Intern(same[i].bare)
		}
		byName[l.Intern(text)] = same
	}
	ix.docsByName = byName
	ix.sayings.compact(l)
}

func (s *sayings) compact(l *compacter) {
	s.unknownWords = l.InternAll(s.unknownWords)
	byWord := make(map[int][]sayingName, len(s.byFirstKey))
	for key, list := range s.byFirstKey {
		list = build.CopyInto(&l.sayingNames, list)
		for i, one := range list {
			list[i].text, list[i].keys = l.Intern(one.text), l.CopyLists(one.keys)
		}
		byWord[key] = list
	}
	s.byFirstKey = byWord
	lines := make([]sayingLine, len(s.lines))
	for i, one := range s.lines {
		one.targets = build.CopyInto(&l.phrases, one.targets)
		for j, p := range one.targets {
			one.targets[j].text, one.targets[j].joined, one.targets[j].groups = l.Intern(p.text), l.Intern(p.joined), l.CopyLists(p.groups)
		}
		lines[i] = one
	}
	s.lines = lines
}
