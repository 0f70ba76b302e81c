package reference

import (
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// Languages are the languages of the reference, the first one first. It knows their grammar, so they are fewer than those of
// the pages around it.
var Languages = []string{"fr", "en"}

// Tongue is the language in which a reader of any language reads the reference.
func Tongue(lang string) string {
	if slices.Contains(Languages, lang) {
		return lang
	}
	return phrases.Spare
}

// Options change how a site is made. The zero value is right for the app.
type Options struct {
	// Lock is the text of a lock file; "" takes the one of this package. NoLock
	// checks nothing, for books that were never published.
	Lock   string
	NoLock bool
}

// A Site is the whole reference, made once and then only read.
type Site struct {
	Pages []*Page // in reading order, French first

	games  []*rules.Game
	byPath map[string]*Page
	books  map[bookKey]*book
	assets map[string]*asset // by path from the root of the site
	said   map[string]file   // by language, what its indexes have in common
	packs  map[string]pack   // by path from the root of the site
	moved  map[string]string // addresses given up: from path to path
	lock   lock
}

type bookKey struct{ lang, game string }

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

	body string // HTML from <main> on
	kept []byte // the same under gzip, when the site rests

	src      *source
	book     *book
	chapter  string            // the Markdown as HTML
	played   map[*fence]string // blocks played by the engine, as HTML
	glosses  map[string]bool   // words of the glossary that the chapter uses
	auto     map[string]bool   // words of the glossary that may be linked by themselves
	names    [][]stretch       // of words of the glossary, in each stretch of running text of the source
	leads    map[string]string // the rule that a section or a word stands for
	citedBy  []anchor
	departed []departure
}

// A Section is a heading of a page.
type Section struct {
	ID    string
	Title string
	Level int
}

// A book is one game in one language.
type book struct {
	lang, game string
	letters    string // that its ids begin with: WC
	title      string // of the game
	edition    string
	note       string // where the text comes from
	engine     *rules.Game
	words      map[string]string   // how fields and values of the engine are called
	asks       map[string]string   // what players say when they look for a rule, by its id
	exceptions map[string][]string // what other rules make exceptions to a rule, by its id
	ledger     map[[2]string]Entry
	pages      []*Page // the first page, play sheet, chapters, glossary, search
	whole      *Page   // all of it as one document
	track      *Page   // what changed, and what there is of each rule
	anchors    map[string]anchor
	terms      map[string]*term
	meanings   sync.Map // of terms, as chapters show them
	index      *Index
}

// An anchor is a place that can be linked to.
type anchor struct {
	page  *Page
	id    string // the fragment; "" for the page itself
	title string

	around, aroundTitle string // the section it stands in
}

// Build makes the site from Markdown and the games that its examples are played
// with. books holds one folder a language, one folder a game in it
// (fr/warcry/01-start.md). The error joins everything that is wrong, each with
// its file and line; the site is nil then.
func Build(books fs.FS, games []*rules.Game, opts Options) (*Site, error) {
	sources, err := readSources(books, "", nil)
	if err != nil {
		return nil, err
	}
	var faults faults
	s := bound(sources, games, opts, &faults)
	stage := newStage(games)
	s.linkTerms(s.Pages)
	inParallel(len(s.Pages), func(i int) { s.Pages[i].render(stage, &faults) })
	if err := faults.err(); err != nil {
		return nil, err
	}
	keys := s.keys()
	for _, p := range s.Pages {
		if p.src != nil {
			p.lead()
		}
		if p.src != nil && p.src.sheet != nil {
			p.chapter = p.sheetBody(&faults)
		}
	}
	if err := faults.err(); err != nil {
		return nil, err
	}
	s.makeIndexes()
	inParallel(len(s.Pages), func(i int) { s.Pages[i].frame(s) })
	for _, k := range keys {
		b := s.books[k]
		s.packs[b.pages[0].Path+packName] = newPack(b, s.said[k.lang].name)
	}
	return s, nil
}

// bound makes the pages of a site out of their sources, with no text yet.
func bound(sources sourceSet, games []*rules.Game, opts Options, faults *faults) *Site {
	s := &Site{
		games: games, byPath: map[string]*Page{}, books: map[bookKey]*book{},
		assets: map[string]*asset{}, said: map[string]file{}, packs: map[string]pack{}, moved: map[string]string{},
	}
	s.bind(sources, faults)
	s.lists()
	for _, p := range s.Pages {
		s.byPath[p.Path] = p
	}
	s.check(opts, faults)
	return s
}

// Page returns the page at a path, which may begin with a slash and end in
// index.html, or nil.
func (s *Site) Page(path string) *Page {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "index.html")
	if path != "" && !strings.HasSuffix(path, "/") {
		path += "/"
	}
	return s.byPath[path]
}

