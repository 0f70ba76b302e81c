package magnamund

import (
	"math/bits"

	"oriflamme/rules"
	"oriflamme/rules/magnamund/ruling"
)

// errUnitInParts keeps a side in its movement step while one of its units could close up
// (MG-COH-1, ruling MG-AMB-15).
var errUnitInParts = rules.Breaks("MG-COH-1", "kind", "a unit could close up")

// cohesionGroups are the cells of a unit, or of all but one of its troops, and the groups into
// which they fall. Those who act for a hypnotist do not count.
type cohesionGroups struct {
	cells  [2 * 30]smallCell // riders have both, which hang together anyway
	group  [2 * 30]uint8
	count  int
	groups int
	reach  int // of cohesion
}

// groupsOf gathers a unit without one of its troops, or all of it.
func (b *Battle) groupsOf(u, without int) (k cohesionGroups) {
	k.reach = b.fixed.reach
	for _, i := range b.units[u].troops {
		if i == without || !b.living[b.sideActing[i]].has(i) || b.entranced(i) {
			continue
		}
		if k.add(b.cells[i]); b.troops[i].mounted {
			k.add(smallCellOf(b.troopPlace(i).RearCell()))
		}
	}
	k.numberGroups()
	return k
}

func (k *cohesionGroups) add(c smallCell) {
	k.cells[k.count] = c
	k.count++
}

// numberGroups numbers the groups of troops that hang together, directly or through others.
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

// groupsNear is the set of groups within a distance of a troop, by bit.
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

// countWith counts the groups when one more troop stands somewhere.
func (k *cohesionGroups) countWith(there ruling.Place) int {
	return 1 + k.groups - bits.OnesCount64(k.groupsNear(there, k.reach))
}

// A cohesionCheck keeps a soldier with its unit.
type cohesionCheck struct {
	cohesionGroups
	home   ruling.Place
	before int // groups, as all stand
	exempt bool
	memo   map[int]bool // by unit, whether it can come together as all stand; nil asks each time
}

func (b *Battle) cohesionCheckOf(i int) (d cohesionCheck) {
	u := b.troops[i].unit
	if d.exempt = u == noUnit || b.entranced(i); d.exempt {
		return d
	}
	d.cohesionGroups, d.home = b.groupsOf(u, i), b.troopPlace(i)
	d.before = d.countWith(d.home)
	return d
}

// partsUnit reports whether the soldier would part its unit, or part it more, by
// standing elsewhere.
func (d *cohesionCheck) partsUnit(there ruling.Place) bool {
	if d.exempt || there.Cell == d.home.Cell && !there.Mounted {
		return false
	}
	now := d.countWith(there)
	return now > 1 && now > d.before
}

// closingMemo is the move that closing found, as all stand in a scene and in their plight.
type closingMemo struct {
	placesVersion, conditionsVersion uint32
	turn                             int
	side                             int
	piece                            int
	path                             []string
}

// closingMove finds a move of one troop that closes a gap of a unit of the side: which, and
// by which path; none when nobody can. It looks once.
func (b *Battle) closingMove() (i int, path []string) {
	if r := &b.closingMemo; r.placesVersion != b.placesVersion || r.conditionsVersion != b.conditionsVersion || r.turn != b.s.Turn || r.side != b.s.Side {
		r.placesVersion, r.conditionsVersion, r.turn, r.side = b.placesVersion, b.conditionsVersion, b.s.Turn, b.s.Side
		r.piece, r.path = b.findClosingMove()
	}
	return b.closingMemo.piece, b.closingMemo.path
}

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
			if i, path := b.planRegroup(u); i != noUnit {
				return i, path
			}
		}
		for _, i := range t.troops {
			if b.inPlay(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burdenOf(i).Blinded {
				if path := b.pathToRejoin(i, whole.groups); path != nil {
					return i, path
				}
			}
		}
	}
	return noUnit, nil
}
