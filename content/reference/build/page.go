package build

import (
	"cmp"
	"io"
	"sort"
	"strings"

	"oriflamme/content/reference/parse"
)

// A Page is one page of a book, or the list of games of a language.
type Page struct {
	ID      string // the same in every language
	Lang    string
	Game    string // "" for the list of games
	Slug    string // "" for the first page of a book
	Title   string
	Summary string
	Path    string // from the root of the site, ending in a slash: fr/regles/warcry/attaque/
	Chapter int    // its number; 0 for a page that is no chapter
	House   bool   // rules of the house, not of the book
	TextIn  string // the language of the text when it is not Lang: not translated yet

	Sections []Section // the table of contents
	Prev     *Page
	Next     *Page
	Others   map[string]*Page // the same page by language, itself included

	body    string // HTML from <main> on
	gzipped []byte // the same under gzip, when the site rests

	Book  *Book
	Leads map[string]string // the rule that a section or a word stands for

	*pageWork // nil in a compact site
}

// A pageWork holds what a page is made from. Nobody needs it once the body is made.
type pageWork struct {
	Source        *parse.Source           // nil for a page that no file holds
	ChapterHTML   string                  // the Markdown as HTML; "" once the site is compact
	BlockHTML     map[*parse.Fence]string // blocks played by the engine, as HTML
	UsedTerms     map[string]bool         // words of the glossary that the chapter uses
	LinkableTerms map[string]bool         // words of the glossary that may be linked by themselves
	TermMatches   [][]termMatch           // of words of the glossary, in each stretch of running text of the source
	citedBy       []Anchor
	MovedIDs      []movedID
}

// A Section is a heading of a page.
type Section struct {
	ID    string
	Title string
	Level int
}

// SetBody gives the page the HTML from <main> on.
func (p *Page) SetBody(body string) { p.body = body }

// Body is the HTML of the page from <main> on, with relative links only.
func (p *Page) Body() string {
	if p.gzipped == nil {
		return p.body
	}
	var b strings.Builder
	b.Grow(p.BodyLen())
	p.WriteBody(&b)
	return b.String()
}

// BodyLen returns the length of the body in bytes.
func (p *Page) BodyLen() int {
	if p.gzipped == nil {
		return len(p.body)
	}
	return GunzippedLen(p.gzipped)
}

// WriteBody writes the body.
func (p *Page) WriteBody(to io.Writer) {
	if p.gzipped == nil {
		_, _ = io.WriteString(to, p.body) // the reader of a page, who gets all of it or closes the connection
	} else {
		Gunzip(to, p.gzipped)
	}
}

// FindLeads sets which rule each section and each word of the glossary stands for in a search by a program.
func (p *Page) FindLeads() {
	p.Leads = map[string]string{}
	var open []string // sections that have no rule yet
	for _, at := range p.Source.OrderedPlaces() {
		switch id := at.IDs[0]; {
		case parse.IsRuleID(id):
			for _, section := range open {
				p.Leads[section] = id
			}
			open = nil
		case at.Level > 0 && id != "":
			open = append(open, id)
		}
	}
	for _, t := range p.Source.Terms {
		delete(p.Leads, t.ID)
		for _, target := range t.Cites() {
			if a, ok := p.Book.Find(target); ok && a.ID != "" && parse.IsRuleID(target) {
				p.Leads[t.ID] = target
				break
			}
		}
	}
}

// PrintID is the id of the page that holds a whole book as one document for printing.
const PrintID = "print"

// IsWholeBook reports whether the page holds a whole book.
func (p *Page) IsWholeBook() bool { return p.ID == PrintID }

// ChangesID is the id of the page that lists when each rule changed and what covers it.
const ChangesID = "track"

// Href returns the relative link from the page to an anchor. It never leaves the folder of the site.
func (p *Page) Href(a Anchor) string {
	if a.Page == p && a.ID != "" {
		return "#" + a.ID
	}
	link := RelativeDir(p.Path, a.Page.Path) + "index.html"
	if a.ID != "" {
		link += "#" + a.ID
	}
	return link
}

// RelativeDir returns the relative path from one directory of the site to another. Both end in a slash; the root of the
// site is "".
func RelativeDir(from, to string) string {
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	return strings.Repeat("../", strings.Count(from[common:], "/")) + to[common:]
}

// CitingPages returns the pages that refer to this page, each once.
func (p *Page) CitingPages() []*Page {
	seen := map[*Page]bool{}
	var list []*Page
	for _, a := range p.citedBy {
		if !seen[a.Page] {
			seen[a.Page] = true
			list = append(list, a.Page)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Source.Rank() < list[j].Source.Rank() })
	return list
}

// TextLang returns the language of the page's text, which is another than Lang when the page is not translated.
func (p *Page) TextLang() string { return cmp.Or(p.TextIn, p.Lang) }
