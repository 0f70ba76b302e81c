package reference

import (
	_ "embed"
	"io"
	"sort"
	"strings"
)

// A Page is one page of a book.
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

	book  *book
	leads map[string]string // the rule that a section or a word stands for

	*pageWork // nil in a compact site
}

// A pageWork is what a page is made from. Nobody needs it once the body is made.
type pageWork struct {
	src           *source           // nil for a page that no file holds
	ChapterHTML   string            // the Markdown as HTML; "" once the site is compact
	blockHTML     map[*fence]string // blocks played by the engine, as HTML
	usedTerms     map[string]bool   // words of the glossary that the chapter uses
	linkableTerms map[string]bool   // words of the glossary that may be linked by themselves
	termMatches   [][]termMatch     // of words of the glossary, in each stretch of running text of the source
	citedBy       []anchor
	movedIDs      []movedID
}

// A Section is a heading of a page.
type Section struct {
	ID    string
	Title string
	Level int
}

// setBody gives the page the HTML from <main> on.
func (p *Page) setBody(body string) { p.body = body }

// Body is the HTML of the page from <main> on, with relative links only.
func (p *Page) Body() string {
	if p.gzipped == nil {
		return p.body
	}
	var b strings.Builder
	b.Grow(p.bodyLen())
	p.writeBody(&b)
	return b.String()
}

// bodyLen is how many bytes the body has.
func (p *Page) bodyLen() int {
	if p.gzipped == nil {
		return len(p.body)
	}
	return gunzippedLen(p.gzipped)
}

// writeBody adds the body to what is written.
func (p *Page) writeBody(to io.Writer) {
	if p.gzipped == nil {
		_, _ = io.WriteString(to, p.body) // what takes everything
	} else {
		gunzipTo(to, p.gzipped)
	}
}

// findLeads notes which rule each section and each word of the glossary stands for.
func (p *Page) findLeads() {
	p.leads = map[string]string{}
	var open []string // sections that have no rule yet
	for _, at := range p.src.orderedPlaces() {
		switch id := at.ids[0]; {
		case isRuleID(id):
			for _, section := range open {
				p.leads[section] = id
			}
			open = nil
		case at.level > 0 && id != "":
			open = append(open, id)
		}
	}
	for _, t := range p.src.terms {
		delete(p.leads, t.id)
		for _, target := range t.cites() {
			if a, ok := p.book.find(target); ok && a.id != "" && isRuleID(target) {
				p.leads[t.id] = target
				break
			}
		}
	}
}

// printID is the page that holds a whole book as one document, to be printed.
const printID = "print"

// IsWholeBook reports whether the page holds a whole book.
func (p *Page) IsWholeBook() bool { return p.ID == printID }

// changesID is the page that tells what is there of each rule, and what changed when.
const changesID = "track"

// href returns the way from the page to an anchor, without leaving the site's folder.
func (p *Page) href(a anchor) string {
	if a.page == p && a.id != "" {
		return "#" + a.id
	}
	link := relativeDir(p.Path, a.page.Path) + "index.html"
	if a.id != "" {
		link += "#" + a.id
	}
	return link
}

// relativeDir returns the relative way from one directory of the site to another.
// Both end in a slash; the root of the site is "".
func relativeDir(from, to string) string {
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	return strings.Repeat("../", strings.Count(from[common:], "/")) + to[common:]
}

func (p *Page) citingPages() []*Page {
	seen := map[*Page]bool{}
	var list []*Page
	for _, a := range p.citedBy {
		if !seen[a.page] {
			seen[a.page] = true
			list = append(list, a.page)
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].src.rank() < list[j].src.rank() })
	return list
}

// textLang is the language that the text of the page is written in.
func (p *Page) textLang() string {
	if p.TextIn != "" {
		return p.TextIn
	}
	return p.Lang
}
