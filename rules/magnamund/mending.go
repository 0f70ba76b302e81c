package magnamund

import (
	"math/bits"

	"oriflamme/rules"
)

// gaping keeps a side in its movement step while one of its units could close up
// (MG-COH-1, ruling MG-AMB-15).
var gaping = rules.Breaks("MG-COH-1", "kind", "a unit could close up")

// kin are the cells of a unit, or of all but one of its pieces, and the groups into
// which they fall. Those who act for a hypnotist do not count.
type kin struct {
	cells  [2 * 30]spot // riders have both, which hang together anyway
	group  [2 * 30]uint8
	n      int
	groups int
	reach  int // of cohesion
}

// kinOf gathers a unit without one of its pieces, or all of it.
func (b *Battle) kinOf(u, without int) (k kin) {
	k.reach = b.theatre.reach
	for _, i := range b.troops[u].figures {
		if i == without || !b.afield[b.acts[i]].has(i) || b.entranced(i) {
			continue
		}
		if k.add(b.spots[i]); b.figures[i].mounted {
			k.add(spotOf(b.piece(i).rear()))
		}
	}
	k.gather()
	return k
}

func (k *kin) add(c spot) {
	k.cells[k.n] = c
	k.n++
}

// gather numbers the groups of pieces that hang together, directly or through others.
func (k *kin) gather() {
	left := uint64(1)<<k.n - 1
	for left != 0 {
		front := left & -left
		left &^= front
		for front != 0 {
			i := bits.TrailingZeros64(front)
			front &= front - 1
			k.group[i] = uint8(k.groups)
			x, y := int(k.cells[i].x), int(k.cells[i].y)
			for rest := left; rest != 0; rest &= rest - 1 {
				if j := bits.TrailingZeros64(rest); k.cells[j].from(x, y) <= k.reach {
					front |= 1 << j
					left &^= 1 << j
				}
			}
		}
		k.groups++
	}
}

// beside is the set of groups within a distance of a piece, by bit.
func (k *kin) beside(there piece, reach int) (set uint64) {
	for j := range k.n {
		if k.cells[j].from(there.Cell.X, there.Cell.Y) <= reach {
			set |= 1 << k.group[j]
		}
	}
	if there.Mounted {
		set |= k.beside(piece{stand: stand{Cell: there.rear()}}, reach)
	}
	return set
}

// with counts the groups when one more piece stands somewhere.
func (k *kin) with(there piece) int {
	return 1 + k.groups - bits.OnesCount64(k.beside(there, k.reach))
}

// A bond keeps a soldier with its unit.
type bond struct {
	kin
	home   piece
	before int // groups, as all stand
	loose  bool
	known  map[int]bool // by unit, whether it can come together as all stand; nil asks each time
}

func (b *Battle) bondOf(i int) (d bond) {
	u := b.figures[i].unit
	if d.loose = u == none || b.entranced(i); d.loose {
		return d
	}
	d.kin, d.home = b.kinOf(u, i), b.piece(i)
	d.before = d.with(d.home)
	return d
}

// strays reports whether the soldier would part its unit, or part it more, by
// standing elsewhere.
func (d *bond) strays(there piece) bool {
	if d.loose || there.Cell == d.home.Cell && !there.Mounted {
		return false
	}
	now := d.with(there)
	return now > 1 && now > d.before
}

// repair is the move that closing found, as all stand in a scene and in their plight.
type repair struct {
	scene, plight uint32
	turn          int
	side          int
	piece         int
	path          []string
}

// closing finds a move of one piece that closes a gap of a unit of the side: which, and
// by which path; none when nobody can. It looks once.
func (b *Battle) closing() (i int, path []string) {
	if r := &b.repair; r.scene != b.scene || r.plight != b.plight || r.turn != b.s.Turn || r.side != b.s.Side {
		r.scene, r.plight, r.turn, r.side = b.scene, b.plight, b.s.Turn, b.s.Side
		r.piece, r.path = b.closer()
	}
	return b.repair.piece, b.repair.path
}

func (b *Battle) closer() (i int, path []string) {
	for u := range b.troops {
		t := &b.troops[u]
		if t.side != b.s.Side || b.strength(u) < 2 {
			continue
		}
		whole := b.kinOf(u, none)
		if whole.groups < 2 {
			continue
		}
		if b.s.Units[u].Whole {
			if i, path := b.regroup(u); i != none {
				return i, path
			}
		}
		for _, i := range t.figures {
			if b.alive(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burden(i).blinded {
				if path := b.rejoin(i, whole.groups); path != nil {
					return i, path
				}
			}
		}
	}
	return none, nil
}
