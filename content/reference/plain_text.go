package reference

import (
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A textWriter writes Markdown nodes of one source, as they stand on one page, without mark-up.
type textWriter struct {
	page *Page
	src  *source
	buf  spacedText
}

// label is what a reference reads as.
func (w *textWriter) label(r *ref) string {
	a, ok := w.page.book.find(r.target)
	switch {
	case r.label != "":
		return typeset(w.src.lang, r.label, 0, 0)
	case !ok || a.id != "" && isRuleID(r.target):
		return r.target
	}
	if strings.HasPrefix(r.target, "t-") {
		return lowerFirst(a.title)
	}
	return a.title
}

// plain returns nodes as text without any mark-up, for search and summaries.
func (w *textWriter) plain(nodes ...ast.Node) string {
	w.buf = w.buf[:0]
	for _, n := range nodes {
		_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Heading:
				return ast.WalkSkipChildren, nil
			case *ast.Text:
				w.buf.add(w.src.texts[w.src.textRunAt(n)].typeset)
				if n.SoftLineBreak() || n.HardLineBreak() {
					w.buf.add(" ")
				}
			case *ast.String:
				w.buf.add(string(n.Value))
			case *ref:
				w.buf.add(w.label(n))
			case *fence:
				w.buf.add(" ")
				w.buf.add(typeset(w.src.lang, n.title, 0, 0))
			default:
				if n.Type() == ast.TypeBlock {
					w.buf.add(" ")
				}
			}
			return ast.WalkContinue, nil
		})
	}
	return strings.TrimSuffix(string(w.buf), " ")
}

// spacedText is text with one space between its words and none before them. Spaces that do not break are left as they are.
type spacedText []byte

func (l *spacedText) add(s string) {
	out := *l
	for i := range len(s) {
		switch c := s[i]; {
		case c != ' ' && c != '\n' && c != '\t':
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	*l = out
}

func lowerFirst(s string) string {
	for i, r := range s {
		if i > 0 {
			return strings.ToLower(s[:i]) + s[i:]
		}
		_ = r
	}
	return strings.ToLower(s)
}
