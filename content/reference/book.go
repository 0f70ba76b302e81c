package reference

import (
	_ "embed"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"oriflamme/rules"
)

// A book is one game in one language.
type book struct {
	lang, game  string
	idPrefix    string // that its ids begin with: WC
	title       string // of the game
	edition     string
	sourceNote  string // where the text comes from
	engine      *rules.Game
	pages       []*Page // the first page, play sheet, chapters, glossary, search
	printPage   *Page   // all of it as one document
	changesPage *Page   // what changed, and what there is of each rule
	anchors     map[string]anchor

	*bookWork // nil in a compact site
}

// A bookWork is what only making the pages of a book needs.
type bookWork struct {
	words       map[string]string   // how fields and values of the engine are called
	playerWords map[string]string   // what players say when they look for a rule, by its id
	exceptions  map[string][]string // what other rules make exceptions to a rule, by its id
	ruleStatus  map[[2]string]RuleStatus
	terms       map[string]*term
	meanings    sync.Map // of terms, as chapters show them
}

// An anchor is a place that can be linked to.
type anchor struct {
	page  *Page
	id    string // the fragment; "" for the page itself
	title string

	sectionID, sectionTitle string // the section it stands in
}

// find returns the place of an id. The engine names decisions without the game's letters.
func (b *book) find(id string) (anchor, bool) {
	a, ok := b.anchors[id]
	if !ok && strings.HasPrefix(id, "A-") {
		a, ok = b.anchors[b.idPrefix+"-"+id]
	}
	return a, ok
}

// place finds the text of a rule.
func (b *book) place(id string) (anchor, place, *source) {
	a, ok := b.find(id)
	if !ok || a.id == "" {
		return a, place{}, nil
	}
	for _, at := range a.page.src.places {
		for _, one := range at.ids {
			if one == a.id {
				return a, at, a.page.src
			}
		}
	}
	return a, place{}, nil
}

// section is the section that a rule stands in, or its page.
func (a anchor) section() anchor { return anchor{page: a.page, id: a.sectionID} }

// phase is what the section is called on the play sheet.
func (a anchor) phase() string {
	if a.sectionID == "" {
		return "s-" + a.page.ID
	}
	return "s-" + a.sectionID
}

// phase is where the play sheet tells the first rule of a page, or "" for its top.
func (b *book) phase(p *Page) string {
	if p.pageWork == nil || p.src == nil { // a page without rules: of the others only the body is asked for once the site is compact
		return ""
	}
	for _, id := range b.sheetPage().src.sheet {
		if a, ok := b.find(id); ok && a.page == p {
			return a.phase()
		}
	}
	return ""
}

// chaptersAnchor is the list of chaptersAnchor on the first page of a book.
func (b *book) chaptersAnchor() anchor { return anchor{page: b.pages[0], id: "chapters"} }

// sheetPage is the page of the play sheetPage, or nil.
func (b *book) sheetPage() *Page {
	if a, ok := b.find(b.idPrefix + sheetID); ok {
		return a.page
	}
	return nil
}

// checkExceptions finds rules that the book does not have, and rules that are their own exception.
func (b *book) checkExceptions(diags *diagnostics) {
	name := path.Join(Languages[0], b.game, "exceptions.yaml")
	for rule, list := range b.exceptions {
		for _, id := range append([]string{rule}, list...) {
			if _, there := b.find(id); !there {
				diags.add(name, 0, "%s: there is no %s in %s", rule, id, b.lang)
			}
		}
		if slices.Contains(list, rule) {
			diags.add(name, 0, "%s is no exception to itself", rule)
		}
	}
}

// errata are those of a book, the newest first, then as they stand in it.
func (b *book) errata() []*Erratum {
	var list []*Erratum
	for _, p := range b.pages {
		if p.src != nil {
			list = append(list, p.src.errata...)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Date > list[j].Date })
	return list
}

// valueName is what a name or value of the engine is called in a book. Without an
// entry in words.yaml it is the name itself, in plain words.
func (b *book) valueName(key string) string {
	if w, ok := b.words[key]; ok {
		return typeset(b.lang, w, 0, 0)
	}
	return strings.ReplaceAll(strings.ReplaceAll(key, "_", " "), ".", ", ")
}

// originText tells the lines of the source of a rule, and the day of its last change.
func (b *book) originText(t uiStrings, id string) (text string, known bool) {
	e, known := b.ruleStatus[[2]string{b.game, id}]
	if e.Lines == "" {
		return t.say("source-none") + " · " + t.date(e.Changed), known
	}
	return t.say("source-lines", "lines", strings.ReplaceAll(e.Lines, ",", ", ")) + " · " + t.date(e.Changed), known
}
