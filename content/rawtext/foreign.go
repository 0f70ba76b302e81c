package rawtext

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"oriflamme/content/phrases"
)

// A ForeignDetector knows how a text looks that was left in another language: by phrases of that language's book, whole or three words
// in a row, which one's own book says nowhere.
type ForeignDetector struct {
	whole    map[string]bool
	trigrams map[string]bool
}

// NewForeignDetector takes the phrases of the other books that are not in one's own, nor in texts that are in any language, such as
// what members wrote.
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
	spoken := map[string]bool{} // words that are of one's own language too
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

// Part returns three words in a row of a text that are of another language: enough for long texts, of which single words may be
// alike in many languages.
func (f *ForeignDetector) Part(text string) string {
	for run := range trigrams(words(text)) {
		if f.trigrams[run] {
			return run
		}
	}
	return ""
}

// Text returns what in a text is of another language: the whole, or three words in a row.
func (f *ForeignDetector) Text(text string) string {
	if whole := strings.Join(words(text), " "); f.whole[whole] {
		return whole
	}
	return f.Part(text)
}

// literalParts are the parts of a phrase between its placeholders.
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

// trigrams are every three words in a row.
func trigrams(list []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i+3 <= len(list); i++ {
			if !yield(strings.Join(list[i:i+3], " ")) {
				return
			}
		}
	}
}
