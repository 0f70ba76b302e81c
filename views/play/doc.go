// Package play draws a battle from its arrangement to its report: the set-up, the battle in progress with its decisions,
// dice, board and clocks, its summary and evidence, the score sheets, and simulations.
//
// It knows no game: what a game shows comes as data in the models (battle.go, battle_setup.go). Begin with battle.templ and
// battle_ask.templ.
package play
