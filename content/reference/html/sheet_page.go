package html

import (
	"fmt"
	"html"
	"maps"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// RenderSheet writes the chapter of a play sheet. Other pages stay as they are.
func RenderSheet(p *build.Page, diags *parse.Diagnostics) {
	if p.Source.Sheet != nil {
		p.ChapterHTML = pageView{p}.sheetBody(diags)
	}
}

// sheetBody returns the chapter of a play sheet.
func (p pageView) sheetBody(diags *parse.Diagnostics) string {
	t := locale.In(p.Lang)
	var b strings.Builder
	b.WriteString(`<div class="phases">`)
	section, named := "", map[string]bool{}
	for _, id := range p.Source.Sheet {
		a, at, src := p.Book.Place(id)
		if src == nil {
			if p.Book.Lang == locale.Languages[0] {
				diags.Add(p.Source.File, 0, "rule %s is nowhere in %s", id, p.Game)
			}
			continue
		}
		if name := a.Page.ID + a.SectionID; name != section {
			if section != "" {
				b.WriteString("</ol></section>")
			}
			section = name
			id := ""
			if phase := a.Phase(); !named[phase] {
				named[phase], id = true, ` id="`+phase+`"`
			}
			fmt.Fprintf(&b, `<section%s><h2><a href="%s">%s</a></h2><ol>`, id, p.Href(a.Section()), html.EscapeString(a.SectionTitle))
		}
		w := newHTMLWriter(p.Page, src)
		w.isCopy = true
		first, whole := w.sheetText(at)
		maps.Copy(p.UsedTerms, w.usedTerms)
		title := ""
		if at.Level > 0 {
			title = "<b>" + html.EscapeString(a.Title) + "</b> "
		}
		b.WriteString(`<li><a class="cite" href="` + p.Href(a) + `">` + id + `</a> `)
		if whole == "" {
			b.WriteString("<span>" + title + html.EscapeString(first) + "</span></li>\n")
		} else {
			b.WriteString("<details><summary>" + title + html.EscapeString(first) + ` <span class="mute">` + html.EscapeString(t.Say("sheet-more")) + "</span></summary>" + whole + "</details></li>\n")
		}
	}
	if section != "" {
		b.WriteString("</ol></section>")
	}
	b.WriteString("</div>\n")
	return b.String()
}

var sentenceEnd = regexp.MustCompile(`[.!?…][»”)]?( |$)`)

// maxSheetLine is about how many letters of a rule a play sheet shows.
const maxSheetLine = 150

// sheetText returns the first sentences of a rule as text and, when there is more,
// all of it as HTML. Blocks that the engine plays are left out.
func (w *htmlWriter) sheetText(at parse.Place) (first, whole string) {
	var nodes []ast.Node
	for _, n := range at.Nodes {
		switch n := n.(type) {
		case *parse.Fence:
		case *parse.Rule:
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				if c.Kind() != ast.KindHeading && c.Kind() != parse.KindFence {
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
	text := w.Plain(said...)
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
