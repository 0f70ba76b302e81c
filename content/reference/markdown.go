package reference

import (
	"regexp"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var (
	ruleIDPattern     = regexp.MustCompile(`^[A-Z]{2}(-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?$`)
	ruleIDsPattern    = regexp.MustCompile(`^(\[[A-Z]{2}(-[A-Z][A-Z0-9]*)+-[0-9]+[a-z]?\]\s*)+$`)
	fenceTitlePattern = regexp.MustCompile(`(?m)^title:(.*)$`)
	idPattern         = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)
)

func isRuleID(id string) bool { return ruleIDPattern.MatchString(id) }

// decisionNumber returns the number of a decision about a doubtful point as the engine and
// the specification write it: WC-A-38 is A-38. It is "" for any other id.
func decisionNumber(id string) string {
	if isRuleID(id) && strings.HasPrefix(id[2:], "-A-") {
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

// refParser reads [[target]] and [[target|label]], and [[!word]], a word that is not to link
// itself.
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
	return &ref{target: target, label: strings.TrimSpace(label), offset: seg.Start}
}

// A place is something of a page that has an id: a section, a rule or a term.
type place struct {
	ids    []string
	title  string
	level  int        // of a heading, else 0
	nodes  []ast.Node // what is said there
	offset int
}

// parse reads the Markdown and gives rules, markers and played blocks their own nodes.
func (s *source) parse(diags *diagnostics) {
	s.root = markdown.Parse(text.NewReader(s.text))
	s.replaceMarkers()
	s.groupRules(diags)
	s.collectRefs()
	s.typesetAll()
}

// replaceMarkers replaces strong text that is nothing but rule ids.
func (s *source) replaceMarkers() {
	var strong []*ast.Emphasis
	_ = ast.Walk(s.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if e, ok := n.(*ast.Emphasis); ok && entering && e.Level == 2 && ruleIDsPattern.MatchString(rawText(e, s.text)) {
			strong = append(strong, e)
		}
		return ast.WalkContinue, nil
	})
	for _, e := range strong {
		ids := strings.FieldsFunc(rawText(e, s.text), func(r rune) bool { return strings.ContainsRune("[] \n", r) })
		if next, ok := e.NextSibling().(*ast.Text); ok {
			next.Segment = next.Segment.TrimLeftSpace(s.text)
		}
		e.Parent().ReplaceChild(e.Parent(), e, &marker{ids: ids})
	}
}

// groupRules walks the blocks of the page and folds each rule into one node.
func (s *source) groupRules(diags *diagnostics) {
	var open *rule // takes up the blocks that follow it
	whole := false // open has a heading: paragraphs are its own as well
	title := s.meta.Title
	for n := s.root.FirstChild(); n != nil; {
		next := n.NextSibling()
		switch b := n.(type) {
		case *ast.Heading:
			open = nil
			id := headingID(b)
			title = rawText(b, s.text)
			at := place{ids: []string{id}, title: title, level: b.Level, offset: offsetOf(b)}
			switch {
			case !idPattern.MatchString(id):
				diags.add(s.file, s.line(at.offset), "heading %q has no id in plain letters, such as {#wc-attack}", title)
			case isRuleID(id):
				open, whole = s.newRule(n, []string{id}), true
				at.nodes = []ast.Node{open}
			}
			s.places = append(s.places, at)
		case *ast.FencedCodeBlock:
			f := s.newFence(b)
			if f != nil && f.name == "erratum" {
				s.readErratum(f, open, diags)
				if open != nil {
					open.AppendChild(open, f)
				}
			} else {
				open = nil
			}
		case *ast.Paragraph:
			if m, ok := b.FirstChild().(*marker); ok {
				b.RemoveChild(b, m)
				open, whole = s.newRule(n, m.ids), false
				s.places = append(s.places, place{ids: m.ids, title: title, nodes: []ast.Node{open}, offset: offsetOf(b)})
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

// addToPlace adds a block to the section it stands in.
func (s *source) addToPlace(n ast.Node) {
	for i := len(s.places) - 1; i >= 0; i-- {
		if s.places[i].level > 0 {
			s.places[i].nodes = append(s.places[i].nodes, n)
			return
		}
	}
	s.places = append(s.places, place{ids: []string{""}, title: s.meta.Title, level: 1, nodes: []ast.Node{n}})
}

func (s *source) newRule(n ast.Node, ids []string) *rule {
	r := &rule{ids: ids}
	s.root.ReplaceChild(s.root, n, r)
	r.AppendChild(r, n)
	return r
}

// blockNames are the names of the blocks that are blockNames, drawn or told apart.
var blockNames = wordSet("example table diagram erratum")

// newFence puts a block of one of these names in the place of its Markdown; it is nil for
// others, which are text.
func (s *source) newFence(b *ast.FencedCodeBlock) *fence {
	name := string(b.Language(s.text))
	if !blockNames[name] || b.Lines().Len() == 0 {
		s.addToPlace(b)
		return nil
	}
	f := &fence{name: name, yaml: string(b.Lines().Value(s.text)), line: s.line(b.Lines().At(0).Start)}
	if m := fenceTitlePattern.FindStringSubmatch(f.yaml); m != nil {
		f.title = strings.ReplaceAll(strings.Trim(strings.TrimSpace(m[1]), `"'`), `\"`, `"`)
	}
	s.root.ReplaceChild(s.root, b, f)
	if n := len(s.places); n > 0 {
		s.places[n-1].nodes = append(s.places[n-1].nodes, f) // its title is found with the rule above it
	}
	s.fences = append(s.fences, f)
	return f
}

// collectRefs notes references, and the rules that stand inside other blocks.
func (s *source) collectRefs() {
	title := s.meta.Title
	_ = ast.Walk(s.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			title = rawText(n, s.text)
		case *ref:
			s.refs = append(s.refs, n)
		case *marker:
			s.places = append(s.places, place{ids: n.ids, title: title, nodes: []ast.Node{n.Parent()}, offset: offsetOf(n.Parent())})
		}
		return ast.WalkContinue, nil
	})
	if s.isGlossary() {
		s.readTerms()
	}
}

func headingID(h *ast.Heading) string {
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

// rawText returns the text of a node as written.
func rawText(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ref:
			b.WriteString(n.label)
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// orderedPlaces returns the places as they stand on the page, those inside lists and
// tables among the others.
func (s *source) orderedPlaces() []place {
	places := append([]place(nil), s.places...)
	sort.SliceStable(places, func(i, j int) bool { return places[i].offset < places[j].offset })
	return places
}
