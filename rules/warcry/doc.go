// Package warcry is a battle of Warcry (core rules of the second edition, 2022) and its
// aftermath: a rules.Game with setup, commands, events, legal commands, views and bots.
//
// Battles are measured, with facts that the players state, or fought on a board that
// works the facts out. What a procedure of the rulebook does is not written here but in
// package ruling, with the list of the rulings taken where the book is silent; this
// package keeps the state of the battle and says when a procedure applies. It holds no
// profile, no faction ability and no battleplan card, because the book prints none: they
// come with packs. Only Apply changes the state.
//
// Begin reading with state.go (what a battle is), then play.go (from a command to the
// file of its phase) and apply.go (what an event changes). game.go is the declaration
// for the frame. Files are named by subject: play_* carry commands out, legal_* list
// the commands that can be given, facts_* and board_* find the facts on a measured table
// and on a board.
package warcry
