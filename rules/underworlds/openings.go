package underworlds

import (
	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// opening is a kind of action that a fighter can make and the cells in which its
// move can end. A charge also needs a line of sight from there (see clear).
type opening struct {
	kind, target, weapon int
	ends                 hex.Set
}

// clear holds for an end of an opening from which its target can be attacked.
func (b *Battle) clear(o *opening, at int) bool {
	return o.kind != kindCharge || b.sees(at, b.s.Warriors[o.target].At)
}

// openings adds what a fighter can do by moving, of some sorts.
func (b *Battle) openings(list []opening, i int, a actor, sorts int) []opening {
	walks, charges, shocks := sorts&deedsMove != 0 && a.may("move", false), sorts&deedsCharge != 0 && a.may("charge", true), sorts&deedsShock != 0 && a.may("shock", true)
	if !walks && !charges && !shocks {
		return list
	}
	reached := b.walks(i, b.empty())
	if reached.Empty() {
		return list
	}
	if walks {
		list = append(list, opening{kind: kindMove, ends: reached})
	}
	add := func(kind, j, k, radius int) {
		if ends := reached.And(b.shape.disc(b.s.Warriors[j].At, radius)); !ends.Empty() {
			list = append(list, opening{kind, j, k, ends})
		}
	}
	var room [3]AttackAction
	weapons := room[:0]
	if charges {
		weapons = b.weapons(weapons, i)
	}
	for j := range b.team(other(b.fighters[i].seat)) {
		if shocks && b.s.Warriors[j].Tokens.Stagger == 0 {
			add(kindShock, j, 0, 1)
		}
		for k := range weapons {
			radius := weapons[k].Range
			if weapons[k].Keywords.Scything {
				radius = min(radius, 1)
			}
			add(kindCharge, j, k, radius)
		}
	}
	return list
}

// weapons adds all Attack actions of a fighter.
func (b *Battle) weapons(list []AttackAction, i int) []AttackAction {
	for k := 0; ; k++ {
		w, ok := b.weapon(i, k)
		if !ok {
			return list
		}
		list = append(list, w)
	}
}

// sampleDeed gives any of what a fighter can do, of some sorts, or nil.
func (b *Battle) sampleDeed(i, sorts int, pick func(n int) int) rules.Command {
	a := b.actorOf(i)
	if b.stated {
		return one(b.statedDeeds(nil, i, a, sorts), pick)
	}
	var here []rules.Command
	if sorts&deedsHere != 0 {
		here = b.deedsHere(b.room[:0], i, a)
		b.room = here
	}
	if sorts != deedsHere {
		b.noteWalks(i)
	}
	var space [24]opening
	open := b.openings(space[:0], i, a, sorts)
	all := len(here)
	for k := range open {
		all += open[k].ends.Len()
	}
	for ; all > 0; all-- { // a charge without a line of sight is dropped, and another deed drawn
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
			if b.clear(o, at) {
				return b.make(o.kind, i, o.target, o.weapon, at)
			}
			o.ends.Drop(at)
			break
		}
	}
	return nil
}
