package warcry

import "oriflamme/rules"

// Versions of the game: a battle goes on under the version that it began with.
const (
	wholeJumps = 2 // a jump through the air is one descent, however many legs it has

	currentVersion = wholeJumps
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warcry", Name: "Warcry", Edition: "second edition, 2022", Version: currentVersion,
	Rulings: Rulings,
	Options: options, Decks: decks, CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "points_limit", Begin: begin, Load: load, Aftermath: newAftermath,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}
