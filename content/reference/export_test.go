package reference

// Text is the Markdown of the page as HTML, without what stands around it.
func (p *Page) Text() string { return p.chapter }

// Distance is exported for its own test.
var Distance = distance

// IndexScripts returns what the browser loads to search a book.
func (s *Site) IndexScripts(lang, game string) (index, texts []byte) {
	ix := s.books[bookKey{lang, game}].index
	return ix.script, ix.texts
}

// Names returns every title and alias of a book with the address it should find.
func (s *Site) Names(lang, game string) map[string][]string {
	names := map[string][]string{}
	for _, d := range s.books[bookKey{lang, game}].index.docs {
		h := Hit{Page: d.page, Anchor: d.anchor}
		for _, n := range append([]string{d.title}, d.aliases...) {
			if d.own || n != d.title {
				names[n] = append(names[n], h.URL())
			}
		}
	}
	return names
}
