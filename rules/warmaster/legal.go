package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// Legal lists commands that can be given now. On a board it lists paths and places that are
// worth going to, at a measured table facts with which each command succeeds.
func (b *Battle) Legal() []rules.Command {
	b = b.reader()
	switch b.s.Phase {
	case phaseOver:
		return nil
	case phaseStart:
		return []rules.Command{Start{Separation: ruling.LeastSeparation}}
	case phaseDeploy:
		return b.deployments()
	case phaseReturn:
		var all []rules.Command
		for _, i := range b.s.Returning {
			all = append(all, Return{bySeat{b.s.Turn}, b.id(i)})
		}
		return all
	case phaseOrders:
		return b.legalOrders()
	case phaseVolley:
		return b.legalVolley()
	case phaseShooting:
		return b.legalShooting()
	case phaseDriveBack:
		var all []rules.Command
		for _, i := range b.unitsToDriveBack() {
			all = append(all, b.driveBacks(i)...)
		}
		return all
	}
	return b.legalCombat()
}

// hopeless reports whether a side has lost so much that conceding is worth listing.
func (b *Battle) hopeless(seat rules.Seat) bool {
	h := b.endSideOf(seat)
	return 3*(h.Units-h.Destroyed) <= 2*h.Units
}

// legalOrders lists the commands of the Orders phase.
func (b *Battle) legalOrders() (all []rules.Command) {
	seat := b.s.Turn
	for _, i := range b.s.Moving {
		all = append(all, b.chargesOf(i, false)...)
	}
	all = append(all, b.movesOf(b.s.Moving)...)
	if !b.s.OrdersBegan && b.ordersSoFar().Segment == ruling.InitiativeSegment {
		for _, i := range b.units(seat) {
			all = append(all, b.initiativeMovesOf(i)...)
		}
	}
	for _, who := range b.characters(seat) {
		all = append(all, b.ordersOf(who)...)
		all = append(all, b.characterMovesOf(who)...)
	}
	return append(all, b.waysToEnd()...)
}

// waysToEnd lists the end of a phase, and to concede if there is little hope.
func (b *Battle) waysToEnd() []rules.Command {
	g := bySeat{b.s.Turn}
	if b.hopeless(b.s.Turn) {
		return []rules.Command{EndPhase{g}, Concede{g}}
	}
	return []rules.Command{EndPhase{g}}
}

// initiativeMovesOf lists the moves that a unit may make without an order.
func (b *Battle) initiativeMovesOf(i int) (all []rules.Command) {
	if b.mayInitiate(i, moveEvade) != nil {
		return nil
	}
	if b.mayInitiate(i, moveCharge) == nil {
		all = append(all, b.chargesOf(i, true)...)
	}
	return append(all, b.evadesOf(i)...)
}

// ordersOf lists the orders that a character may give: to single units, and to brigades of
// touching units.
func (b *Battle) ordersOf(who int) (all []rules.Command) {
	units := b.units(b.info[who].seat)
	if !b.mayCommand(who) {
		return nil
	}
	touching := b.touchingPairs(units)
	for k := range units {
		for _, brigade := range b.brigadesFrom(k, touching) {
			with := make([]int, len(brigade)-1)
			for n, m := range brigade[1:] {
				with[n] = units[m]
			}
			if c, ok := b.tryOrder(who, units[k], with, len(with)); ok {
				all = append(all, c)
			}
		}
	}
	return all
}

// mostBrigades is the number of brigades with the same first unit that Legal tries on a board;
// at a measured table, where any units may touch, it tries fewer.
const mostBrigades, mostStatedBrigades = 24, 4

// touchingPairs reports which units touch, by their places in a list. At a measured table all
// may touch.
func (b *Battle) touchingPairs(units []int) [][]bool {
	pairs := make([][]bool, len(units))
	for k := range units {
		pairs[k] = make([]bool, len(units))
		for l := range k {
			touch := !b.board || anyTouching(b.s.Units[units[k]].blocks, b.s.Units[units[l]].blocks)
			pairs[k][l], pairs[l][k] = touch, touch
		}
	}
	return pairs
}

// brigadesFrom lists the brigades of which a unit is the first: it alone, and connected sets of
// it and units of higher places, smaller sets first.
func (b *Battle) brigadesFrom(first int, touching [][]bool) [][]int {
	all, most := [][]int{{first}}, mostBrigades
	if !b.board {
		most = mostStatedBrigades
	}
	for k := 0; k < len(all) && len(all) < most; k++ {
		if len(all[k]) == ruling.MaxInBrigade {
			break // all others are as large
		}
		for next := first + 1; next < len(touching) && len(all) < most; next++ {
			if slices.Contains(all[k], next) || !slices.ContainsFunc(all[k], func(m int) bool { return touching[m][next] }) {
				continue
			}
			larger := append(slices.Clone(all[k]), next)
			slices.Sort(larger)
			if !slices.ContainsFunc(all, func(one []int) bool { return slices.Equal(one, larger) }) {
				all = append(all, larger)
			}
		}
	}
	return all
}

// touchesAny reports whether a unit touches any of some units.
func (b *Battle) touchesAny(i int, some []int) bool {
	return slices.ContainsFunc(some, func(j int) bool { return anyTouching(b.s.Units[i].blocks, b.s.Units[j].blocks) })
}

