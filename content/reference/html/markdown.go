package html

import (
	"bytes"
	"cmp"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	mdhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// An htmlWriter writes Markdown nodes of one source as they appear on one page.
type htmlWriter struct {
	build.TextWriter
	usedTerms    map[string]bool // words of the glossary that were written
	sectionTerms map[string]bool // those of this section
	isCopy       bool            // the text stands elsewhere as well: its ids stay there
}

func newHTMLWriter(p *build.Page, src *parse.Source) *htmlWriter {
	return &htmlWriter{TextWriter: build.TextWriter{Page: p, Source: src}, usedTerms: map[string]bool{}, sectionTerms: map[string]bool{}}
}

// renderer returns goldmark's renderer with this writer for the nodes that it registers.
func (w *htmlWriter) renderer() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(mdhtml.NewRenderer(), 1000),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewDefinitionListHTMLRenderer(), 500),
		util.Prioritized(w, 100)))
}

// RegisterFuncs registers the nodes that the writer writes itself.
func (w *htmlWriter) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindText, w.text)
	r.Register(ast.KindHeading, w.heading)
	r.Register(extast.KindTable, w.table)
	r.Register(extast.KindTableCell, w.cell)
	r.Register(parse.KindRule, w.rule)
	r.Register(parse.KindMarker, w.marker)
	r.Register(parse.KindRef, w.ref)
	r.Register(parse.KindFence, w.fence)
}

// RenderChapter plays the blocks of a page and renders its Markdown into ChapterHTML.
func RenderChapter(p *build.Page, runner *Runner, diags *parse.Diagnostics) {
	if p.Source == nil {
		return
	}
	w := newHTMLWriter(p, p.Source)
	p.BlockHTML = make(map[*parse.Fence]string, len(p.Source.Fences))
	for _, f := range p.Source.Fences {
		played, err := runner.run(p, f)
		if err != nil && p.TextIn == "" {
			diags.Add(p.Source.File, f.Line+err.Line, "%s", err.Text)
		}
		p.BlockHTML[f] = played
	}
	p.ChapterHTML = w.html(p.Source.Root)
	p.UsedTerms = w.usedTerms
}

// html returns nodes as HTML.
func (w *htmlWriter) html(nodes ...ast.Node) string {
	var b buffer
	md := w.renderer()
	for _, n := range nodes {
		if err := md.Render(&b, w.Source.Text, n); err != nil {
			panic(err) // a bytes.Buffer takes everything
		}
	}
	return b.String()
}

// buffer is what goldmark writes to; goldmark wraps other writers in a second buffer.
type buffer struct{ bytes.Buffer }

func (*buffer) Buffered() int { return 0 }
func (*buffer) Flush() error  { return nil }

func (w *htmlWriter) text(out util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	t := n.(*ast.Text)
	value := t.Segment.Value(src)
	if t.IsRaw() {
		mdhtml.DefaultWriter.RawWrite(out, value)
		return ast.WalkContinue, nil
	}
	at := w.Source.TextRunAt(t)
	set := w.Source.Texts[at].Typeset
	links := w.linkTermsAt(at)
	switch {
	case !strings.ContainsAny(set, "&\\<>\"\x00"):
		_, _ = out.WriteString(cmp.Or(links, set))
	case links != "" && !strings.ContainsAny(set, `&\\`):
		_, _ = out.WriteString(links)
	default:
		mdhtml.DefaultWriter.Write(out, []byte(set))
	}
	switch {
	case t.HardLineBreak():
		_, _ = out.WriteString("<br>\n")
	case t.SoftLineBreak():
		_ = out.WriteByte('\n')
	}
	return ast.WalkContinue, nil
}

func (w *htmlWriter) heading(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	if h.Level <= 2 {
		clear(w.sectionTerms)
	}
	tag := "h" + string(rune('0'+min(max(h.Level, 2), 6)))
	if !entering {
		_, _ = out.WriteString("</" + tag + ">\n")
		if t := w.Page.Book.Terms[parse.HeadingID(h)]; t != nil && len(t.Aliases) > 0 {
			_, _ = out.WriteString(`<p class="aliases">` + html.EscapeString(locale.Typeset(w.Source.Lang, strings.Join(t.Aliases, ", "), 0, 0)) + "</p>\n")
		}
		return ast.WalkContinue, nil
	}
	id := parse.HeadingID(h)
	if _, inRule := h.Parent().(*parse.Rule); inRule || id == "" {
		_, _ = out.WriteString("<" + tag + ">")
	} else {
		_, _ = out.WriteString("<" + tag + ` id="` + id + `">`)
	}
	return ast.WalkContinue, nil
}

