package html

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
)

// A pageView writes a page as HTML.
type pageView struct{ *build.Page }

// RenderBody puts the body of a page together: head, chapter, table of contents, neighbours, words of the glossary and
// search. The chapters of its book are rendered first.
func RenderBody(page *build.Page, lib *search.Library) {
	p := pageView{page}
	switch {
	case p.Game == "":
		p.SetBody(p.gamesBody(lib))
	case p.ID == build.PrintID:
		p.SetBody(p.printBody())
	case p.ID == build.ChangesID:
		p.SetBody(p.changesBody())
	case p.Source == nil:
		p.SetBody(SearchBody(page, lib, "", nil))
	default:
		p.SetBody(p.chapterBody(lib))
	}
}

func (p pageView) chapterBody(lib *search.Library) string {
	t := locale.In(p.Lang)
	var b strings.Builder
	b.Grow(len(p.ChapterHTML) + 6<<10)
	b.WriteString(`<div class="book"`)
	for _, word := range [][2]string{{"age", t.Say("offline-age", "date", "#")}, {"newer", t.Say("offline-newer")}, {"try", t.Say("try")}, {"copied", t.Say("done")}, {"copy-rule", t.Say("copy-rule")},
		{"rule-copied", t.Say("rule-copied")}, {"edition", p.Book.Title + ", " + locale.Typeset(p.Lang, p.Book.Edition, 0, 0) + ", v" + strconv.Itoa(p.Book.Engine.Version)}} {
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

// writeHead writes the title of the page, with its edition and chapter above.
func (p pageView) writeHead(b *strings.Builder, t locale.Strings) {
	b.WriteString(`<header class="head"><nav class="kicker" aria-label="` + t.Say("crumbs") + `">`)
	b.WriteString(`<a href="` + build.RelativeDir(p.Path, p.Lang+"/"+t.RulesDir+"/") + `index.html">` + html.EscapeString(t.Say("all")) + `</a> › `)
	name := html.EscapeString(p.Book.Title)
	if p.Slug != "" {
		name = `<a href="` + build.RelativeDir(p.Path, p.Book.Pages[0].Path) + `index.html">` + name + `</a>`
	}
	b.WriteString(name)
	if p.Book.Edition != "" {
		b.WriteString(", " + html.EscapeString(locale.Typeset(p.Lang, p.Book.Edition, 0, 0)))
	}
	if p.Chapter > 0 {
		b.WriteString(", " + html.EscapeString(t.Say("chapter", "n", strconv.Itoa(p.Chapter))))
	}
	b.WriteString("</nav><h1>" + html.EscapeString(p.Title) + "</h1>")
	if p.Summary != "" {
		b.WriteString(`<p class="sub">` + html.EscapeString(p.Summary) + "</p>")
	}
	if p.TextIn != "" {
		b.WriteString(`<p class="tag">` + html.EscapeString(t.Say("not-translated")) + "</p>")
	}
	if p.House {
		b.WriteString(`<p class="tag">` + html.EscapeString(t.Say("house-note")) + "</p>")
	}
	b.WriteString("</header>\n")
}

// writeAfter writes what follows the text: rules that moved away, the pages that cite this one, its source and its
// neighbours.
func (p pageView) writeAfter(b *strings.Builder, t locale.Strings) {
	if len(p.MovedIDs) > 0 {
		b.WriteString(`<h2>` + html.EscapeString(t.Say("moved")) + `</h2><ul class="moved">`)
		for _, d := range p.MovedIDs {
			fmt.Fprintf(b, `<li id="%s"><a class="cite" href="%s">%s</a> %s</li>`, d.ID, p.Href(d.To), d.ID, html.EscapeString(d.To.Title))
		}
		b.WriteString("</ul>\n")
	}
	if citing := p.CitingPages(); len(citing) > 0 {
		b.WriteString(`<p class="rule-note"><small>` + html.EscapeString(t.Say("cited-by")))
		for i, from := range citing {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(` <a href="` + p.Href(build.Anchor{Page: from}) + `">` + html.EscapeString(from.Title) + `</a>`)
		}
		b.WriteString("</small></p>\n")
	}
	note := p.Book.SourceNote
	if p.Source.Meta.Source != "" {
		note = p.Source.Meta.Source
	}
	if note != "" && !p.House {
		b.WriteString(`<p class="rule-note"><small>` + html.EscapeString(locale.Typeset(p.Lang, note, 0, 0)) + "</small></p>\n")
	}
	b.WriteString(`<nav class="turn-page" aria-label="` + html.EscapeString(t.Say("turn-page")) + `">`)
	if p.Prev != nil {
		b.WriteString(`<a rel="prev" href="` + p.Href(build.Anchor{Page: p.Prev}) + `">` + icon("left") + `<span><small>` + pageView{p.Prev}.chapterLabel(t) + `</small>` + html.EscapeString(p.Prev.Title) + `</span></a>`)
	} else {
		b.WriteString("<span></span>")
	}
	if p.Next != nil {
		b.WriteString(`<a rel="next" href="` + p.Href(build.Anchor{Page: p.Next}) + `"><span><small>` + pageView{p.Next}.chapterLabel(t) + `</small>` + html.EscapeString(p.Next.Title) + `</span>` + icon("right") + `</a>`)
	}
	b.WriteString("</nav>\n")
}

func (p pageView) chapterLabel(t locale.Strings) string {
	if p.Chapter == 0 {
		return html.EscapeString(p.Book.Title)
	}
	n := t.Say("chapter", "n", strconv.Itoa(p.Chapter))
	return html.EscapeString(strings.ToUpper(n[:1]) + n[1:])
}

// writeContents writes the column beside the chapter, which stands above it on a phone.
func (p pageView) writeContents(b *strings.Builder, t locale.Strings) {
	b.WriteString(`<nav class="toc" aria-label="` + html.EscapeString(t.Say("in-this-chapter")) + `">`)
	p.writeReaderLinks(b, t)
	b.WriteString("<ol>")
	if p.Slug != "" {
		b.WriteString(`<li><a href="` + p.Href(p.Book.ChaptersAnchor()) + `">` + html.EscapeString(t.Say("chapters")) + "</a></li>")
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

// writeReaderLinks writes the links that a phone shows at the thumb on every page: the search, the contents, and the
// play sheet at the phase of the page. On wide screens they stand beside the text.
func (p pageView) writeReaderLinks(b *strings.Builder, t locale.Strings) {
	searchPage := p.Book.Pages[len(p.Book.Pages)-1]
	b.WriteString(`<p class="thumb-bar"><a class="btn ghost" data-search href="` + p.Href(build.Anchor{Page: searchPage}) + `">` + icon("search") + html.EscapeString(t.Say("go")) +
		`</a><a class="btn ghost" data-index href="` + p.Href(p.Book.ChaptersAnchor()) + `">` + icon("list") + html.EscapeString(t.Say("index")) + `</a>`)
	if sheet := p.Book.SheetPage(); sheet != nil && sheet != p.Page {
		b.WriteString(`<a class="btn ghost" href="` + p.Href(build.Anchor{Page: sheet, ID: p.Book.Phase(p.Page)}) + `">` + html.EscapeString(sheet.Title) + `</a>`)
	}
	b.WriteString("</p>\n")
}

// writeLanguageLink links to the same page in the other language. The script adds the rule that is being read.
func (p pageView) writeLanguageLink(b *strings.Builder, t locale.Strings) {
	other := locale.OtherLang(p.Lang)
	if o := p.Others[other]; o != nil {
		b.WriteString(`<a class="lang" lang="` + other + `" hreflang="` + other + `" href="` + build.RelativeDir(p.Path, o.Path) + `index.html">` + html.EscapeString(t.Say("other-language")) + `</a>`)
	}
}

// writeChapterList writes the list of chapters on the first page of a book.
func (p pageView) writeChapterList(b *strings.Builder, t locale.Strings) {
	write := func(title string, house bool) {
		any := false
		for _, c := range p.Book.Pages {
			if c.Source == nil || c == p.Page || c.House != house {
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
			b.WriteString(`<li><a href="` + p.Href(build.Anchor{Page: c}) + `">`)
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
	write(t.Say("chapters"), false)
	write(t.Say("house"), true)
}

// writeTermPopovers writes the meanings of the words that the chapter uses, and the popover in which the script shows
// one. Without a script, or where popovers are unknown, the words are plain links to the glossary.
func (p pageView) writeTermPopovers(b *strings.Builder, t locale.Strings) {
	var entries *build.Page // the glossary
	for _, id := range slices.Sorted(maps.Keys(p.UsedTerms)) {
		term := p.Book.Terms[id]
		if term == nil {
			continue
		}
		at, _ := p.Book.Find(id)
		if at.Page == p.Page {
			continue
		}
		if entries == nil {
			b.WriteString(`<dl class="glosses" hidden>` + "\n")
		}
		entries = at.Page
		b.WriteString(`<dt id="g-` + id + `">` + html.EscapeString(term.Title) + "</dt><dd>" + p.termMeaning(term) + "</dd>\n")
	}
	if entries == nil {
		return
	}
	b.WriteString(`</dl><div class="gloss" popover id="gloss" role="dialog" aria-labelledby="gloss-of"><h3 id="gloss-of"></h3><button class="tool" type="button" popovertarget="gloss" popovertargetaction="hide" aria-label="` + html.EscapeString(t.Say("close")) + `">` + icon("cross") + `</button><div></div><p><a href="` + p.Href(build.Anchor{Page: entries}) + `">` + html.EscapeString(t.Say("entry")) + "</a></p></div>\n")
}

// termMeaning returns the meaning of a word as HTML. All chapters share it, except when it links to the chapter itself.
func (p pageView) termMeaning(t *parse.Term) string {
	draw := func() string {
		w := newHTMLWriter(p.Page, t.Source)
		w.isCopy = true
		return w.html(t.Nodes...)
	}
	for _, id := range t.Cites() {
		if a, ok := p.Book.Find(id); p.Slug == "" || ok && a.Page == p.Page {
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

// writeBookLinks links from the first page to the pages outside the chapters.
func (p pageView) writeBookLinks(b *strings.Builder, t locale.Strings) {
	b.WriteString(`<p class="quick">`)
	b.WriteString(`<a class="btn ghost" href="` + p.Href(build.Anchor{Page: p.Book.PrintPage}) + `">` + html.EscapeString(t.Say("whole")) + `</a> <a class="btn ghost" href="` + p.Href(build.Anchor{Page: p.Book.ChangesPage}) + `">` + html.EscapeString(p.Book.ChangesPage.Title) + "</a></p>\n")
}

// writeFoot ends a page that has no table of contents.
func (p pageView) writeFoot(b *strings.Builder, t locale.Strings) {
	b.WriteString(`<nav class="end" aria-label="` + html.EscapeString(p.Book.Title) + `">`)
	p.writeReaderLinks(b, t)
	p.writeLanguageLink(b, t)
	b.WriteString("</nav>\n")
}

// gamesBody writes the list of books of a language.
func (p pageView) gamesBody(lib *search.Library) string {
	t := locale.In(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="book"><header class="head"><h1>` + html.EscapeString(p.Title) + `</h1><p class="sub">` + html.EscapeString(p.Summary) + "</p></header>\n<ol class=\"chapters\">")
	for _, q := range lib.Pages {
		if q.Lang == p.Lang && q.Game != "" && q.Source != nil && q.Slug == "" {
			b.WriteString(`<li><a href="` + p.Href(build.Anchor{Page: q}) + `"><span class="no"></span><span><b>` + html.EscapeString(q.Title) + `</b><small>` + html.EscapeString(locale.Typeset(p.Lang, q.Book.Edition, 0, 0)) + "</small></span></a></li>")
		}
	}
	b.WriteString("</ol>\n")
	for _, g := range lib.Games { // its search asks the others as well
		if first := lib.Books[parse.BookKey{Lang: p.Lang, Game: g.ID}]; first != nil {
			place, _ := first.Find("search")
			b.WriteString(`<p class="thumb-bar"><a class="btn ghost" href="` + p.Href(place) + `">` + icon("search") + html.EscapeString(t.Say("go")) + "</a></p>\n")
			break
		}
	}
	b.WriteString("<p>")
	p.writeLanguageLink(&b, t)
	b.WriteString("</p></div>\n")
	return withSymbols(b.String())
}
