package search

import _ "embed"

// concepts lists what players call the things of these games in French and in English, one thing a line. A query with
// one of the names also finds places that use another name of its line in the language of the book, so the words of
// other editions and of the other language find places as well. A word that no book has does nothing.
//
//go:embed concepts.txt
var concepts string

var (
	//go:embed synonyms_fr.txt
	frenchSynonyms string
	//go:embed synonyms_en.txt
	englishSynonyms string
)

// synonyms lists words that players say and books do not, with what the books of some game say instead: folded words, of
// which a place needs all. The browser gets those of its language with the index.
var synonyms = map[string]string{"fr": frenchSynonyms, "en": englishSynonyms}
