package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// Sample returns a legal command at random without listing the others, or nil
// when the battle is over.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	b = b.reader()
	switch b.s.Phase {
	case phaseDeploy:
		if b.board {
			if c := b.sampleDeployment(pick); c != nil {
				return c
			}
		}
	case phaseOrders:
		return b.sampleOrders(pick)
	case phaseShooting:
		return b.sampleShooting(pick)
	case phaseReform:
		if all := b.reformers(b.toAct()); len(all) > 0 && pick(3) > 0 {
			if list := b.reformsOf(all[pick(len(all))]); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
		return EndPhase{bySeat{b.toAct()}}
	}
	legal := b.Legal()
	if len(legal) == 0 {
		return nil
	}
	return legal[pick(len(legal))]
}

func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	left := b.unplaced(b.s.Placing)
	list := b.deploymentsOf(left[pick(len(left))], 1+pick(2))
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// sampleOrders carries out a pending order, or tries some random actions of the Orders
// phase.
func (b *Battle) sampleOrders(pick func(n int) int) rules.Command {
	seat := b.s.Turn
	if n := len(b.s.Moving); n > 0 && pick(12) > 0 {
		if pick(4) > 0 {
			if list := b.chargesOf(b.s.Moving[pick(n)], false); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
		if c := b.sampleMove(pick); c != nil {
			return c
		}
	}
	officers, units := b.characters(seat), b.units(seat)
	if b.hopeless(seat) && pick(60) == 0 {
		return Concede{bySeat{seat}}
	}
	if len(units) > 0 && !b.s.OrdersBegan && pick(3) > 0 && b.ordersSoFar().Segment == ruling.InitiativeSegment {
		from := pick(len(units))
		for k := range units {
			if list := b.initiativeMovesOf(units[(from+k)%len(units)]); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
	}
	if len(officers) == 0 || pick(24) == 0 {
		return EndPhase{bySeat{seat}}
	}
	if pick(12) > 0 {
		from := pick(len(officers))
		for k := range officers {
			if c := b.sampleOrder(officers[(from+k)%len(officers)], pick); c != nil {
				return c
			}
		}
	}
	from := pick(len(officers))
	for k := range officers {
		if list := b.characterMovesOf(officers[(from+k)%len(officers)]); len(list) > 0 {
			return list[pick(len(list))]
		}
	}
	return EndPhase{bySeat{seat}}
}

func (b *Battle) sampleMove(pick func(n int) int) rules.Command {
	if !b.board {
		list := b.movesOf(b.s.Moving)
		return list[pick(len(list))]
	}
	if len(b.s.Moving) == 1 && pick(4) == 0 {
		if list := b.wheels(b.s.Moving[0]); len(list) > 0 {
			return list[pick(len(list))]
		}
	}
	from := 0
	if pick(4) == 0 {
		from = pick(moveIdeas)
	}
	for k := range moveIdeas {
		if c, ok := b.moveIdea(b.s.Moving, (from+k)%moveIdeas); ok {
			return c
		}
	}
	return nil
}

// sampleOrder returns an order of a character to a random unit and a few that touch it.
func (b *Battle) sampleOrder(who int, pick func(n int) int) rules.Command {
	units := b.units(b.info[who].seat)
	if len(units) == 0 || !b.mayCommand(who) {
		return nil
	}
	from := pick(len(units))
	for k := range units {
		at := (from + k) % len(units)
		i := units[at]
		if b.s.Units[i].Confused || b.engaged(i) {
			continue
		}
		var with []int
		for _, j := range units[at+1:] {
			if pick(3) > 0 && len(with) < ruling.MaxInBrigade-1 && (!b.board || b.touchesAny(j, append([]int{i}, with...))) {
				with = append(with, j)
			}
		}
		for n := len(with); n >= 0; n -= max(1, n) {
			if c, ok := b.tryOrder(who, i, with[:n], n); ok {
				return c
			}
		}
	}
	return nil
}

func (b *Battle) sampleShooting(pick func(n int) int) rules.Command {
	units := b.units(b.s.Turn)
	for range 6 {
		if len(units) == 0 {
			break
		}
		if list := b.shotsOf(units[pick(len(units))]); len(list) > 0 {
			return list[pick(len(list))]
		}
		if officers := b.characters(b.s.Turn); len(officers) > 0 && b.option("magic") != "off" {
			if list := b.spellsOf(officers[pick(len(officers))]); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
	}
	if b.hopeless(b.s.Turn) && pick(10) == 0 {
		return Concede{bySeat{b.s.Turn}}
	}
	return EndPhase{bySeat{b.s.Turn}}
}
