// Package search makes and asks the index of each book. A query is answered by the same steps in Go and in the browser
// (public/js/search.js), over the same index; tests hold the two together.
//
// A Library is a build.Library with its indexes. documents.go cuts pages into what can be found, text_index.go counts
// their words and vocabulary.go groups the words of all books of a language by their stem; index.go joins these and index_file.go
// writes them for the browser. Begin there to learn where the words of a page come from, and with Index.Search in query.go to
// learn how an answer is ranked.
//
// The package answers with places (Hit) and spans of text, never with HTML.
package search
