package reference

import (
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
)

// A saying is a stretch of text of a source as pages show it: typeset. Pages write it, the search reads it, and the
// glossary is looked for in it.
type saying struct {
	node *ast.Text
	set  string
}

// typesetAll sets every stretch of text once for all who ask.
func (s *source) typesetAll() {
	_ = ast.Walk(s.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			before, after := around(s.text, t.Segment.Start, t.Segment.Stop)
			s.said = append(s.said, saying{t, typeset(s.lang, string(t.Segment.Value(s.text)), before, after)})
		}
		return ast.WalkContinue, nil
	})
	slices.SortStableFunc(s.said, func(a, b saying) int { return cmp.Compare(a.node.Segment.Start, b.node.Segment.Start) })
}

// saying returns where a stretch of text stands among what the source says.
func (s *source) saying(t *ast.Text) int {
	i, _ := slices.BinarySearchFunc(s.said, t.Segment.Start, func(one saying, start int) int { return cmp.Compare(one.node.Segment.Start, start) })
	for s.said[i].node != t { // an empty one begins where another does
		i++
	}
	return i
}
