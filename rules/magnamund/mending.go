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

// parted reports whether a unit has a gap.
func (b *Battle) parted(u int) bool { return b.groups(u, none, piece{}) > 1 }

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

// closing finds a move of one piece that closes a gap of a unit of the side: which, and
// by which path; none when nobody can.
func (b *Battle) closing() (i int, path []string) {
	for u := range b.troops {
		t := &b.troops[u]
		if b.strength(u) < 2 || t.side != b.s.Side {
			continue
		}
		before := b.groups(u, none, piece{})
		if before == 1 {
			continue
		}
		for _, i := range t.figures {
			if b.alive(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burden(i).blinded {
				if path := b.rejoin(u, i, before); path != nil {
					return i, path
				}
			}
		}
	}
	return none, nil
}

// rejoin looks for a path of a piece after which its unit has fewer groups.
func (b *Battle) rejoin(u, i, before int) []string {
	type trail struct {
		march
		from int
		word string
	}
	way := []trail{{b.marchOf(i), none, ""}}
	seen := map[stand]int{way[0].piece.stand: way[0].left}
	for n := 0; n < len(way); n++ {
		for s := range strides {
			next := trail{way[n].march, n, strides[s].word}
			if strides[s].leap || next.stride(&strides[s]) != nil {
				continue
			}
			if left, known := seen[next.piece.stand]; known && left >= next.left {
				continue
			}
			seen[next.piece.stand] = next.left
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
