package magnamund

import (
	"math/bits"
	"slices"
	"sync"

	"oriflamme/rules/grid"
)

// A search finds its way over a board from trail to trail. It keeps its room for the next.
type search struct {
	seen  []int8 // points left, and one more, by cell and facing; 0 where nobody came
	way   []trail
	goals []grid.Cell
}

// trail is a place on the way and how it was reached.
type trail struct {
	x, y, quarter int8 // the facing in quarter turns from the north
	left          int8 // points, with a cap that nobody has
	from          int32
	by            uint8 // stride
}

// mostLeft is more points than any piece has.
const mostLeft = 126

var searches = sync.Pool{New: func() any { return new(search) }}

// searching is a search over a board of so many cells; done takes it back.
func searching(cells int) *search {
	s := searches.Get().(*search)
	if len(s.seen) < 4*cells {
		s.seen = make([]int8, 4*cells)
	} else {
		clear(s.seen)
	}
	s.way, s.goals = s.way[:0], s.goals[:0]
	return s
}

func (s *search) done() { searches.Put(s) }

// goes notes a place unless it was reached with as many points left.
func (s *search) goes(m *march, from int, by int) bool {
	quarter := grid.North.Quarters(m.piece.Facing)
	left := int8(min(mostLeft, m.left))
	known := &s.seen[4*m.index(m.piece.Cell)+quarter]
	if *known > left {
		return false
	}
	*known = left + 1
	s.way = append(s.way, trail{int8(m.piece.Cell.X), int8(m.piece.Cell.Y), int8(quarter), left, int32(from), uint8(by)})
	return true
}

// at has a march go on from a place.
func (t trail) at(m *march) {
	m.piece.Cell, m.piece.Facing, m.left = grid.Cell{X: int(t.x), Y: int(t.y)}, grid.North.Turned(int(t.quarter)), int(t.left)
}

// path is the row of steps that leads to the last place.
func (s *search) path() (words []string) {
	for k := len(s.way) - 1; k > 0; k = int(s.way[k].from) {
		words = append(words, strides[s.way[k].by].word)
	}
	slices.Reverse(words)
	return words
}

// rejoin looks for a path of a piece after which its unit has fewer groups than before.
func (b *Battle) rejoin(i, before int) []string {
	k := b.kinOf(b.figures[i].unit, i)
	return b.rejoinFrom(b.marchOf(i), &k, before)
}

// rejoinFrom looks for a path of a piece on its march, after which its unit, whose
// other pieces are given, has fewer groups than before.
func (b *Battle) rejoinFrom(m march, k *kin, before int) []string {
	if !k.calls(&m) {
		return nil
	}
	s := searching(len(b.base.land))
	defer s.done()
	if s.aim(&m, k, before); len(s.goals) == 0 {
		return nil
	}
	s.goes(&m, none, 0)
	for n := 0; n < len(s.way); n++ {
		for by := range strides[:walks] {
			s.way[n].at(&m)
			if m.stride(&strides[by]) != nil || !s.near(&m) || !s.goes(&m, n, by) {
				continue
			}
			if !strides[by].pivot && k.with(m.piece) < before {
				return s.path()
			}
		}
	}
	return nil
}

// calls reports whether another group than its own is near enough to a piece as the
// crow flies.
func (k *kin) calls(m *march) bool {
	own := k.beside(m.piece, k.reach)
	return k.beside(m.piece, m.left+k.reach+count(m.piece.Mounted))&^own != 0
}

// aim gathers the cells within the points of a piece where it would close a gap.
func (s *search) aim(m *march, k *kin, before int) {
	home := m.piece
	for y := max(0, home.Cell.Y-m.left); y <= min(m.height-1, home.Cell.Y+m.left); y++ {
		over := m.left - max(y-home.Cell.Y, home.Cell.Y-y)
		for x := max(0, home.Cell.X-over); x <= min(m.width-1, home.Cell.X+over); x++ {
			c := grid.Cell{X: x, Y: y}
			if m.costs.land[m.terrain(c)] != impassable && m.held(c) == nobody && k.heals(c, home.Mounted, before) {
				s.goals = append(s.goals, c)
			}
		}
	}
}

// heals reports whether a piece on a cell, whichever way it faces, closes a gap.
func (k *kin) heals(c grid.Cell, mounted bool, before int) bool {
	if !mounted {
		return k.with(piece{stand: stand{Cell: c}}) < before
	}
	set := k.beside(piece{stand: stand{Cell: c}}, k.reach+1) // of which its rear may be in reach
	return 1+k.groups-bits.OnesCount64(set) < before
}

// near reports whether a goal may be in reach of the points that are left: a step
// costs one at least, and a diagonal one two.
func (s *search) near(m *march) bool {
	for _, c := range s.goals {
		d := c.Minus(m.piece.Cell)
		if max(d.X, -d.X)+max(d.Y, -d.Y) <= m.left {
			return true
		}
	}
	return false
}
