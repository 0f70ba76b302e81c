package reference

import (
	"path"
	"slices"
	"sort"
	"strings"

	"oriflamme/rules"
)

// A library is the books of all games in all languages, with their pages and addresses.
type library struct {
	Pages []*Page // in reading order, French first

	games     []*rules.Game
	byPath    map[string]*Page
	books     map[bookKey]*book
	redirects map[string]string // from paths that were given up to the paths that replace them
	published idLock
}

// addBooks makes the books out of the sources: pages in order, with their anchors
// and words. A page that exists in one language only stands in the other as well,
// in the language it has, so that no address is missing. A book whose game is not
// among the games is left out.
func (lib *library) addBooks(set sourceSet, diags *diagnostics) {
	byBook := map[bookKey][]*source{}
	games := map[string]bool{}
	for _, src := range set.files {
		k := bookKey{src.lang, src.game}
		if lib.gameByID(src.game) == nil {
			continue
		}
		byBook[k] = append(byBook[k], src)
		games[src.game] = true
	}
	ids := make([]string, 0, len(games))
	for id := range games {
		ids = append(ids, id)
	}
	sort.Slice(ids, func(i, j int) bool { return lib.gameRank(ids[i]) < lib.gameRank(ids[j]) })
	known := ReadRuleStatus(ruleStatusText)
	for _, lang := range Languages {
		for _, game := range ids {
			k := bookKey{lang, game}
			files := withFallbacks(byBook, k)
			if len(files) == 0 || !files[0].isIndex() {
				diags.add(path.Join(lang, game, "index.md"), 0, "is missing")
				continue
			}
			b := &book{lang: lang, game: game, engine: lib.gameByID(game), anchors: map[string]anchor{},
				bookWork: &bookWork{words: set.words[k], playerWords: set.playerWords[k], exceptions: set.exceptions[game], ruleStatus: known, terms: map[string]*term{}}}
			b.addPages(files, diags)
			b.checkExceptions(diags)
			lib.books[k] = b
			lib.Pages = append(append(lib.Pages, b.pages...), b.printPage, b.changesPage)
		}
	}
	lib.linkTranslations()
}

// gameRank orders games as the shelf does.
func (lib *library) gameRank(id string) int {
	return slices.IndexFunc(lib.games, func(g *rules.Game) bool { return g.ID == id })
}

func (lib *library) gameByID(id string) *rules.Game {
	if i := lib.gameRank(id); i >= 0 {
		return lib.games[i]
	}
	return nil
}

// withFallbacks returns the files of a book, with those of other languages for pages it lacks.
func withFallbacks(byBook map[bookKey][]*source, k bookKey) []*source {
	files := append([]*source(nil), byBook[k]...)
	have := map[string]bool{}
	for _, f := range files {
		have[f.meta.ID] = true
	}
	for _, lang := range Languages {
		for _, f := range byBook[bookKey{lang, k.game}] {
			if !have[f.meta.ID] {
				have[f.meta.ID] = true
				files = append(files, f)
			}
		}
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].rank() < files[j].rank() })
	return files
}

// addPages makes the pages of the book.
func (b *book) addPages(files []*source, diags *diagnostics) {
	first := files[0].meta
	b.title, b.edition, b.sourceNote = first.Title, first.Edition, first.Source
	b.idPrefix, _, _ = strings.Cut(first.ID, "-")
	say := uiStringsIn(b.lang)
	root := b.lang + "/" + say.rulesDir + "/" + b.game + "/"
	slugs := map[string]string{say.searchSlug: "the search page", say.printSlug: "the whole book", say.changesSlug: "the page of changes"}
	for _, src := range files {
		p := &Page{ID: src.meta.ID, Lang: b.lang, Game: b.game, Slug: src.meta.Slug, Title: typeset(b.lang, src.meta.Title, 0, 0),
			Summary: typeset(b.lang, src.meta.Summary, 0, 0), Chapter: src.order, House: src.meta.House, Path: root, book: b, pageWork: &pageWork{src: src}}
		if src.lang != b.lang {
			p.TextIn = src.lang
		}
		if src.isIndex() {
			p.Slug = ""
		} else {
			p.Path += p.Slug + "/"
			if other, twice := slugs[p.Slug]; twice {
				diags.add(src.file, 0, "slug %q is that of %s", p.Slug, other)
			}
			slugs[p.Slug] = src.file
		}
		b.pages = append(b.pages, p)
		b.addAnchors(p, diags)
	}
	b.printPage = &Page{ID: printID, Lang: b.lang, Game: b.game, Slug: say.printSlug, Title: say.say("whole-title", "game", b.title),
		Path: root + say.printSlug + "/", book: b, pageWork: &pageWork{}}
	b.changesPage = &Page{ID: changesID, Lang: b.lang, Game: b.game, Slug: say.changesSlug, Title: say.say("track"), Path: root + say.changesSlug + "/", book: b, pageWork: &pageWork{}}
	searchPage := &Page{ID: "search", Lang: b.lang, Game: b.game, Slug: say.searchSlug,
		Title: say.say("search-title"), Path: root + say.searchSlug + "/", book: b, pageWork: &pageWork{}}
	b.pages = append(b.pages, searchPage)
	b.anchors[searchPage.ID] = anchor{page: searchPage, title: searchPage.Title}
	for i := 1; i < len(b.pages)-1; i++ {
		b.pages[i].Prev, b.pages[i-1].Next = b.pages[i-1], b.pages[i]
	}
}

