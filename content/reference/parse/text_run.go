package parse

import (
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"

	"oriflamme/content/reference/locale"
)

// A textRun is a run of text of a source, typeset. Pages show it, the search indexes it, and the words of the glossary
// are looked for in it.
type textRun struct {
	Node    *ast.Text
	Typeset string
}

// typesetAll typesets every run of text once.
func (s *Source) typesetAll() {
	visit(s.Root, func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			before, after := locale.SurroundingRunes(s.Text, t.Segment.Start, t.Segment.Stop)
			s.Texts = append(s.Texts, textRun{t, locale.Typeset(s.Lang, string(t.Segment.Value(s.Text)), before, after)})
		}
	})
	slices.SortStableFunc(s.Texts, func(a, b textRun) int { return cmp.Compare(a.Node.Segment.Start, b.Node.Segment.Start) })
}

// TextRunAt returns the index of a text node among the runs of the source.
func (s *Source) TextRunAt(t *ast.Text) int {
	i, _ := slices.BinarySearchFunc(s.Texts, t.Segment.Start, func(one textRun, start int) int { return cmp.Compare(one.Node.Segment.Start, start) })
	for s.Texts[i].Node != t { // an empty one begins where another does
		i++
	}
	return i
}
