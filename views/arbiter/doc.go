// Package arbiter draws the pages on which an arbiter decides disputes, corrects acts and previews what a correction changes.
//
// Begin with arbiter.templ.
package arbiter
