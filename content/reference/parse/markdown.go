package parse

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"oriflamme/content/reference/locale"
)

var (
	ruleIDPattern     = regexp.MustCompile(`^[A-Z]{2}(-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?$`)
	ruleIDsPattern    = regexp.MustCompile(`^(\[[A-Z]{2}(-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?\]\s*)+$`)
	fenceTitlePattern = regexp.MustCompile(`(?m)^title:(.*)$`)
	idPattern         = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)
)

func IsRuleID(id string) bool { return ruleIDPattern.MatchString(id) }

// DecisionNumber returns the number of a decision about a doubtful point as the engine and
// the specification write it: WC-A-38 is A-38. It is "" for any other id.
func DecisionNumber(id string) string {
	if IsRuleID(id) && strings.HasPrefix(id[2:], "-A-") {
		return id[3:]
	}
	return ""
}

var markdown = parser.NewParser(
	parser.WithBlockParsers(parser.DefaultBlockParsers()...),
	parser.WithInlineParsers(append(parser.DefaultInlineParsers(), util.Prioritized(refParser{}, 150))...),
	parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
		util.Prioritized(extension.NewTableParagraphTransformer(), 200))...),
	parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	parser.WithBlockParsers(
		util.Prioritized(extension.NewDefinitionListParser(), 101),
		util.Prioritized(extension.NewDefinitionDescriptionParser(), 102)),
	parser.WithHeadingAttribute(),
)

// refParser reads [[target]] and [[target|label]], and [[!word]], a word that is not to be linked.
type refParser struct{}

func (refParser) Trigger() []byte { return []byte{'['} }

func (refParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, seg := block.PeekLine()
	rest, ok := strings.CutPrefix(string(line), "[[")
	if !ok {
		return nil
	}
	inner, _, ok := strings.Cut(rest, "]]")
	if !ok {
		return nil
	}
	if word, plain := strings.CutPrefix(inner, "!"); plain {
		block.Advance(len(inner) + 4)
		return ast.NewString([]byte(word))
	}
	target, label, _ := strings.Cut(strings.ReplaceAll(inner, `\|`, "|"), "|")
	if word, term := strings.CutPrefix(target, "t:"); term {
		target = "t-" + word
	}
	if !idPattern.MatchString(target) {
		return nil
	}
	block.Advance(len(inner) + 4)
	return &Ref{Target: target, Label: strings.TrimSpace(label), Offset: seg.Start}
}

// A Place is a part of a page that has an id: a section, a rule or a term.
type Place struct {
	IDs    []string
	Title  string
	Level  int        // of a heading, else 0
	Nodes  []ast.Node // what is said there
	Offset int
}

// parse reads the Markdown and gives rules, markers and blocks for the engine nodes of their own.
func (s *Source) parse(diags *Diagnostics) {
	s.Root = markdown.Parse(text.NewReader(s.Text))
	s.replaceMarkers()
	s.groupRules(diags)
	s.collectRefs()
	s.typesetAll()
}

// replaceMarkers replaces strong text that consists of rule ids only.
func (s *Source) replaceMarkers() {
	var strong []*ast.Emphasis
	visit(s.Root, func(n ast.Node) {
		if e, ok := n.(*ast.Emphasis); ok && e.Level == 2 && ruleIDsPattern.MatchString(RawText(e, s.Text)) {
			strong = append(strong, e)
		}
	})
	for _, e := range strong {
		ids := strings.FieldsFunc(RawText(e, s.Text), func(r rune) bool { return strings.ContainsRune("[] \n", r) })
		if next, ok := e.NextSibling().(*ast.Text); ok {
			next.Segment = next.Segment.TrimLeftSpace(s.Text)
		}
		e.Parent().ReplaceChild(e.Parent(), e, &Marker{IDs: ids})
	}
}

