package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Facts that Surge cards and Inspire conditions wait for.
const (
	factAttack    = "attack"     // made n Attack actions this round
	factKill      = "kill"       // an Attack action took an enemy out
	factCritical  = "critical"   // a critical hit
	factCharge    = "charge-hit" // an Attack action of a Charge succeeded
	factTrapped   = "trapped-hit"
	factSupported = "supported-hit" // with n supporters
	factSurvive   = "survive"       // an enemy Attack action failed
	factHurt      = "hurt"          // wound counters placed, still in action
	factDriveBack = "drive-back"
	factStagger   = "stagger" // an enemy was staggered
	factUpgrade   = "upgrade" // n upgrades on one fighter
	factPloys     = "ploys"   // n ploys this round
	factMoved     = "advance" // a Move action ended in enemy territory
	factGuard     = "guard"   // a Guard action
)

// conditions are the conditions of objective cards by id: on the state of the battle, whether
// one holds with its number for a seat with an enemy; nil for those that wait for an event, as
// Surge cards do.
var conditions = map[string]func(b *Battle, seat, enemy rules.Seat, n int) bool{
	factKill: nil, factCritical: nil, factCharge: nil, factTrapped: nil, factSupported: nil, factSurvive: nil,
	factDriveBack: nil, factStagger: nil, factUpgrade: nil, factPloys: nil, factMoved: nil,

	"hold":       func(b *Battle, seat, _ rules.Seat, n int) bool { return len(b.objectivesHeld(seat)) >= n },
	"hold-value": func(b *Battle, seat, _ rules.Seat, n int) bool { return slices.Contains(b.objectivesHeld(seat), n) },
	"deny":       func(b *Battle, _, enemy rules.Seat, _ int) bool { return len(b.objectivesHeld(enemy)) == 0 },
	"all-in-enemy-territory": func(b *Battle, seat, _ rules.Seat, n int) bool {
		all := b.countInPlay(seat, anyFighter)
		return all >= n && all == b.countInPlay(seat, b.inEnemyTerritory)
	},
	"enemies-out":            func(b *Battle, _, enemy rules.Seat, n int) bool { return b.countOut(enemy) >= n },
	"friends-out":            func(b *Battle, seat, _ rules.Seat, n int) bool { return b.countOut(seat) >= n },
	"enemies-out-this-round": func(b *Battle, seat, _ rules.Seat, n int) bool { return b.s.Sides[seat].Kills >= n },
	"enemy-leader-out": func(b *Battle, _, enemy rules.Seat, _ int) bool {
		for i := range b.fighters {
			if f := &b.fighters[i]; f.seat == enemy && f.profile.Leader && b.s.Fighters[i].Out {
				return true
			}
		}
		return false
	},
	"spread": func(b *Battle, seat, _ rules.Seat, n int) bool {
		return b.countInPlay(seat, anyFighter) >= n && b.countInPlay(seat, func(i int) bool { return b.anyBeside(i, seat) }) == 0
	},
	"upgrades": func(b *Battle, seat, _ rules.Seat, n int) bool {
		for i := range b.fightersOf(seat) {
			n -= len(b.s.Fighters[i].Upgrades)
		}
		return n <= 0
	},
	"glory-behind": func(b *Battle, seat, enemy rules.Seat, _ int) bool {
		own, their := &b.s.Sides[seat], &b.s.Sides[enemy]
		return own.Unspent+own.Spent < their.Unspent+their.Spent
	},

	"in-enemy-territory": atLeastFriends((*Battle).inEnemyTerritory),
	"on-edge":            atLeastFriends((*Battle).onEdge),
	"in-no-ones":         atLeastFriends(func(b *Battle, i int) bool { return !b.inTerritory(i, 0) && !b.inTerritory(i, 1) }),
	"charged":            atLeastFriends((*Battle).charged),
	"on-guard":           atLeastFriends((*Battle).onGuard),
	"inspired":           atLeastFriends(func(b *Battle, i int) bool { return b.s.Fighters[i].Inspired }),
	"unhurt":             atLeastFriends(func(b *Battle, i int) bool { return b.s.Fighters[i].WoundCounters == 0 }),
	"adjacent-enemies":   atLeastEnemies((*Battle).besideEnemy),
	"staggered-enemies":  atLeastEnemies((*Battle).staggered),
}

