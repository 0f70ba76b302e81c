// Package intake reads profiles that were written for other programs and makes
// packs of them: the public warcry_data JSON, and tables as CSV. Our own YAML is
// read by package packs.
//
// Nothing is dropped in silence. What cannot be taken over is named with its
// file, place, id and reason; what the rules engine does not model is kept as
// text and listed with every profile that it belongs to. Sizes are bounded, so a
// file from a stranger may be read.
package importers
