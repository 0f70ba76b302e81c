package magnamund

import "oriflamme/rules"

// Versions of the game: a battle goes on under the version that it began with.
const (
	versionWholeUnits = 3 // nobody may part a unit that could have stayed together (MG-COH-1)

	currentVersion = versionWholeUnits
)

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "magnamund", Name: "La Bataille pour le Magnamund", Edition: "French core set, Megara Entertainment", Version: currentVersion,
	DiceFirst: true,
	Rulings:   Rulings,
	Options:   options, Decks: decks, DataSheets: dataSheetKind, CheckPack: checkPack, CheckRoster: checkRoster, Modes: []rules.Mode{rules.Board, rules.Measured}, Begin: begin, Load: load, Aftermath: newAftermath,
	Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}
