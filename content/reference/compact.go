package reference

// compact keeps the page, its body compressed.
func (p *Page) compact(l *interner) {
	for _, s := range []*string{&p.ID, &p.Slug, &p.Title, &p.Summary, &p.Path} {
		*s = l.intern(*s)
	}
	p.Sections = copyInto(&l.sections, p.Sections)
	for i, s := range p.Sections {
		p.Sections[i].ID, p.Sections[i].Title = l.intern(s.ID), l.intern(s.Title)
	}
	p.gzipped, p.body = l.gzip([]byte(p.body)), ""
	p.src, p.chapter, p.blockHTML, p.usedTerms, p.linkableTerms, p.termMatches, p.citedBy, p.movedIDs = nil, "", nil, nil, nil, nil, nil, nil
	leads := make(map[string]string, len(p.leads))
	for at, id := range p.leads {
		leads[l.intern(at)] = l.intern(id)
	}
	p.leads = leads
}

// compact keeps the places of the book and its index.
func (b *book) compact(l *interner) {
	b.words, b.playerWords, b.terms, b.ruleStatus, b.exceptions = nil, nil, nil, nil, nil
	b.meanings.Clear()
	for _, s := range []*string{&b.idPrefix, &b.title, &b.edition, &b.sourceNote} {
		*s = l.intern(*s)
	}
	anchors := make(map[string]anchor, len(b.anchors))
	for id, a := range b.anchors {
		a.id, a.title, a.sectionID, a.sectionTitle = l.intern(a.id), "", l.intern(a.sectionID), ""
		anchors[l.intern(id)] = a
	}
	b.anchors = anchors
	b.index.compact(l)
}
