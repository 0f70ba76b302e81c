package warcry

import "oriflamme/rules"

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warcry", Name: "Warcry", Edition: "second edition, 2022", Version: 1,
	Rulings: Rulings,
	Options: options, Decks: decks, Unpack: unpack, Check: check, Limit: "points_limit", Begin: begin, Load: load, After: after,
	Measures: measures, Bots: bots, Commands: battleCommands, Events: battleEvents, Covered: covered,
}
