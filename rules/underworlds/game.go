package underworlds

import "oriflamme/rules"

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "underworlds", Name: "Warhammer Underworlds", Edition: "Starter Set, Wyrdhollow season", Version: 2,
	Rulings: Rulings,
	Options: options, Fame: "glory", Decks: decks, Unpack: unpack, Check: check, Begin: begin, Load: load, After: after,
	Secret: []string{"shuffle"}, Faces: printedFaces, Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}
