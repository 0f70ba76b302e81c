// Package shelf lists the games that the program knows. Adding a game is one line here.
package games

import (
	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/warcry"
	"oriflamme/rules/warmachine"
	"oriflamme/rules/warmaster"
)

// All are all games, in the order in which people are shown them.
var All = []*rules.Game{
	warcry.Game,
	warmachine.Game,
	warmaster.Game,
	underworlds.Game,
	magnamund.Game,
}

// Find returns the game of an id, or nil.
func Find(id string) *rules.Game {
	for _, g := range All {
		if g.ID == id {
			return g
		}
	}
	return nil
}
