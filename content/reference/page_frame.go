package reference

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A pageView is a page as this package writes it.
type pageView struct{ *Page }

// renderBody puts the body of a page together: head, chapter, table of contents,
// neighbours, the words of the glossary and the search. The chapters of its book are
// rendered before.
func renderBody(page *Page, lib *indexedLibrary) {
	p := pageView{page}
	switch {
	case p.Game == "":
		p.setBody(p.gamesBody(lib))
	case p.ID == printID:
		p.setBody(p.printBody())
	case p.ID == changesID:
		p.setBody(p.changesBody())
	case p.src == nil:
		p.setBody(searchBody(page, lib, "", nil))
	default:
		p.setBody(p.chapterBody(lib))
	}
}

func (p pageView) chapterBody(lib *indexedLibrary) string {
	t := uiStringsIn(p.Lang)
	var b strings.Builder
	b.Grow(len(p.ChapterHTML) + 6<<10)
	b.WriteString(`<div class="book"`)
	for _, word := range [][2]string{{"age", t.say("offline-age", "date", "#")}, {"newer", t.say("offline-newer")}, {"try", t.say("try")}, {"copied", t.say("done")}, {"copy-rule", t.say("copy-rule")},
		{"rule-copied", t.say("rule-copied")}, {"edition", p.book.title + ", " + typeset(p.Lang, p.book.edition, 0, 0) + ", v" + strconv.Itoa(p.book.engine.Version)}} {
		b.WriteString(` data-` + word[0] + `="` + html.EscapeString(word[1]) + `"`)
	}
	b.WriteString(">\n")
	p.writeHead(&b, t)
	b.WriteString(`<div class="cols book-cols">`)
	p.writeContents(&b, t) // first, as it stands above on a phone: what comes later must not move what is read already
	b.WriteString(`<div class="chapter"`)
	if p.TextIn != "" {
		b.WriteString(` lang="` + p.TextIn + `"`)
	}
	b.WriteString(">\n")
	if p.Slug == "" {
		p.writeBookLinks(&b, t)
	}
	b.WriteString(p.ChapterHTML)
	if p.Slug == "" {
		p.writeChapterList(&b, t)
		p.writeOfflineOffer(&b, t, lib)
	}
	p.writeAfter(&b, t)
	b.WriteString("</div></div></div>\n")
	p.writeTermPopovers(&b, t)
	p.writeSearchPopover(&b, lib, t)
	return withSymbols(b.String())
}

// writeHead is the title of the page with its edition and chapter above.
func (p pageView) writeHead(b *strings.Builder, t uiStrings) {
	b.WriteString(`<header class="head"><nav class="kicker" aria-label="` + t.say("crumbs") + `">`)
	b.WriteString(`<a href="` + relativeDir(p.Path, p.Lang+"/"+t.rulesDir+"/") + `index.html">` + html.EscapeString(t.say("all")) + `</a> › `)
	name := html.EscapeString(p.book.title)
	if p.Slug != "" {
		name = `<a href="` + relativeDir(p.Path, p.book.pages[0].Path) + `index.html">` + name + `</a>`
	}
	b.WriteString(name)
	if p.book.edition != "" {
		b.WriteString(", " + html.EscapeString(typeset(p.Lang, p.book.edition, 0, 0)))
	}
	if p.Chapter > 0 {
		b.WriteString(", " + html.EscapeString(t.say("chapter", "n", strconv.Itoa(p.Chapter))))
	}
	b.WriteString("</nav><h1>" + html.EscapeString(p.Title) + "</h1>")
	if p.Summary != "" {
		b.WriteString(`<p class="sub">` + html.EscapeString(p.Summary) + "</p>")
	}
	if p.TextIn != "" {
		b.WriteString(`<p class="tag">` + html.EscapeString(t.say("not-translated")) + "</p>")
	}
	if p.House {
		b.WriteString(`<p class="tag">` + html.EscapeString(t.say("house-note")) + "</p>")
	}
	b.WriteString("</header>\n")
}

