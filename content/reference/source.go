package reference

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	"go.yaml.in/yaml/v3"
)

// A frontMatter is the YAML at the top of a file.
type frontMatter struct {
	ID      string `yaml:"id"`
	Title   string `yaml:"title"`
	Slug    string `yaml:"slug"`
	Summary string `yaml:"summary"`
	House   bool   `yaml:"house"`
	Edition string `yaml:"edition"` // of the book; in index.md
	Source  string `yaml:"source"`  // what the text is drawn from; in index.md of the book, elsewhere of that page alone
}

// A source is one file, read and parsed.
type source struct {
	lang, game string
	file       string // as fs names it
	order      int    // the number the name begins with; 0 for index and glossary
	meta       frontMatter
	text       []byte // the Markdown below the head
	linesAbove int    // lines before it
	root       ast.Node
	texts      []textRun // as it stands in the text
	places     []place
	terms      []*term
	refs       []*ref
	fences     []*fence
	errata     []*Erratum
	sheet      []string // rules of a play sheet, which has no text of its own
}

// line turns an offset of the text into a line of the file.
func (s *source) line(offset int) int {
	return s.linesAbove + 1 + bytes.Count(s.text[:min(offset, len(s.text))], []byte("\n"))
}

func (s *source) isIndex() bool    { return path.Base(s.file) == "index.md" }
func (s *source) isGlossary() bool { return path.Base(s.file) == "glossary.md" }

// A shelf of sources is what readSources finds.
type sourceSet struct {
	files       []*source
	words       map[bookKey]map[string]string
	playerWords map[bookKey]map[string]string

	exceptions map[string]map[string][]string // by game
}

// A parseCache keeps files as they were read and parsed without a fault. A nil one forgets all.
type parseCache struct {
	files map[string]parsedFile
	count int
}

func newParseCache() *parseCache { return &parseCache{files: map[string]parsedFile{}} }

// changes counts the files that were read for the first time or were another than before.
func (m *parseCache) changes() int { return m.count }

func (m *parseCache) get(file string) parsedFile {
	if m == nil {
		return parsedFile{}
	}
	return m.files[file]
}

func (m *parseCache) put(file string, r parsedFile) {
	if m != nil {
		m.files[file] = r
		m.count++
	}
}

type parsedFile struct {
	raw    []byte
	source *source           // of a chapter
	words  map[string]string // of words.yaml and asks.yaml
}

// readSources reads and parses the books of a game, or of all when game is "". Faults of
// single files are kept and returned together. Files that are as known remembers them are
// not parsed again; known may be nil.
func readSources(books fs.FS, game string, known *parseCache) (sourceSet, error) {
	if game == "" {
		game = "*"
	}
	set := sourceSet{words: map[bookKey]map[string]string{}, playerWords: map[bookKey]map[string]string{}, exceptions: map[string]map[string][]string{}}
	var diags diagnostics
	for _, lang := range Languages {
		names, err := fs.Glob(books, lang+"/"+game+"/*")
		if err != nil {
			return set, fmt.Errorf("reference: %w", err)
		}
		for _, name := range names {
			game := path.Base(path.Dir(name))
			tables := map[string]map[bookKey]map[string]string{"words.yaml": set.words, "asks.yaml": set.playerWords}
			if path.Ext(name) == ".md" {
				set.files = append(set.files, &source{lang: lang, game: game, file: name, order: orderOf(name)})
			} else if into, ok := tables[path.Base(name)]; ok {
				words, err := readWords(books, name, known)
				if err != nil {
					diags.add(name, 0, "%v", err)
				}
				into[bookKey{lang, game}] = words
			}
		}
	}
	raw := make([][]byte, len(set.files))
	inParallel(len(set.files), func(i int) {
		src := set.files[i]
		text, err := fs.ReadFile(books, src.file)
		if old := known.get(src.file); err == nil && old.source != nil && bytes.Equal(old.raw, text) {
			set.files[i] = old.source
			return
		}
		if err == nil {
			err = src.read(text)
		}
		if err != nil {
			diags.add(src.file, 0, "%v", err)
			return
		}
		src.parse(&diags)
		raw[i] = text
	})
	wrong := diags.err()
	for i, src := range set.files {
		if wrong == nil && raw[i] != nil {
			known.put(src.file, parsedFile{raw: raw[i], source: src})
		}
	}
	addSheets(books, game, &set, &diags)
	addExceptions(books, game, &set, &diags)
	sort.SliceStable(set.files, func(i, j int) bool { return set.files[i].rank() < set.files[j].rank() })
	return set, diags.err()
}

// rank orders the files of a book: the first page, the chapters, the glossary.
func (s *source) rank() int {
	switch {
	case s.isIndex():
		return -1
	case s.sheet != nil:
		return 0
	case s.isGlossary():
		return 1 << 20
	case s.order == 0:
		return 1 << 19
	}
	return s.order
}

func orderOf(name string) int {
	digits, _, _ := strings.Cut(path.Base(name), "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

func readWords(books fs.FS, name string, known *parseCache) (words map[string]string, err error) {
	raw, err := fs.ReadFile(books, name)
	if err != nil {
		return nil, err
	}
	if old := known.get(name); old.words != nil && bytes.Equal(old.raw, raw) {
		return old.words, nil
	}
	if err = yaml.Unmarshal(raw, &words); err == nil {
		known.put(name, parsedFile{raw: raw, words: words})
	}
	return words, err
}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// read takes the text of the file apart and reads its head.
func (s *source) read(raw []byte) error {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(raw, []byte("---\n"))
	top, body, found := bytes.Cut(rest, []byte("\n---\n"))
	if !ok || !found {
		return fmt.Errorf("has no head between lines of ---")
	}
	dec := yaml.NewDecoder(bytes.NewReader(top))
	dec.KnownFields(true)
	if err := dec.Decode(&s.meta); err != nil {
		return fmt.Errorf("head: %w", err)
	}
	s.text, s.linesAbove = body, bytes.Count(top, []byte("\n"))+3
	switch h := s.meta; {
	case h.ID == "":
		return fmt.Errorf("head: id is missing")
	case h.Title == "":
		return fmt.Errorf("head: title is missing")
	case !s.isIndex() && !slugPattern.MatchString(h.Slug):
		return fmt.Errorf("head: slug %q is not small letters, digits and hyphens", h.Slug)
	}
	return nil
}

type bookKey struct{ lang, game string }
