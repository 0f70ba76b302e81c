package warmachine

import "oriflamme/rules"

// gameID and version are told apart from Game because battles ask for them.
const (
	gameID  = "warmachine"
	version = 3
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "WARMACHINE", Edition: "MkII, 2010", Version: version,
	OneSource: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check, Limit: "army_points", Budgets: budgets, Choices: choices, Sides: plays, Begin: begin, Load: load, After: after,
	Options: options, Decks: decks,
	Measures: measures, Bots: bots, Commands: battleCommands, Events: battleEvents, Covered: covered,
}

// decks are what a battlefield of a pack is drawn from.
var decks = []rules.Deck{{Field: "terrain", Part: "terrain", Member: "pieces"}}
