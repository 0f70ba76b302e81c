package parse

import (
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A Term is a word of the glossary.
type Term struct {
	ID      string // t-cover
	Title   string
	Aliases []string
	Nodes   []ast.Node // what it means
	Source  *Source
}

var aliasLine = regexp.MustCompile(`^Alias(es)?\s*:\s*`)

// readTerms turns the entries of the glossary into terms. It takes the line of aliases out of the text; the page writes
// that line itself.
func (s *Source) readTerms() {
	for i := range s.Places {
		at := &s.Places[i]
		if !strings.HasPrefix(at.IDs[0], "t-") {
			continue
		}
		t := &Term{ID: at.IDs[0], Title: at.Title, Source: s}
		for _, n := range at.Nodes {
			if p, ok := n.(*ast.Paragraph); ok {
				if line := RawText(p, s.Text); aliasLine.MatchString(line) {
					t.Aliases = splitCommas(strings.TrimRight(aliasLine.ReplaceAllString(line, ""), ". "))
					p.Parent().RemoveChild(p.Parent(), p)
					continue
				}
			}
			t.Nodes = append(t.Nodes, n)
		}
		at.Nodes = t.Nodes
		s.Terms = append(s.Terms, t)
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

// Cites returns what the entry refers to, in order.
func (t *Term) Cites() []string {
	var targets []string
	for _, n := range t.Nodes {
		visit(n, func(n ast.Node) {
			if r, ok := n.(*Ref); ok {
				targets = append(targets, r.Target)
			}
		})
	}
	return targets
}
