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

// conditions are the ids of conditions of objective cards; true for those that wait for an
// event, as Surge cards do.
var conditions = map[string]bool{
	factKill: true, factCritical: true, factCharge: true, factTrapped: true, factSupported: true, factSurvive: true,
	factDriveBack: true, factStagger: true, factUpgrade: true, factPloys: true, factMoved: true,

	"hold": false, "hold-value": false, "deny": false, "in-enemy-territory": false, "all-in-enemy-territory": false,
	"on-edge": false, "in-no-ones": false, "enemies-out": false, "friends-out": false, "enemies-out-this-round": false,
	"enemy-leader-out": false, "charged": false, "on-guard": false, "inspired": false, "upgrades": false,
	"adjacent-enemies": false, "spread": false, "staggered-enemies": false, "unhurt": false, "glory-behind": false,
}

// inspirations are the ids of Inspire conditions; true for facts about the fighter.
var inspirations = map[string]bool{
	factAttack: true, factKill: true, factCritical: true, factHurt: true, factUpgrade: true, factCharge: true, factSurvive: true, factGuard: true,
	"holding": false, "in-enemy-territory": false, "friends-out": false, "adjacent-enemies": false,
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

// conditionHolds reports whether a condition on the state of the battle holds for a seat.
func (b *Battle) conditionHolds(seat rules.Seat, term Term) bool {
	enemy, w := opponent(seat), b.s.Fighters
	switch term.ID {
	case "hold":
		return len(b.objectivesHeld(seat)) >= term.N
	case "hold-value":
		return slices.Contains(b.objectivesHeld(seat), term.N)
	case "deny":
		return len(b.objectivesHeld(enemy)) == 0
	case "in-enemy-territory":
		return b.countInPlay(seat, func(i int) bool { return b.inTerritory(i, enemy) }) >= term.N
	case "all-in-enemy-territory":
		all := b.countInPlay(seat, func(int) bool { return true })
		return all >= term.N && all == b.countInPlay(seat, func(i int) bool { return b.inTerritory(i, enemy) })
	case "on-edge":
		return b.countInPlay(seat, b.onEdge) >= term.N
	case "in-no-ones":
		return b.countInPlay(seat, func(i int) bool { return !b.inTerritory(i, 0) && !b.inTerritory(i, 1) }) >= term.N
	case "enemies-out":
		return b.countOut(enemy) >= term.N
	case "friends-out":
		return b.countOut(seat) >= term.N
	case "enemies-out-this-round":
		return b.s.Sides[seat].Kills >= term.N
	case "enemy-leader-out":
		for i := range b.fighters {
			if f := &b.fighters[i]; f.seat == enemy && f.profile.Leader && w[i].Out {
				return true
			}
		}
		return false
	case "charged":
		return b.countInPlay(seat, func(i int) bool { return w[i].Tokens.Charge > 0 }) >= term.N
	case "on-guard":
		return b.countInPlay(seat, func(i int) bool { return w[i].Tokens.Guard > 0 }) >= term.N
	case "inspired":
		return b.countInPlay(seat, func(i int) bool { return w[i].Inspired }) >= term.N
	case "adjacent-enemies":
		return b.countInPlay(enemy, b.besideEnemy) >= term.N
	case "staggered-enemies":
		return b.countInPlay(enemy, func(i int) bool { return w[i].Tokens.Stagger > 0 }) >= term.N
	case "unhurt":
		return b.countInPlay(seat, func(i int) bool { return w[i].WoundCounters == 0 }) >= term.N
	case "spread":
		return b.standApart(seat, term.N)
	case "upgrades":
		n := 0
		for i := range b.fightersOf(seat) {
			n += len(w[i].Upgrades)
		}
		return n >= term.N
	case "glory-behind":
		own, their := &b.s.Sides[seat], &b.s.Sides[enemy]
		return own.Unspent+own.Spent < their.Unspent+their.Spent
	}
	return false
}

// standApart reports whether n fighters are in play and none is beside a friend.
func (b *Battle) standApart(seat rules.Seat, n int) bool {
	for i := range b.fightersOf(seat) {
		if b.anyBeside(i, seat) {
			return false
		}
	}
	return b.countInPlay(seat, func(int) bool { return true }) >= n
}

// objectiveMet reports whether the conditions of an objective card are met, at a fact or
// without one.
func (b *Battle) objectiveMet(card *deckCard, fact string, n int) bool {
	o := ruling.ObjectiveCard{Keywords: card.Keywords, Conditions: make([]bool, len(card.Conditions))}
	for i, term := range card.Conditions {
		if conditions[term.ID] {
			o.Conditions[i] = term.ID == fact && n >= term.N
		} else {
			o.Conditions[i] = b.conditionHolds(card.seat, term)
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
		card := &b.cards[c]
		if !card.surge || !card.waitsFor(fact) || slices.Contains(b.s.Sides[seat].Revealed, c) || !b.objectiveMet(card, fact, n) {
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
		if f.byFact || w.At == hex.None || w.Met || w.Inspired {
			continue
		}
		seat, term := f.seat, &f.profile.Inspire
		met := false
		switch term.ID {
		case "holding":
			met = b.holdsObjective(i)
		case "in-enemy-territory":
			met = b.inTerritory(i, opponent(seat))
		case "friends-out":
			met = b.countOut(seat) >= term.N
		case "adjacent-enemies":
			met = b.besideEnemy(i)
		}
		if met {
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
			card := &b.cards[c]
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
