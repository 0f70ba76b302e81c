package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// Sample returns a random legal command. Of activations it computes only those of one random
// fighter and sort.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	seat := b.s.Next
	if b.measured && b.s.Phase != phaseActivation {
		return randomOf(b.Legal(), pick)
	}
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return b.seatCommands[pick(2)].rollOff
	case phaseMulligan:
		return b.seatCommands[seat].mulligans[pick(4)]
	case phaseJoin:
		board := pick(len(b.boards))
		found := b.joinsOf(b.s.Boards[0], board)
		l := found[pick(len(found))]
		return JoinBoards{bySeat{seat}, b.boards[board].ID, l.rotation, ruling.Shift(l.translation), l.edge, nil}
	case phaseFighters:
		return b.samplePlacement(seat, pick)
	case phaseActivation:
		return b.sampleActivation(seat, pick)
	case phaseObjectives:
		return b.sampleObjective(seat, pick)
	case phasePower:
		return b.samplePowerStep(seat, pick)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		return randomOf(b.memo.keep(b.legalEnd(b.memo.list(), seat)), pick)
	}
	return randomOf(b.Legal(), pick)
}

// sampleObjective places a token on a random legal hex.
func (b *Battle) sampleObjective(seat rules.Seat, pick func(n int) int) rules.Command {
	legal, _ := b.legalObjectiveHexes(b.s.Objectives)
	return PlaceObjective{bySeat{seat}, &b.hexes[legal.Nth(pick(legal.Len()))], nil}
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
	return b.seatCommands[seat].pass
}

// randomOf returns a random command of a list, nil of an empty one.
func randomOf(legal []rules.Command, pick func(n int) int) rules.Command {
	if len(legal) == 0 {
		return nil
	}
	return legal[pick(len(legal))]
}

func (b *Battle) samplePlacement(seat rules.Seat, pick func(n int) int) rules.Command {
	k := pick(b.unplaced(seat))
	for i := range b.fighters {
		if b.fighters[i].seat != seat || b.inPlay(i) {
			continue
		}
		if k > 0 {
			k--
			continue
		}
		free := b.freeStarts(seat)
		return b.newCommand(kindPlace, i, 0, 0, free.Nth(pick(free.Len())))
	}
	return nil
}

// playerActionShare makes one in eight sampled activations an action of the player.
const playerActionShare = 8

func (b *Battle) sampleActivation(seat rules.Seat, pick func(n int) int) rules.Command {
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
