package reference

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A term is a word of the glossary.
type term struct {
	id      string // t-cover
	title   string
	aliases []string
	nodes   []ast.Node // what it means
	source  *source
}

var aliasLine = regexp.MustCompile(`^Alias(es)?\s*:\s*`)

// readTerms turns the entries of the glossary into terms. The line of aliases
// is taken out of the text; the page sets it by itself.
func (s *source) readTerms() {
	for i := range s.places {
		at := &s.places[i]
		if !strings.HasPrefix(at.ids[0], "t-") {
			continue
		}
		t := &term{id: at.ids[0], title: at.title, source: s}
		for _, n := range at.nodes {
			if p, ok := n.(*ast.Paragraph); ok {
				if line := rawText(p, s.text); aliasLine.MatchString(line) {
					t.aliases = splitCommas(strings.TrimRight(aliasLine.ReplaceAllString(line, ""), ". "))
					p.Parent().RemoveChild(p.Parent(), p)
					continue
				}
			}
			t.nodes = append(t.nodes, n)
		}
		at.nodes = t.nodes
		s.terms = append(s.terms, t)
	}
}

func splitCommas(s string) []string {
	var list []string
	for _, one := range strings.Split(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			list = append(list, one)
		}
	}
	return list
}

// cites returns what the entry refers to, in order.
func (t *term) cites() []string {
	var targets []string
	for _, n := range t.nodes {
		_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if r, ok := n.(*ref); ok && entering {
				targets = append(targets, r.target)
			}
			return ast.WalkContinue, nil
		})
	}
	return targets
}
