package build

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/rules"
)

// A Library is the books of all games in all languages, with their pages and addresses.
type Library struct {
	Pages []*Page // in reading order, French first

	Games     []*rules.Game
	byPath    map[string]*Page
	Books     map[parse.BookKey]*Book
	Redirects map[string]string // from paths that were given up to the paths that replace them
	published idLock
}

// addBooks makes the books from the sources: pages in order, with their anchors and words. A page that exists in one
// language only appears in the other as well, untranslated, so that no address is missing. A book whose game is not
// among the games is left out.
func (lib *Library) addBooks(set parse.SourceSet, diags *parse.Diagnostics) {
	byBook := map[parse.BookKey][]*parse.Source{}
	games := map[string]bool{}
	for _, src := range set.Files {
		k := parse.BookKey{Lang: src.Lang, Game: src.Game}
		if lib.GameByID(src.Game) == nil {
			continue
		}
		byBook[k] = append(byBook[k], src)
		games[src.Game] = true
	}
	ids := slices.SortedFunc(maps.Keys(games), func(a, b string) int { return lib.gameRank(a) - lib.gameRank(b) })
	known := ReadRuleStatus(ruleStatusText)
	for _, lang := range locale.Languages {
		for _, game := range ids {
			k := parse.BookKey{Lang: lang, Game: game}
			files := withFallbacks(byBook, k)
			if len(files) == 0 || !files[0].IsIndex() {
				diags.Add(path.Join(lang, game, "index.md"), 0, "is missing")
				continue
			}
			b := &Book{Lang: lang, Game: game, Engine: lib.GameByID(game), Anchors: map[string]Anchor{},
				bookWork: &bookWork{words: set.Words[k], PlayerWords: set.PlayerWords[k], Exceptions: set.Exceptions[game], RuleStatus: known, Terms: map[string]*parse.Term{}}}
			b.addPages(files, diags)
			b.checkExceptions(diags)
			lib.Books[k] = b
			lib.Pages = append(append(lib.Pages, b.Pages...), b.PrintPage, b.ChangesPage)
		}
	}
	lib.linkTranslations()
}

// gameRank returns the position of a game in the list of games, or -1.
func (lib *Library) gameRank(id string) int {
	return slices.IndexFunc(lib.Games, func(g *rules.Game) bool { return g.ID == id })
}

// GameByID returns the game of an id, or nil.
func (lib *Library) GameByID(id string) *rules.Game {
	if i := lib.gameRank(id); i >= 0 {
		return lib.Games[i]
	}
	return nil
}

// withFallbacks returns the files of a book, and those of other languages for pages that it lacks.
func withFallbacks(byBook map[parse.BookKey][]*parse.Source, k parse.BookKey) []*parse.Source {
	files := slices.Clone(byBook[k])
	have := map[string]bool{}
	for _, f := range files {
		have[f.Meta.ID] = true
	}
	for _, lang := range locale.Languages {
		for _, f := range byBook[parse.BookKey{Lang: lang, Game: k.Game}] {
			if !have[f.Meta.ID] {
				have[f.Meta.ID] = true
				files = append(files, f)
			}
		}
	}
	sort.SliceStable(files, func(i, j int) bool { return files[i].Rank() < files[j].Rank() })
	return files
}

// addPages makes the pages of the book.
func (b *Book) addPages(files []*parse.Source, diags *parse.Diagnostics) {
	first := files[0].Meta
	b.Title, b.Edition, b.SourceNote = first.Title, first.Edition, first.Source
	b.IDPrefix, _, _ = strings.Cut(first.ID, "-")
	say := locale.In(b.Lang)
	root := b.Lang + "/" + say.RulesDir + "/" + b.Game + "/"
	slugs := map[string]string{say.SearchSlug: "the search page", say.PrintSlug: "the whole book", say.ChangesSlug: "the page of changes"}
	for _, src := range files {
		p := &Page{ID: src.Meta.ID, Lang: b.Lang, Game: b.Game, Slug: src.Meta.Slug, Title: locale.Typeset(b.Lang, src.Meta.Title, 0, 0),
			Summary: locale.Typeset(b.Lang, src.Meta.Summary, 0, 0), Chapter: src.Order, House: src.Meta.House, Path: root, Book: b, pageWork: &pageWork{Source: src}}
		if src.Lang != b.Lang {
			p.TextIn = src.Lang
		}
		if src.IsIndex() {
			p.Slug = ""
		} else {
			p.Path += p.Slug + "/"
			if other, twice := slugs[p.Slug]; twice {
				diags.Add(src.File, 0, "slug %q is that of %s", p.Slug, other)
			}
			slugs[p.Slug] = src.File
		}
		b.Pages = append(b.Pages, p)
		b.addAnchors(p, diags)
	}
	b.PrintPage = &Page{ID: PrintID, Lang: b.Lang, Game: b.Game, Slug: say.PrintSlug, Title: say.Say("whole-title", "game", b.Title),
		Path: root + say.PrintSlug + "/", Book: b, pageWork: &pageWork{}}
	b.ChangesPage = &Page{ID: ChangesID, Lang: b.Lang, Game: b.Game, Slug: say.ChangesSlug, Title: say.Say("track"), Path: root + say.ChangesSlug + "/", Book: b, pageWork: &pageWork{}}
	searchPage := &Page{ID: "search", Lang: b.Lang, Game: b.Game, Slug: say.SearchSlug,
		Title: say.Say("search-title"), Path: root + say.SearchSlug + "/", Book: b, pageWork: &pageWork{}}
	b.Pages = append(b.Pages, searchPage)
	b.Anchors[searchPage.ID] = Anchor{Page: searchPage, Title: searchPage.Title}
	for i := 1; i < len(b.Pages)-1; i++ {
		b.Pages[i].Prev, b.Pages[i-1].Next = b.Pages[i-1], b.Pages[i]
	}
}

