package html

import (
	"html"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
)

// writeSearchPopover writes the search over any page; the script opens and fills it.
func (p pageView) writeSearchPopover(b *strings.Builder, lib *search.Library, t locale.Strings) {
	b.WriteString(`<section class="search" popover id="search" aria-label="` + html.EscapeString(t.Say("search-title")) + `"` + p.indexAttributes(lib) + resultAttributes(t) + `>`)
	b.WriteString(`<div class="bar"><p role="status" class="mute">` + html.EscapeString(p.Book.Title) + `</p><button class="tool" type="button" popovertarget="search" popovertargetaction="hide" aria-label="` + html.EscapeString(t.Say("close")) + `">` + icon("cross") + `</button></div><div class="results"></div>`)
	p.writeSearchForm(b, t, "", false)
	b.WriteString("</section>\n")
}

// indexAttributes tells the script where the indexes of the books lie, that of the page first.
func (p pageView) indexAttributes(lib *search.Library) string {
	books := []string{p.Game + ":" + lib.Indexes[parse.BookKey{Lang: p.Lang, Game: p.Game}].Hash}
	for _, k := range lib.Keys() {
		if k.Lang == p.Lang && k.Game != p.Game {
			books = append(books, k.Game+":"+lib.Indexes[k].Hash)
		}
	}
	return ` data-root="` + build.RelativeDir(p.Path, p.Lang+"/"+locale.In(p.Lang).RulesDir+"/") + `" data-said="` + lib.Shared[p.Lang].Name + `" data-books="` + strings.Join(books, " ") + `"`
}

// resultAttributes are the script's texts for the number of results.
func resultAttributes(t locale.Strings) string {
	return ` data-none="` + html.EscapeString(t.Say("no-hits")) + `" data-one="` + html.EscapeString(t.Say("hits", "n", 1)) +
		`" data-many="` + html.EscapeString(t.Say("many-hits")) + `"`
}

// writeSearchForm writes the search field. On a search page without a query it takes the focus before any script runs,
// so that the reader can type at once.
func (p pageView) writeSearchForm(b *strings.Builder, t locale.Strings, query string, first bool) {
	searchPage, focus := p.Book.Pages[len(p.Book.Pages)-1], ""
	if first {
		focus = " autofocus"
	}
	b.WriteString(`<form role="search" action="` + build.RelativeDir(p.Path, searchPage.Path) + `index.html"><input class="input" type="search" name="q" value="` + html.EscapeString(query) + `" autocomplete="off"` + focus + ` aria-label="` + html.EscapeString(t.Say("search")) + `" placeholder="` + html.EscapeString(t.Say("placeholder")) + `"><button class="btn" aria-label="` + html.EscapeString(t.Say("go")) + `">` + icon("search") + "</button></form>\n")
}

// SearchBody returns the search page: the answers to a query, and below them every section of the book, so that a
// browser without scripts can find its way in a folder.
func SearchBody(page *build.Page, lib *search.Library, query string, hits []search.Hit) string {
	p := pageView{page}
	t := locale.In(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="book">` + "\n")
	p.writeHead(&b, t)
	b.WriteString(`<section class="found" id="found"` + p.indexAttributes(lib) + resultAttributes(t) + `>`)
	p.writeSearchForm(&b, t, query, query == "" && hits == nil)
	b.WriteString(`<p role="status" class="mute">`)
	switch {
	case hits != nil && len(hits) == 0:
		b.WriteString(html.EscapeString(t.Say("no-hits")))
	case hits != nil:
		b.WriteString("<b>" + html.EscapeString(t.Say("hits", "n", len(hits))) + "</b> " + html.EscapeString(t.Say("hits-for", "query", query, "game", p.Book.Title)))
	}
	b.WriteString(`</p><div class="results">`)
	for _, h := range hits {
		p.writeResult(&b, h)
	}
	b.WriteString("</div></section>\n")
	for _, c := range p.Book.Pages {
		if len(c.Sections) == 0 {
			continue
		}
		b.WriteString(`<section class="part"><h2><a href="` + p.Href(build.Anchor{Page: c}) + `">` + html.EscapeString(c.Title) + `</a></h2><ul class="all">`)
		for _, s := range c.Sections {
			b.WriteString(`<li><a href="` + p.Href(build.Anchor{Page: c, ID: s.ID}) + `">` + html.EscapeString(s.Title) + "</a></li>")
		}
		b.WriteString("</ul></section>\n")
	}
	p.writeFoot(&b, t)
	b.WriteString("</div>\n")
	return withSymbols(b.String())
}

// writeResult writes one hit.
func (p pageView) writeResult(b *strings.Builder, h search.Hit) {
	b.WriteString(`<a class="result" href="` + p.Href(build.Anchor{Page: h.Page, ID: h.Anchor}) + `"><span class="path"><span>`)
	b.WriteString(html.EscapeString(h.Page.Book.Title+" › "+h.Page.Title) + `</span><span class="cite">` + strings.Join(h.Rules, " ") + `</span></span><b>`)
	writeSpans(b, h.Title)
	b.WriteString("</b><span>")
	writeSpans(b, h.Excerpt)
	b.WriteString("</span></a>\n")
}

func writeSpans(b *strings.Builder, list []search.Span) {
	for _, s := range list {
		if s.Mark {
			b.WriteString("<mark>" + html.EscapeString(s.Text) + "</mark>")
		} else {
			b.WriteString(html.EscapeString(s.Text))
		}
	}
}
