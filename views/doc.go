// Package views draws the pages of TurnBanner as templ components: pure functions of the models declared beside them.
//
// A component takes a Frame (who reads, in which language, where they are) and the model of its page, and writes HTML
// that needs no script. Models are plain texts, numbers and times; handlers fill them. The package decides nothing about
// rules or rights, reads no store and knows no request. Colours are classes and attributes, never style attributes, since
// the content security policy forbids those.
package views

//go:generate go run github.com/a-h/templ/cmd/templ generate -path .
