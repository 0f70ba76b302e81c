// Package views draws what pages of every part of the site share, as templ components: the frame of a page, form fields,
// emblems, icons, the map, rows of battles and odds. The pages themselves are in the packages below it, one for each part of
// the site: auth, club, play, league, arbiter, roster and book. None of those imports another. Package reference draws the
// rules reference and does not import this package; what both draw is in package component.
//
// A component takes a Frame (who reads, in which language, where they are) and a model declared beside it, and writes HTML
// that needs no script. Models are plain texts, numbers and times; handlers fill them. The package decides nothing about
// rules or rights, reads no store and knows no request. Colours are classes and attributes, never style attributes, because
// the content security policy forbids those.
//
// Begin with frame.go, layout.templ and components.templ.
package views

//go:generate go run github.com/a-h/templ/cmd/templ generate -path .
