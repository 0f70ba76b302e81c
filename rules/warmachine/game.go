package warmachine

import "oriflamme/rules"

// gameID and the versions are told apart from Game because battles ask for them. A
// battle goes on under the version that it began with.
const (
	gameID  = "warmachine"
	oldest  = 3 // still replays
	version = 4 // Battle.strict tells what changed
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "WARMACHINE", Edition: "MkII, 2010", Version: version,
	OneSource: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check, Limit: "army_points", Budgets: budgets, Choices: choices, Sides: plays, Begin: begin, Load: load, After: after,
	Options: options, Decks: decks,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// decks are what a battlefield of a pack is drawn from.
var decks = []rules.Deck{{Field: "terrain", Part: "terrain", Member: "pieces"}}