// Moved returns where a path that was given up leads now.
func (s *Site) Moved(path string) (to string, ok bool) {
	path = strings.TrimSuffix(strings.Trim(path, "/"), "/index.html") + "/"
	to, ok = s.moved[path]
	return "/" + to, ok
}

// Asset returns a file of the site that is not a page, such as a search index.
func (s *Site) Asset(path string) ([]byte, bool) {
	path = strings.TrimPrefix(path, "/")
	if pack, ok := s.packs[path]; ok {
		return pack.plain(), true
	}
	if a, ok := s.assets[path]; ok {
		return a.bytes(), true
	}
	return nil, false
}

// RuleURL returns the address of a rule, a section, a page ("search" for the
// search page) or a term ("t-cover") from the root of the site, or "" when the
// book does not have it.
func (s *Site) RuleURL(lang, game, id string) string {
	b := s.books[bookKey{Tongue(lang), game}]
	if b == nil {
		return ""
	}
	a, ok := b.find(id)
	if !ok {
		return ""
	}
	if a.id == "" {
		return "/" + a.page.Path
	}
	return "/" + a.page.Path + "#" + a.id
}

// HomeURL returns the address of the first page of a book, or of the list of all
// games when game is "" or has no book.
func (s *Site) HomeURL(lang, game string) string {
	if b := s.books[bookKey{Tongue(lang), game}]; b != nil {
		return "/" + b.pages[0].Path
	}
	return Root(lang)
}

// Root returns the address under which all pages of a language are.
func Root(lang string) string {
	lang = Tongue(lang)
	return "/" + lang + "/" + phrasesIn(lang).rulesDir + "/"
}

// RuleIDs returns every id of a book that is a rule, sorted.
func (s *Site) RuleIDs(lang, game string) []string {
	var ids []string
	if b := s.books[bookKey{Tongue(lang), game}]; b != nil {
		for id, a := range b.anchors {
			if a.id != "" && isRule(id) {
				ids = append(ids, id)
			}
		}
	}
	sort.Strings(ids)
	return ids
}

// Preload returns the addresses of everything a reader needs to have a book
// without a network: its pages and its search index.
func (s *Site) Preload(lang, game string) []string {
	b := s.books[bookKey{lang, game}]
	if b == nil {
		return nil
	}
	var urls []string
	for _, p := range b.pages {
		urls = append(urls, "/"+p.Path)
	}
	for _, f := range b.index.files {
		urls = append(urls, "/"+b.pages[0].Path+f.name)
	}
	urls = append(urls, "/"+s.saidPath(lang))
	return urls
}

// few is how many answers of the own game make those of the others unnecessary.
const few = 10

// Search returns the best n places of a book for a query, best first. When they are
// few, those of the other games follow.
func (s *Site) Search(lang, game, query string, n int) []Hit {
	b := s.books[bookKey{lang, game}]
	if b == nil {
		return nil
	}
	hits := b.index.Search(query, n)
	for _, k := range s.keys() {
		if k.lang == lang && k.game != game && len(hits) < min(n, few) {
			hits = append(hits, s.books[k].index.Search(query, min(n, few)-len(hits))...)
		}
	}
	return hits
}

func (s *Site) keys() []bookKey {
	keys := make([]bookKey, 0, len(s.books))
	for k := range s.books {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		if keys[i].lang != keys[j].lang {
			return keys[i].lang > keys[j].lang
		}
		return keys[i].game < keys[j].game
	})
	return keys
}

// find returns the place of an id. The engine names decisions without the game's letters.
func (b *book) find(id string) (anchor, bool) {
	a, ok := b.anchors[id]
	if !ok && strings.HasPrefix(id, "A-") {
		a, ok = b.anchors[b.letters+"-"+id]
	}
	return a, ok
}

// faults gathers what is wrong from many goroutines.
type faults struct {
	mu   sync.Mutex
	list []fault
}

type fault struct {
	file string
	line int
	text string
}

func (f fault) Error() string {
	if f.line == 0 {
		return fmt.Sprintf("%s: %s", f.file, f.text)
	}
	return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text)
}

func (f *faults) add(file string, line int, format string, args ...any) {
	f.mu.Lock()
	f.list = append(f.list, fault{file, line, fmt.Sprintf(format, args...)})
	f.mu.Unlock()
}

func (f *faults) err() error {
	sort.SliceStable(f.list, func(i, j int) bool {
		a, b := f.list[i], f.list[j]
		if a.file != b.file {
			return a.file < b.file
		}
		return a.line < b.line
	})
	var errs []error
	for _, one := range f.list {
		errs = append(errs, one)
	}
	return errors.Join(errs...)
}

// inParallel calls do for 0 to n-1 on every processor and waits.
func inParallel(n int, do func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
