package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Facts that Surge cards and Inspire conditions wait for.
const (
	factAttack    = "attack"     // made so many Attack actions this round
	factKill      = "kill"       // an Attack action took an enemy out
	factCritical  = "critical"   // a critical hit
	factCharge    = "charge-hit" // an Attack action of a Charge succeeded
	factTrapped   = "trapped-hit"
	factSupported = "supported-hit" // with so many supporters
	factSurvive   = "survive"       // an enemy Attack action failed
	factHurt      = "hurt"          // wound counters placed, still in action
	factDriveBack = "drive-back"
	factStagger   = "stagger" // an enemy was staggered
	factUpgrade   = "upgrade" // so many upgrades on one fighter
	factPloys     = "ploys"   // so many ploys this round
	factMoved     = "advance" // a Move action ended in enemy territory
	factGuard     = "guard"   // a Guard action
)

// conditions are the ids of conditions of objective cards; true for those that
// wait for an event, as Surge cards do.
var conditions = map[string]bool{
	factKill: true, factCritical: true, factCharge: true, factTrapped: true, factSupported: true, factSurvive: true,
	factDriveBack: true, factStagger: true, factUpgrade: true, factPloys: true, factMoved: true,

	"hold": false, "hold-value": false, "deny": false, "in-enemy-territory": false, "all-in-enemy-territory": false,
	"on-edge": false, "in-no-ones": false, "enemies-out": false, "friends-out": false, "enemies-out-this-round": false,
	"enemy-leader-out": false, "charged": false, "on-guard": false, "inspired": false, "upgrades": false,
	"adjacent-enemies": false, "spread": false, "staggered-enemies": false, "unhurt": false, "glory-behind": false,
}

// inspirations are the ids of Inspire conditions, and whether they are facts about the fighter.
var inspirations = map[string]bool{
	factAttack: true, factKill: true, factCritical: true, factHurt: true, factUpgrade: true, factCharge: true, factSurvive: true, factGuard: true,
	"holding": false, "in-enemy-territory": false, "friends-out": false, "adjacent-enemies": false,
}

// count counts the fighters of a seat in play for which something holds.
func (b *Battle) count(seat rules.Seat, holds func(i int) bool) int {
	n := 0
	for i := range b.team(seat) {
		if holds(i) {
			n++
		}
	}
	return n
}

// out counts the fighters of a seat that are out of action.
func (b *Battle) out(seat rules.Seat) int {
	n := 0
	for i := range b.fighters {
		if b.fighters[i].seat == seat && b.s.Warriors[i].Out {
			n++
		}
	}
	return n
}

// in holds for a fighter in the territory of a seat.
func (b *Battle) in(i int, seat rules.Seat) bool {
	if b.stated {
		return b.s.Warriors[i].Foot.Territory == map[bool]string{true: "own", false: "enemy"}[seat == b.fighters[i].seat]
	}
	return b.territory[seat].Has(b.s.Warriors[i].At)
}

// onEdge holds for a fighter on an edge hex.
func (b *Battle) onEdge(i int) bool {
	if b.stated {
		return b.s.Warriors[i].Foot.Edge
	}
	return b.rim.Has(b.s.Warriors[i].At)
}

// holds holds for a fighter on an objective token (WU-SETUP-11).
func (b *Battle) holds(i int) bool {
	if b.stated {
		return b.s.Warriors[i].Foot.Objective > 0
	}
	return slices.Contains(b.s.Objectives, b.s.Warriors[i].At)
}

// anyBeside holds for a fighter beside one of a seat.
func (b *Battle) anyBeside(i int, seat rules.Seat) bool {
	if b.stated {
		return b.count(seat, func(j int) bool { return b.besides(i, j) }) > 0
	}
	for _, c := range b.Beside(b.s.Warriors[i].At) {
		if j := b.on(int(c)); j >= 0 && b.fighters[j].seat == seat {
			return true
		}
	}
	return false
}

// nextTo holds for a fighter beside an enemy.
func (b *Battle) nextTo(i int) bool {
	return b.anyBeside(i, other(b.fighters[i].seat))
}

// on is the fighter on a cell, or hex.None.
func (b *Battle) on(cell int) int {
	if cell == hex.None {
		return hex.None
	}
	for i := range b.s.Warriors {
		if b.s.Warriors[i].At == cell {
			return i
		}
	}
	return hex.None
}

// stands judges a condition on the state of the battle for a seat.
func (b *Battle) stands(seat rules.Seat, term Term) bool {
	foe, w := other(seat), b.s.Warriors
	switch term.ID {
	case "hold":
		return len(b.held(seat)) >= term.N
	case "hold-value":
		return slices.Contains(b.held(seat), term.N)
	case "deny":
		return len(b.held(foe)) == 0
	case "in-enemy-territory":
		return b.count(seat, func(i int) bool { return b.in(i, foe) }) >= term.N
	case "all-in-enemy-territory":
		all := b.count(seat, func(int) bool { return true })
		return all >= term.N && all == b.count(seat, func(i int) bool { return b.in(i, foe) })
	case "on-edge":
		return b.count(seat, b.onEdge) >= term.N
	case "in-no-ones":
		return b.count(seat, func(i int) bool { return !b.in(i, 0) && !b.in(i, 1) }) >= term.N
	case "enemies-out":
		return b.out(foe) >= term.N
	case "friends-out":
		return b.out(seat) >= term.N
	case "enemies-out-this-round":
		return b.s.Camps[seat].Kills >= term.N
	case "enemy-leader-out":
		for i := range b.fighters {
			if f := &b.fighters[i]; f.seat == foe && f.p.Leader && w[i].Out {
				return true
			}
		}
		return false
	case "charged":
		return b.count(seat, func(i int) bool { return w[i].Tokens.Charge > 0 }) >= term.N
	case "on-guard":
		return b.count(seat, func(i int) bool { return w[i].Tokens.Guard > 0 }) >= term.N
	case "inspired":
		return b.count(seat, func(i int) bool { return w[i].Inspired }) >= term.N
	case "adjacent-enemies":
		return b.count(foe, b.nextTo) >= term.N
	case "staggered-enemies":
		return b.count(foe, func(i int) bool { return w[i].Tokens.Stagger > 0 }) >= term.N
	case "unhurt":
		return b.count(seat, func(i int) bool { return w[i].Hurt == 0 }) >= term.N
	case "spread":
		return b.spread(seat, term.N)
	case "upgrades":
		n := 0
		for i := range b.team(seat) {
			n += len(w[i].Upgrades)
		}
		return n >= term.N
	case "glory-behind":
		own, their := &b.s.Camps[seat], &b.s.Camps[foe]
		return own.Unspent+own.Spent < their.Unspent+their.Spent
	}
	return false
}

