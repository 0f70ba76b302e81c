// Package component draws what the pages of the site and those of the rules reference have in common, as templ components:
// the head of a document, the link past the navigation, a title, the number of a rule, and the drawings of icons.
//
// It knows no frame, no club and no page, so that content/reference/html may use it without the site. What only one of
// the two draws belongs to package views or to views/reference.
package component
