package warcry

import "oriflamme/rules"

// Versions of the game: a battle goes on under the version that it began with.
const (
	wholeJumps = 2 // a jump through the air is one descent, however many legs it has

	version = wholeJumps
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warcry", Name: "Warcry", Edition: "second edition, 2022", Version: version,
	Rulings: Rulings,
	Options: options, Decks: decks, Unpack: unpack, Check: check, Limit: "points_limit", Begin: begin, Load: load, After: after,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}
