// Package locale says what the reference knows of its languages: which there are, the texts of its own pages and the words of
// its addresses (In), and how each language is typeset (Typeset).
//
// It knows no book and no page. The texts themselves are phrases of content; the languages of the rest of the site, which may
// be more, belong to the server.
//
// Begin with language.go and ui_strings.go; typeset.go sets spaces, quotation marks and dashes.
package locale
