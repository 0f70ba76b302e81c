package html

import (
	"maps"
	"slices"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
	"oriflamme/views/reference"
)

// RenderBody puts the body of a page together: head, chapter, table of contents, neighbours, words of the glossary and
// search. The chapters of its book are rendered first.
func RenderBody(page *build.Page, lib *search.Library) {
	p := reference.Page{Page: page}
	switch {
	case p.Game == "":
		p.SetBody(reference.Body(reference.BookList(p, lib, searchURL(page, lib))))
	case p.ID == build.PrintID:
		p.SetBody(reference.Body(reference.WholeBook(p, printedChapters(page))))
	case p.ID == build.ChangesID:
		p.SetBody(reference.Body(reference.ChangesPage(p, changes(page))))
	case p.Source == nil:
		p.SetBody(SearchBody(page, lib, "", nil))
	default:
		p.SetBody(reference.Body(reference.ChapterPage(p, lib, chapter(page, lib))))
	}
}

// SearchBody returns the search page with the answers to a query; without a query hits is nil.
func SearchBody(page *build.Page, lib *search.Library, query string, hits []search.Hit) string {
	return reference.Body(reference.SearchResults(reference.Page{Page: page}, lib, query, hits))
}

// searchURL returns the link to the search of the first book of a language, or "" when there is none.
func searchURL(p *build.Page, lib *search.Library) string {
	for _, g := range lib.Games {
		if first := lib.Books[parse.BookKey{Lang: p.Lang, Game: g.ID}]; first != nil {
			at, _ := first.Find("search")
			return p.Href(at)
		}
	}
	return ""
}

func chapter(p *build.Page, lib *search.Library) reference.Chapter {
	var m reference.Chapter
	for _, id := range slices.Sorted(maps.Keys(p.UsedTerms)) {
		term := p.Book.Terms[id]
		if term == nil {
			continue
		}
		if at, _ := p.Book.Find(id); at.Page != p {
			m.Terms = append(m.Terms, reference.Term{ID: id, Title: term.Title, Meaning: termMeaning(p, term)})
			m.GlossaryURL = p.Href(build.Anchor{Page: at.Page})
		}
	}
	if p.Slug == "" {
		m.PackKilobytes = packKilobytes(p.Book, lib.Indexes[parse.BookKey{Lang: p.Lang, Game: p.Game}])
	}
	return m
}

// termMeaning returns the meaning of a word as HTML. All chapters share it, except when it links to the chapter itself.
func termMeaning(p *build.Page, t *parse.Term) string {
	draw := func() string {
		w := newHTMLWriter(p, t.Source)
		w.isCopy = true
		return w.html(t.Nodes...)
	}
	for _, id := range t.Cites() {
		if a, ok := p.Book.Find(id); p.Slug == "" || ok && a.Page == p {
			return draw()
		}
	}
	if known, ok := p.Book.Meanings.Load(t); ok {
		return known.(string)
	}
	text := draw()
	p.Book.Meanings.Store(t, text)
	return text
}

// packKilobytes estimates the download size of a book: texts shrink to a sixth, and the frame and the shared words are
// about the same for all books.
func packKilobytes(b *build.Book, ix *search.Index) int {
	n := 0
	for _, p := range b.Pages {
		n += len(p.ChapterHTML)
	}
	for _, f := range ix.Files {
		n += len(f.Bytes())
	}
	return n/6000 + 16
}
