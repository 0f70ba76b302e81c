package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Sample returns a random legal command. Of activations it computes only those of one random
// fighter and sort.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	seat := b.s.Next
	if b.byHand || b.measured && b.s.Phase != phaseActivation {
		return randomOf(b.Legal(), pick)
	}
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return rollOffs[pick(2)]
	case phaseMulligan:
		return Mulligan{bySeat{seat}, mulligans[pick(len(mulligans))]}
	case phaseJoin:
		board := pick(len(b.boards))
		found := b.joinsOf(b.s.Boards[0], board)
		return b.joinCommand(board, found[pick(len(found))])
	case phaseFighters:
		return b.samplePlacement(seat, pick)
	case phaseActivation:
		return b.sampleActivation(seat, pick)
	case phaseObjectives:
		legal, _ := b.legalObjectiveHexes(b.s.Objectives)
		return PlaceObjective{bySeat{seat}, &b.hexes[legal.Nth(pick(legal.Len()))], nil}
	case phasePower:
		return b.samplePowerStep(seat, pick)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		return randomOf(b.memo.keep(b.legalEnd(b.memo.list(), seat)), pick)
	}
	return randomOf(b.Legal(), pick)
}

// samplePowerStep plays a random card of the hand, and passes if nothing can be done with
// it.
func (b *Battle) samplePowerStep(seat rules.Seat, pick func(n int) int) rules.Command {
	hand := b.s.Sides[seat].Hands[powerDeck]
	if k := pick(1 + len(hand)); k > 0 {
		use := b.memo.cardUse()
		*use = cardUse{seat: seat, fighter: hex.None, step: &powerReactionStep}
		if plays := b.memo.keep(b.legalPlays(b.memo.list(), hand[k-1], use)); len(plays) > 0 {
			return randomOf(plays, pick)
		}
	}
	return Pass{bySeat{seat}}
}

// randomOf returns a random command of a list, nil of an empty one.
func randomOf(legal []rules.Command, pick func(n int) int) rules.Command {
	if len(legal) == 0 {
		return nil
	}
	return legal[pick(len(legal))]
}

func (b *Battle) samplePlacement(seat rules.Seat, pick func(n int) int) rules.Command {
	left := b.unplaced(seat)
	i, free := left[pick(len(left))], b.freeStarts(seat)
	return b.placeCommand(i, free.Nth(pick(free.Len())))
}

// playerActionShare makes one in eight sampled activations an action of the player.
const playerActionShare = 8

func (b *Battle) sampleActivation(seat rules.Seat, pick func(n int) int) rules.Command {
	if b.s.Unfinished.Fighter != "" {
		return randomOf(b.legalSecondPart(), pick)
	}
	if pick(playerActionShare) > 0 {
		var ready [10]int
		n := 0
		for i := range b.fightersOf(seat) {
			if a := b.actorOf(i); a.MayAct {
				ready[n] = i
				n++
			}
		}
		if n > 0 {
			i := ready[pick(n)]
			for _, sorts := range [2]int{1 << pick(actionSorts), actionsAll} {
				if command := b.sampleFighterAction(i, sorts, pick); command != nil {
					return command
				}
			}
		}
	}
	return randomOf(b.memo.keep(b.playerActions(b.memo.list(), seat)), pick)
}
