// Package games lists the games that the program knows. To add a game, add one line to All.
package games

import (
	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/warcry"
	"oriflamme/rules/warmachine"
	"oriflamme/rules/warmaster"
)

// All holds the games in the order in which pages list them.
var All = []*rules.Game{
	warcry.Game,
	warmachine.Game,
	warmaster.Game,
	underworlds.Game,
	magnamund.Game,
}

// Find returns the game with an id, or nil.
func Find(id string) *rules.Game {
	for _, g := range All {
		if g.ID == id {
			return g
		}
	}
	return nil
}