func (w *htmlWriter) table(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = out.WriteString("<div class=\"scroll\"><table>\n")
	} else {
		_, _ = out.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// cell writes a table cell. Figures are aligned by a class, because a strict content security policy forbids style
// attributes.
func (w *htmlWriter) cell(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	tag := "td"
	if n.Parent().Kind() == extast.KindTableHeader {
		tag = "th"
	}
	if !entering {
		_, _ = out.WriteString("</" + tag + ">\n")
		return ast.WalkContinue, nil
	}
	_, _ = out.WriteString("<" + tag)
	if n.(*extast.TableCell).Alignment == extast.AlignRight {
		_, _ = out.WriteString(` class="n"`)
	}
	_ = out.WriteByte('>')
	return ast.WalkContinue, nil
}

func (w *htmlWriter) rule(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	r := n.(*parse.Rule)
	if !entering {
		_, _ = out.WriteString(w.exceptionLinks(r.AllIDs()) + w.ruleFooter(r.AllIDs()) + "</div></article>\n")
		return ast.WalkContinue, nil
	}
	if w.isCopy {
		_, _ = out.WriteString(`<article class="rule">`)
	} else {
		_, _ = out.WriteString(`<article class="rule" id="` + r.IDs[0] + `">`)
	}
	if len(r.IDs) > 1 {
		_, _ = out.WriteString(`<p class="cites">`)
	}
	for i, id := range r.IDs {
		named := id
		if w.isCopy {
			named = ""
		} else if i == 0 {
			named = parse.DecisionNumber(id) // the article has the id itself
		}
		_, _ = out.WriteString(w.permalink(id, named))
	}
	if len(r.IDs) > 1 {
		_, _ = out.WriteString(`</p>`)
	}
	_, _ = out.WriteString("<div>")
	return ast.WalkContinue, nil
}

func (w *htmlWriter) marker(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		for _, id := range n.(*parse.Marker).IDs {
			switch short := parse.DecisionNumber(id); {
			case w.isCopy:
				_, _ = out.WriteString(w.permalink(id, "") + " ")
			case short != "":
				_, _ = out.WriteString(`<span id="` + short + `">` + w.permalink(id, id) + "</span> ")
			default:
				_, _ = out.WriteString(w.permalink(id, id) + " ")
			}
		}
	}
	return ast.WalkContinue, nil
}

// permalink writes the number of a rule as a link to itself, with an id for other links. In a copy it links to the rule
// instead.
func (w *htmlWriter) permalink(id, named string) string {
	if named != "" {
		named = ` id="` + named + `"`
	}
	to := "#" + id
	if w.isCopy {
		a, _ := w.Page.Book.Find(id)
		to = w.Page.Href(a)
	}
	return `<a class="cite"` + named + ` href="` + to + `">` + id + `</a>`
}

func (w *htmlWriter) ref(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	r := n.(*parse.Ref)
	a, ok := w.Page.Book.Find(r.Target)
	label := html.EscapeString(w.Label(r))
	switch {
	case !ok:
		_, _ = out.WriteString(label)
	case w.Page.Book.Terms[r.Target] != nil:
		w.usedTerms[r.Target], w.sectionTerms[r.Target] = true, true
		_, _ = out.WriteString(`<a class="term" href="` + w.Page.Href(a) + `">` + label + `</a>`)
	case a.ID != "" && parse.IsRuleID(r.Target) && r.Label == "":
		_, _ = out.WriteString(`<a class="cite" href="` + w.Page.Href(a) + `">` + label + `</a>`)
	default:
		_, _ = out.WriteString(`<a href="` + w.Page.Href(a) + `">` + label + `</a>`)
	}
	return ast.WalkSkipChildren, nil
}

func (w *htmlWriter) fence(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = out.WriteString(w.Page.BlockHTML[n.(*parse.Fence)])
	}
	return ast.WalkContinue, nil
}
