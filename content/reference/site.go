package reference

import (
	"io/fs"
	"sort"
	"strings"

	"oriflamme/rules"
)

// A Site is the whole reference, made once and then only read.
type Site struct {
	*indexedLibrary
	assets map[string]*asset      // by path from the root of the site
	packs  map[string]offlinePack // by path from the root of the site
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
	var diags diagnostics
	lib := assemble(sources, games, opts, &diags)
	runner := newRunner(games)
	lib.linkTerms(lib.Pages)
	inParallel(len(lib.Pages), func(i int) { renderChapter(lib.Pages[i], runner, &diags) })
	if err := diags.err(); err != nil {
		return nil, err
	}
	for _, p := range lib.Pages {
		if p.src != nil {
			p.findLeads()
			renderSheet(p, &diags)
		}
	}
	if err := diags.err(); err != nil {
		return nil, err
	}
	s := &Site{newIndexedLibrary(lib), map[string]*asset{}, map[string]offlinePack{}}
	inParallel(len(s.Pages), func(i int) { renderBody(s.Pages[i], s.indexedLibrary) })
	for lang, f := range s.shared {
		s.assets[s.sharedPath(lang)] = f.asset
	}
	for k, b := range s.books {
		root := b.pages[0].Path
		for _, f := range s.indexes[k].files {
			s.assets[root+f.name] = f.asset
		}
		s.packs[root+packFile] = newOfflinePack(b, s.indexes[k], s.shared[k.lang].name)
	}
	return s, nil
}

// Moved returns where a path that was given up leads now.
func (s *Site) Moved(path string) (to string, ok bool) {
	path = strings.TrimSuffix(strings.Trim(path, "/"), "/index.html") + "/"
	to, ok = s.redirects[path]
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
	b := s.books[bookKey{LanguageFor(lang), game}]
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
	if b := s.books[bookKey{LanguageFor(lang), game}]; b != nil {
		return "/" + b.pages[0].Path
	}
	return Root(lang)
}

// Root returns the address under which all pages of a language are.
func Root(lang string) string {
	lang = LanguageFor(lang)
	return "/" + lang + "/" + uiStringsIn(lang).rulesDir + "/"
}

// RuleIDs returns every id of a book that is a rule, sorted.
func (s *Site) RuleIDs(lang, game string) []string {
	var ids []string
	if b := s.books[bookKey{LanguageFor(lang), game}]; b != nil {
		for id, a := range b.anchors {
			if a.id != "" && isRuleID(id) {
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
	for _, f := range s.indexes[bookKey{lang, game}].files {
		urls = append(urls, "/"+b.pages[0].Path+f.name)
	}
	urls = append(urls, "/"+s.sharedPath(lang))
	return urls
}

// fewHits is how many answers of the own game make those of the others unnecessary.
const fewHits = 10

// Search returns the best n places of a book for a query, best first. When they are
// few, those of the other games follow.
func (s *Site) Search(lang, game, query string, n int) []Hit {
	ix := s.indexes[bookKey{lang, game}]
	if ix == nil {
		return nil
	}
	hits := ix.Search(query, n)
	for _, k := range s.keys() {
		if k.lang == lang && k.game != game && len(hits) < min(n, fewHits) {
			hits = append(hits, s.indexes[k].Search(query, min(n, fewHits)-len(hits))...)
		}
	}
	return hits
}

// SearchBody is the body of a search page that answers a query, for a browser
// without scripts.
func (s *Site) SearchBody(p *Page, query string) string {
	if strings.TrimSpace(query) == "" || p.ID != "search" {
		return p.Body()
	}
	hits := s.Search(p.Lang, p.Game, query, 30)
	if hits == nil {
		hits = []Hit{}
	}
	return searchBody(p, s.indexedLibrary, query, hits)
}
