package warmachine

import "oriflamme/rules"

// Game is the rulebook as the frame knows it.
var Game = &rules.Game{
	ID: "warmachine", Name: "WARMACHINE", Edition: "MkII, 2010", Version: 1,
	OneSource: true,
	Rulings:   Rulings,
	Unpack:    unpack, Check: check,
}
