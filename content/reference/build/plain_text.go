package build

import (
	"strings"

	"github.com/yuin/goldmark/ast"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// A TextWriter writes Markdown nodes of one source as plain text for one page.
type TextWriter struct {
	Page   *Page
	Source *parse.Source
	buf    spacedText
}

// Label returns the text of a reference.
func (w *TextWriter) Label(r *parse.Ref) string {
	a, ok := w.Page.Book.Find(r.Target)
	switch {
	case r.Label != "":
		return locale.Typeset(w.Source.Lang, r.Label, 0, 0)
	case !ok || a.ID != "" && parse.IsRuleID(r.Target):
		return r.Target
	}
	if strings.HasPrefix(r.Target, "t-") {
		return lowerFirst(a.Title)
	}
	return a.Title
}

// Plain returns nodes as text without mark-up, for the search and for summaries.
func (w *TextWriter) Plain(nodes ...ast.Node) string {
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
				w.buf.add(w.Source.Texts[w.Source.TextRunAt(n)].Typeset)
				if n.SoftLineBreak() || n.HardLineBreak() {
					w.buf.add(" ")
				}
			case *ast.String:
				w.buf.add(string(n.Value))
			case *parse.Ref:
				w.buf.add(w.Label(n))
			case *parse.Fence:
				w.buf.add(" ")
				w.buf.add(locale.Typeset(w.Source.Lang, n.Title, 0, 0))
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

// spacedText is text with one space between its words and none before them. Non-breaking spaces stay as they are.
type spacedText []byte

func (t *spacedText) add(s string) {
	out := *t
	for i := range len(s) {
		switch c := s[i]; {
		case c != ' ' && c != '\n' && c != '\t':
			out = append(out, c)
		case len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	*t = out
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
