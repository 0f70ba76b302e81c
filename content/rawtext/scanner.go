// Package rawtext finds text of the program in pages for people: keys without a phrase, names of fields, ids, words
// of JSON and lists of bare numbers. Tests of pages use it; it changes no page. Begin with Scanner; foreign.go finds
// text left in another language.
package rawtext

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"oriflamme/content/phrases"
)

// A Scanner finds keys and other text of the program in pages of one language. It may be used by several goroutines.
type Scanner struct {
	lang  string
	keys  map[string]bool // parts of keys that no phrase uses as a word, such as "grab-and-maul"
	roots map[string]bool // first parts of keys

	cache sync.Map // findings by text, for texts that were scanned already
}

// New returns a scanner for pages in the language of a catalog.
func New(catalog *phrases.Catalog) *Scanner {
	s := &Scanner{lang: catalog.Lang, keys: map[string]bool{}, roots: map[string]bool{}}
	for _, key := range catalog.Keys() {
		root, _, _ := strings.Cut(key, ".")
		s.roots[root] = true
		for part := range strings.SplitSeq(key, ".") {
			if kebab.MatchString(part) {
				s.keys[part] = true
			}
		}
	}
	for _, key := range catalog.Keys() {
		for _, word := range kebab.FindAllString(strings.ToLower(catalog.Say(key)), -1) {
			delete(s.keys, word)
		}
	}
	return s
}

// A Finding is a text of a page with a part that is not for people.
type Finding struct {
	Text string // the whole text, or value of an attribute
	Raw  string // the part of it at fault
}

var (
	kebab         = regexp.MustCompile(`\b[a-z]+(?:-[a-z]+)+\b`)
	snake         = regexp.MustCompile(`\b[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+\b`)
	numbered      = regexp.MustCompile(`\b[a-z]{2,}(?:-[a-z]+)*-\d+\b`)
	dotted        = regexp.MustCompile(`\b[a-z][a-z0-9-]*(?:\.[a-z0-9_-]+)+\b`)
	missingPhrase = regexp.MustCompile(`⟨[^⟩]*⟩`)
	braces        = regexp.MustCompile(`[{}]|\[\s*(?:["\]\[]|-?\d+\s*,)|":`)
	jsonObject    = regexp.MustCompile(`(?i:^|[:=,(;]\s*|["'])(true|false|null)(?:$|["',;)])`)
	jsonWord      = regexp.MustCompile(`\b(?:true|false)\b`)
	numberList    = regexp.MustCompile(`-?\d+(?:[.,]\d+)?\s*;\s*-?\d+(?:[.,]\d+)?`)
	bareID        = regexp.MustCompile(`(?:^|[^\d,.])(\d+(?:[/–-]\d+)?(?: \d+(?:[/–-]\d+)?){2,})`)
	seatLetter    = regexp.MustCompile(`\b(?:joueur|player|Joueur|Player) [AB]\b`)
	comma         = regexp.MustCompile(` ,|\(\s*\)|\(\s*:|: :|^,`)
	address       = regexp.MustCompile(`\S+://\S+|\S+@\S+|\S+\.(?:jsonl?|ndjson|ya?ml|zip|db|csv|ics|gz|xml|pdf|png|jpe?g|svg|webp|html|org|com|net|example|test|txt|sql)\b`)
)

// Text returns the parts of a text that are not for people, sorted.
func (s *Scanner) Text(text string) []string {
	text = strings.TrimSpace(text)
	if found, ok := s.cache.Load(text); ok {
		return found.([]string)
	}
	found := s.findRaw(text)
	s.cache.Store(text, found)
	return found
}

func (s *Scanner) findRaw(text string) (found []string) {
	bare_ := address.ReplaceAllString(text, "")
	for _, of := range []*regexp.Regexp{snake, numbered, missingPhrase, braces, numberList, seatLetter, comma} {
		found = append(found, of.FindAllString(bare_, -1)...)
	}
	for _, m := range jsonObject.FindAllStringSubmatch(bare_, -1) {
		found = append(found, m[1])
	}
	if s.lang != "en" {
		found = append(found, jsonWord.FindAllString(bare_, -1)...)
	}
	for _, m := range bareID.FindAllStringSubmatch(bare_, -1) {
		found = append(found, m[1])
	}
	for _, word := range kebab.FindAllString(bare_, -1) {
		if s.keys[word] {
			found = append(found, word)
		}
	}
	for _, word := range dotted.FindAllString(bare_, -1) {
		if root, _, _ := strings.Cut(word, "."); s.roots[root] {
			found = append(found, word)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Page scans the texts of a node and everything in it. It leaves out nodes for which skip returns true, such as
// samples of code; skip may be nil.
func (s *Scanner) Page(n *html.Node, skip func(*html.Node) bool) (found []Finding) {
	for text := range Texts(n, skip) {
		for _, piece := range s.Text(text) {
			found = append(found, Finding{strings.Join(strings.Fields(text), " "), piece})
		}
	}
	return found
}

// Texts yields the texts of a node that are shown or read aloud, and the values of fields that people type in. A text
// that follows another in the same line begins with "…". Nodes for which skip returns true are left out; skip may be
// nil.
func Texts(n *html.Node, skip func(*html.Node) bool) iter.Seq[string] {
	return func(yield func(string) bool) { walk(n, skip, yield) }
}

func walk(n *html.Node, skip func(*html.Node) bool, yield func(string) bool) bool {
	switch n.Type {
	case html.TextNode:
		text := n.Data
		if continuesText(n) {
			text = "…" + text
		}
		return strings.TrimSpace(n.Data) == "" || yield(text)
	case html.ElementNode:
		if n.Data == "script" || n.Data == "style" || n.Data == "template" || skip != nil && skip(n) {
			return true
		}
		for _, a := range n.Attr {
			if (readAttributes[a.Key] || a.Key == "value" && showsValue(n)) && !yield(a.Val) {
				return false
			}
		}
	}
	for c := range n.ChildNodes() {
		if !walk(c, skip, yield) {
			return false
		}
	}
	return true
}

// continuesText reports whether other text, such as that of a link, comes before a text in the same parent.
func continuesText(n *html.Node) bool {
	for before := n.PrevSibling; before != nil; before = before.PrevSibling {
		if hasText(before) {
			return true
		}
	}
	return false
}

func hasText(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.TrimSpace(n.Data) != ""
	}
	for c := range n.ChildNodes() {
		if hasText(c) {
			return true
		}
	}
	return false
}

// readAttributes are the attributes that people read or hear.
var readAttributes = map[string]bool{"placeholder": true, "aria-label": true, "title": true, "alt": true, "aria-description": true, "aria-valuetext": true, "label": true}

// showsValue reports whether an input shows its value.
func showsValue(n *html.Node) bool {
	if n.Data != "input" {
		return false
	}
	for _, a := range n.Attr {
		if a.Key == "type" {
			return a.Val == "text" || a.Val == "search" || a.Val == "submit" || a.Val == "button"
		}
	}
	return true
}
