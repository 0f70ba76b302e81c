package magnamund

import (
	"math"
	"slices"
	"sync"

	"oriflamme/rules"
)

// parts reports whether a move that has been checked parts the unit of its piece for
// good: the unit hung together when the step began and could no longer after the
// move (MG-COH-1). Its pieces may move one after the other as long as a way together
// is left. A unit that was in parts already, by its losses, is closing's to mend.
func (b *Battle) parts(i int, d *bond, m *march) bool {
	if !b.mayPart(i, d, m) {
		return false
	}
	u := b.figures[i].unit
	if d.before > 1 && !b.regroups(u, d.known) {
		return false // something else has parted it
	}
	after := b.copyTo(rooms.Get().(*Battle))
	defer rooms.Put(after)
	after.Apply(moved(b, i, m))
	j, _ := after.regroup(u)
	return j == none
}

// regroups reports whether there is a plan to bring a unit together as all stand. What
// is known of the units of this moment, if anything, is not asked again.
func (b *Battle) regroups(u int, known map[int]bool) bool {
	can, asked := known[u]
	if !asked {
		i, _ := b.regroup(u)
		if can = i != none; known != nil {
			known[u] = can
		}
	}
	return can
}

// rooms are battles that plans were tried on, for the next plan.
var rooms = sync.Pool{New: func() any { return new(Battle) }}

// copyTo makes another battle a clone of this one, in the memory that it has.
func (b *Battle) copyTo(room *Battle) *Battle {
	r := *room
	*room = Battle{theatre: b.theatre, s: b.s, scene: b.scene, plight: b.plight, afield: b.afield, unseen: b.unseen, board: b.board}
	room.at, room.glances = append(r.at[:0], b.at...), append(r.glances[:0], b.glances...)
	room.acts, room.spots = append(r.acts[:0], b.acts...), append(r.spots[:0], b.spots...)
	room.s.Pieces, room.s.Units = append(r.s.Pieces[:0], b.s.Pieces...), append(r.s.Units[:0], b.s.Units...)
	room.s.Hands, room.s.Attuned = slices.Clone(b.s.Hands), slices.Clone(b.s.Attuned)
	for i := range room.s.Hands {
		room.s.Hands[i].Cards = slices.Clone(b.s.Hands[i].Cards)
	}
	for side := range room.board {
		room.board[side].held, room.board[side].foes = append(r.board[side].held[:0], b.board[side].held...), append(r.board[side].foes[:0], b.board[side].foes...)
	}
	return room
}

// mayPart reports whether a move leaves the unit of its piece in parts that the piece
// alone cannot bring together any more, so that only a plan for all can tell.
func (b *Battle) mayPart(i int, d *bond, m *march) bool {
	return !d.loose && b.s.Units[b.figures[i].unit].Whole && d.with(m.piece) > 1 && (m.left == 0 || !b.comesBack(d, *m))
}

// moved is the event of a move that has been checked.
func moved(b *Battle, i int, m *march) Moved {
	return Moved{b.id(i), m.piece.Cell, m.piece.Facing, m.paid, m.leaps - b.s.Pieces[i].Leaps, "move"}
}

// comesBack reports whether a piece that goes on alone can bring its unit together.
func (b *Battle) comesBack(d *bond, m march) bool { return b.rejoinFrom(m, &d.kin, 2) != nil }

// regroup plans how a unit in several groups comes together with the points that its
// pieces have left: around each group in turn, one piece after the other takes its
// shortest way to those that are together. It returns the first move of a plan that
// brings all together; none when there is no such plan.
func (b *Battle) regroup(u int) (i int, path []string) {
	var rest []int
	for _, i := range b.troops[u].figures {
		if b.afield[b.acts[i]].has(i) && !b.entranced(i) {
			rest = append(rest, i)
		}
	}
	var tried herd
	var room *Battle
	defer func() {
		if room != nil {
			rooms.Put(room)
		}
	}()
	for _, anchor := range rest {
		if tried.has(anchor) {
			continue
		}
		around, waiting := b.joinedTo([]int{anchor}, rest)
		for _, i := range around {
			tried.add(i)
		}
		c := b // a clone from the first move on
		first, way := none, []string(nil)
		for len(waiting) > 0 {
			i, path := c.nextToJoin(around, waiting)
			if i == none {
				break
			}
			if first == none {
				first, way = i, path
			}
			m, fault := c.path(i, path)
			if fault != nil {
				break
			}
			if c == b {
				if room == nil {
					room = rooms.Get().(*Battle)
				}
				c = b.copyTo(room)
			}
			c.Apply(moved(c, i, &m))
			around, waiting = c.joinedTo(append(around, i), rest)
		}
		if len(waiting) == 0 && first != none {
			return first, way
		}
	}
	return none, nil
}

// joinedTo splits the pieces of a unit into those that hang together with some of
// them, and the others.
func (b *Battle) joinedTo(some, all []int) (in, out []int) {
	var joined herd
	for _, i := range some {
		joined.add(i)
	}
	for grown := true; grown; {
		grown = false
		group := b.groupAround(&joined)
		for _, i := range all {
			if !joined.has(i) && group.touches(b.piece(i)) {
				joined.add(i)
				grown = true
			}
		}
	}
	for _, i := range all {
		if joined.has(i) {
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	return in, out
}

// groupAround gathers the cells of some pieces as one group.
func (b *Battle) groupAround(joined *herd) (k kin) {
	k.reach = b.theatre.reach
	for j := joined.next(0); j != none; j = joined.next(j + 1) {
		if k.add(b.spots[j]); b.figures[j].mounted {
			k.add(spotOf(b.piece(j).rear()))
		}
	}
	return k
}

// touches reports whether a piece would be within cohesion of the group.
func (k *kin) touches(there piece) bool { return k.beside(there, k.reach) != 0 }

// nextToJoin is a piece that reaches those around a group, the nearest first as the
// crow flies, and its way there; none when nobody of the others can.
func (b *Battle) nextToJoin(around, others []int) (int, []string) {
	var joined herd
	for _, i := range around {
		joined.add(i)
	}
	group := b.groupAround(&joined)
	far := func(i int) int {
		least := math.MaxInt
		for k := range group.n {
			c := b.s.Pieces[i].Cell
			least = min(least, group.cells[k].from(c.X, c.Y))
		}
		return least
	}
	slices.SortStableFunc(others, func(i, j int) int { return far(i) - far(j) })
	for _, i := range others {
		if b.mayMove(i) != nil || b.burden(i).blinded {
			continue
		}
		if way := b.wayTo(i, &group); way != nil {
			return i, way
		}
	}
	return none, nil
}

// wayTo is the first way found of a piece to a place within cohesion of a group; nil
// when its points do not take it there.
func (b *Battle) wayTo(i int, group *kin) []string {
	m := b.marchOf(i)
	if group.beside(m.piece, m.left+group.reach+count(m.piece.Mounted)) == 0 {
		return nil // too far even as the crow flies
	}
	s := searching(len(b.base.land))
	defer s.done()
	s.goes(&m, none, 0)
	for n := 0; n < len(s.way); n++ {
		for by := range strides[:walks] {
			s.way[n].at(&m)
			if m.stride(&strides[by]) != nil || !s.goes(&m, n, by) {
				continue
			}
			if !strides[by].pivot && group.touches(m.piece) {
				return s.path()
			}
		}
	}
	return nil
}

// parting refuses a move that parts a unit for good.
var parting = rules.Breaks("MG-COH-1", "path", "the unit could not come together again")
