package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// gaping keeps a side in its movement step while one of its units could close up
// (MG-COH-1, ruling MG-AMB-15).
var gaping = rules.Breaks("MG-COH-1", "kind", "a unit could close up")

// groups counts the groups into which a unit falls with one of its pieces standing
// elsewhere; those who act for a hypnotist do not count.
func (b *Battle) groups(u, i int, there piece) int {
	var room [2 * 30]grid.Cell // riders with both cells, which hang together anyway
	all := room[:0]
	for _, k := range b.troops[u].figures {
		if !b.alive(k) || b.entranced(k) {
			continue
		}
		p := b.piece(k)
		if k == i {
			p = there
		}
		if all = append(all, p.Cell); p.Mounted {
			all = append(all, p.rear())
		}
	}
	return groupCount(all, b.theatre.reach)
}

// strays reports whether a soldier would part its unit, or part it more, by
// standing elsewhere.
func (b *Battle) strays(i int, there piece) bool {
	u := b.figures[i].unit
	if u == none || b.entranced(i) || there.Cell == b.s.Pieces[i].Cell && !there.Mounted {
		return false
	}
	now := b.groups(u, i, there)
	return now > 1 && now > b.groups(u, none, piece{})
}

// repair is the move that closing found, as all stand in a scene.
type repair struct {
	scene uint32
	turn  int
	side  int
	piece int
	path  []string
}

// closing finds a move of one piece that closes a gap of a unit of the side: which, and
// by which path; none when nobody can. It looks once in a scene.
func (b *Battle) closing() (i int, path []string) {
	if r := &b.repair; r.scene != b.scene || r.turn != b.s.Turn || r.side != b.s.Side {
		r.scene, r.turn, r.side = b.scene, b.s.Turn, b.s.Side
		r.piece, r.path = b.closer()
	}
	return b.repair.piece, b.repair.path
}

func (b *Battle) closer() (i int, path []string) {
	var seen []int8
	for u := range b.troops {
		t := &b.troops[u]
		if b.strength(u) < 2 || t.side != b.s.Side {
			continue
		}
		before := b.groups(u, none, piece{})
		if before == 1 {
			continue
		}
		if seen == nil {
			seen = make([]int8, 4*len(b.base.land))
		}
		for _, i := range t.figures {
			if b.alive(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burden(i).blinded && b.reunites(u, i) {
				clear(seen)
				if path := b.rejoin(u, i, before, seen); len(path) > 0 {
					return i, path
				}
			}
		}
	}
	return none, nil
}

// reunites reports whether a piece has points enough to come near another group of its
// unit as the crow flies.
func (b *Battle) reunites(u, i int) bool {
	var room [30]grid.Cell
	mates := room[:0]
	for _, k := range b.troops[u].figures {
		if b.alive(k) && !b.entranced(k) {
			mates = append(mates, b.s.Pieces[k].Cell)
		}
	}
	span := b.theatre.reach + count(b.figures[i].mounted)
	own := []grid.Cell{b.s.Pieces[i].Cell}
	for n := 0; n < len(own); n++ { // those who hang together with it
		for m := 0; m < len(mates); m++ {
			if grid.Distance(own[n], mates[m]) <= span {
				own = append(own, mates[m])
				mates[m] = mates[len(mates)-1]
				mates, m = mates[:len(mates)-1], m-1
			}
		}
	}
	for _, c := range mates {
		if grid.Distance(own[0], c) <= b.points(i)+span {
			return true
		}
	}
	return false
}

// rejoin looks for a path of a piece after which its unit has fewer groups. Seen has
// room for the points, and one more, left at each cell and facing.
func (b *Battle) rejoin(u, i, before int, seen []int8) []string {
	type trail struct {
		march
		from int
		word string
	}
	at := func(m *march) *int8 {
		return &seen[4*m.index(m.piece.Cell)+grid.North.Quarters(m.piece.Facing)]
	}
	way := []trail{{b.marchOf(i), none, ""}}
	*at(&way[0].march) = int8(min(126, way[0].left) + 1)
	for n := 0; n < len(way); n++ {
		for s := range strides {
			if strides[s].leap {
				continue
			}
			next := trail{way[n].march, n, strides[s].word}
			if next.stride(&strides[s]) != nil {
				continue
			}
			left := int8(min(126, next.left) + 1)
			known := at(&next.march)
			if *known >= left {
				continue
			}
			*known = left
			way = append(way, next)
			if strides[s].pivot || b.groups(u, i, next.piece) >= before {
				continue
			}
			var path []string
			for k := len(way) - 1; k > 0; k = way[k].from {
				path = append(path, way[k].word)
			}
			slices.Reverse(path)
			return path
		}
	}
	return nil
}