// addAnchors puts the anchors and words of a page into the book.
func (b *book) addAnchors(p *Page, diags *diagnostics) {
	put := func(id string, a anchor, offset int) {
		if old, twice := b.anchors[id]; twice {
			if p.TextIn != "" {
				return // told for the language it is written in
			}
			diags.add(p.src.file, p.src.line(offset), "id %s is taken by %s", id, old.page.src.file)
			return
		}
		b.anchors[id] = a
	}
	if _, twice := b.anchors[p.ID]; twice {
		diags.add(p.src.file, 0, "page id %s is taken", p.ID)
	}
	b.anchors[p.ID] = anchor{page: p, title: p.Title}
	section, sectionTitle := "", p.Title
	for _, at := range p.src.orderedPlaces() {
		title := typeset(p.textLang(), at.title, 0, 0)
		if at.level > 0 && at.level <= 2 && at.ids[0] != "" {
			section, sectionTitle = at.ids[0], title
		}
		for _, id := range at.ids {
			if id != "" {
				put(id, anchor{page: p, id: id, title: title, sectionID: section, sectionTitle: sectionTitle}, at.offset)
			}
		}
		if at.level > 0 && at.ids[0] != "" {
			p.Sections = append(p.Sections, Section{at.ids[0], title, at.level})
		}
	}
	for _, t := range p.src.terms {
		b.terms[t.id] = &term{id: t.id, title: typeset(p.textLang(), t.title, 0, 0), aliases: t.aliases, nodes: t.nodes, source: t.source}
	}
}

// linkTranslations ties the pages of the languages together.
func (lib *library) linkTranslations() {
	byID := map[[2]string]map[string]*Page{}
	for _, p := range lib.Pages {
		k := [2]string{p.Game, p.ID}
		if byID[k] == nil {
			byID[k] = map[string]*Page{}
		}
		byID[k][p.Lang] = p
		p.Others = byID[k]
	}
}

// addGameLists adds the page of each language that lists the games.
func (lib *library) addGameLists() {
	others := map[string]*Page{}
	for _, lang := range Languages {
		say := uiStringsIn(lang)
		p := &Page{ID: "games", Lang: lang, Title: say.say("all"), Summary: say.say("all-sub"), Path: lang + "/" + say.rulesDir + "/", Others: others, pageWork: &pageWork{}}
		others[lang] = p
		lib.Pages = append(lib.Pages, p)
	}
}

// TranslationGaps lists what the languages do not have in common: ids that a page has
// in one language and lacks in the other, and pages that are not translated.
func (lib *library) TranslationGaps() []string {
	var list []string
	for _, p := range lib.Pages {
		if p.src == nil {
			continue
		}
		if p.TextIn != "" {
			list = append(list, p.Lang+" "+p.Game+": "+p.ID+" is not translated")
			continue
		}
		for lang, o := range p.Others {
			if o.TextIn != "" {
				continue
			}
			there := map[string]bool{}
			for _, at := range o.src.places {
				for _, id := range at.ids {
					there[id] = true
				}
			}
			for _, at := range p.src.places {
				for _, id := range at.ids {
					if !there[id] {
						list = append(list, strings.Join([]string{p.src.file, ":", id, "is missing in", lang}, " "))
					}
				}
			}
			for _, e := range p.src.errata {
				if !slices.ContainsFunc(o.src.errata, func(f *Erratum) bool { return f.Date == e.Date && slices.Equal(f.Rule, e.Rule) }) {
					list = append(list, strings.Join([]string{p.src.file, ": the erratum of", e.Date, "to", strings.Join(e.Rule, " "), "is missing in", lang}, " "))
				}
			}
		}
	}
	sort.Strings(list)
	return list
}

// Options change how a site is made. The zero value is right for the app.
type Options struct {
	// Lock is the text of a lock file; "" takes the one of this package. NoLock
	// checks nothing, for books that were never published.
	Lock   string
	NoLock bool
}

// assemble makes the books and pages out of their sources. The pages have no text yet.
func assemble(sources sourceSet, games []*rules.Game, opts Options, diags *diagnostics) *library {
	lib := &library{games: games, byPath: map[string]*Page{}, books: map[bookKey]*book{}, redirects: map[string]string{}}
	lib.addBooks(sources, diags)
	lib.addGameLists()
	for _, p := range lib.Pages {
		lib.byPath[p.Path] = p
	}
	lib.check(opts, diags)
	return lib
}

// keys returns the books in the order in which they are built: French first, then by game.
func (lib *library) keys() []bookKey {
	keys := make([]bookKey, 0, len(lib.books))
	for k := range lib.books {
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

// Page returns the page at a path, which may begin with a slash and end in
// index.html, or nil.
func (lib *library) Page(path string) *Page {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "index.html")
	if path != "" && !strings.HasSuffix(path, "/") {
		path += "/"
	}
	return lib.byPath[path]
}
