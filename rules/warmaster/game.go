package warmaster

import "oriflamme/rules"

// gameID and the versions are told apart from Game because battles ask for them.
const (
	gameID  = "warmaster"
	version = 2 // of battles that begin now
	oldest  = 1 // that records may have
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "Warmaster", Edition: "French rulebook, update of October 2006", Version: version,
	DiceFirst: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check, Limit: "points_limit", Options: battleOptions, Decks: battleDecks,
	Begin: begin, Load: load, After: after,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// battleDecks is the table that a battle is fought on.
var battleDecks = []rules.Deck{{Field: "table", Part: "battlefields", Member: "table"}}