// addAnchors adds the anchors and words of a page to the book.
func (b *Book) addAnchors(p *Page, diags *parse.Diagnostics) {
	put := func(id string, a Anchor, offset int) {
		if old, twice := b.Anchors[id]; twice {
			if p.TextIn != "" {
				return // already reported for the language in which the text is written
			}
			diags.Add(p.Source.File, p.Source.Line(offset), "id %s is taken by %s", id, old.Page.Source.File)
			return
		}
		b.Anchors[id] = a
	}
	if _, twice := b.Anchors[p.ID]; twice {
		diags.Add(p.Source.File, 0, "page id %s is taken", p.ID)
	}
	b.Anchors[p.ID] = Anchor{Page: p, Title: p.Title}
	section, sectionTitle := "", p.Title
	for _, at := range p.Source.OrderedPlaces() {
		title := locale.Typeset(p.TextLang(), at.Title, 0, 0)
		if at.Level > 0 && at.Level <= 2 && at.IDs[0] != "" {
			section, sectionTitle = at.IDs[0], title
		}
		for _, id := range at.IDs {
			if id != "" {
				put(id, Anchor{Page: p, ID: id, Title: title, SectionID: section, SectionTitle: sectionTitle}, at.Offset)
			}
		}
		if at.Level > 0 && at.IDs[0] != "" {
			p.Sections = append(p.Sections, Section{at.IDs[0], title, at.Level})
		}
	}
	for _, t := range p.Source.Terms {
		b.Terms[t.ID] = &parse.Term{ID: t.ID, Title: locale.Typeset(p.TextLang(), t.Title, 0, 0), Aliases: t.Aliases, Nodes: t.Nodes, Source: t.Source}
	}
}

// linkTranslations links the pages of the languages with each other.
func (lib *Library) linkTranslations() {
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
func (lib *Library) addGameLists() {
	others := map[string]*Page{}
	for _, lang := range locale.Languages {
		say := locale.In(lang)
		p := &Page{ID: "games", Lang: lang, Title: say.Say("all"), Summary: say.Say("all-sub"), Path: lang + "/" + say.RulesDir + "/", Others: others, pageWork: &pageWork{}}
		others[lang] = p
		lib.Pages = append(lib.Pages, p)
	}
}

// TranslationGaps lists where the languages differ: ids that a page has in one language and lacks in the other, errata
// that one lacks, and pages that are not translated.
func (lib *Library) TranslationGaps() []string {
	var list []string
	for _, p := range lib.Pages {
		if p.Source == nil {
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
			for _, at := range o.Source.Places {
				for _, id := range at.IDs {
					there[id] = true
				}
			}
			for _, at := range p.Source.Places {
				for _, id := range at.IDs {
					if !there[id] {
						list = append(list, strings.Join([]string{p.Source.File, ":", id, "is missing in", lang}, " "))
					}
				}
			}
			for _, e := range p.Source.Errata {
				if !slices.ContainsFunc(o.Source.Errata, func(f *parse.Erratum) bool { return f.Date == e.Date && slices.Equal(f.Rule, e.Rule) }) {
					list = append(list, strings.Join([]string{p.Source.File, ": the erratum of", e.Date, "to", strings.Join(e.Rule, " "), "is missing in", lang}, " "))
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

// Assemble makes the books and pages out of their sources. The pages have no text yet.
func Assemble(sources parse.SourceSet, games []*rules.Game, opts Options, diags *parse.Diagnostics) *Library {
	lib := &Library{Games: games, byPath: map[string]*Page{}, Books: map[parse.BookKey]*Book{}, Redirects: map[string]string{}}
	lib.addBooks(sources, diags)
	lib.addGameLists()
	for _, p := range lib.Pages {
		lib.byPath[p.Path] = p
	}
	lib.check(opts, diags)
	return lib
}

// Keys returns the books in the order in which they are built: French first, then by game.
func (lib *Library) Keys() []parse.BookKey {
	return slices.SortedFunc(maps.Keys(lib.Books), func(a, b parse.BookKey) int {
		return cmp.Or(strings.Compare(b.Lang, a.Lang), strings.Compare(a.Game, b.Game))
	})
}

// Page returns the page at a path, which may begin with a slash and end in
// index.html, or nil.
func (lib *Library) Page(path string) *Page {
	path = strings.TrimSuffix(strings.TrimPrefix(path, "/"), "index.html")
	if path != "" && !strings.HasSuffix(path, "/") {
		path += "/"
	}
	return lib.byPath[path]
}
