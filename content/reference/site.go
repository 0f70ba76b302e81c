package reference

import (
	"io/fs"
	"sort"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
	"oriflamme/rules"
)

// A Site is the whole reference. It does not change once it is built.
type Site struct {
	*search.Library
	assets map[string]*search.Asset // by path from the root of the site
	packs  map[string]offlinePack   // by path from the root of the site
}

// Build makes the site from Markdown and the games that play its examples. books holds one folder for each language,
// with one folder for each game (fr/warcry/01-start.md). The error joins all faults, each with its file and line; the
// site is nil then.
func Build(books fs.FS, games []*rules.Game, opts build.Options) (*Site, error) {
	sources, err := parse.ReadSources(books, "", nil)
	if err != nil {
		return nil, err
	}
	var diags parse.Diagnostics
	lib := build.Assemble(sources, games, opts, &diags)
	runner := html.NewRunner(games)
	lib.LinkTerms(lib.Pages)
	parse.InParallel(len(lib.Pages), func(i int) { html.RenderChapter(lib.Pages[i], runner, &diags) })
	if err := diags.Err(); err != nil {
		return nil, err
	}
	for _, p := range lib.Pages {
		if p.Source != nil {
			p.FindLeads()
			html.RenderSheet(p, &diags)
		}
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	s := &Site{search.NewLibrary(lib), map[string]*search.Asset{}, map[string]offlinePack{}}
	parse.InParallel(len(s.Pages), func(i int) { html.RenderBody(s.Pages[i], s.Library) })
	for lang, f := range s.Shared {
		s.assets[s.SharedPath(lang)] = f.Asset
	}
	for k, b := range s.Books {
		root := b.Pages[0].Path
		for _, f := range s.Indexes[k].Files {
			s.assets[root+f.Name] = f.Asset
		}
		s.packs[root+packFile] = newOfflinePack(b, s.Indexes[k], s.Shared[k.Lang].Name)
	}
	return s, nil
}

// Moved returns the address that replaces an old path.
func (s *Site) Moved(path string) (to string, ok bool) {
	path = strings.TrimSuffix(strings.Trim(path, "/"), "/index.html") + "/"
	to, ok = s.Redirects[path]
	return "/" + to, ok
}

// Asset returns a file of the site that is not a page, such as a search index.
func (s *Site) Asset(path string) ([]byte, bool) {
	path = strings.TrimPrefix(path, "/")
	if pack, ok := s.packs[path]; ok {
		return pack.plain(), true
	}
	if a, ok := s.assets[path]; ok {
		return a.Bytes(), true
	}
	return nil, false
}

// RuleURL returns the address of a rule, a section, a page ("search" for the
// search page) or a term ("t-cover") from the root of the site, or "" when the
// book does not have it.
func (s *Site) RuleURL(lang, game, id string) string {
	b := s.Books[parse.BookKey{Lang: locale.LanguageFor(lang), Game: game}]
	if b == nil {
		return ""
	}
	a, ok := b.Find(id)
	if !ok {
		return ""
	}
	if a.ID == "" {
		return "/" + a.Page.Path
	}
	return "/" + a.Page.Path + "#" + a.ID
}

// HomeURL returns the address of the first page of a book, or of the list of all games when game is "" or has no book.
func (s *Site) HomeURL(lang, game string) string {
	if b := s.Books[parse.BookKey{Lang: locale.LanguageFor(lang), Game: game}]; b != nil {
		return "/" + b.Pages[0].Path
	}
	return Root(lang)
}

// Root returns the address of the list of games of a language; all its pages lie below.
func Root(lang string) string {
	lang = locale.LanguageFor(lang)
	return "/" + lang + "/" + locale.In(lang).RulesDir + "/"
}

// RuleIDs returns the ids of all rules of a book, sorted.
func (s *Site) RuleIDs(lang, game string) []string {
	var ids []string
	if b := s.Books[parse.BookKey{Lang: locale.LanguageFor(lang), Game: game}]; b != nil {
		for id, a := range b.Anchors {
			if a.ID != "" && parse.IsRuleID(id) {
				ids = append(ids, id)
			}
		}
	}
	sort.Strings(ids)
	return ids
}

// Preload returns the addresses that a reader needs to read a book offline: its pages and its search index.
func (s *Site) Preload(lang, game string) []string {
	b := s.Books[parse.BookKey{Lang: lang, Game: game}]
	if b == nil {
		return nil
	}
	var urls []string
	for _, p := range b.Pages {
		urls = append(urls, "/"+p.Path)
	}
	for _, f := range s.Indexes[parse.BookKey{Lang: lang, Game: game}].Files {
		urls = append(urls, "/"+b.Pages[0].Path+f.Name)
	}
	urls = append(urls, "/"+s.SharedPath(lang))
	return urls
}

// fewHits is the number of hits in a book from which on other books are not searched.
const fewHits = 10

// Search returns the best n places of a book for a query, best first. When they are few, places of the other games
// follow.
func (s *Site) Search(lang, game, query string, n int) []search.Hit {
	ix := s.Indexes[parse.BookKey{Lang: lang, Game: game}]
	if ix == nil {
		return nil
	}
	hits := ix.Search(query, n)
	for _, k := range s.Keys() {
		if k.Lang == lang && k.Game != game && len(hits) < min(n, fewHits) {
			hits = append(hits, s.Indexes[k].Search(query, min(n, fewHits)-len(hits))...)
		}
	}
	return hits
}

// SearchBody returns the body of a search page with the answers to a query, for a browser without scripts.
func (s *Site) SearchBody(p *build.Page, query string) string {
	if strings.TrimSpace(query) == "" || p.ID != "search" {
		return p.Body()
	}
	hits := s.Search(p.Lang, p.Game, query, 30)
	if hits == nil {
		hits = []search.Hit{}
	}
	return html.SearchBody(p, s.Library, query, hits)
}