// spread holds when so many fighters stand and none beside a friend.
func (b *Battle) spread(seat rules.Seat, n int) bool {
	for i := range b.team(seat) {
		if b.anyBeside(i, seat) {
			return false
		}
	}
	return b.count(seat, func(int) bool { return true }) >= n
}

// met judges the conditions of an objective card, at a fact or without one.
func (b *Battle) met(card *cardInPlay, fact string, n int) bool {
	o := objective{Keywords: card.Keywords, Conditions: make([]bool, len(card.Conditions))}
	for i, term := range card.Conditions {
		if conditions[term.ID] {
			o.Conditions[i] = term.ID == fact && n >= term.N
		} else {
			o.Conditions[i] = b.stands(card.seat, term)
		}
	}
	return o.met()
}

// waitsFor holds for a card with a condition about a fact.
func (c *cardInPlay) waitsFor(fact string) bool {
	for i := range c.Conditions {
		if c.Conditions[i].ID == fact {
			return true
		}
	}
	return false
}

// fact tells Surge cards and Inspire conditions what has happened to, or by, a
// fighter of a seat; fighter may be hex.None (WU-SURGE-1, WU-INSP-1, ruling A-23).
func (b *Battle) fact(t *rules.Turn, fact string, seat rules.Seat, fighter, n int) {
	if fighter != hex.None {
		w, term := &b.s.Warriors[fighter], b.fighters[fighter].p.Inspire
		if term.ID == fact && n >= term.N && !w.Met && !w.Inspired && !w.Out {
			t.Emit(ConditionMet{b.id(fighter)})
		}
	}
	if b.s.Phase != phaseActivation && b.s.Phase != phasePower {
		return
	}
	for k := 0; k < len(b.s.Camps[seat].Hands[objectives]); k++ {
		c := b.s.Camps[seat].Hands[objectives][k]
		card := &b.cards[c]
		if !card.surge || !card.waitsFor(fact) || slices.Contains(b.s.Camps[seat].Revealed, c) || !b.met(card, fact, n) {
			continue
		}
		if b.switches.revealAlways || t.Ask("WU-SURGE-1", seat, "reveal", card.ID, "keep") == 0 {
			t.Emit(Revealed{seat, card.ID})
		}
	}
}

// look notes which Inspire conditions on the state of the battle are met (ruling A-24).
func (b *Battle) look(t *rules.Turn) {
	for i := range b.fighters {
		w, f := &b.s.Warriors[i], &b.fighters[i]
		if f.byFact || w.At == hex.None || w.Met || w.Inspired {
			continue
		}
		seat, term := f.seat, &f.p.Inspire
		met := false
		switch term.ID {
		case "holding":
			met = b.holds(i)
		case "in-enemy-territory":
			met = b.in(i, other(seat))
		case "friends-out":
			met = b.out(seat) >= term.N
		case "adjacent-enemies":
			met = b.nextTo(i)
		}
		if met {
			t.Emit(ConditionMet{b.id(i)})
		}
	}
}

// latch looks at those conditions between the Inspire steps, unless the battle
// looks at them in these steps alone.
func (b *Battle) latch(t *rules.Turn) {
	if !b.switches.inspireNow {
		b.look(t)
	}
}

// minor carries out the Inspire step and the Surge step (WU-INSP-3, WU-SURGE-2).
func (b *Battle) minor(t *rules.Turn) {
	b.look(t)
	first := b.s.Last
	if first == rules.Nobody || b.switches.turnOpens && b.s.Camps[0].Turns+b.s.Camps[1].Turns == 0 {
		first = b.s.Turn
	}
	for _, seat := range [2]rules.Seat{first, other(first)} {
		for i := range b.team(seat) {
			if w := &b.s.Warriors[i]; w.Met && !w.Inspired {
				t.Emit(Inspired{b.id(i)})
			}
		}
	}
	for _, seat := range [2]rules.Seat{first, other(first)} {
		for _, c := range slices.Clone(b.s.Camps[seat].Revealed) {
			card := &b.cards[c]
			t.Emit(Scored{seat, card.ID, card.Glory, true})
			t.Emit(GloryGained{seat, card.Glory, "surge"})
			b.draw(t, seat, objectives, 1)
		}
	}
}

// draw draws so many cards, fewer from a short deck (WU-CARD-5).
func (b *Battle) draw(t *rules.Turn, seat rules.Seat, deck, n int) {
	if n = min(n, len(b.s.Camps[seat].Decks[deck])); n > 0 {
		t.Emit(Drew{seat, deck, n})
	}
}
