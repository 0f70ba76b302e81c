package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Play carries out a command by emitting events, or refuses it with a *rules.Fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if by := c.By(); by != 0 && by != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", by)
	}
	if done, fault := b.playAside(t, c); fault != nil {
		return fault
	} else if done {
		return nil
	}
	var fault *rules.Fault
	switch b.s.Phase {
	case phaseActivation:
		fault = b.playActivation(t, c)
	case phasePower:
		fault = b.playPower(t, c)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		fault = b.playEnd(t, c)
	default:
		fault = b.playSetup(t, c)
	}
	if fault != nil {
		return fault
	}
	return nil
}

// wrongPhase refuses a command that belongs to another phase.
func (b *Battle) wrongPhase() *rules.Fault {
	return rules.Breaks("WU-SEQ-1", "kind", "not in the phase %s", b.s.Phase)
}

// notYourTurn refuses a command by a seat that must wait.
func (b *Battle) notYourTurn(by rules.Seat) *rules.Fault {
	if b.s.Next == rules.Nobody || by == b.s.Next {
		return nil
	}
	return rules.Breaks("WU-SEQ-5", "by", "it is for seat %d", b.s.Next)
}

// beginTurn begins the turn of a seat up to its activation step (WU-SEQ-5).
func (b *Battle) beginTurn(t *rules.Turn, seat rules.Seat) {
	t.Emit(TurnBegan{seat})
	t.Emit(PhaseBegan{phaseActivation, b.s.Round, seat})
	b.openReactionStep(t, reactionStep{window: "turn-start", actor: hex.None})
	b.inspireAndSurge(t)
}

// playActivation carries out the activation of a turn and what follows it up to the power
// step (WU-SEQ-8).
func (b *Battle) playActivation(t *rules.Turn, c rules.Command) *rules.Fault {
	if fault := b.notYourTurn(c.By()); fault != nil {
		return fault
	}
	if b.s.Unfinished.Fighter != "" {
		if fault := b.finishAction(t, c); fault != nil {
			return fault
		}
	} else if fault := b.activate(t, c); fault != nil || b.s.Unfinished.Fighter != "" {
		return fault
	}
	b.noteConditionsNow(t)
	for k := len(b.s.Lasting) - 1; k >= 0; k-- {
		if card := b.card(b.s.Lasting[k].Card); card.effect.lasts == "next" && b.s.Lasting[k].Begun {
			t.Emit(Expired{card.seat, card.ID})
		}
	}
	b.inspireAndSurge(t)
	t.Emit(PhaseBegan{phasePower, b.s.Round, b.s.Turn})
	return nil
}

// afterAction opens the reaction step that an action and the activation step share
// (WU-REACT-12).
func (b *Battle) afterAction(t *rules.Turn, i int) {
	b.openReactionStep(t, reactionStep{window: ruling.AfterAction, actor: i})
}

// activate carries out the action of a player or fighter in an activation step.
func (b *Battle) activate(t *rules.Turn, c rules.Command) *rules.Fault {
	if c, ok := c.(Act); ok {
		return b.playAct(t, c)
	}
	if name, d, ok := actionOf(c); ok {
		return b.playFighterAction(t, c.By(), name, d)
	}
	return b.playerAction(t, c)
}

// playerAction carries out what a player does instead of activating a fighter (WU-ACT-2).
func (b *Battle) playerAction(t *rules.Turn, c rules.Command) *rules.Fault {
	seat := c.By()
	switch c := c.(type) {
	case Pass:
		t.Emit(Activated{seat, "", "pass"})
	case DrawPower:
		if b.deckEmpty(seat, powerDeck, b.options.drawNeeds) {
			return rules.Breaks("WU-CARD-5", "kind", "the deck is empty")
		}
		t.Emit(Activated{seat, "", "draw-power"})
		b.drawCards(t, seat, powerDeck, 1)
	case ReplaceObjective:
		if b.deckEmpty(seat, objectiveDeck, b.options.drawNeeds) {
			return rules.Breaks("WU-CARD-5", "kind", "the deck is empty")
		}
		if _, fault := b.inHand(seat, objectiveDeck, c.Card); fault != nil {
			return fault
		}
		t.Emit(Activated{seat, "", "replace-objective"})
		t.Emit(Discarded{seat, c.Card, objectiveDeck, "replaced"})
		b.drawCards(t, seat, objectiveDeck, 1)
	default:
		return b.wrongPhase()
	}
	b.afterAction(t, hex.None)
	return nil
}

// deckEmpty reports whether a deck is empty and that forbids the draw (rulings ).
func (b *Battle) deckEmpty(seat rules.Seat, deck int, needs bool) bool {
	return needs && len(b.s.Sides[seat].Decks[deck]) == 0
}

// inHand returns the card of a hand with an id.
func (b *Battle) inHand(seat rules.Seat, deck int, id string) (int16, *rules.Fault) {
	for _, c := range b.s.Sides[seat].Hands[deck] {
		if b.card(c).ID == id {
			return c, nil
		}
	}
	return 0, rules.Breaks("WU-CARD-4", "card", "is not in the hand")
}

// playPower carries out a player's turn in the power step, and ends the step when both have
// passed (WU-POWER-1).
func (b *Battle) playPower(t *rules.Turn, c rules.Command) *rules.Fault {
	if fault := b.notYourTurn(c.By()); fault != nil {
		return fault
	}
	seat := c.By()
	switch c := c.(type) {
	case Pass:
		ends := b.s.Passed
		t.Emit(Passed{seat})
		if ends {
			b.afterPower(t)
		}
		return nil
	case PlayUpgrade:
		return b.playUpgrade(t, c)
	case PlayPloy:
		return b.playPloy(t, c)
	case Cycle:
		card, fault := b.inHand(seat, powerDeck, c.Card)
		if fault != nil {
			return fault
		}
		if !b.mayCycle(card) {
			return rules.Breaks("WU-CYCLE-1", "card", "not all fighters it is reserved to are out of action")
		}
		t.Emit(Discarded{seat, c.Card, powerDeck, "cycled"})
		b.drawCards(t, seat, powerDeck, 1)
		return nil
	}
	return b.wrongPhase()
}

