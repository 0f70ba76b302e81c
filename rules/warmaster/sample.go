package warmaster

import "oriflamme/rules"

// Sample returns a legal command at random without listing the others, or nil
// when the battle is over.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	switch b.s.Stage {
	case stageDeploy:
		if b.board {
			if c := b.sampleDeployment(pick); c != nil {
				return c
			}
		}
	case stageOrders:
		return b.sampleOrders(pick)
	case stageShooting:
		return b.sampleShooting(pick)
	case stageReform:
		if all := b.reformers(); len(all) > 0 && pick(3) > 0 {
			if list := b.reformsOf(all[pick(len(all))]); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
		return EndPhase{given{b.s.Turn}}
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

// sampleOrders carries an order out if there is one, or takes up one of some
// ideas of what to do next.
func (b *Battle) sampleOrders(pick func(n int) int) rules.Command {
	seat := b.s.Turn
	if n := len(b.s.Moving); n > 0 && pick(8) > 0 {
		if pick(2) == 0 {
			if list := b.chargesOf(b.s.Moving[pick(n)], false); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
		if c := b.sampleMove(pick); c != nil {
			return c
		}
	}
	for range 4 {
		var list []rules.Command
		officers, k := b.officers(seat), pick(8)
		switch {
		case k < 2 && b.orders().segment == initiativeSegment && !b.s.Began:
			if units := b.units(seat); len(units) > 0 {
				list = b.initiatives(units[pick(len(units))])
			}
		case k < 6 && len(officers) > 0:
			if c := b.sampleOrder(officers[pick(len(officers))], pick); c != nil {
				return c
			}
		case k == 6 && len(officers) > 0 && (b.s.Began || pick(6) == 0):
			list = b.ridesOf(officers[pick(len(officers))])
		case k == 7 && b.hopeless(seat) && pick(8) == 0:
			return Concede{given{seat}}
		}
		if len(list) > 0 {
			return list[pick(len(list))]
		}
	}
	return EndPhase{given{seat}}
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
	from := pick(marches)
	if pick(2) == 0 {
		from = 0
	}
	for k := range marches {
		if c, ok := b.marchIdea(b.s.Moving, (from+k)%marches); ok {
			return c
		}
	}
	return nil
}

// sampleOrder is an order of a character to some unit and a few that touch it.
func (b *Battle) sampleOrder(who int, pick func(n int) int) rules.Command {
	units := b.units(b.cards[who].seat)
	if len(units) == 0 {
		return nil
	}
	from := pick(len(units))
	i := units[from]
	var with []int
	for _, j := range units[from+1:] {
		if pick(3) > 0 && len(with) < mostInBrigade-1 && (!b.board || b.besideAny(j, append([]int{i}, with...))) {
			with = append(with, j)
		}
	}
	for n := len(with); n >= 0; n-- {
		if c, ok := b.orderTo(who, i, with[:n], n); ok {
			return c
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
		if officers := b.officers(b.s.Turn); len(officers) > 0 && b.option("magic") != "off" {
			if list := b.spellsOf(officers[pick(len(officers))]); len(list) > 0 {
				return list[pick(len(list))]
			}
		}
	}
	if b.hopeless(b.s.Turn) && pick(10) == 0 {
		return Concede{given{b.s.Turn}}
	}
	return EndPhase{given{b.s.Turn}}
}
