package html

import (
	"maps"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/views/reference"
)

// RenderSheet writes the chapter of a play sheet. Other pages stay as they are.
func RenderSheet(p *build.Page, diags *parse.Diagnostics) {
	if p.Source.Sheet != nil {
		p.ChapterHTML = reference.HTML(reference.PlaySheet(reference.Page{Page: p}, sheetSections(p, diags)))
	}
}

// sheetSections gathers the rules of a play sheet by the sections of the book that they stand in.
func sheetSections(p *build.Page, diags *parse.Diagnostics) []reference.SheetSection {
	var sections []reference.SheetSection
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
			section = name
			s := reference.SheetSection{URL: p.Href(a.Section()), Title: a.SectionTitle}
			if phase := a.Phase(); !named[phase] {
				named[phase], s.ID = true, phase
			}
			sections = append(sections, s)
		}
		w := newHTMLWriter(p, src)
		w.isCopy = true
		r := reference.SheetRule{ID: id, URL: p.Href(a)}
		r.First, r.Whole = w.sheetText(at)
		maps.Copy(p.UsedTerms, w.usedTerms)
		if at.Level > 0 {
			r.Title = a.Title
		}
		last := &sections[len(sections)-1]
		last.Rules = append(last.Rules, r)
	}
	return sections
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
