// Package charters reads what a club begins a campaign of a game with: the ways
// of scoring it, the points of a list, and a catalogue of honours. All of it is
// ours, house rules that a club may change; none of it is in the books.
//
// presets/common.yaml holds what every game has, presets/<game>.yaml what is
// its own. A game without a file has what is common.
package presets
