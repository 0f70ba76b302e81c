// Package warmachine is the game WARMACHINE, second edition (MkII, 2010), after its
// French core rules: its battles, army lists and aftermath. Begin with state.go, what
// a battle holds, and play.go, what each command does. The procedures of the book,
// and the rulings taken where the book is silent, are in package ruling, which the
// battle calls; a rules.Game value (game.go) offers both to the program.
//
// Battles are between two players, between two teams or free-for-all. On a measured
// table the players state distances, lines of sight and melee range. On a board of 48
// by 48 inches the battle keeps round bases with their facing and computes these facts
// with the functions of package ruling; facts that contradict the board are refused.
// The size of bases, the front arc and the melee and command ranges of a board come
// from outside the book in either case.
//
// At a measured table the player who speaks states what helps; what harms that player is
// asked of the other side. The battle remembers who is in melee with whom, what protects
// whom and who may be out of formation, until something moves (facts.go).
//
// A unit moves as a whole, every trooper by its commander's vector or as far along it
// as it can, or trooper by trooper. In the charge of a whole unit each trooper charges
// the nearest model that it can charge.
//
// The combat module (play_extra_combat.go and the other files named play_extra_*.go)
// holds what the book does not print (WM-X): attack and damage rolls, boosts, damage
// grids, areas of effect, free strikes, combined attacks, sprays, spells, feats,
// upkeep, channeling, power attacks, cavalry, command checks and wrecks. It is an
// option, on by default. Without it the players state the result of each attack.
//
// What keeps a model from acting is part of a battle: a model may be knocked down,
// stationary for a round, fleeing or held. Models charge outside their activation by a
// spell, a feat or Counter-Charge; spells place models elsewhere.
//
// The package does not know what an ability does beyond the figures of its profile: the
// players enter such an effect on a roll as a modifier, or carry it out by an amendment
// (amend.go), which also puts right what was noted wrongly. On a board it simplifies: rough
// terrain slows a model whose centre moves through it, a forest blocks the line between
// two centres, and models climb hills freely.
package warmachine
