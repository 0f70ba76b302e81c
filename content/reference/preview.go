package reference

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
	"oriflamme/rules"
)

// A Preview shows pages of books that somebody is writing. It makes a page when it is asked for, from the files as they
// are then. It does not parse unchanged files again, nor play equal examples again. It is safe for concurrent use and
// answers one request at a time.
type Preview struct {
	mu          sync.Mutex
	books       fs.FS
	games       []*rules.Game
	cache       *parse.Cache
	runner      *html.Runner
	site        *Site // for its search
	siteChanges int   // how many changes of the files known had seen when the site was built
}

// NewPreview returns a Preview of the books in a folder with the layout that Build takes.
func NewPreview(books fs.FS, games []*rules.Game) *Preview {
	return &Preview{books: books, games: games, cache: parse.NewCache(), runner: html.NewRunner(games)}
}

// previewHash replaces the hash in the names of index files.
const previewHash = "draft"

// Page makes the page at a path, as Site.Page understands it, or returns nil when there is none. The error joins the
// faults in the files of its game that Build would refuse: files that cannot be read, references, published ids, and the
// blocks of this page.
func (d *Preview) Page(at string) (*build.Page, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	game := gameOfPath(at)
	sources, err := parse.ReadSources(d.books, game, d.cache)
	if err != nil {
		return nil, err
	}
	var diags parse.Diagnostics
	lib := build.Assemble(sources, d.games, build.Options{}, &diags)
	p := lib.Page(at)
	if p == nil {
		return nil, diags.Err()
	}
	pages := []*build.Page{p}
	if p.ID == build.PrintID {
		pages = p.Book.Pages
	}
	var both []*build.Page // the page in every language, because its links depend on the others
	for _, q := range pages {
		for _, o := range q.Others {
			both = append(both, o)
		}
	}
	lib.LinkTerms(both)
	parse.InParallel(len(pages), func(i int) { html.RenderChapter(pages[i], d.runner, &diags) })
	for _, q := range pages {
		if q.Source != nil {
			html.RenderSheet(q, &diags)
		}
	}
	if err := diags.Err(); err != nil {
		return nil, err
	}
	html.RenderBody(p, search.NewDraftLibrary(lib, previewHash))
	return p, nil
}

// gameOfPath returns the game in a path such as fr/regles/warcry/attaquer/, or "" outside of books.
func gameOfPath(at string) string {
	parts := strings.Split(strings.Trim(strings.TrimSuffix(at, "index.html"), "/"), "/")
	if len(parts) < 3 || !slices.Contains(locale.Languages, parts[0]) {
		return ""
	}
	return parts[2]
}

// File returns a file of the search that a page of the preview asks for. For that it builds all books, without the check
// of published ids, unless no file has changed since the last build.
func (d *Preview) File(at string) ([]byte, bool) {
	name, isDraft := strings.CutSuffix(path.Base(at), "-"+previewHash+".js")
	if !isDraft {
		return nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.site == nil || d.siteChanges != d.cache.Changes() {
		s, err := Build(d.books, d.games, build.Options{NoLock: true})
		if err != nil {
			return nil, false
		}
		d.site, d.siteChanges = s, d.cache.Changes()
	}
	s := d.site
	lang, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	if f, ok := s.Shared[lang]; ok && name == "said" {
		return f.Bytes(), true
	}
	if ix := s.Indexes[parse.BookKey{Lang: lang, Game: gameOfPath(at)}]; ix != nil {
		for _, f := range ix.Files {
			if strings.HasPrefix(f.Name, name+"-") {
				return f.Bytes(), true
			}
		}
	}
	return nil, false
}
