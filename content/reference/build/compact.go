package build

// Compact reduces the pages and books of a language to what is served.
func (lib *Library) Compact(lang string, l *Interner) {
	for _, p := range lib.Pages {
		if p.Lang == lang {
			p.compact(l)
		}
	}
	for k, b := range lib.Books {
		if k.Lang == lang {
			b.compact(l)
		}
	}
}

// ForgetPublished drops the ids that were published before. Lock then returns only those of the pages.
func (lib *Library) ForgetPublished() { lib.published = idLock{} }

// compact compresses the body of the page and drops what it was made from.
func (p *Page) compact(l *Interner) {
	for _, s := range []*string{&p.ID, &p.Slug, &p.Title, &p.Summary, &p.Path} {
		*s = l.Intern(*s)
	}
	p.Sections = CopyInto(&l.sections, p.Sections)
	for i, s := range p.Sections {
		p.Sections[i].ID, p.Sections[i].Title = l.Intern(s.ID), l.Intern(s.Title)
	}
	p.gzipped, p.body = l.Gzip([]byte(p.body)), ""
	p.pageWork = nil
	leads := make(map[string]string, len(p.Leads))
	for at, id := range p.Leads {
		leads[l.Intern(at)] = l.Intern(id)
	}
	p.Leads = leads
}

// compact drops what the pages of the book were made from, and the titles of anchors.
func (b *Book) compact(l *Interner) {
	b.bookWork = nil
	for _, s := range []*string{&b.IDPrefix, &b.Title, &b.Edition, &b.SourceNote} {
		*s = l.Intern(*s)
	}
	anchors := make(map[string]Anchor, len(b.Anchors))
	for id, a := range b.Anchors {
		a.ID, a.Title, a.SectionID, a.SectionTitle = l.Intern(a.ID), "", l.Intern(a.SectionID), ""
		anchors[l.Intern(id)] = a
	}
	b.Anchors = anchors
}
