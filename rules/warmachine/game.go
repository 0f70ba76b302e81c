package warmachine

import "oriflamme/rules"

// gameID and the versions are told apart from Game because battles ask for them. A
// battle goes on under the version that it began with.
const (
	gameID         = "warmachine"
	oldestVersion  = 3 // still replays
	currentVersion = 4 // Battle.strict tells what changed
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: gameID, Name: "WARMACHINE", Edition: "MkII, 2010", Version: currentVersion,
	OneSource: true,
	Rulings:   Rulings,
	CheckPack: checkPack, CheckRoster: checkRoster, PointsField: "army_points", Budgets: budgets, Choices: choices, PlayFormats: playFormats, Begin: begin, Load: load, Aftermath: newAftermath,
	Options: options, Decks: decks,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// decks are what a battlefield of a pack is drawn from.
var decks = []rules.Deck{{Field: "terrain", Part: "terrain", Member: "pieces"}}
