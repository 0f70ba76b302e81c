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

// A pen writes Markdown nodes of one source as they stand on one page.
type pen struct {
	page *Page
	src  *source
	used map[string]bool // words of the glossary that were written
	near map[string]bool // those of this section
	copy bool            // the text stands elsewhere as well: its ids stay there
	line spaced          // for plain
}

func newPen(p *Page, src *source) *pen {
	return &pen{page: p, src: src, used: map[string]bool{}, near: map[string]bool{}}
}

// markup is goldmark's renderer with the pen for what it writes itself.
func (w *pen) markup() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(mdhtml.NewRenderer(), 1000),
		util.Prioritized(extension.NewTableHTMLRenderer(), 500),
		util.Prioritized(extension.NewDefinitionListHTMLRenderer(), 500),
		util.Prioritized(w, 100)))
}

// RegisterFuncs tells goldmark which nodes the pen writes itself.
func (w *pen) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindText, w.text)
	r.Register(ast.KindHeading, w.heading)
	r.Register(extast.KindTable, w.table)
	r.Register(extast.KindTableCell, w.cell)
	r.Register(kindRule, w.rule)
	r.Register(kindAnchor, w.marker)
	r.Register(kindRef, w.ref)
	r.Register(kindFence, w.fence)
}

// render writes the chapter: everything of the page that is Markdown.
func (p *Page) render(stage *stage, faults *faults) {
	if p.src == nil {
		return
	}
	w := newPen(p, p.src)
	for i, f := range p.src.fences {
		played, err := stage.play(p, f)
		if err != nil && p.TextIn == "" {
			faults.add(p.src.file, f.line+err.line, "%s", err.text)
		}
		if p.played == nil {
			p.played = make(map[*fence]string, len(p.src.fences))
		}
		p.played[p.src.fences[i]] = played
	}
	p.chapter = w.html(p.src.root)
	p.glosses = w.used
}

// html returns nodes as HTML.
func (w *pen) html(nodes ...ast.Node) string {
	var b paper
	md := w.markup()
	for _, n := range nodes {
		if err := md.Render(&b, w.src.text, n); err != nil {
			panic(err) // a bytes.Buffer takes everything
		}
	}
	return b.String()
}

// paper is a buffer that goldmark writes on without another before it.
type paper struct{ bytes.Buffer }

func (*paper) Buffered() int { return 0 }
func (*paper) Flush() error  { return nil }

func (w *pen) text(out util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	t := n.(*ast.Text)
	value := t.Segment.Value(src)
	if t.IsRaw() {
		mdhtml.DefaultWriter.RawWrite(out, value)
		return ast.WalkContinue, nil
	}
	at := w.src.saying(t)
	set := w.src.said[at].set
	links := w.linked(at)
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

func (w *pen) heading(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	if h.Level <= 2 {
		clear(w.near)
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

func (w *pen) table(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = out.WriteString("<div class=\"scroll\"><table>\n")
	} else {
		_, _ = out.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// cell writes a table cell; figures are set to the right by a class, never by a
// style attribute, which a strict policy forbids.
func (w *pen) cell(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
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

func (w *pen) rule(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	r := n.(*rule)
	if !entering {
		_, _ = out.WriteString(w.but(r.all()) + w.foot(r.all()) + "</div></article>\n")
		return ast.WalkContinue, nil
	}
	if w.copy {
		_, _ = out.WriteString(`<article class="rule">`)
	} else {
		_, _ = out.WriteString(`<article class="rule" id="` + r.ids[0] + `">`)
	}
	if len(r.ids) > 1 {
		_, _ = out.WriteString(`<p class="cites">`)
	}
	for i, id := range r.ids {
		named := id
		if w.copy {
			named = ""
		} else if i == 0 {
			named = ruling(id) // the article has the id itself
		}
		_, _ = out.WriteString(w.permalink(id, named))
	}
	if len(r.ids) > 1 {
		_, _ = out.WriteString(`</p>`)
	}
	_, _ = out.WriteString("<div>")
	return ast.WalkContinue, nil
}

func (w *pen) marker(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		for _, id := range n.(*marker).ids {
			switch short := ruling(id); {
			case w.copy:
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
func (w *pen) permalink(id, named string) string {
	if named != "" {
		named = ` id="` + named + `"`
	}
	to := "#" + id
	if w.copy {
		a, _ := w.page.book.find(id)
		to = w.page.href(a)
	}
	return `<a class="cite"` + named + ` href="` + to + `">` + id + `</a>`
}

func (w *pen) ref(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
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
		w.used[r.target], w.near[r.target] = true, true
		_, _ = out.WriteString(`<a class="term" href="` + w.page.href(a) + `">` + label + `</a>`)
	case a.id != "" && isRule(r.target) && r.label == "":
		_, _ = out.WriteString(`<a class="cite" href="` + w.page.href(a) + `">` + label + `</a>`)
	default:
		_, _ = out.WriteString(`<a href="` + w.page.href(a) + `">` + label + `</a>`)
	}
	return ast.WalkSkipChildren, nil
}

func (w *pen) fence(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = out.WriteString(w.page.played[n.(*fence)])
	}
	return ast.WalkContinue, nil
}