// tryOrder returns an order for a unit and others, if it may be given. At a measured table
// the stated facts depend on vary, so that all of them occur.
func (b *Battle) tryOrder(who, i int, with []int, vary int) (rules.Command, bool) {
	c := Order{bySeat: bySeat{b.info[who].seat}, Character: b.id(who), Unit: b.id(i), With: b.ids(with)}
	ids := append([]string{c.Unit}, c.With...)
	if slices.ContainsFunc(append([]int{i}, with...), func(j int) bool { return b.s.Units[j].Halted }) || b.orderRule(c.Character, ids, true) != "" {
		return nil, false
	}
	if !b.board {
		d := ruling.CM(15 + 20*((i+b.s.Turns+vary)%3))
		c.Distance, c.Enemy, c.Dense, c.Touching = &d, b.stated((i+b.s.Turns)%4 == 0), b.stated((i+b.s.Turns)%5 == 0), b.stated(true)
	}
	return c, true
}

// legalVolley lists the commands of charged units that may shoot.
func (b *Battle) legalVolley() (all []rules.Command) {
	for _, i := range b.s.Volley.Units {
		g, c := bySeat{b.info[i].seat}, ShootCharger{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i)}
		if !b.board {
			stands := b.s.Units[i].Stands
			c.Stands = &stands
		}
		all = append(all, c, HoldFire{g, b.id(i)})
	}
	return all
}

// legalShooting lists the shots that can be taken, and the end of the phase.
func (b *Battle) legalShooting() (all []rules.Command) {
	for _, i := range b.units(b.s.Turn) {
		all = append(all, b.shotsOf(i)...)
	}
	for _, i := range b.characters(b.s.Turn) {
		all = append(all, b.spellsOf(i)...)
	}
	return append(all, b.waysToEnd()...)
}

// shotsOf lists the shots of a unit.
func (b *Battle) shotsOf(i int) (all []rules.Command) {
	p := &b.s.Units[i]
	if b.info[i].profile.Attack.Shooting == 0 || p.Shot || b.engaged(i) {
		return nil
	}
	g := bySeat{b.info[i].seat}
	if b.board {
		in := ruling.TargetInput{Attacks: b.info[i].profile.Attack.Shooting, Range: b.rangeOf(i), Size: p.Stands, Enemies: b.shootableEnemies(i)}
		for _, j := range in.Nearest() {
			in.Choice = in.Enemies[j].ID
			if in.Resolve().MayShoot {
				all = append(all, Shoot{bySeat: g, Unit: b.id(i), Target: in.Choice})
			}
		}
		return all
	}
	free := slices.DeleteFunc(b.units(opponent(g.Seat)), b.engaged)
	for k, j := range free {
		d := min(ruling.CM(20), b.rangeOf(i))
		stands := p.Stands
		all = append(all, Shoot{bySeat: g, Unit: b.id(i), Target: b.id(j), Distance: &d, Stands: &stands, Nearest: b.stated(true)})
		if k == 0 && len(free) > 1 && p.Stands > 1 {
			some := p.Stands - 1
			all = append(all, Shoot{bySeat: g, Unit: b.id(i), Target: b.id(j), Distance: &d, Stands: &some, Nearest: b.stated(true), Others: []Aside{{b.id(free[1]), 1}}})
		}
	}
	return all
}

// spellsOf lists spells that are entered by hand.
func (b *Battle) spellsOf(i int) (all []rules.Command) {
	if b.option("magic") == "off" || b.info[i].profile.Type != "wizard" || b.s.Units[i].Shot {
		return nil
	}
	for _, j := range slices.DeleteFunc(b.units(opponent(b.info[i].seat)), b.engaged) {
		all = append(all, Magic{bySeat{b.info[i].seat}, b.id(i), b.id(j), 2})
		if b.since(3) {
			all = append(all, b.spellByHand(i, j))
		}
	}
	return all
}

// stated is a fact of a command at a measured table; on a board nothing is stated.
func (b *Battle) stated(fact bool) *bool {
	if b.board {
		return nil
	}
	return &fact
}

// freeFriend returns another unit of the same side that does not fight, or noUnit.
func (b *Battle) freeFriend(i int) int {
	for _, j := range b.units(b.info[i].seat) {
		if j != i && !b.engaged(j) {
			return j
		}
	}
	return noUnit
}

// driveBacks lists the ways in which a unit can be driven back; at a measured table with
// different obstacles.
func (b *Battle) driveBacks(i int) (all []rules.Command) {
	c := DriveBack{bySeat: bySeat{b.info[i].seat}, Unit: b.id(i), Clear: b.stated(true)}
	all = append(all, c)
	if !b.board {
		what := [4]string{"table-edge", "enemy-unit", "friend-makes-way", "impassable-terrain"}[(i+b.s.Turns)%4]
		o := Obstacle{What: what, At: ruling.CM(2)}
		if what == "friend-makes-way" && b.since(3) {
			friend := b.freeFriend(i)
			if friend == noUnit {
				return all
			}
			o.Friend = b.id(friend)
		}
		c.Obstacles, c.Clear = []Obstacle{o}, nil
		all = append(all, c)
	}
	return all
}
