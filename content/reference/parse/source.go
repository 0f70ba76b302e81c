package parse

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

	"oriflamme/content/reference/locale"
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

// A Source is one file, read and parsed.
type Source struct {
	Lang, Game string
	File       string // as fs names it
	Order      int    // the number the name begins with; 0 for index and glossary
	Meta       frontMatter
	Text       []byte // the Markdown below the head
	linesAbove int    // lines before it
	Root       ast.Node
	Texts      []textRun // as it stands in the text
	Places     []Place
	Terms      []*Term
	Refs       []*Ref
	Fences     []*Fence
	Errata     []*Erratum
	Sheet      []string // rules of a play sheet, which has no text of its own
}

// Line returns the line of the file at an offset of the text.
func (s *Source) Line(offset int) int {
	return s.linesAbove + 1 + bytes.Count(s.Text[:min(offset, len(s.Text))], []byte("\n"))
}

func (s *Source) IsIndex() bool    { return path.Base(s.File) == "index.md" }
func (s *Source) IsGlossary() bool { return path.Base(s.File) == "glossary.md" }

// A SourceSet is what ReadSources finds.
type SourceSet struct {
	Files       []*Source
	Words       map[BookKey]map[string]string
	PlayerWords map[BookKey]map[string]string

	Exceptions map[string]map[string][]string // by game
}

// A Cache keeps files that were read and parsed without a fault. A nil Cache keeps none.
type Cache struct {
	files map[string]parsedFile
	count int
}

func NewCache() *Cache { return &Cache{files: map[string]parsedFile{}} }

// Changes counts the files that were read for the first time or were another than before.
func (c *Cache) Changes() int { return c.count }

func (c *Cache) get(file string) parsedFile {
	if c == nil {
		return parsedFile{}
	}
	return c.files[file]
}

func (c *Cache) put(file string, r parsedFile) {
	if c != nil {
		c.files[file] = r
		c.count++
	}
}

type parsedFile struct {
	raw    []byte
	source *Source           // of a chapter
	words  map[string]string // of words.yaml and asks.yaml
}

// ReadSources reads and parses the books of a game, or of all games when game is "". It collects the faults of single
// files and returns them together. Files that are the same as in known are not parsed again; known may be nil.
func ReadSources(books fs.FS, game string, known *Cache) (SourceSet, error) {
	if game == "" {
		game = "*"
	}
	set := SourceSet{Words: map[BookKey]map[string]string{}, PlayerWords: map[BookKey]map[string]string{}, Exceptions: map[string]map[string][]string{}}
	var diags Diagnostics
	for _, lang := range locale.Languages {
		names, err := fs.Glob(books, lang+"/"+game+"/*")
		if err != nil {
			return set, fmt.Errorf("reference: %w", err)
		}
		for _, name := range names {
			game := path.Base(path.Dir(name))
			tables := map[string]map[BookKey]map[string]string{"words.yaml": set.Words, "asks.yaml": set.PlayerWords}
			if path.Ext(name) == ".md" {
				set.Files = append(set.Files, &Source{Lang: lang, Game: game, File: name, Order: orderOf(name)})
			} else if into, ok := tables[path.Base(name)]; ok {
				words, err := readWords(books, name, known)
				if err != nil {
					diags.Add(name, 0, "%v", err)
				}
				into[BookKey{lang, game}] = words
			}
		}
	}
	raw := make([][]byte, len(set.Files))
	InParallel(len(set.Files), func(i int) {
		src := set.Files[i]
		text, err := fs.ReadFile(books, src.File)
		if old := known.get(src.File); err == nil && old.source != nil && bytes.Equal(old.raw, text) {
			set.Files[i] = old.source
			return
		}
		if err == nil {
			err = src.read(text)
		}
		if err != nil {
			diags.Add(src.File, 0, "%v", err)
			return
		}
		src.parse(&diags)
		raw[i] = text
	})
	wrong := diags.Err()
	for i, src := range set.Files {
		if wrong == nil && raw[i] != nil {
			known.put(src.File, parsedFile{raw: raw[i], source: src})
		}
	}
	addSheets(books, game, &set, &diags)
	addExceptions(books, game, &set, &diags)
	sort.SliceStable(set.Files, func(i, j int) bool { return set.Files[i].Rank() < set.Files[j].Rank() })
	return set, diags.Err()
}

// Rank orders the files of a book: the first page, the chapters, the glossary.
func (s *Source) Rank() int {
	switch {
	case s.IsIndex():
		return -1
	case s.Sheet != nil:
		return 0
	case s.IsGlossary():
		return 1 << 20
	case s.Order == 0:
		return 1 << 19
	}
	return s.Order
}

func orderOf(name string) int {
	digits, _, _ := strings.Cut(path.Base(name), "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

func readWords(books fs.FS, name string, known *Cache) (words map[string]string, err error) {
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

// read splits the file into front matter and text, and reads the front matter.
func (s *Source) read(raw []byte) error {
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(raw, []byte("---\n"))
	top, body, found := bytes.Cut(rest, []byte("\n---\n"))
	if !ok || !found {
		return fmt.Errorf("has no head between lines of ---")
	}
	dec := yaml.NewDecoder(bytes.NewReader(top))
	dec.KnownFields(true)
	if err := dec.Decode(&s.Meta); err != nil {
		return fmt.Errorf("head: %w", err)
	}
	s.Text, s.linesAbove = body, bytes.Count(top, []byte("\n"))+3
	switch h := s.Meta; {
	case h.ID == "":
		return fmt.Errorf("head: id is missing")
	case h.Title == "":
		return fmt.Errorf("head: title is missing")
	case !s.IsIndex() && !slugPattern.MatchString(h.Slug):
		return fmt.Errorf("head: slug %q is not small letters, digits and hyphens", h.Slug)
	}
	return nil
}

// A BookKey names a book: one game in one language.
type BookKey struct{ Lang, Game string }