// afterPower ends a turn and begins the next, or the end phase (WU-SEQ-3, WU-END-1).
func (b *Battle) afterPower(t *rules.Turn) {
	b.openReactionStep(t, reactionStep{window: "after-power-step", actor: hex.None})
	b.inspireAndSurge(t)
	if next := opponent(b.s.Turn); b.s.Sides[next].Turns < ruling.TurnsPerPlayer {
		b.beginTurn(t, next)
		return
	}
	b.beginEndPhase(t, b.s.First, 0)
}

// mayCycle reports whether all fighters that a card is restricted to are out of action.
func (b *Battle) mayCycle(card int16) bool {
	c := b.card(card)
	if len(c.Restrictions.Fighters) == 0 || b.deckEmpty(c.seat, powerDeck, b.options.cycleNeeds) {
		return false
	}
	for i := range b.fighters {
		if f := &b.fighters[i]; f.seat == c.seat && !b.s.Fighters[i].Out && slices.Contains(c.Restrictions.Fighters, f.profile.Name) {
			return false
		}
	}
	return true
}

// mayBear reports whether a fighter may be given an upgrade (WU-UPG-2, WU-UPG-3).
func (b *Battle) mayBear(card int16, i int) bool {
	f := &b.fighters[i]
	return b.inPlay(i) && f.seat == b.card(card).seat && b.meetsRestrictions(card, i)
}

// meetsRestrictions reports whether a fighter meets the restrictions of an upgrade
// (WU-UPG-2).
func (b *Battle) meetsRestrictions(card int16, i int) bool {
	f, r := &b.fighters[i], b.card(card).Restrictions
	if len(r.Fighters)+len(r.Traits)+len(r.Keywords) == 0 {
		return true
	}
	var traits []string
	if f.profile.Leader {
		traits = append(traits, "leader")
	}
	if b.flying(i) {
		traits = append(traits, "flying")
	}
	return r.Met(f.profile.Name, traits, nil)
}

// playUpgrade gives an upgrade to a fighter (WU-UPG-1, ruling A-38).
func (b *Battle) playUpgrade(t *rules.Turn, c PlayUpgrade) *rules.Fault {
	card, fault := b.inHand(c.Seat, powerDeck, c.Card)
	i := b.find(c.Fighter)
	switch {
	case fault != nil:
		return fault
	case b.card(card).unnamed():
		return nameFirst()
	case i < 0:
		return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", c.Fighter)
	case b.card(card).Kind != "upgrade":
		return rules.Breaks("WU-UPG-1", "card", "is no upgrade")
	case b.s.Sides[c.Seat].Unspent == 0:
		return rules.Breaks("WU-UPG-1", "card", "no unspent glory is left")
	case !b.mayBear(card, i):
		return rules.Breaks("WU-UPG-2", "fighter", "cannot be given this upgrade")
	}
	reacts := b.s.Phase == phasePower
	t.Emit(Revealed{c.Seat, c.Card})
	if reacts {
		b.openReactionStep(t, reactionStep{window: "power-card-revealed", actor: hex.None})
	}
	if !b.mayBear(card, i) {
		t.Emit(Unresolved{c.Fighter, "upgrade"})
		t.Emit(Discarded{c.Seat, c.Card, powerDeck, "played"})
		return nil
	}
	t.Emit(UpgradeGiven{c.Seat, c.Card, c.Fighter})
	if reacts {
		b.noteFact(t, factUpgrade, c.Seat, i, len(b.s.Fighters[i].Upgrades))
		b.openReactionStep(t, reactionStep{window: "power-card-resolved", actor: hex.None})
	}
	return nil
}

// playPloy plays a gambit (WU-GAMBIT-1 to WU-GAMBIT-3).
func (b *Battle) playPloy(t *rules.Turn, c PlayPloy) *rules.Fault {
	k, fault := b.inHand(c.Seat, powerDeck, c.Card)
	if fault != nil {
		return fault
	}
	card := b.card(k)
	u := &cardUse{seat: c.Seat, n: card.n, card: k, fighter: hex.None, step: &powerReactionStep}
	switch {
	case card.unnamed():
		return nameFirst()
	case card.Kind != "ploy":
		return rules.Breaks("WU-GAMBIT-1", "card", "is no gambit")
	case card.effect.window != "":
		return rules.Breaks("WU-REACT-1", "card", "is a reaction")
	case !card.effect.usable(b, u):
		return rules.Breaks("WU-POWER-2", "card", "cannot be carried out")
	}
	t.Emit(Revealed{c.Seat, c.Card})
	b.openReactionStep(t, reactionStep{window: "power-card-revealed", actor: hex.None})
	switch {
	case card.effect.lasts != "":
		t.Emit(Laid{c.Seat, c.Card})
	case card.effect.usable(b, u):
		card.effect.play(b, t, u)
		t.Emit(Discarded{c.Seat, c.Card, powerDeck, "played"})
	default:
		t.Emit(Unresolved{"", "ploy"})
		t.Emit(Discarded{c.Seat, c.Card, powerDeck, "played"})
	}
	b.noteConditionsNow(t)
	b.noteFact(t, factPloys, c.Seat, hex.None, b.s.Sides[c.Seat].Ploys)
	b.openReactionStep(t, reactionStep{window: "power-card-resolved", actor: hex.None})
	return nil
}
