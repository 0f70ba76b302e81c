package reference

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"oriflamme/rules"
)

// A Draft shows pages of books that somebody is writing. A page is made when it is asked
// for, out of the files as they are then; what did not change since is not parsed again,
// and what the engine has played already is not played again. It may be asked by many
// goroutines, one after the other gets an answer.
type Draft struct {
	mu    sync.Mutex
	books fs.FS
	games []*rules.Game
	known memory
	stage *stage
	whole *Site // for its search
	as    int   // what known had learned when it was built
}

// NewDraft shows the books in a folder as Build takes them.
func NewDraft(books fs.FS, games []*rules.Game) *Draft {
	return &Draft{books: books, games: games, known: memory{files: map[string]remembered{}}, stage: newStage(games)}
}

// draftHash stands for that of an index in the names of its files.
const draftHash = "draft"

// Page makes the page at a path, as Site.Page understands it; nil when there is none. The
// error joins what is wrong with the files of its game that Build would refuse: those
// that cannot be read, references, published ids, and the blocks of this page.
func (d *Draft) Page(at string) (*Page, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	game := gameIn(at)
	sources, err := readSources(d.books, game, &d.known)
	if err != nil {
		return nil, err
	}
	var faults faults
	s := bound(sources, d.games, Options{}, &faults)
	p := s.Page(at)
	if p == nil {
		return nil, faults.err()
	}
	pages := []*Page{p}
	if p.ID == printID {
		pages = p.book.pages
	}
	var both []*Page // what is linked depends on the other languages
	for _, q := range pages {
		for _, o := range q.Others {
			both = append(both, o)
		}
	}
	s.linkTerms(both)
	inParallel(len(pages), func(i int) { pages[i].render(d.stage, &faults) })
	for _, b := range s.books {
		b.index = &Index{book: b, hash: draftHash}
		for i := range b.index.files {
			b.index.files[i].asset = &asset{}
		}
	}
	for _, lang := range Languages {
		s.said[lang] = file{"said-" + draftHash + ".js", &asset{}}
	}
	for _, q := range pages {
		if q.src != nil && q.src.sheet != nil {
			q.chapter = q.sheetBody(&faults)
		}
	}
	if err := faults.err(); err != nil {
		return nil, err
	}
	p.frame(s)
	return p, nil
}

// gameIn is the game of a path such as fr/regles/warcry/attaquer/; "" outside of books.
func gameIn(at string) string {
	parts := strings.Split(strings.Trim(strings.TrimSuffix(at, "index.html"), "/"), "/")
	if len(parts) < 3 || !slices.Contains(Languages, parts[0]) {
		return ""
	}
	return parts[2]
}

// File makes a file of the search that a page of the draft asks for. For that all books
// are built, without the check of what was published, unless no page was another since.
func (d *Draft) File(at string) ([]byte, bool) {
	name, isDraft := strings.CutSuffix(path.Base(at), "-"+draftHash+".js")
	if !isDraft {
		return nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.whole == nil || d.as != d.known.news {
		s, err := Build(d.books, d.games, Options{NoLock: true})
		if err != nil {
			return nil, false
		}
		d.whole, d.as = s, d.known.news
	}
	s := d.whole
	lang, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	if f, ok := s.said[lang]; ok && name == "said" {
		return f.bytes(), true
	}
	if b := s.books[bookKey{lang, gameIn(at)}]; b != nil {
		for _, f := range b.index.files {
			if strings.HasPrefix(f.name, name+"-") {
				return f.bytes(), true
			}
		}
	}
	return nil, false
}
