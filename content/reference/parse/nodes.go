package parse

import (
	"slices"

	"github.com/yuin/goldmark/ast"
)

// Kinds of the nodes that the reference adds to Markdown.
var (
	KindRule   = ast.NewNodeKind("Rule")
	KindMarker = ast.NewNodeKind("RuleAnchor")
	KindRef    = ast.NewNodeKind("Reference")
	KindFence  = ast.NewNodeKind("PlayedBlock")
)

// A Rule holds the blocks of one rule. Its first id is the anchor of the whole.
type Rule struct {
	ast.BaseBlock
	IDs []string
}

// AllIDs returns the ids of the rule and of the rules that stand in its lists and tables.
func (r *Rule) AllIDs() []string {
	ids := slices.Clone(r.IDs)
	visit(r, func(n ast.Node) {
		if m, ok := n.(*Marker); ok {
			ids = append(ids, m.IDs...)
		}
	})
	return ids
}

// visit calls do with a node and everything in it, in the order of the text.
func visit(n ast.Node, do func(ast.Node)) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			do(n)
		}
		return ast.WalkContinue, nil
	})
}

func (*Rule) Kind() ast.NodeKind { return KindRule }

func (r *Rule) Dump(src []byte, level int) { ast.DumpHelper(r, src, level, nil, nil) }

// A Marker stands where rule ids are written inside a list, a table or a paragraph.
type Marker struct {
	ast.BaseInline
	IDs []string
}

func (*Marker) Kind() ast.NodeKind { return KindMarker }

func (m *Marker) Dump(src []byte, level int) { ast.DumpHelper(m, src, level, nil, nil) }

// A Ref is a reference to a rule, a section, a page or a word of the glossary.
type Ref struct {
	ast.BaseInline
	Target string // an id; t:cover is kept as t-cover
	Label  string
	Offset int
}

func (*Ref) Kind() ast.NodeKind { return KindRef }

func (r *Ref) Dump(src []byte, level int) { ast.DumpHelper(r, src, level, nil, nil) }

// A Fence is a block that the engine plays.
type Fence struct {
	ast.BaseBlock
	Name  string // one of played
	Title string
	YAML  string
	Line  int // of its first line of YAML

	Erratum *Erratum // nil for other blocks
}

func (*Fence) Kind() ast.NodeKind { return KindFence }

func (f *Fence) Dump(src []byte, level int) { ast.DumpHelper(f, src, level, nil, nil) }
