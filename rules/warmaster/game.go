package warmaster

import "oriflamme/rules"

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warmaster", Name: "Warmaster", Edition: "French rulebook, update of October 2006", Version: 1,
	DiceFirst: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check, Limit: "points_limit",
}
