package reference

import (
	"html"
	"strings"
)

// writeSearchPopover is the search over any page; the script opens and fills it.
func (p pageView) writeSearchPopover(b *strings.Builder, lib *indexedLibrary, t uiStrings) {
	b.WriteString(`<section class="search" popover id="search" aria-label="` + html.EscapeString(t.say("search-title")) + `"` + p.indexAttributes(lib) + resultAttributes(t) + `>`)
	b.WriteString(`<div class="bar"><p role="status" class="mute">` + html.EscapeString(p.book.title) + `</p><button class="tool" type="button" popovertarget="search" popovertargetaction="hide" aria-label="` + html.EscapeString(t.say("close")) + `">` + icon("cross") + `</button></div><div class="results"></div>`)
	p.writeSearchForm(b, t, "", false)
	b.WriteString("</section>\n")
}

// indexAttributes tell the script where the indexes of the books lie, that of the page first.
func (p pageView) indexAttributes(lib *indexedLibrary) string {
	books := []string{p.Game + ":" + lib.indexes[bookKey{p.Lang, p.Game}].hash}
	for _, k := range lib.keys() {
		if k.lang == p.Lang && k.game != p.Game {
			books = append(books, k.game+":"+lib.indexes[k].hash)
		}
	}
	return ` data-root="` + relativeDir(p.Path, p.Lang+"/"+uiStringsIn(p.Lang).rulesDir+"/") + `" data-said="` + lib.shared[p.Lang].name + `" data-books="` + strings.Join(books, " ") + `"`
}

// resultAttributes are what the script says of how many places it found.
func resultAttributes(t uiStrings) string {
	return ` data-none="` + html.EscapeString(t.say("no-hits")) + `" data-one="` + html.EscapeString(t.say("hits", "n", 1)) +
		`" data-many="` + html.EscapeString(t.say("many-hits")) + `"`
}

// writeSearchForm is the field of a search. On the page of the search that has no answers yet it takes the focus, before any
// script runs, so that whoever comes to ask may type at once.
func (p pageView) writeSearchForm(b *strings.Builder, t uiStrings, query string, first bool) {
	searchPage, focus := p.book.pages[len(p.book.pages)-1], ""
	if first {
		focus = " autofocus"
	}
	b.WriteString(`<form role="search" action="` + relativeDir(p.Path, searchPage.Path) + `index.html"><input class="input" type="search" name="q" value="` + html.EscapeString(query) + `" autocomplete="off"` + focus + ` aria-label="` + html.EscapeString(t.say("search")) + `" placeholder="` + html.EscapeString(t.say("placeholder")) + `"><button class="btn" aria-label="` + html.EscapeString(t.say("go")) + `">` + icon("search") + "</button></form>\n")
}

// searchBody is the search page: answers to a query, and below every section and
// rule of the book, so that a browser without scripts finds its way in a folder.
func searchBody(page *Page, lib *indexedLibrary, query string, hits []Hit) string {
	p := pageView{page}
	t := uiStringsIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="book">` + "\n")
	p.writeHead(&b, t)
	b.WriteString(`<section class="found" id="found"` + p.indexAttributes(lib) + resultAttributes(t) + `>`)
	p.writeSearchForm(&b, t, query, query == "" && hits == nil)
	b.WriteString(`<p role="status" class="mute">`)
	switch {
	case hits != nil && len(hits) == 0:
		b.WriteString(html.EscapeString(t.say("no-hits")))
	case hits != nil:
		b.WriteString("<b>" + html.EscapeString(t.say("hits", "n", len(hits))) + "</b> " + html.EscapeString(t.say("hits-for", "query", query, "game", p.book.title)))
	}
	b.WriteString(`</p><div class="results">`)
	for _, h := range hits {
		p.writeResult(&b, h)
	}
	b.WriteString("</div></section>\n")
	for _, c := range p.book.pages {
		if len(c.Sections) == 0 {
			continue
		}
		b.WriteString(`<section class="part"><h2><a href="` + p.href(anchor{page: c}) + `">` + html.EscapeString(c.Title) + `</a></h2><ul class="all">`)
		for _, s := range c.Sections {
			b.WriteString(`<li><a href="` + p.href(anchor{page: c, id: s.ID}) + `">` + html.EscapeString(s.Title) + "</a></li>")
		}
		b.WriteString("</ul></section>\n")
	}
	p.writeFoot(&b, t)
	b.WriteString("</div>\n")
	return withSymbols(b.String())
}

// writeResult writes one answer.
func (p pageView) writeResult(b *strings.Builder, h Hit) {
	b.WriteString(`<a class="result" href="` + p.href(anchor{page: h.Page, id: h.Anchor}) + `"><span class="path"><span>`)
	b.WriteString(html.EscapeString(h.Page.book.title+" › "+h.Page.Title) + `</span><span class="cite">` + strings.Join(h.Rules, " ") + `</span></span><b>`)
	writeSpans(b, h.Title)
	b.WriteString("</b><span>")
	writeSpans(b, h.Excerpt)
	b.WriteString("</span></a>\n")
}

func writeSpans(b *strings.Builder, list []Span) {
	for _, s := range list {
		if s.Mark {
			b.WriteString("<mark>" + html.EscapeString(s.Text) + "</mark>")
		} else {
			b.WriteString(html.EscapeString(s.Text))
		}
	}
}