// atLeastFriends returns the condition that something holds for n fighters of the seat in play.
func atLeastFriends(holds func(b *Battle, i int) bool) func(b *Battle, seat, enemy rules.Seat, n int) bool {
	return func(b *Battle, seat, _ rules.Seat, n int) bool {
		return b.countInPlay(seat, func(i int) bool { return holds(b, i) }) >= n
	}
}

// atLeastEnemies returns the condition that something holds for n enemies in play.
func atLeastEnemies(holds func(b *Battle, i int) bool) func(b *Battle, seat, enemy rules.Seat, n int) bool {
	own := atLeastFriends(holds)
	return func(b *Battle, seat, enemy rules.Seat, n int) bool { return own(b, enemy, seat, n) }
}

// inspirations are the Inspire conditions by id: on the state of the battle, whether one holds
// with its number for a fighter; nil for facts about the fighter.
var inspirations = map[string]func(b *Battle, i, n int) bool{
	factAttack: nil, factKill: nil, factCritical: nil, factHurt: nil, factUpgrade: nil, factCharge: nil, factSurvive: nil, factGuard: nil,

	"holding":            func(b *Battle, i, _ int) bool { return b.holdsObjective(i) },
	"in-enemy-territory": func(b *Battle, i, _ int) bool { return b.inEnemyTerritory(i) },
	"friends-out":        func(b *Battle, i, n int) bool { return b.countOut(b.fighters[i].seat) >= n },
	"adjacent-enemies":   func(b *Battle, i, _ int) bool { return b.besideEnemy(i) },
}

// countInPlay counts the fighters of a seat in play for which something holds.
func (b *Battle) countInPlay(seat rules.Seat, holds func(i int) bool) int {
	n := 0
	for i := range b.fightersOf(seat) {
		if holds(i) {
			n++
		}
	}
	return n
}

// anyFighter counts every fighter in countInPlay.
func anyFighter(int) bool { return true }

// The states that tokens give a fighter (WU-TOK-1).

func (b *Battle) moved(i int) bool     { return b.s.Fighters[i].Tokens.Move > 0 }
func (b *Battle) charged(i int) bool   { return b.s.Fighters[i].Tokens.Charge > 0 }
func (b *Battle) onGuard(i int) bool   { return b.s.Fighters[i].Tokens.Guard > 0 }
func (b *Battle) staggered(i int) bool { return b.s.Fighters[i].Tokens.Stagger > 0 }

// countOut returns the number of fighters of a seat that are out of action.
func (b *Battle) countOut(seat rules.Seat) int {
	n := 0
	for i := range b.fighters {
		if b.fighters[i].seat == seat && b.s.Fighters[i].Out {
			n++
		}
	}
	return n
}

// inTerritory reports whether a fighter is in the territory of a seat.
func (b *Battle) inTerritory(i int, seat rules.Seat) bool {
	if b.measured {
		return b.s.Fighters[i].Standing.Territory == map[bool]string{true: "own", false: "enemy"}[seat == b.fighters[i].seat]
	}
	return b.Territory[seat].Has(b.s.Fighters[i].At)
}

// inEnemyTerritory reports whether a fighter is in the territory of the other player.
func (b *Battle) inEnemyTerritory(i int) bool { return b.inTerritory(i, opponent(b.fighters[i].seat)) }

// onEdge reports whether a fighter is on an edge hex.
func (b *Battle) onEdge(i int) bool {
	if b.measured {
		return b.s.Fighters[i].Standing.Edge
	}
	return b.edge.Has(b.s.Fighters[i].At)
}

// holdsObjective reports whether a fighter is on an objective token (WU-SETUP-11).
func (b *Battle) holdsObjective(i int) bool {
	if b.measured {
		return b.s.Fighters[i].Standing.Objective > 0
	}
	return slices.Contains(b.s.Objectives, b.s.Fighters[i].At)
}

// anyBeside reports whether a fighter is beside a fighter of a seat.
func (b *Battle) anyBeside(i int, seat rules.Seat) bool {
	if b.measured {
		return b.countInPlay(seat, func(j int) bool { return b.statedBeside(i, j) }) > 0
	}
	for _, c := range b.Neighbours(b.s.Fighters[i].At) {
		if j := b.fighterOn(int(c)); j >= 0 && b.fighters[j].seat == seat {
			return true
		}
	}
	return false
}

// besideEnemy reports whether a fighter is beside an enemy.
func (b *Battle) besideEnemy(i int) bool {
	return b.anyBeside(i, opponent(b.fighters[i].seat))
}

