package rawtext

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"oriflamme/content/phrases"
)

// A ForeignDetector recognises text left in another language by the phrases of that language's catalog: a whole
// phrase with a word that the page's own language never uses, or three words in a row that it never uses together.
type ForeignDetector struct {
	whole    map[string]bool
	trigrams map[string]bool
}

// NewForeignDetector makes a detector for pages in the language of own. What own says, and what is in texts, is never
// reported; texts are those that may be in any language, such as what members wrote.
func NewForeignDetector(own *phrases.Catalog, others []*phrases.Catalog, texts ...string) *ForeignDetector {
	f := &ForeignDetector{whole: map[string]bool{}, trigrams: map[string]bool{}}
	for _, catalog := range others {
		for _, text := range catalog.Texts("") {
			pieces := literalParts(text)
			if whole := words(pieces[0]); len(pieces) == 1 && len(strings.Join(whole, " ")) > 3 {
				f.whole[strings.Join(whole, " ")] = true
			}
			for _, piece := range pieces {
				for run := range trigrams(words(piece)) {
					f.trigrams[run] = true
				}
			}
		}
	}
	known := slices.Clone(texts)
	for _, text := range own.Texts("") {
		known = append(known, literalParts(text)...)
	}
	spoken := map[string]bool{} // words that own or texts use
	for _, text := range known {
		list := words(text)
		for _, word := range list {
			spoken[word] = true
		}
		for run := range trigrams(list) {
			delete(f.trigrams, run)
		}
	}
	for whole := range f.whole {
		if !slices.ContainsFunc(strings.Fields(whole), func(word string) bool { return !spoken[word] }) {
			delete(f.whole, whole)
		}
	}
	return f
}

// Part returns three words in a row of a text that are in another language, or "". Use it for long texts: single
// words are alike in many languages.
func (f *ForeignDetector) Part(text string) string {
	for run := range trigrams(words(text)) {
		if f.trigrams[run] {
			return run
		}
	}
	return ""
}

// Text returns the part of a text that is in another language: the whole text, three words in a row, or "".
func (f *ForeignDetector) Text(text string) string {
	if whole := strings.Join(words(text), " "); f.whole[whole] {
		return whole
	}
	return f.Part(text)
}

// literalParts returns the texts of a phrase between its placeholders.
func literalParts(text string) (pieces []string) {
	text = strings.NewReplacer("{{", "", "}}", "").Replace(text)
	for i, piece := range strings.Split(text, "{") {
		if _, after, ok := strings.Cut(piece, "}"); ok && i > 0 {
			piece = after
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

func words(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// trigrams yields every three words in a row.
func trigrams(list []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i+3 <= len(list); i++ {
			if !yield(strings.Join(list[i:i+3], " ")) {
				return
			}
		}
	}
}