// writeAfter is what follows the text: rules that moved away, who cites the page, its
// source and its neighbours.
func (p pageView) writeAfter(b *strings.Builder, t uiStrings) {
	if len(p.movedIDs) > 0 {
		b.WriteString(`<h2>` + html.EscapeString(t.say("moved")) + `</h2><ul class="moved">`)
		for _, d := range p.movedIDs {
			fmt.Fprintf(b, `<li id="%s"><a class="cite" href="%s">%s</a> %s</li>`, d.id, p.href(d.to), d.id, html.EscapeString(d.to.title))
		}
		b.WriteString("</ul>\n")
	}
	if citing := p.citingPages(); len(citing) > 0 {
		b.WriteString(`<p class="rule-note"><small>` + html.EscapeString(t.say("cited-by")))
		for i, from := range citing {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(` <a href="` + p.href(anchor{page: from}) + `">` + html.EscapeString(from.Title) + `</a>`)
		}
		b.WriteString("</small></p>\n")
	}
	note := p.book.sourceNote
	if p.src.meta.Source != "" {
		note = p.src.meta.Source
	}
	if note != "" && !p.House {
		b.WriteString(`<p class="rule-note"><small>` + html.EscapeString(typeset(p.Lang, note, 0, 0)) + "</small></p>\n")
	}
	b.WriteString(`<nav class="turn-page" aria-label="` + html.EscapeString(t.say("turn-page")) + `">`)
	if p.Prev != nil {
		b.WriteString(`<a rel="prev" href="` + p.href(anchor{page: p.Prev}) + `">` + icon("left") + `<span><small>` + pageView{p.Prev}.chapterLabel(t) + `</small>` + html.EscapeString(p.Prev.Title) + `</span></a>`)
	} else {
		b.WriteString("<span></span>")
	}
	if p.Next != nil {
		b.WriteString(`<a rel="next" href="` + p.href(anchor{page: p.Next}) + `"><span><small>` + pageView{p.Next}.chapterLabel(t) + `</small>` + html.EscapeString(p.Next.Title) + `</span>` + icon("right") + `</a>`)
	}
	b.WriteString("</nav>\n")
}

func (p pageView) chapterLabel(t uiStrings) string {
	if p.Chapter == 0 {
		return html.EscapeString(p.book.title)
	}
	n := t.say("chapter", "n", strconv.Itoa(p.Chapter))
	return html.EscapeString(strings.ToUpper(n[:1]) + n[1:])
}

// writeContents is the column beside the chapter, above it on a phone.
func (p pageView) writeContents(b *strings.Builder, t uiStrings) {
	b.WriteString(`<nav class="toc" aria-label="` + html.EscapeString(t.say("in-this-chapter")) + `">`)
	p.writeReaderLinks(b, t)
	b.WriteString("<ol>")
	if p.Slug != "" {
		b.WriteString(`<li><a href="` + p.href(p.book.chaptersAnchor()) + `">` + html.EscapeString(t.say("chapters")) + "</a></li>")
	}
	for _, s := range p.Sections {
		if s.Level <= 2 {
			b.WriteString(`<li><a href="#` + s.ID + `">` + html.EscapeString(s.Title) + "</a></li>")
		}
	}
	b.WriteString("</ol>")
	p.writeLanguageLink(b, t)
	b.WriteString("</nav>\n")
}

// writeReaderLinks is what a writeReaderLinks reaches on a phone wherever the page is read: the search, the
// contents, and the play sheet at the phase that the page belongs to. On desks it stands
// beside the text.
func (p pageView) writeReaderLinks(b *strings.Builder, t uiStrings) {
	searchPage := p.book.pages[len(p.book.pages)-1]
	b.WriteString(`<p class="thumb-bar"><a class="btn ghost" data-search href="` + p.href(anchor{page: searchPage}) + `">` + icon("search") + html.EscapeString(t.say("go")) +
		`</a><a class="btn ghost" data-index href="` + p.href(p.book.chaptersAnchor()) + `">` + icon("list") + html.EscapeString(t.say("index")) + `</a>`)
	if sheet := p.book.sheetPage(); sheet != nil && sheet != p.Page {
		b.WriteString(`<a class="btn ghost" href="` + p.href(anchor{page: sheet, id: p.book.phase(p.Page)}) + `">` + html.EscapeString(sheet.Title) + `</a>`)
	}
	b.WriteString("</p>\n")
}

// writeLanguageLink leads to the same page in the other language; the script adds the rule
// that is being read.
func (p pageView) writeLanguageLink(b *strings.Builder, t uiStrings) {
	other := otherLang(p.Lang)
	if o := p.Others[other]; o != nil {
		b.WriteString(`<a class="lang" lang="` + other + `" hreflang="` + other + `" href="` + relativeDir(p.Path, o.Path) + `index.html">` + html.EscapeString(t.say("other-language")) + `</a>`)
	}
}

// writeChapterList stands on the first page of a book.
func (p pageView) writeChapterList(b *strings.Builder, t uiStrings) {
	write := func(title string, house bool) {
		any := false
		for _, c := range p.book.pages {
			if c.src == nil || c == p.Page || c.House != house {
				continue
			}
			if !any {
				named := ` id="chapters"`
				if house {
					named = ""
				}
				b.WriteString("<h2" + named + ">" + html.EscapeString(title) + `</h2><ol class="chapters">`)
				any = true
			}
			b.WriteString(`<li><a href="` + p.href(anchor{page: c}) + `">`)
			if c.Chapter > 0 {
				b.WriteString(`<span class="no">` + strconv.Itoa(c.Chapter) + `</span>`)
			} else {
				b.WriteString(`<span class="no"></span>`)
			}
			b.WriteString(`<span><b>` + html.EscapeString(c.Title) + `</b><small>` + html.EscapeString(c.Summary) + "</small></span></a></li>")
		}
		if any {
			b.WriteString("</ol>\n")
		}
	}
	write(t.say("chapters"), false)
	write(t.say("house"), true)
}

