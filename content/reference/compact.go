package reference

// compact keeps the pages and books of a language.
func (lib *library) compact(lang string, l *interner) {
	for _, p := range lib.Pages {
		if p.Lang == lang {
			p.compact(l)
		}
	}
	for k, b := range lib.books {
		if k.lang == lang {
			b.compact(l)
		}
	}
}

// forgetPublished drops the ids that were published before. Lock then knows only those of the pages.
func (lib *library) forgetPublished() { lib.published = idLock{} }

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
	p.pageWork = nil
	leads := make(map[string]string, len(p.leads))
	for at, id := range p.leads {
		leads[l.intern(at)] = l.intern(id)
	}
	p.leads = leads
}

// compact keeps the places of the book.
func (b *book) compact(l *interner) {
	b.bookWork = nil
	for _, s := range []*string{&b.idPrefix, &b.title, &b.edition, &b.sourceNote} {
		*s = l.intern(*s)
	}
	anchors := make(map[string]anchor, len(b.anchors))
	for id, a := range b.anchors {
		a.id, a.title, a.sectionID, a.sectionTitle = l.intern(a.id), "", l.intern(a.sectionID), ""
		anchors[l.intern(id)] = a
	}
	b.anchors = anchors
}
