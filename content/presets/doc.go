// Package presets reads what a club begins a campaign of a game with: the ways of scoring it, the points of a list,
// and a catalogue of honours. All of it is ours: house rules that a club may change, and none of them in the
// rulebooks.
//
// presets/common.yaml holds what every game has, presets/<game>.yaml what one game has of its own; that file may be
// absent. A field that a preset does not have is refused. Begin with Load.
package presets