// fighterOn returns the fighter on a cell, or hex.None.
func (b *Battle) fighterOn(cell int) int {
	if cell == hex.None {
		return hex.None
	}
	for i := range b.s.Fighters {
		if b.s.Fighters[i].At == cell {
			return i
		}
	}
	return hex.None
}

// objectiveMet reports whether the conditions of an objective card are met, at a fact or
// without one.
func (b *Battle) objectiveMet(card *deckCard, fact string, n int) bool {
	o := ruling.ObjectiveCard{Keywords: card.Keywords, Conditions: make([]bool, len(card.Conditions))}
	for i, term := range card.Conditions {
		if holds := conditions[term.ID]; holds != nil {
			o.Conditions[i] = holds(b, card.seat, opponent(card.seat), term.N)
		} else {
			o.Conditions[i] = term.ID == fact && n >= term.N
		}
	}
	return o.CanBeScored()
}

// waitsFor reports whether a card has a condition about a fact.
func (c *deckCard) waitsFor(fact string) bool {
	for i := range c.Conditions {
		if c.Conditions[i].ID == fact {
			return true
		}
	}
	return false
}

// noteFact records for Surge cards and Inspire conditions what happened to, or was done by,
// a fighter of a seat. fighter may be hex.None (WU-SURGE-1, WU-INSP-1, ruling A-23).
func (b *Battle) noteFact(t *rules.Turn, fact string, seat rules.Seat, fighter, n int) {
	if fighter != hex.None {
		w, term := &b.s.Fighters[fighter], b.fighters[fighter].profile.Inspire
		if term.ID == fact && n >= term.N && !w.Met && !w.Inspired && !w.Out {
			t.Emit(ConditionMet{b.id(fighter)})
		}
	}
	if b.s.Phase != phaseActivation && b.s.Phase != phasePower {
		return
	}
	for k := 0; k < len(b.s.Sides[seat].Hands[objectiveDeck]); k++ {
		c := b.s.Sides[seat].Hands[objectiveDeck][k]
		card := b.card(c)
		if !card.surge || card.byHand || !card.waitsFor(fact) || slices.Contains(b.s.Sides[seat].Revealed, c) || !b.objectiveMet(card, fact, n) {
			continue
		}
		if b.options.revealAlways || t.Ask("WU-SURGE-1", seat, "reveal", card.ID, "keep") == 0 {
			t.Emit(Revealed{seat, card.ID})
		}
	}
}

// noteConditions records which Inspire conditions on the state of the battle are met (ruling
//
func (b *Battle) noteConditions(t *rules.Turn) {
	for i := range b.fighters {
		w, f := &b.s.Fighters[i], &b.fighters[i]
		if f.inspires != nil && w.At != hex.None && !w.Met && !w.Inspired && f.inspires(b, i, f.profile.Inspire.N) {
			t.Emit(ConditionMet{b.id(i)})
		}
	}
}

// noteConditionsNow records those conditions between the Inspire steps, unless an option
// limits them to these steps.
func (b *Battle) noteConditionsNow(t *rules.Turn) {
	if !b.options.inspireNow {
		b.noteConditions(t)
	}
}

// inspireAndSurge carries out the Inspire step and the Surge step (WU-INSP-3, WU-SURGE-2).
func (b *Battle) inspireAndSurge(t *rules.Turn) {
	b.noteConditions(t)
	first := b.s.Last
	if first == rules.Nobody || b.options.turnOpens && b.s.Sides[0].Turns+b.s.Sides[1].Turns == 0 {
		first = b.s.Turn
	}
	for _, seat := range [2]rules.Seat{first, opponent(first)} {
		for i := range b.fightersOf(seat) {
			if w := &b.s.Fighters[i]; w.Met && !w.Inspired {
				t.Emit(Inspired{b.id(i)})
			}
		}
	}
	for _, seat := range [2]rules.Seat{first, opponent(first)} {
		for _, c := range slices.Clone(b.s.Sides[seat].Revealed) {
			card := b.card(c)
			t.Emit(Scored{seat, card.ID, card.Glory, true})
			t.Emit(GloryGained{seat, card.Glory, "surge"})
			b.drawCards(t, seat, objectiveDeck, 1)
		}
	}
}

// drawCards draws n cards, fewer from a short deck (WU-CARD-5).
func (b *Battle) drawCards(t *rules.Turn, seat rules.Seat, deck, n int) {
	if n = min(n, len(b.s.Sides[seat].Decks[deck])); n > 0 {
		t.Emit(Drew{seat, deck, n})
	}
}
