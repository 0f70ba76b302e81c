package underworlds

import (
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// moveAction is an action that includes a move, with the cells in which the move can end. A
// charge also needs a line of sight from there (see canAttackFrom).
type moveAction struct {
	sort, target, weapon int // sort is one of actionsMove, actionsCharge and actionsShock; target hex.None: chosen later
	ends                 hex.Set
}

// canAttackFrom reports whether the target of an action, or any enemy, can be attacked from an
// end of its move.
func (b *Battle) canAttackFrom(o *moveAction, i, at int) bool {
	switch {
	case o.sort != actionsCharge:
		return true
	case o.target == hex.None:
		return b.hasTarget(i, at)
	}
	return b.sees(at, b.s.Fighters[o.target].At)
}

// moveCommand returns the command for an action of a fighter whose move ends in a cell.
func (b *Battle) moveCommand(o *moveAction, i, at int) rules.Command {
	d, end := fighterCommand{bySeat{b.fighters[i].seat}, b.id(i)}, moveEnd{Hex: &b.hexes[at]}
	switch o.sort {
	case actionsMove:
		return Move{d, end}
	case actionsShock:
		return Shock{d, end, b.id(o.target)}
	}
	if o.target == hex.None {
		return Charge{fighterCommand: d, moveEnd: end}
	}
	return Charge{fighterCommand: d, moveEnd: end, Target: b.id(o.target), Weapon: o.weapon}
}

// A moveRow caches the commands for one action of a fighter, by the cell in which its move
// ends: they never change, and a battle lists them far more often than it plays them.
type moveRow []atomic.Pointer[rules.Command]

// A moveKey is the action whose commands a moveRow holds.
type moveKey struct{ fighter, sort, target, weapon int }

// moveRow returns the cached commands for an action of a fighter.
func (b *Battle) moveRow(o *moveAction, i int) moveRow {
	key := moveKey{i, o.sort, o.target, o.weapon}
	row, found := b.shape.moves.Load(key)
	if !found {
		row, _ = b.shape.moves.LoadOrStore(key, make(moveRow, len(b.hexes)))
	}
	return row.(moveRow)
}

// legalMoves adds the commands for an action of a fighter.
func (b *Battle) legalMoves(list []rules.Command, o *moveAction, i int) []rules.Command {
	row := b.moveRow(o, i)
	for at := range o.ends.All {
		if !b.canAttackFrom(o, i, at) {
			continue
		}
		c := row[at].Load()
		if c == nil {
			made := b.moveCommand(o, i, at)
			c = &made
			row[at].Store(c)
		}
		list = append(list, *c)
	}
	return list
}

// moveActions adds what a fighter can do by moving, of the given sorts.
func (b *Battle) moveActions(list []moveAction, i int, a ruling.Actor, sorts int) []moveAction {
	walks, charges, shocks := sorts&actionsMove != 0 && a.May("move", false), sorts&actionsCharge != 0 && a.May("charge", true), sorts&actionsShock != 0 && a.May("shock", true)
	if !walks && !charges && !shocks {
		return list
	}
	reached := b.moveEnds(i, b.empty())
	if reached.Empty() {
		return list
	}
	if walks {
		list = append(list, moveAction{sort: actionsMove, ends: reached})
	}
	var later [2]hex.Set // ends of a Charge and of a Shock that choose their target later
	add := func(sort, j, k, radius int) {
		if b.targetsAfterMove() {
			to := &later[0]
			if sort == actionsShock {
				to = &later[1]
			}
			*to = to.Or(b.shape.disc(b.s.Fighters[j].At, radius))
			return
		}
		if ends := reached.And(b.shape.disc(b.s.Fighters[j].At, radius)); !ends.Empty() {
			list = append(list, moveAction{sort, j, k, ends})
		}
	}
	var room [3]AttackAction
	weapons := room[:0]
	if charges {
		for _, w := range b.weapons(i) {
			weapons = append(weapons, w)
		}
	}
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		if shocks && !b.staggered(j) {
			add(actionsShock, j, 0, 1)
		}
		for k := range weapons {
			radius := weapons[k].Range
			if weapons[k].Keywords.Scything {
				radius = min(radius, 1)
			}
			add(actionsCharge, j, k, radius)
		}
	}
	for k, sort := range [2]int{actionsCharge, actionsShock} {
		if ends := later[k].And(reached); !ends.Empty() {
			list = append(list, moveAction{sort, hex.None, 0, ends})
		}
	}
	return list
}

// sampleFighterAction returns a random action of a fighter, of the given sorts, or nil.
func (b *Battle) sampleFighterAction(i, sorts int, pick func(n int) int) rules.Command {
	a := b.actorOf(i)
	if b.measured {
		return randomOf(b.statedActions(nil, i, a, sorts), pick)
	}
	var here []rules.Command
	if sorts&actionsInPlace != 0 {
		here = b.memo.keep(b.actionsInPlace(b.memo.list(), i, a))
	}
	if sorts != actionsInPlace {
		b.memoMoveEnds(i)
	}
	var space [24]moveAction
	open := b.moveActions(space[:0], i, a, sorts)
	all := len(here)
	for k := range open {
		all += open[k].ends.Len()
	}
	for ; all > 0; all-- { // a charge without a line of sight is dropped, and another action drawn
		n := pick(all)
		if n < len(here) {
			return here[n]
		}
		n -= len(here)
		for k := range open {
			o := &open[k]
			if size := o.ends.Len(); n >= size {
				n -= size
				continue
			}
			at := o.ends.Nth(n)
			if b.canAttackFrom(o, i, at) {
				return b.moveCommand(o, i, at)
			}
			o.ends.Remove(at)
			break
		}
	}
	return nil
}
