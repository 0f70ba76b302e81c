// Package importers reads profiles that were written for other programs and makes packs of them: the public
// warcry_data JSON, the army lists of wm-selector, and tables as CSV. Our own YAML is read by package packs.
//
// An importer drops nothing silently. It names what it cannot import with its file, place, id and reason. What the
// rules engine does not model is kept as text and listed with every profile that it belongs to. Sizes are bounded, so
// that a file from a stranger may be read.
//
// Begin with Result; warcry_data.go, warcry_csv.go and warmaster.go are the importers.
package importers
