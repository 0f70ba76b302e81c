package reference

import (
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
)

// A textRun is a stretch of text of a source as pages show it: typeset. Pages write it, the search reads it, and the
// glossary is looked for in it.
type textRun struct {
	node    *ast.Text
	typeset string
}

// typesetAll sets every stretch of text once for all who ask.
func (s *source) typesetAll() {
	_ = ast.Walk(s.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			before, after := surroundingRunes(s.text, t.Segment.Start, t.Segment.Stop)
			s.texts = append(s.texts, textRun{t, typeset(s.lang, string(t.Segment.Value(s.text)), before, after)})
		}
		return ast.WalkContinue, nil
	})
	slices.SortStableFunc(s.texts, func(a, b textRun) int { return cmp.Compare(a.node.Segment.Start, b.node.Segment.Start) })
}

// textRunAt returns where a stretch of text stands among what the source says.
func (s *source) textRunAt(t *ast.Text) int {
	i, _ := slices.BinarySearchFunc(s.texts, t.Segment.Start, func(one textRun, start int) int { return cmp.Compare(one.node.Segment.Start, start) })
	for s.texts[i].node != t { // an empty one begins where another does
		i++
	}
	return i
}
