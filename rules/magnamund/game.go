package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// Versions of the game. A battle keeps the version that it began with.
const (
	versionWholeUnits = 3 // no troop may split a unit that could have stayed together (MG-COH-1)
	versionAnswers    = 4 // spells answer a declared attack, tables remember, losses decide the last turn
	versionCells      = 5 // a question for a cell is answered with the cell

	currentVersion = versionCells
)

// Game is La Bataille pour le Magnamund as package rules plays it.
var Game = &rules.Game{
	ID: "magnamund", Name: "La Bataille pour le Magnamund", Edition: "French core set, Megara Entertainment", Version: currentVersion,
	DiceFirst: true,
	Rulings:   ruling.Rulings,
	Options:   options, Decks: decks, DataSheets: dataSheetKind, CheckPack: checkPack, CheckRoster: checkRoster, Modes: []rules.Mode{rules.Board, rules.Measured}, Begin: begin, Load: load, Aftermath: newAftermath,
	PointsField: "points_limit", Budgets: budgets, Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// options are the choices on which players agree before a battle.
var options = []rules.Option{
	{ID: "cohesion", Rule: "MG-COH-4", Values: []string{"standard", "open-order"}, Default: "standard"},
	{ID: "disciplines", Rule: "MG-CAMP-2", Values: []string{"progression", "random"}, Default: "progression"},
	lastTurn,
}

// lastTurn is the option of MG-HOUSE-5: battles of older versions end in a draw, as in the book.
var lastTurn = rules.Option{
	ID: "last-turn", Rule: lossesRule, Values: []string{"losses", "draw"}, Default: "losses", Former: "draw", Since: versionAnswers,
	StopGap: func(s rules.Setup, value string) bool {
		var f Field
		return value == "losses" && rules.Decode(s.Field, &f) == nil && f.Scenario.Victory.Kind == "elimination"
	},
}

// measures are the figures for which a command's odds are given.
var measures = []rules.Measure{
	rules.SumOf("killed", func(Killed) int { return 1 }),
	rules.SumOf("wounded", func(Wounded) int { return 1 }),
}

// covered lists the rules that must show in battles; the acceptance kit checks it.
var covered = []string{
	"MG-SETUP-5", "MG-HIDE-1", "MG-HIDE-2", "MG-MAG-4", "MG-MAG-6", "MG-TURN-1", "MG-TURN-4", "MG-PHASE-1", "MG-PHASE-2", "MG-PHASE-3", "MG-PHASE-4", "MG-PHASE-5",
	"MG-FIRE-15", "MG-FIRE-20", "MG-POOL-1", "MG-CBT-5", "MG-CBT-7", "MG-CPOOL-1", "MG-CPOOL-4", "MG-WND-4",
	"MG-BLIND-1", "MG-BLIND-2", "MG-BLIND-3", "MG-DIST-1", "MG-DIST-3", "MG-R-9", "MG-TURN-2", "MG-MOVE-2", "MG-MOR-3", "MG-MOR-7", "MG-MOR-8", "MG-MOR-9", "MG-MOR-10",
	"MG-KAI-1", "MG-KAI-3", "MG-KAI-5", "MG-KAI-6", "MG-KAI-7", "MG-KAI-8", "MG-HERO-5", "MG-HERO-6", "MG-HERO-7", "MG-HERO-8",
	"MG-EVIL-1", "MG-EVIL-2", "MG-EVIL-3", "MG-SPELL-1", "MG-SPELL-2", "MG-SPELL-3", "MG-SPELL-4", "MG-SPELL-5", "MG-SPELL-6", "MG-SPELL-7",
	"MG-SPELL-8", "MG-SPELL-9", "MG-SPELL-10", "MG-SCEN-1", "MG-HOUSE-5", "MG-CAMP-1", "MG-CAMP-2", "MG-CAMP-3", "MG-CAMP-5",
}