// writeTermPopovers are the meanings of the words that the chapter uses, and the box in which the
// script shows one. Without a script, or where writeTermPopovers are unknown, the words are plain
// links to the glossary.
func (p pageView) writeTermPopovers(b *strings.Builder, t uiStrings) {
	var entries *Page // the glossary
	for _, id := range slices.Sorted(maps.Keys(p.usedTerms)) {
		term := p.book.terms[id]
		if term == nil {
			continue
		}
		at, _ := p.book.find(id)
		if at.page == p.Page {
			continue
		}
		if entries == nil {
			b.WriteString(`<dl class="glosses" hidden>` + "\n")
		}
		entries = at.page
		b.WriteString(`<dt id="g-` + id + `">` + html.EscapeString(term.title) + "</dt><dd>" + p.termMeaning(term) + "</dd>\n")
	}
	if entries == nil {
		return
	}
	b.WriteString(`</dl><div class="gloss" popover id="gloss" role="dialog" aria-labelledby="gloss-of"><h3 id="gloss-of"></h3><button class="tool" type="button" popovertarget="gloss" popovertargetaction="hide" aria-label="` + html.EscapeString(t.say("close")) + `">` + icon("cross") + `</button><div></div><p><a href="` + p.href(anchor{page: entries}) + `">` + html.EscapeString(t.say("entry")) + "</a></p></div>\n")
}

// termMeaning is what a word means, as HTML. All chapters have the same, but for links to the
// chapter itself.
func (p pageView) termMeaning(t *term) string {
	draw := func() string {
		w := newHTMLWriter(p.Page, t.source)
		w.isCopy = true
		return w.html(t.nodes...)
	}
	for _, id := range t.cites() {
		if a, ok := p.book.find(id); p.Slug == "" || ok && a.page == p.Page {
			return draw()
		}
	}
	if known, ok := p.book.meanings.Load(t); ok {
		return known.(string)
	}
	text := draw()
	p.book.meanings.Store(t, text)
	return text
}

// writeBookLinks leads from the first page to what belongs to no chapter.
func (p pageView) writeBookLinks(b *strings.Builder, t uiStrings) {
	b.WriteString(`<p class="quick">`)
	b.WriteString(`<a class="btn ghost" href="` + p.href(anchor{page: p.book.printPage}) + `">` + html.EscapeString(t.say("whole")) + `</a> <a class="btn ghost" href="` + p.href(anchor{page: p.book.changesPage}) + `">` + html.EscapeString(p.book.changesPage.Title) + "</a></p>\n")
}

// writeFoot ends a page that has no contents of its own.
func (p pageView) writeFoot(b *strings.Builder, t uiStrings) {
	b.WriteString(`<nav class="end" aria-label="` + html.EscapeString(p.book.title) + `">`)
	p.writeReaderLinks(b, t)
	p.writeLanguageLink(b, t)
	b.WriteString("</nav>\n")
}

// gamesBody lists the books of a language.
func (p pageView) gamesBody(lib *indexedLibrary) string {
	t := uiStringsIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="book"><header class="head"><h1>` + html.EscapeString(p.Title) + `</h1><p class="sub">` + html.EscapeString(p.Summary) + "</p></header>\n<ol class=\"chapters\">")
	for _, q := range lib.Pages {
		if q.Lang == p.Lang && q.Game != "" && q.src != nil && q.Slug == "" {
			b.WriteString(`<li><a href="` + p.href(anchor{page: q}) + `"><span class="no"></span><span><b>` + html.EscapeString(q.Title) + `</b><small>` + html.EscapeString(typeset(p.Lang, q.book.edition, 0, 0)) + "</small></span></a></li>")
		}
	}
	b.WriteString("</ol>\n")
	for _, g := range lib.games { // its search asks the others as well
		if first := lib.books[bookKey{p.Lang, g.ID}]; first != nil {
			place, _ := first.find("search")
			b.WriteString(`<p class="thumb-bar"><a class="btn ghost" href="` + p.href(place) + `">` + icon("search") + html.EscapeString(t.say("go")) + "</a></p>\n")
			break
		}
	}
	b.WriteString("<p>")
	p.writeLanguageLink(&b, t)
	b.WriteString("</p></div>\n")
	return withSymbols(b.String())
}
