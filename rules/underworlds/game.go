package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// Game is Warhammer Underworlds as a value of the frame.
var Game = &rules.Game{
	ID: "underworlds", Name: "Warhammer Underworlds", Edition: "Starter Set, Wyrdhollow season", Version: 3,
	Rulings: ruling.Rulings,
	Options: options, ScoreResource: "glory", Decks: decks, CheckPack: checkPack, CheckRoster: checkRoster, Choices: rosterChoices, Begin: begin, Load: load, Aftermath: aftermathDefinition.New,
	Secret: []string{"shuffle"}, Faces: printedFaces, Measures: measures, Bots: bots, Commands: battleCommands, CommandRules: commandRules, Events: battleEvents, Covered: covered,
}

// printedFaces are the symbols on the dice of each roll. The dice of a roll-off may be of
// either kind; the symbols that it compares are on both.
var printedFaces = map[string][]string{
	"attack": ruling.AttackFaces[1:], "attack-reroll": ruling.AttackFaces[1:], "roll-off-a": ruling.AttackFaces[1:], "roll-off-b": ruling.AttackFaces[1:],
	"defence": ruling.DefenceFaces[1:], "defence-reroll": ruling.DefenceFaces[1:],
}

// covered are the rules that battles must show in tests.
var covered = []string{
	"WU-SETUP-1", "WU-SETUP-2", "WU-SETUP-4", "WU-SETUP-6", "WU-SETUP-8", "WU-SETUP-10", "WU-SETUP-13", "WU-SETUP-16",
	"WU-CARD-1", "WU-CARD-2", "WU-CARD-3", "WU-CARD-5", "WU-CARD-7", "WU-SEQ-1", "WU-SEQ-3", "WU-SEQ-5",
	"WU-ACT-1", "WU-ACT-2", "WU-MOVE-4", "WU-CHARGE-1", "WU-PUSH-1", "WU-PUSH-3", "WU-GUARD-1", "WU-STAG-1", "WU-TOK-4", "WU-TOK-5",
	"WU-COMBAT-1", "WU-COMBAT-6", "WU-COMBAT-7", "WU-COMBAT-8", "WU-COMBAT-11", "WU-DMG-1", "WU-OOA-1", "WU-BOUNTY-1",
	"WU-INSP-1", "WU-INSP-3", "WU-SURGE-1", "WU-SURGE-2", "WU-OBJ-1", "WU-END-2", "WU-END-3", "WU-END-8",
	"WU-GAMBIT-1", "WU-GAMBIT-2", "WU-GAMBIT-3", "WU-UPG-1", "WU-CYCLE-1", "WU-POWER-1",
	"WU-REACT-2", "WU-REACT-6", "WU-REACT-7", "WU-REACT-8", "WU-REACT-10", "WU-VIC-1",
	"WU-ACT-6", "WU-ATK-1", "WU-ATK-2", "WU-BOUNTY-2", "WU-CARD-4", "WU-COMBAT-2", "WU-COMBAT-3", "WU-COMBAT-4", "WU-COMBAT-5",
	"WU-COMBAT-9", "WU-COMBAT-10", "WU-DICE-5", "WU-DMG-3", "WU-DMG-4", "WU-END-9", "WU-GEN-6", "WU-HEX-7", "WU-INSP-2", "WU-INSP-4",
	"WU-MOVE-1", "WU-MOVE-2", "WU-OBJ-4", "WU-OOA-2", "WU-REACT-1", "WU-REACT-3", "WU-SEQ-4", "WU-SEQ-8", "WU-SEQ-9", "WU-SETUP-5",
	"WU-SETUP-11", "WU-SHOCK-1", "WU-CHARGE-2", "WU-SHOCK-2", "WU-STUN-1", "WU-SUPER-1", "WU-SURGE-3",
	"WU-HOUSE-1", "WU-HOUSE-2", "WU-HOUSE-3", "WU-HOUSE-4", "WU-HOUSE-5",
	"WU-HOUSE-6", "WU-HOUSE-7", "WU-HOUSE-8", "WU-HOUSE-9", "WU-HOUSE-11",
}

// A battle keeps the version of the rules that it began with, so that records replay as they
// were fought. Each of the following methods reports whether a battle follows a reading of
// the book that a later version than the first introduced.

// since reports whether a battle began with at least a version.
func (f *fixed) since(version int) bool { return f.setup.Version >= version }

// targetsAfterMove reports whether a Charge or Shock names its target after its move and the
// reactions to it, in a command of its own (WU-CHARGE-2, WU-SHOCK-2).
func (f *fixed) targetsAfterMove() bool { return f.since(3) }

// hidesHands reports whether a step of the end phase is offered whatever cards the player
// holds, so that no step that is left out tells what they are (WU-CARD-4).
func (f *fixed) hidesHands() bool { return f.since(3) }

// answersAreHexes reports whether a question for a hex is answered by the hex, so that the
// record holds it.
func (f *fixed) answersAreHexes() bool { return f.since(3) }

// remembersFacts reports whether a measured battle requires the facts that favour the player
// who states them, and refuses what contradicts a fact that was stated before.
func (f *fixed) remembersFacts() bool { return f.since(3) }
