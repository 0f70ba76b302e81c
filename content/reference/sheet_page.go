package reference

import (
	"fmt"
	"html"
	"maps"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// renderSheet writes the chapter of a play sheet. Other pages stay as they are.
func renderSheet(p *Page, diags *diagnostics) {
	if p.src.sheet != nil {
		p.ChapterHTML = pageView{p}.sheetBody(diags)
	}
}

// sheetBody is the inside of a play sheet.
func (p pageView) sheetBody(diags *diagnostics) string {
	t := uiStringsIn(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="phases">`)
	section, named := "", map[string]bool{}
	for _, id := range p.src.sheet {
		a, at, src := p.book.place(id)
		if src == nil {
			if p.book.lang == Languages[0] {
				diags.add(p.src.file, 0, "rule %s is nowhere in %s", id, p.Game)
			}
			continue
		}
		if name := a.page.ID + a.sectionID; name != section {
			if section != "" {
				b.WriteString("</ol></section>")
			}
			section = name
			id := ""
			if phase := a.phase(); !named[phase] {
				named[phase], id = true, ` id="`+phase+`"`
			}
			fmt.Fprintf(&b, `<section%s><h2><a href="%s">%s</a></h2><ol>`, id, p.href(a.section()), html.EscapeString(a.sectionTitle))
		}
		w := newHTMLWriter(p.Page, src)
		w.isCopy = true
		first, whole := w.sheetText(at)
		maps.Copy(p.usedTerms, w.usedTerms)
		title := ""
		if at.level > 0 {
			title = "<b>" + html.EscapeString(a.title) + "</b> "
		}
		b.WriteString(`<li><a class="cite" href="` + p.href(a) + `">` + id + `</a> `)
		if whole == "" {
			b.WriteString("<span>" + title + html.EscapeString(first) + "</span></li>\n")
		} else {
			b.WriteString("<details><summary>" + title + html.EscapeString(first) + ` <span class="mute">` + html.EscapeString(t.say("sheet-more")) + "</span></summary>" + whole + "</details></li>\n")
		}
	}
	if section != "" {
		b.WriteString("</ol></section>")
	}
	b.WriteString("</div>\n")
	return b.String()
}

var sentenceEnd = regexp.MustCompile(`[.!?…][»”)]?( |$)`)

// maxSheetLine is how many letters of a rule stand on a play sheet, about.
const maxSheetLine = 150

// sheetText returns the first sentences of a rule as text and, when there is more,
// all of it as HTML. Blocks that the engine plays are left out.
func (w *htmlWriter) sheetText(at place) (first, whole string) {
	var nodes []ast.Node
	for _, n := range at.nodes {
		switch n := n.(type) {
		case *fence:
		case *rule:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if c.Kind() != ast.KindHeading && c.Kind() != kindFence {
					nodes = append(nodes, c)
				}
			}
		default:
			nodes = append(nodes, n)
		}
	}
	var said []ast.Node
	for _, n := range nodes {
		if n.Kind() != extast.KindTable {
			said = append(said, n)
		}
	}
	text := w.plain(said...)
	cut := 0
	for _, end := range sentenceEnd.FindAllStringIndex(text, -1) {
		if cut > 0 && utf8.RuneCountInString(text[:end[1]]) > maxSheetLine {
			break
		}
		cut = end[1]
	}
	if (cut == 0 || cut >= len(text)) && len(said) == len(nodes) {
		return text, ""
	}
	if cut == 0 {
		cut = len(text)
	}
	return strings.TrimSpace(text[:cut]), w.html(nodes...)
}
