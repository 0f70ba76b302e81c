package phrases

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

// A Book is the phrases of one language. It may be used by several goroutines.
type Book struct {
	Lang string // "fr" or "en"

	phrases map[string]phrase
	keys    []string // sorted

	mu      sync.Mutex
	missing map[string]bool
}

// Load reads the phrases of a language: <lang>/ui.yaml, <lang>/ui-*.yaml and
// <lang>/<game>/phrases.yaml; the words of <lang>/<game>/words.yaml, by which the
// reference calls fields and values, stand behind "<game>.word.". An error names the file and line: a key that is
// there twice, a value that is no text, a brace that is not closed.
func Load(fsys fs.FS, lang string) (*Book, error) {
	b := &Book{Lang: lang, phrases: map[string]phrase{}, missing: map[string]bool{}}
	if err := b.read(fsys, lang+"/ui.yaml", ""); err != nil {
		return nil, err
	}
	more, err := fs.Glob(fsys, lang+"/ui-*.yaml")
	if err != nil {
		return nil, fmt.Errorf("phrases: %w", err)
	}
	for _, name := range more {
		if err := b.read(fsys, name, ""); err != nil {
			return nil, err
		}
	}
	games, err := fs.Glob(fsys, lang+"/*/phrases.yaml")
	if err != nil {
		return nil, fmt.Errorf("phrases: %w", err)
	}
	for _, name := range games {
		if err := b.read(fsys, name, path.Base(path.Dir(name))+"."); err != nil {
			return nil, err
		}
	}
	words, err := fs.Glob(fsys, lang+"/*/words.yaml")
	if err != nil {
		return nil, fmt.Errorf("phrases: %w", err)
	}
	for _, name := range words {
		if err := b.read(fsys, name, path.Base(path.Dir(name))+".word."); err != nil {
			return nil, err
		}
	}
	b.settle()
	return b, nil
}

func (b *Book) read(fsys fs.FS, name, prefix string) error {
	raw, err := fs.ReadFile(fsys, name)
	if err != nil {
		return fmt.Errorf("phrases: %w", err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(raw, &doc); err != nil {
		return fmt.Errorf("phrases: %s: %w", name, err)
	}
	if len(doc.Content) == 0 {
		return nil // a file of comments only
	}
	return b.take(doc.Content[0], name, prefix)
}

func (b *Book) take(n *yaml.Node, file, prefix string) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("phrases: %s:%d: want keys and texts", file, n.Line)
	}
	for i := 0; i < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		key := prefix + k.Value
		if v.Kind == yaml.MappingNode {
			if err := b.take(v, file, key+"."); err != nil {
				return err
			}
			continue
		}
		if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
			return fmt.Errorf("phrases: %s:%d: %s is no text", file, v.Line, key)
		}
		if _, twice := b.phrases[key]; twice {
			return fmt.Errorf("phrases: %s:%d: %s is there twice", file, k.Line, key)
		}
		p, err := parse(Typo(b.Lang, strings.TrimSpace(v.Value)))
		if err != nil {
			return fmt.Errorf("phrases: %s:%d: %s: %w", file, v.Line, key, err)
		}
		b.phrases[key] = p
	}
	return nil
}

// Say returns the phrase of a key with its placeholders filled from pairs of a
// name and a value. Integers and floats are written as the language does, times
// as dates, anything else as fmt prints it. A key that is not in the book is
// returned as ⟨key⟩, a value that was not given as ⟨name⟩; Missing counts both.
func (b *Book) Say(key string, with ...any) string {
	p, ok := b.phrases[key]
	if !ok {
		return b.lack(key, key)
	}
	return p.say(b, key, func(name string) (any, bool) {
		for i := 0; i+1 < len(with); i += 2 {
			if with[i] == name {
				return with[i+1], true
			}
		}
		return nil, false
	})
}

// SayMap is Say for values that are texts already, such as those of a rules.Note.
func (b *Book) SayMap(key string, with map[string]string) string {
	p, ok := b.phrases[key]
	if !ok {
		return b.lack(key, key)
	}
	return p.say(b, key, func(name string) (any, bool) {
		v, ok := with[name]
		return v, ok
	})
}

// Has tells whether the book has a key.
func (b *Book) Has(key string) bool {
	_, ok := b.phrases[key]
	return ok
}

// Keys returns every key, sorted.
func (b *Book) Keys() []string { return slices.Clone(b.keys) }

// Under returns the keys that begin with a prefix, sorted. They are the book's own: not to be changed.
func (b *Book) Under(prefix string) []string {
	from, _ := slices.BinarySearch(b.keys, prefix)
	to := from
	for to < len(b.keys) && strings.HasPrefix(b.keys[to], prefix) {
		to++
	}
	return b.keys[from:to]
}

// Names returns the names of a phrase's placeholders, sorted, each once.
func (b *Book) Names(key string) []string {
	var names []string
	for _, s := range b.phrases[key] {
		if s.name != "" && !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	sort.Strings(names)
	return names
}

// Missing returns, sorted, the keys that were asked for in vain, and as
// "key {name}" the values that were not given.
func (b *Book) Missing() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	keys := make([]string, 0, len(b.missing))
	for k := range b.missing {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// enough bounds what a visitor who invents keys can make the book remember.
const enough = 1000

func (b *Book) lack(what, shown string) string {
	b.mu.Lock()
	if len(b.missing) < enough {
		b.missing[what] = true
	}
	b.mu.Unlock()
	return "⟨" + shown + "⟩"
}
