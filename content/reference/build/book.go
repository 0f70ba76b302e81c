package build

import (
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/rules"
)

// A Book is one game in one language.
type Book struct {
	Lang, Game  string
	IDPrefix    string // that its ids begin with: WC
	Title       string // of the game
	Edition     string
	SourceNote  string // where the text comes from
	Engine      *rules.Game
	Pages       []*Page // the first page, play sheet, chapters, glossary, search
	PrintPage   *Page   // all of it as one document
	ChangesPage *Page   // what changed, and what there is of each rule
	Anchors     map[string]Anchor

	*bookWork // nil in a compact site
}

// A bookWork holds what only the making of a book's pages needs.
type bookWork struct {
	words       map[string]string   // how fields and values of the engine are called
	PlayerWords map[string]string   // what players say when they look for a rule, by its id
	Exceptions  map[string][]string // what other rules make exceptions to a rule, by its id
	RuleStatus  map[[2]string]RuleStatus
	Terms       map[string]*parse.Term
	Meanings    sync.Map // of terms, as chapters show them
}

// An Anchor is a place that can be linked to.
type Anchor struct {
	Page  *Page
	ID    string // the fragment; "" for the page itself
	Title string

	SectionID, SectionTitle string // the section it stands in
}

// Find returns the anchor of an id. The engine names decisions without the game's letters.
func (b *Book) Find(id string) (Anchor, bool) {
	a, ok := b.Anchors[id]
	if !ok && strings.HasPrefix(id, "A-") {
		a, ok = b.Anchors[b.IDPrefix+"-"+id]
	}
	return a, ok
}

// Place returns the anchor of a rule, its place in the source and the source, which is nil when the book does not have
// the rule.
func (b *Book) Place(id string) (Anchor, parse.Place, *parse.Source) {
	a, ok := b.Find(id)
	if !ok || a.ID == "" {
		return a, parse.Place{}, nil
	}
	for _, at := range a.Page.Source.Places {
		if slices.Contains(at.IDs, a.ID) {
			return a, at, a.Page.Source
		}
	}
	return a, parse.Place{}, nil
}

// Section returns the anchor of the section that a rule stands in, or of its page.
func (a Anchor) Section() Anchor { return Anchor{Page: a.Page, ID: a.SectionID} }

// Phase returns the id of the section on the play sheet.
func (a Anchor) Phase() string {
	if a.SectionID == "" {
		return "s-" + a.Page.ID
	}
	return "s-" + a.SectionID
}

// Phase returns the id on the play sheet of the section with the first rule of a page, or "" for the top of the sheet.
func (b *Book) Phase(p *Page) string {
	if p.pageWork == nil || p.Source == nil { // a page without rules: of the others only the body is asked for once the site is compact
		return ""
	}
	for _, id := range b.SheetPage().Source.Sheet {
		if a, ok := b.Find(id); ok && a.Page == p {
			return a.Phase()
		}
	}
	return ""
}

// ChaptersAnchor returns the anchor of the list of chapters on the first page of the book.
func (b *Book) ChaptersAnchor() Anchor { return Anchor{Page: b.Pages[0], ID: "chapters"} }

// SheetPage returns the page of the play sheet, or nil.
func (b *Book) SheetPage() *Page {
	if a, ok := b.Find(b.IDPrefix + parse.SheetID); ok {
		return a.Page
	}
	return nil
}

// checkExceptions reports exceptions that name a rule that the book does not have, or the rule itself.
func (b *Book) checkExceptions(diags *parse.Diagnostics) {
	name := path.Join(locale.Languages[0], b.Game, "exceptions.yaml")
	for rule, list := range b.Exceptions {
		for _, id := range append([]string{rule}, list...) {
			if _, there := b.Find(id); !there {
				diags.Add(name, 0, "%s: there is no %s in %s", rule, id, b.Lang)
			}
		}
		if slices.Contains(list, rule) {
			diags.Add(name, 0, "%s is no exception to itself", rule)
		}
	}
}

// Errata returns the errata of the book, the newest first, and those of a day in the order of the book.
func (b *Book) Errata() []*parse.Erratum {
	var list []*parse.Erratum
	for _, p := range b.Pages {
		if p.Source != nil {
			list = append(list, p.Source.Errata...)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Date > list[j].Date })
	return list
}

// ValueName returns the book's word for a name or value of the engine. Without an entry in words.yaml it is the name
// itself, in plain words.
func (b *Book) ValueName(key string) string {
	if w, ok := b.words[key]; ok {
		return locale.Typeset(b.Lang, w, 0, 0)
	}
	return strings.ReplaceAll(strings.ReplaceAll(key, "_", " "), ".", ", ")
}

// OriginText returns the lines of the source of a rule and the day of its last change, in words, and whether anything is
// known of the rule.
func (b *Book) OriginText(t locale.Strings, id string) (text string, known bool) {
	e, known := b.RuleStatus[[2]string{b.Game, id}]
	if e.Lines == "" {
		return t.Say("source-none") + " · " + t.Date(e.Changed), known
	}
	return t.Say("source-lines", "lines", strings.ReplaceAll(e.Lines, ",", ", ")) + " · " + t.Date(e.Changed), known
}