// groupRules walks the blocks of the page and puts the blocks of each rule under one node.
func (s *Source) groupRules(diags *Diagnostics) {
	var open *Rule // takes up the blocks that follow it
	whole := false // open has a heading: paragraphs are its own as well
	title := s.Meta.Title
	for n := s.Root.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch b := n.(type) {
		case *ast.Heading:
			open = nil
			id := HeadingID(b)
			title = RawText(b, s.Text)
			at := Place{IDs: []string{id}, Title: title, Level: b.Level, Offset: offsetOf(b)}
			switch {
			case !idPattern.MatchString(id):
				diags.Add(s.File, s.Line(at.Offset), "heading %q has no id in plain letters, such as {#wc-attack}", title)
			case IsRuleID(id):
				open, whole = s.newRule(n, []string{id}), true
				at.Nodes = []ast.Node{open}
			}
			s.Places = append(s.Places, at)
		case *ast.FencedCodeBlock:
			f := s.newFence(b)
			if f != nil && f.Name == "erratum" {
				s.readErratum(f, open, diags)
				if open != nil {
					open.AppendChild(open, f)
				}
			} else {
				open = nil
			}
		case *ast.Paragraph:
			if m, ok := b.FirstChild().(*Marker); ok {
				b.RemoveChild(b, m)
				open, whole = s.newRule(n, m.IDs), false
				s.Places = append(s.Places, Place{IDs: m.IDs, Title: title, Nodes: []ast.Node{open}, Offset: offsetOf(b)})
			} else if open != nil && whole {
				open.AppendChild(open, n)
			} else {
				open = nil
				s.addToPlace(n)
			}
		case *ast.List, *ast.Blockquote, *extast.Table, *extast.DefinitionList:
			if open != nil {
				open.AppendChild(open, n)
			} else {
				s.addToPlace(n)
			}
		default:
			open = nil
			s.addToPlace(n)
		}
		n = next
	}
}

// addToPlace adds a block to the section that it stands in.
func (s *Source) addToPlace(n ast.Node) {
	for i := len(s.Places) - 1; i >= 0; i-- {
		if s.Places[i].Level > 0 {
			s.Places[i].Nodes = append(s.Places[i].Nodes, n)
			return
		}
	}
	s.Places = append(s.Places, Place{IDs: []string{""}, Title: s.Meta.Title, Level: 1, Nodes: []ast.Node{n}})
}

func (s *Source) newRule(n ast.Node, ids []string) *Rule {
	r := &Rule{IDs: ids}
	s.Root.ReplaceChild(s.Root, n, r)
	r.AppendChild(r, n)
	return r
}

// blockNames lists the fenced blocks that the engine plays or the reference draws.
var blockNames = locale.WordSet("example table diagram erratum")

// newFence replaces a fenced block with such a name by a Fence. It returns nil for other blocks, which stay text.
func (s *Source) newFence(b *ast.FencedCodeBlock) *Fence {
	name := string(b.Language(s.Text))
	if !blockNames[name] || b.Lines().Len() == 0 {
		s.addToPlace(b)
		return nil
	}
	f := &Fence{Name: name, YAML: string(b.Lines().Value(s.Text)), Line: s.Line(b.Lines().At(0).Start)}
	if m := fenceTitlePattern.FindStringSubmatch(f.YAML); m != nil {
		f.Title = strings.ReplaceAll(strings.Trim(strings.TrimSpace(m[1]), `"'`), `\"`, `"`)
	}
	s.Root.ReplaceChild(s.Root, b, f)
	if n := len(s.Places); n > 0 {
		s.Places[n-1].Nodes = append(s.Places[n-1].Nodes, f) // its title is found with the rule above it
	}
	s.Fences = append(s.Fences, f)
	return f
}

// collectRefs collects references, and the rules that stand inside other blocks.
func (s *Source) collectRefs() {
	title := s.Meta.Title
	visit(s.Root, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Heading:
			title = RawText(n, s.Text)
		case *Ref:
			s.Refs = append(s.Refs, n)
		case *Marker:
			s.Places = append(s.Places, Place{IDs: n.IDs, Title: title, Nodes: []ast.Node{n.Parent()}, Offset: offsetOf(n.Parent())})
		}
	})
	if s.IsGlossary() {
		s.readTerms()
	}
}

// HeadingID returns the id in the braces behind a heading, or "".
func HeadingID(h *ast.Heading) string {
	v, _ := h.AttributeString("id")
	id, _ := v.([]byte)
	return string(id)
}

// offsetOf returns where a block begins in the text.
func offsetOf(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return n.Lines().At(0).Start
		}
	}
	return 0
}

// RawText returns the text of a node as written.
func RawText(n ast.Node, src []byte) string {
	var b strings.Builder
	visit(n, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *Ref:
			b.WriteString(n.Label)
		}
	})
	return b.String()
}

// OrderedPlaces returns the places in the order of the page, including those inside lists and tables.
func (s *Source) OrderedPlaces() []Place {
	return slices.SortedStableFunc(slices.Values(s.Places), func(a, b Place) int { return cmp.Compare(a.Offset, b.Offset) })
}
