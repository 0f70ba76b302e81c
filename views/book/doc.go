// Package book draws the pages around the rules reference: a chapter in the frame of the site, and the exact odds of a rule.
//
// The HTML of chapters is made by content/reference. Begin with odds.templ.
package book
