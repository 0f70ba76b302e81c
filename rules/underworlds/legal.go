package underworlds

import (
	"iter"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// mulligans are the hands that a player may exchange.
var mulligans = []string{"none", "objectives", "power", "all"}

// rollOffs are the roll-offs that Legal offers, by seat.
var rollOffs = [2]RollOff{
	{bySeat{0}, []string{"attack", "attack", "attack", "attack"}, []string{"attack", "attack", "attack", "attack"}},
	{bySeat{1}, []string{"attack", "attack", "attack", "attack"}, []string{"defence", "defence", "attack", "defence"}},
}

// Legal returns every command that can be given now. Of the mixes of dice in a roll-off,
// which change nothing, it returns two.
func (b *Battle) Legal() (list []rules.Command) {
	if b.s.Claim.Card > 0 {
		by := bySeat{b.s.Next}
		return []rules.Command{Nod{by, true}, Nod{by, false}}
	}
	list = b.legalInTurn()
	if b.byHand {
		list = b.legalAside(list)
	}
	return list
}

// legalInTurn returns the commands that the procedure of the battle waits for.
func (b *Battle) legalInTurn() (list []rules.Command) {
	by := bySeat{b.s.Next}
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return []rules.Command{rollOffs[0], rollOffs[1]}
	case phaseFirst:
		for _, id := range b.boardChoices() {
			list = append(list, ChooseBoard{by, id})
		}
	case phaseJoin:
		if b.measured {
			return b.statedJoins(by.Seat)
		}
		for k := range b.boards {
			for _, l := range b.joinsOf(b.s.Boards[0], k) {
				list = append(list, b.joinCommand(k, l))
			}
		}
	case phaseObjectives:
		if b.measured {
			return []rules.Command{PlaceObjective{bySeat: by, Site: b.sampleObjectiveSite()}}
		}
		legal, _ := b.legalObjectiveHexes(b.s.Objectives)
		for i := range legal.All {
			list = append(list, PlaceObjective{by, &b.hexes[i], nil})
		}
	case phaseDeal:
		return []rules.Command{Deal{bySeat{0}}, Deal{bySeat{1}}}
	case phaseMulligan:
		for _, hands := range mulligans {
			list = append(list, Mulligan{by, hands})
		}
	case phaseFighters:
		return b.legalPlacements(by.Seat)
	case phaseActivation:
		return b.legalActivations(by.Seat)
	case phasePower:
		return b.legalPowerStep(by.Seat)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		return b.legalEnd(nil, by.Seat)
	}
	return list
}

// placeCommand returns the command that places a fighter on a cell.
func (b *Battle) placeCommand(i, at int) rules.Command {
	return PlaceFighter{fighterCommand: fighterCommand{bySeat{b.fighters[i].seat}, b.id(i)}, Hex: &b.hexes[at]}
}

// boardChoices returns the ids of the boards of the setup and, on a measured table, "" for a
// board without a name.
func (b *Battle) boardChoices() []string {
	ids := make([]string, 0, len(b.boards)+1)
	for k := range b.boards {
		ids = append(ids, b.boards[k].ID)
	}
	if b.measured {
		ids = append(ids, "")
	}
	return ids
}

// joinCommand returns the command that joins board k to the first.
func (b *Battle) joinCommand(k int, l boardJoin) rules.Command {
	return JoinBoards{bySeat{b.s.Next}, b.boards[k].ID, l.rotation, ruling.Shift(l.translation), l.edge, nil}
}

// legalPlacements returns the fighters that a seat can place, with their hexes.
func (b *Battle) legalPlacements(seat rules.Seat) []rules.Command {
	if b.measured {
		return b.statedPlacements(seat)
	}
	free := b.freeStarts(seat)
	var list []rules.Command
	for _, i := range b.unplaced(seat) {
		for at := range free.All {
			list = append(list, b.placeCommand(i, at))
		}
	}
	return list
}

// legalActivations returns the commands of an activation step.
func (b *Battle) legalActivations(seat rules.Seat) []rules.Command {
	if b.s.Unfinished.Fighter != "" {
		return b.legalSecondPart()
	}
	list := b.playerActions(make([]rules.Command, 0, 96), seat)
	for i := range b.fightersOf(seat) {
		if a := b.actorOf(i); a.MayAct {
			list = b.legalFighterActions(list, i, a, actionsAll)
		}
	}
	return list
}

// playerActions adds what a player can do instead of activating a fighter (WU-ACT-2).
func (b *Battle) playerActions(list []rules.Command, seat rules.Seat) []rules.Command {
	list = append(list, Pass{bySeat{seat}})
	if !b.deckEmpty(seat, powerDeck, b.options.drawNeeds) {
		list = append(list, DrawPower{bySeat{seat}})
	}
	if b.deckEmpty(seat, objectiveDeck, b.options.drawNeeds) {
		return list
	}
	for _, c := range b.s.Sides[seat].Hands[objectiveDeck] {
		list = append(list, ReplaceObjective{bySeat{seat}, b.card(c).ID})
	}
	return list
}

