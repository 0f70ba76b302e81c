package warmachine

import "oriflamme/rules"

// gameID and version are told apart from Game because battles ask for them.
const (
	gameID  = "warmachine"
	version = 1
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "WARMACHINE", Edition: "MkII, 2010", Version: version,
	OneSource: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check, Limit: "army_points", Modes: []rules.Mode{rules.Measured}, Begin: begin, Load: load,
	Measures: measures, Bots: bots, Commands: battleCommands, Events: battleEvents, Covered: covered,
}
