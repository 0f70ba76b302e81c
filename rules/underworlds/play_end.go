package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/underworlds/ruling"
)

// endPhases are the steps of the end phase that leave a choice, in order.
var endPhases = [...]string{phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard}

// beginEndPhase begins a player's end phase at one of its steps and skips steps that leave
// no choice (WU-END-1 to WU-END-7, WU-END-10).
func (b *Battle) beginEndPhase(t *rules.Turn, seat rules.Seat, step int) {
	last := len(endPhases)
	if b.s.Round == ruling.RoundCount {
		last = 1
	}
	for ; step < last; step++ {
		if b.hasChoice(seat, endPhases[step]) {
			t.Emit(PhaseBegan{endPhases[step], b.s.Round, seat})
			return
		}
	}
	if b.s.Round < ruling.RoundCount {
		b.drawCards(t, seat, objectiveDeck, ruling.ObjectiveHand-len(b.s.Sides[seat].Hands[objectiveDeck]))
		b.drawCards(t, seat, powerDeck, ruling.PowerHand-len(b.s.Sides[seat].Hands[powerDeck]))
	}
	if seat == b.s.First {
		b.beginEndPhase(t, opponent(seat), 0)
		return
	}
	b.endRound(t)
}

// hasChoice reports whether a step of the end phase is offered to a seat: whether it may have a
// card to use in it, as far as the other player can tell.
func (b *Battle) hasChoice(seat rules.Seat, phase string) bool {
	if b.hidesHands() {
		if len(b.s.Sides[seat].Hands[endDecks[phase]]) == 0 {
			return false
		}
		return phase != phaseUpgrades || b.s.Sides[seat].Unspent > 0 && b.countInPlay(seat, anyFighter) > 0
	}
	return slices.ContainsFunc(b.s.Sides[seat].Hands[endDecks[phase]], func(k int16) bool { return b.usableAtEnd(k, phase) })
}

// scorable reports whether an objective card can be scored in the end phase (WU-END-2,
// WU-SURGE-4).
func (b *Battle) scorable(card int16) bool {
	c := b.card(card)
	return !c.surge && !c.unnamed() && (c.byHand || b.objectiveMet(c, "", 0))
}

// endRound removes all tokens from the battlefield and begins the next round, or ends the
// battle (WU-END-8, WU-VIC-1).
func (b *Battle) endRound(t *rules.Turn) {
	for k := len(b.s.Lasting) - 1; k >= 0; k-- {
		card := b.card(b.s.Lasting[k].Card)
		t.Emit(Expired{card.seat, card.ID})
	}
	t.Emit(RoundEnded{b.s.Round})
	if b.s.Round == ruling.RoundCount {
		t.Emit(PhaseBegan{phaseOver, b.s.Round, rules.Nobody})
		return
	}
	t.Emit(PhaseBegan{phaseRound, b.s.Round + 1, rules.Nobody})
}

// playEnd carries out a choice of the end phase.
func (b *Battle) playEnd(t *rules.Turn, c rules.Command) *rules.Fault {
	if fault := b.notYourTurn(c.By()); fault != nil {
		return fault
	}
	step := 0
	for endPhases[step] != b.s.Phase {
		step++
	}
	seat := c.By()
	switch c := c.(type) {
	case Done:
		b.beginEndPhase(t, seat, step+1)
		return nil
	case Score:
		card, fault := b.inHand(seat, objectiveDeck, c.Card)
		if fault != nil || b.s.Phase != phaseScore {
			return rules.FirstFault(fault, b.wrongPhase())
		}
		if b.card(card).unnamed() {
			return nameFirst()
		}
		if b.card(card).surge {
			return rules.Breaks("WU-SURGE-4", "card", "Surge cards are not scored in the end phase")
		}
		if !b.scorable(card) {
			return rules.Breaks("WU-END-2", "card", "its condition is not met")
		}
		if b.card(card).byHand {
			t.Emit(Claimed{seat, c.Card})
			return nil
		}
		t.Emit(Scored{seat, c.Card, b.card(card).Glory, false})
		t.Emit(GloryGained{seat, b.card(card).Glory, "score"})
	case Discard:
		deck := endDecks[b.s.Phase]
		if b.s.Phase != phaseObjDiscard && b.s.Phase != phasePowDiscard {
			return b.wrongPhase()
		}
		if _, fault := b.inHand(seat, deck, c.Card); fault != nil {
			return fault
		}
		t.Emit(Discarded{seat, c.Card, deck, "discarded"})
	case PlayUpgrade:
		if b.s.Phase != phaseUpgrades {
			return b.wrongPhase()
		}
		if fault := b.playUpgrade(t, c); fault != nil {
			return fault
		}
	default:
		return b.wrongPhase()
	}
	b.goOnAtEnd(t, seat)
	return nil
}

// goOnAtEnd goes on to the next step of the end phase when nothing can be done in this one.
func (b *Battle) goOnAtEnd(t *rules.Turn, seat rules.Seat) {
	if step := slices.Index(endPhases[:], b.s.Phase); step >= 0 && !b.hasChoice(seat, b.s.Phase) {
		b.beginEndPhase(t, seat, step+1)
	}
}