// Sorts of actions, as bits.
const (
	actionsInPlace = 1 << iota // actions that a fighter makes without moving
	actionsMove
	actionsCharge
	actionsShock

	actionSorts = 4
	actionsAll  = 1<<actionSorts - 1
)

// legalFighterActions adds what one fighter can do, of the given sorts.
func (b *Battle) legalFighterActions(list []rules.Command, i int, a ruling.Actor, sorts int) []rules.Command {
	if b.measured {
		return b.statedActions(list, i, a, sorts)
	}
	if sorts&actionsInPlace != 0 {
		list = b.actionsInPlace(list, i, a)
	}
	var space [24]moveAction
	moves := b.moveActions(space[:0], i, a, sorts)
	for k := range moves {
		list = b.legalMoves(list, &moves[k], i)
	}
	return list
}

// actionsInPlace adds what a fighter can do without moving.
func (b *Battle) actionsInPlace(list []rules.Command, i int, a ruling.Actor) []rules.Command {
	d := fighterCommand{bySeat{b.fighters[i].seat}, b.id(i)}
	from, enemy := b.s.Fighters[i].At, opponent(b.fighters[i].seat)
	if a.May("act", false) {
		list = b.legalActs(list, i, d)
	}
	if a.May("guard", false) {
		list = append(list, Guard{d})
	}
	if a.May("stun", false) {
		list = b.stunCommands(list, i, d)
	}
	for k, weapon := range b.weapons(i) {
		targets := b.countInPlay(enemy, func(j int) bool { return b.canTarget(from, j, &weapon) })
		super := weapon.Keywords.Scything && targets > 1 && !b.options.scythingFree
		if targets == 0 || !a.May("attack", super) {
			continue
		}
		list = b.attackCommands(list, i, d, k, &weapon)
	}
	return list
}

// legalPowerStep returns the commands of a power step.
func (b *Battle) legalPowerStep(seat rules.Seat) []rules.Command {
	list := []rules.Command{Pass{bySeat{seat}}}
	u := cardUse{seat: seat, fighter: hex.None, step: &powerReactionStep}
	for _, k := range b.s.Sides[seat].Hands[powerDeck] {
		list = b.legalPlays(list, k, &u)
	}
	return list
}

// legalPlays adds what can be done with a card in a power step.
func (b *Battle) legalPlays(list []rules.Command, k int16, u *cardUse) []rules.Command {
	card := b.card(k)
	u.n, u.card = card.n, k
	if card.Kind == "ploy" && card.effect.window == "" && card.effect.usable(b, u) {
		list = append(list, PlayPloy{bySeat{u.seat}, card.ID})
	}
	if b.mayCycle(k) {
		list = append(list, Cycle{bySeat{u.seat}, card.ID})
	}
	return b.legalBearers(list, u.seat, k)
}

// bearers yields the fighters that can be given an upgrade of a hand now.
func (b *Battle) bearers(k int16) iter.Seq[int] {
	return func(yield func(i int) bool) {
		card := b.card(k)
		if card.Kind != "upgrade" || b.s.Sides[card.seat].Unspent == 0 {
			return
		}
		for i := range b.fighters {
			if b.mayBear(k, i) && !yield(i) {
				return
			}
		}
	}
}

// legalBearers adds the upgrades of a card for each fighter that can have it.
func (b *Battle) legalBearers(list []rules.Command, seat rules.Seat, k int16) []rules.Command {
	for i := range b.bearers(k) {
		list = append(list, PlayUpgrade{fighterCommand{bySeat{seat}, b.id(i)}, b.card(k).ID})
	}
	return list
}

// endDecks are the decks whose cards are used in each step of the end phase.
var endDecks = map[string]int{phaseScore: objectiveDeck, phaseObjDiscard: objectiveDeck, phaseUpgrades: powerDeck, phasePowDiscard: powerDeck}

// usableAtEnd reports whether a card of a hand can be used in a step of the end phase. A card
// that nobody has named yet may be of use: its owner is given the time to name it.
func (b *Battle) usableAtEnd(k int16, phase string) bool {
	switch c := b.card(k); phase {
	case phaseScore:
		return c.unnamed() || b.scorable(k)
	case phaseUpgrades:
		if c.unnamed() {
			return b.s.Sides[c.seat].Unspent > 0
		}
		for range b.bearers(k) {
			return true
		}
		return false
	}
	return true
}

// legalEnd adds what can be done in the present step of the end phase.
func (b *Battle) legalEnd(list []rules.Command, seat rules.Seat) []rules.Command {
	list = append(list, Done{bySeat{seat}})
	for _, k := range b.s.Sides[seat].Hands[endDecks[b.s.Phase]] {
		if !b.usableAtEnd(k, b.s.Phase) {
			continue
		}
		switch {
		case b.s.Phase == phaseObjDiscard, b.s.Phase == phasePowDiscard:
			list = append(list, Discard{bySeat{seat}, b.card(k).ID})
		case b.card(k).unnamed():
		case b.s.Phase == phaseScore:
			list = append(list, Score{bySeat{seat}, b.card(k).ID})
		default:
			list = b.legalBearers(list, seat, k)
		}
	}
	return list
}
