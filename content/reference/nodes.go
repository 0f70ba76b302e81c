package reference

import (
	"slices"

	"github.com/yuin/goldmark/ast"
)

// Kinds of our own nodes.
var (
	kindRule   = ast.NewNodeKind("Rule")
	kindMarker = ast.NewNodeKind("RuleAnchor")
	kindRef    = ast.NewNodeKind("Reference")
	kindFence  = ast.NewNodeKind("PlayedBlock")
)

// A rule holds the blocks of one rule. Its first id is the anchor of the whole.
type rule struct {
	ast.BaseBlock
	ids []string
}

// allIDs are its ids and those of the rules that stand in its lists and tables.
func (r *rule) allIDs() []string {
	ids := slices.Clone(r.ids)
	_ = ast.Walk(r, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if m, ok := n.(*marker); ok && entering {
			ids = append(ids, m.ids...)
		}
		return ast.WalkContinue, nil
	})
	return ids
}

func (*rule) Kind() ast.NodeKind { return kindRule }

func (r *rule) Dump(src []byte, level int) { ast.DumpHelper(r, src, level, nil, nil) }

// A marker stands where rule ids are written inside a list, a table or a paragraph.
type marker struct {
	ast.BaseInline
	ids []string
}

func (*marker) Kind() ast.NodeKind { return kindMarker }

func (m *marker) Dump(src []byte, level int) { ast.DumpHelper(m, src, level, nil, nil) }

// A ref is a cross reference or a word of the glossary.
type ref struct {
	ast.BaseInline
	target string // an id; t:cover is kept as t-cover
	label  string
	offset int
}

func (*ref) Kind() ast.NodeKind { return kindRef }

func (r *ref) Dump(src []byte, level int) { ast.DumpHelper(r, src, level, nil, nil) }

// A fence is a block that the engine plays.
type fence struct {
	ast.BaseBlock
	name  string // one of played
	title string
	yaml  string
	line  int // of its first line of YAML

	erratum *Erratum // nil for other blocks
}

func (*fence) Kind() ast.NodeKind { return kindFence }

func (f *fence) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }
