package magnamund

import "oriflamme/rules"

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "magnamund", Name: "La Bataille pour le Magnamund", Edition: "French core set, Megara Entertainment", Version: 2,
	DiceFirst: true,
	Rulings:   Rulings,
	Options:   options, Decks: decks, Sheets: sheetKind, Unpack: unpack, Check: check, Modes: []rules.Mode{rules.Board, rules.Measured}, Begin: begin, Load: load, After: after,
	Measures: measures, Bots: bots, Commands: battleCommands, Events: battleEvents, Covered: covered,
}
