package warmaster

import "oriflamme/rules"

// gameID and the versions are told apart from Game because battles ask for them.
const (
	gameID         = "warmaster"
	currentVersion = 2 // of battles that begin now
	oldestVersion  = 1 // that records may have
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "Warmaster", Edition: "French rulebook, update of October 2006", Version: currentVersion,
	DiceFirst: true,
	Rulings:   Rulings,
	CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "points_limit", Options: options, Decks: decks,
	Begin: begin, Load: load, Aftermath: newAftermath,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// decks is the table that a battle is fought on.
var decks = []rules.Deck{{Field: "table", Part: "battlefields", Member: "table"}}
