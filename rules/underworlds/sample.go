package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// Sample gives a legal command at random: of an activation that of any one
// fighter and sort, so that only what this one can do is looked at.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	seat := b.s.Next
	if b.stated && b.s.Phase != phaseActivation {
		return one(b.Legal(), pick)
	}
	switch b.s.Phase {
	case phaseBoards, phasePlacer, phaseRound:
		return b.seats[pick(2)].rollOff
	case phaseMulligan:
		return b.seats[seat].mulligans[pick(4)]
	case phaseJoin:
		board := pick(len(b.boards))
		found := b.laysOf(b.s.Boards[0], board)
		l := found[pick(len(found))]
		return JoinBoards{given{seat}, b.boards[board].ID, l.rotation, Shift(l.translation), l.edge, nil}
	case phaseFighters:
		return b.samplePlacement(seat, pick)
	case phaseActivation:
		return b.sampleActivation(seat, pick)
	case phaseObjectives:
		return b.sampleSite(seat, pick)
	case phasePower:
		return b.sampleGo(seat, pick)
	case phaseScore, phaseObjDiscard, phaseUpgrades, phasePowDiscard:
		b.room = b.legalEnd(b.room[:0], seat)
		return one(b.room, pick)
	}
	return one(b.Legal(), pick)
}

// sampleSite places a token on any hex that is legal.
func (b *Battle) sampleSite(seat rules.Seat, pick func(n int) int) rules.Command {
	legal, _ := b.sites(b.s.Objectives)
	return PlaceObjective{given{seat}, &b.names[legal.Nth(pick(legal.Len()))], nil}
}

// sampleGo takes a card of the hand, and passes if nothing can be done with it.
func (b *Battle) sampleGo(seat rules.Seat, pick func(n int) int) rules.Command {
	hand := b.s.Camps[seat].Hands[power]
	if k := pick(1 + len(hand)); k > 0 {
		b.asked = use{seat: seat, fighter: hex.None, moment: &anytime}
		if b.room = b.legalPlays(b.room[:0], hand[k-1], &b.asked); len(b.room) > 0 {
			return one(b.room, pick)
		}
	}
	return b.seats[seat].pass
}

func one(legal []rules.Command, pick func(n int) int) rules.Command {
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
		free := b.started[seat].And(b.empty())
		return b.make(kindPlace, i, 0, 0, free.Nth(pick(free.Len())))
	}
	return nil
}

// otherDeeds is once in how many activations the player acts, not a fighter.
const otherDeeds = 8

func (b *Battle) sampleActivation(seat rules.Seat, pick func(n int) int) rules.Command {
	if pick(otherDeeds) > 0 {
		var ready [10]int
		n := 0
		for i := range b.team(seat) {
			if a := b.actorOf(i); a.mayAct {
				ready[n] = i
				n++
			}
		}
		if n > 0 {
			i := ready[pick(n)]
			for _, sorts := range [2]int{1 << pick(deedSorts), deedsAll} {
				if deed := b.sampleDeed(i, sorts, pick); deed != nil {
					return deed
				}
			}
		}
	}
	b.room = b.playerDeeds(b.room[:0], seat)
	return one(b.room, pick)
}
