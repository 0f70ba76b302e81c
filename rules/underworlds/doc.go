// Package underworlds is the game Warhammer Underworlds, the rules of the Starter Set
// of the Wyrdhollow season for two players: its battles, warbands and aftermath. Begin
// with state.go, what a battle holds, and play.go, what each command does. The
// procedures of the book, and the rulings taken where the book is silent, are in
// package ruling, which the battle calls; a rules.Game value (game.go) offers both to
// the program.
//
// The package prints no fighter, no whole card and no board: these come with packs and
// rosters.
//
// A battle proceeds by whole activations: what a player decides in the middle of one
// (reactions, drive backs, re-rolls, choices of a card) is a question to that player.
// It is fought on a board, whose hexes the battle knows, or on a measured table, where
// the players state the facts: how far away a target is and whether it is seen and
// cornered (Aim), and where a fighter stands after it moved (Standing). Both share all
// rules that follow from the facts; facts that contradict a board are refused. On a
// board a move takes a shortest path, which is a ruling of this program.
//
// A card is data and the id of a small function (play_cards.go, play_cards_actions.go)
// or of conditions (play_conditions.go). A View shows a hand to its own seat
// alone, and the values of objective tokens once all tokens are placed. A record holds
// the dice of the shuffles, so both players may see it only after the battle.
package underworlds
