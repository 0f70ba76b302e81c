package phrases

import (
	"slices"
	"sort"
	"strings"
	"sync"
)

// A Catalog is the phrases of one language. It may be used by several goroutines.
type Catalog struct {
	Lang        string // its code, which is the name of its folder
	Conventions Conventions

	phrases  map[string]phrase
	keys     []string // sorted
	patterns patterns

	mu      sync.Mutex
	missing map[string]bool
}

// Say returns the phrase of a key with its placeholders filled from pairs of a name and a value. Integers and floats
// are written as the language does, times as dates, anything else as fmt prints it. A key that the catalog lacks is
// returned as ⟨key⟩ and a value that was not given as ⟨name⟩; Missing lists both.
func (c *Catalog) Say(key string, with ...any) string {
	p, ok := c.phrases[key]
	if !ok {
		return c.noteMissing(key, key)
	}
	return p.say(c, key, func(name string) (any, bool) {
		for i := 0; i+1 < len(with); i += 2 {
			if with[i] == name {
				return with[i+1], true
			}
		}
		return nil, false
	})
}

// SayMap is Say for values that are texts already, such as those of a rules.Note.
func (c *Catalog) SayMap(key string, with map[string]string) string {
	p, ok := c.phrases[key]
	if !ok {
		return c.noteMissing(key, key)
	}
	return p.say(c, key, func(name string) (any, bool) {
		v, ok := with[name]
		return v, ok
	})
}

// Has reports whether the catalog has a key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.phrases[key]
	return ok
}

// Keys returns every key, sorted.
func (c *Catalog) Keys() []string { return slices.Clone(c.keys) }

// KeysUnder returns the keys that begin with a prefix, sorted. The slice belongs to the catalog and must not be
// changed.
func (c *Catalog) KeysUnder(prefix string) []string {
	from, _ := slices.BinarySearch(c.keys, prefix)
	to := from
	for to < len(c.keys) && strings.HasPrefix(c.keys[to], prefix) {
		to++
	}
	return c.keys[from:to]
}

// Placeholders returns the names of a phrase's placeholders, sorted, each once.
func (c *Catalog) Placeholders(key string) []string {
	var names []string
	for _, s := range c.phrases[key] {
		if s.name != "" && !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	sort.Strings(names)
	return names
}

// Missing returns, sorted, the keys that were asked for but are not in the catalog, and as "key {name}" the values
// that were not given.
func (c *Catalog) Missing() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	keys := make([]string, 0, len(c.missing))
	for k := range c.missing {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// maxMissing bounds how many keys a visitor who makes keys up can add to Missing.
const maxMissing = 1000

// noteMissing remembers for Missing what is missing and returns what is shown instead.
func (c *Catalog) noteMissing(what, shown string) string {
	c.mu.Lock()
	if len(c.missing) < maxMissing {
		c.missing[what] = true
	}
	c.mu.Unlock()
	return "⟨" + shown + "⟩"
}
