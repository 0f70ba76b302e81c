package reference

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
)

// A htmlWriter writes Markdown nodes of one source as they stand on one page.
type htmlWriter struct {
	textWriter
	usedTerms    map[string]bool // words of the glossary that were written
	sectionTerms map[string]bool // those of this section
	isCopy       bool            // the text stands elsewhere as well: its ids stay there
}

func newHTMLWriter(p *Page, src *source) *htmlWriter {
	return &htmlWriter{textWriter: textWriter{page: p, src: src}, usedTerms: map[string]bool{}, sectionTerms: map[string]bool{}}
}

// renderer is goldmark's renderer with the pen for what it writes itself.
func (w *htmlWriter) renderer() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(mdhtml.NewRenderer(), 1000),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewDefinitionListHTMLRenderer(), 500),
		util.Prioritized(w, 100)))
}

// RegisterFuncs tells goldmark which nodes the pen writes itself.
func (w *htmlWriter) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindText, w.text)
	r.Register(ast.KindHeading, w.heading)
	r.Register(extast.KindTable, w.table)
	r.Register(extast.KindTableCell, w.cell)
	r.Register(kindRule, w.rule)
	r.Register(kindMarker, w.marker)
	r.Register(kindRef, w.ref)
	r.Register(kindFence, w.fence)
}

// renderChapter writes the chapter: everything of the page that is Markdown.
func renderChapter(p *Page, runner *runner, diags *diagnostics) {
	if p.src == nil {
		return
	}
	w := newHTMLWriter(p, p.src)
	for i, f := range p.src.fences {
		played, err := runner.run(p, f)
		if err != nil && p.TextIn == "" {
			diags.add(p.src.file, f.line+err.line, "%s", err.text)
		}
		if p.blockHTML == nil {
			p.blockHTML = make(map[*fence]string, len(p.src.fences))
		}
		p.blockHTML[p.src.fences[i]] = played
	}
	p.ChapterHTML = w.html(p.src.root)
	p.usedTerms = w.usedTerms
}

// html returns nodes as HTML.
func (w *htmlWriter) html(nodes ...ast.Node) string {
	var b buffer
	md := w.renderer()
	for _, n := range nodes {
		if err := md.Render(&b, w.src.text, n); err != nil {
			panic(err) // a bytes.Buffer takes everything
		}
	}
	return b.String()
}

// buffer is a buffer that goldmark writes on without another before it.
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
	at := w.src.textRunAt(t)
	set := w.src.texts[at].typeset
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
		if t := w.page.book.terms[headingID(h)]; t != nil && len(t.aliases) > 0 {
			_, _ = out.WriteString(`<p class="aliases">` + html.EscapeString(typeset(w.src.lang, strings.Join(t.aliases, ", "), 0, 0)) + "</p>\n")
		}
		return ast.WalkContinue, nil
	}
	id := headingID(h)
	if _, inRule := h.Parent().(*rule); inRule || id == "" {
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

// cell writes a table cell; figures are set to the right by a class, never by a
// style attribute, which a strict policy forbids.
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
	r := n.(*rule)
	if !entering {
		_, _ = out.WriteString(w.exceptionLinks(r.allIDs()) + w.ruleFooter(r.allIDs()) + "</div></article>\n")
		return ast.WalkContinue, nil
	}
	if w.isCopy {
		_, _ = out.WriteString(`<article class="rule">`)
	} else {
		_, _ = out.WriteString(`<article class="rule" id="` + r.ids[0] + `">`)
	}
	if len(r.ids) > 1 {
		_, _ = out.WriteString(`<p class="cites">`)
	}
	for i, id := range r.ids {
		named := id
		if w.isCopy {
			named = ""
		} else if i == 0 {
			named = decisionNumber(id) // the article has the id itself
		}
		_, _ = out.WriteString(w.permalink(id, named))
	}
	if len(r.ids) > 1 {
		_, _ = out.WriteString(`</p>`)
	}
	_, _ = out.WriteString("<div>")
	return ast.WalkContinue, nil
}

func (w *htmlWriter) marker(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		for _, id := range n.(*marker).ids {
			switch short := decisionNumber(id); {
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

// permalink writes the number of a rule as a link to itself, under a name that
// other links lead to. In a copy it leads to the rule.
func (w *htmlWriter) permalink(id, named string) string {
	if named != "" {
		named = ` id="` + named + `"`
	}
	to := "#" + id
	if w.isCopy {
		a, _ := w.page.book.find(id)
		to = w.page.href(a)
	}
	return `<a class="cite"` + named + ` href="` + to + `">` + id + `</a>`
}

func (w *htmlWriter) ref(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	r := n.(*ref)
	a, ok := w.page.book.find(r.target)
	label := html.EscapeString(w.label(r))
	switch {
	case !ok:
		_, _ = out.WriteString(label)
	case w.page.book.terms[r.target] != nil:
		w.usedTerms[r.target], w.sectionTerms[r.target] = true, true
		_, _ = out.WriteString(`<a class="term" href="` + w.page.href(a) + `">` + label + `</a>`)
	case a.id != "" && isRuleID(r.target) && r.label == "":
		_, _ = out.WriteString(`<a class="cite" href="` + w.page.href(a) + `">` + label + `</a>`)
	default:
		_, _ = out.WriteString(`<a href="` + w.page.href(a) + `">` + label + `</a>`)
	}
	return ast.WalkSkipChildren, nil
}

func (w *htmlWriter) fence(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = out.WriteString(w.page.blockHTML[n.(*fence)])
	}
	return ast.WalkContinue, nil
}
