package magnamund

import (
	"math/bits"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// errUnitInParts refuses to end a movement step while a unit of the side could close a gap
// (MG-COH-1, ruling MG-AMB-15).
var errUnitInParts = rules.Breaks("MG-COH-1", "kind", "a unit could close up")

// cohesionGroups are the cells of a unit, perhaps without one of its troops, and the groups
// that they form. Troops under Hypnosis do not count.
type cohesionGroups struct {
	cells  [2 * 30]smallCell // both cells of riders, which are linked anyway
	group  [2 * 30]uint8
	count  int
	groups int
	reach  int // greatest distance of linked troops
}

// groupsOf finds the groups of a unit without one of its troops, or of all of it.
func (b *Battle) groupsOf(u, without int) (k cohesionGroups) {
	k.reach = b.fixed.reach
	for _, i := range b.units[u].troops {
		if i == without || !b.living[b.sideActing[i]].has(i) || b.entranced(i) {
			continue
		}
		k.add(b, i)
	}
	k.numberGroups()
	return k
}

// add adds the cells of a troop.
func (k *cohesionGroups) add(b *Battle, i int) {
	k.cells[k.count] = b.cells[i]
	k.count++
	if b.troops[i].mounted {
		k.cells[k.count] = smallCellOf(b.troopPlace(i).RearCell())
		k.count++
	}
}

// numberGroups numbers the groups of troops that are linked, directly or through others.
func (k *cohesionGroups) numberGroups() {
	left := uint64(1)<<k.count - 1
	for left != 0 {
		front := left & -left
		left &^= front
		for front != 0 {
			i := bits.TrailingZeros64(front)
			front &= front - 1
			k.group[i] = uint8(k.groups)
			x, y := int(k.cells[i].x), int(k.cells[i].y)
			for rest := left; rest != 0; rest &= rest - 1 {
				if j := bits.TrailingZeros64(rest); k.cells[j].distance(x, y) <= k.reach {
					front |= 1 << j
					left &^= 1 << j
				}
			}
		}
		k.groups++
	}
}

// groupsNear returns the groups within a distance of a place, a bit each.
func (k *cohesionGroups) groupsNear(there ruling.Place, reach int) (set uint64) {
	for j := range k.count {
		if k.cells[j].distance(there.Cell.X, there.Cell.Y) <= reach {
			set |= 1 << k.group[j]
		}
	}
	if there.Mounted {
		set |= k.groupsNear(ruling.Place{Position: ruling.Position{Cell: there.RearCell()}}, reach)
	}
	return set
}

// countWith counts the groups with one more troop at a place.
func (k *cohesionGroups) countWith(there ruling.Place) int {
	return 1 + k.groups - bits.OnesCount64(k.groupsNear(there, k.reach))
}

// A cohesionCheck tells whether a move would separate a soldier from its unit.
type cohesionCheck struct {
	cohesionGroups
	home   ruling.Place
	before int // number of groups before the move
	exempt bool
	memo   map[int]bool // by unit, whether its groups can join; nil computes it each time
}

// cohesionCheckOf makes the check for a troop; heroes, monsters and troops under Hypnosis
// are exempt.
func (b *Battle) cohesionCheckOf(i int) (d cohesionCheck) {
	u := b.troops[i].unit
	if d.exempt = u == noUnit || b.entranced(i); d.exempt {
		return d
	}
	d.cohesionGroups, d.home = b.groupsOf(u, i), b.troopPlace(i)
	d.before = d.countWith(d.home)
	return d
}

// partsUnit reports whether the soldier would split its unit, or split it further, at a
// place.
func (d *cohesionCheck) partsUnit(there ruling.Place) bool {
	if d.exempt || there.Cell == d.home.Cell && !there.Mounted {
		return false
	}
	now := d.countWith(there)
	return now > 1 && now > d.before
}

// closingMemo is the result of closingMove for the current versions of places and
// conditions.
type closingMemo struct {
	placesVersion, conditionsVersion uint32
	turn                             int
	side                             int
	piece                            int
	path                             []string
}

// closingMove finds a move of one troop that closes a gap in a unit of the side: the troop
// and its path, or noUnit. It remembers the result.
func (b *Battle) closingMove() (i int, path []string) {
	if r := &b.closingMemo; r.placesVersion != b.placesVersion || r.conditionsVersion != b.conditionsVersion || r.turn != b.s.Turn || r.side != b.s.Side {
		r.placesVersion, r.conditionsVersion, r.turn, r.side = b.placesVersion, b.conditionsVersion, b.s.Turn, b.s.Side
		r.piece, r.path = b.findClosingMove()
	}
	return b.closingMemo.piece, b.closingMemo.path
}

// findClosingMove tries a plan for each split unit that was whole, then single troops.
func (b *Battle) findClosingMove() (i int, path []string) {
	for u := range b.units {
		t := &b.units[u]
		if t.side != b.s.Side || b.strength(u) < 2 {
			continue
		}
		whole := b.groupsOf(u, noUnit)
		if whole.groups < 2 {
			continue
		}
		if b.s.Units[u].Whole {
			if i, path := b.wayToRegroup(u); i != noUnit {
				return i, path
			}
		}
		for _, i := range t.troops {
			if b.inPlay(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burdenOf(i).Blinded {
				others := b.groupsOf(u, i)
				if path := b.rejoinFrom(b.newMove(i), &others, whole.groups); path != nil {
					return i, path
				}
			}
		}
	}
	return noUnit, nil
}
