package magnamund

import (
	"math/bits"
	"slices"
	"sync"

	"oriflamme/rules/grid"
)

// A pathSearch finds its way over a board from trail to trail. It keeps its room for the next.
type pathSearch struct {
	pointsLeft []int8 // points left, and one more, by cell and facing; 0 where nobody came
	nodes      []searchNode
	goals      []grid.Cell
}

// searchNode is a place on the way and how it was reached.
type searchNode struct {
	x, y, quarter int8 // the facing in quarter turns from the north
	left          int8 // points, with a cap that nobody has
	from          int32
	by            uint8 // stride
}

// maxPoints is more points than any piece has.
const maxPoints = 126

var searchPool = sync.Pool{New: func() any { return new(pathSearch) }}

// newPathSearch is a search over a board of so many cells; done takes it back.
func newPathSearch(cells int) *pathSearch {
	s := searchPool.Get().(*pathSearch)
	if len(s.pointsLeft) < 4*cells {
		s.pointsLeft = make([]int8, 4*cells)
	} else {
		clear(s.pointsLeft)
	}
	s.nodes, s.goals = s.nodes[:0], s.goals[:0]
	return s
}

func (s *pathSearch) release() { searchPool.Put(s) }

// visit notes a place unless it was reached with as many points left.
func (s *pathSearch) visit(m *Movement, from int, by int) bool {
	quarter := grid.North.Quarters(m.piece.Facing)
	left := int8(min(maxPoints, m.PointsLeft))
	memo := &s.pointsLeft[4*m.index(m.piece.Cell)+quarter]
	if *memo > left {
		return false
	}
	*memo = left + 1
	s.nodes = append(s.nodes, searchNode{int8(m.piece.Cell.X), int8(m.piece.Cell.Y), int8(quarter), left, int32(from), uint8(by)})
	return true
}

// restore has a march go on from a place.
func (t searchNode) restore(m *Movement) {
	m.piece.Cell, m.piece.Facing, m.PointsLeft = grid.Cell{X: int(t.x), Y: int(t.y)}, grid.North.Turned(int(t.quarter)), int(t.left)
}

// path is the row of steps that leads to the last place.
func (s *pathSearch) path() (words []string) {
	for k := len(s.nodes) - 1; k > 0; k = int(s.nodes[k].from) {
		words = append(words, Steps[s.nodes[k].by].word)
	}
	slices.Reverse(words)
	return words
}

// pathToRejoin looks for a path of a piece after which its unit has fewer groups than before.
func (b *Battle) pathToRejoin(i, before int) []string {
	k := b.groupsOf(b.troops[i].unit, i)
	return b.rejoinFrom(b.newMove(i), &k, before)
}

// rejoinFrom looks for a path of a piece on its march, after which its unit, whose
// other pieces are given, has fewer groups than before.
func (b *Battle) rejoinFrom(m Movement, k *cohesionGroups, before int) []string {
	if !k.otherGroupNear(&m) {
		return nil
	}
	s := newPathSearch(len(b.bareBoard.land))
	defer s.release()
	if s.setGoals(&m, k, before); len(s.goals) == 0 {
		return nil
	}
	s.visit(&m, noUnit, 0)
	for n := 0; n < len(s.nodes); n++ {
		for by := range Steps[:StepsOnFoot] {
			s.nodes[n].restore(&m)
			if m.Step(&Steps[by]) != nil || !s.goalInReach(&m) || !s.visit(&m, n, by) {
				continue
			}
			if !Steps[by].pivot && k.countWith(m.piece) < before {
				return s.path()
			}
		}
	}
	return nil
}

// otherGroupNear reports whether another group than its own is near enough to a piece as the
// crow flies.
func (k *cohesionGroups) otherGroupNear(m *Movement) bool {
	own := k.groupsNear(m.piece, k.reach)
	return k.groupsNear(m.piece, m.PointsLeft+k.reach+boolToInt(m.piece.Mounted))&^own != 0
}

// setGoals gathers the cells within the points of a piece where it would close a gap.
func (s *pathSearch) setGoals(m *Movement, k *cohesionGroups, before int) {
	home := m.piece
	for y := max(0, home.Cell.Y-m.PointsLeft); y <= min(m.height-1, home.Cell.Y+m.PointsLeft); y++ {
		over := m.PointsLeft - max(y-home.Cell.Y, home.Cell.Y-y)
		for x := max(0, home.Cell.X-over); x <= min(m.width-1, home.Cell.X+over); x++ {
			c := grid.Cell{X: x, Y: y}
			if m.costs.land[m.terrain(c)] != impassable && m.HolderOf(c) == Nobody && k.closesGap(c, home.Mounted, before) {
				s.goals = append(s.goals, c)
			}
		}
	}
}

// closesGap reports whether a piece on a cell, whichever way it faces, closes a gap.
func (k *cohesionGroups) closesGap(c grid.Cell, mounted bool, before int) bool {
	if !mounted {
		return k.countWith(Place{Position: Position{Cell: c}}) < before
	}
	set := k.groupsNear(Place{Position: Position{Cell: c}}, k.reach+1) // of which its rear may be in reach
	return 1+k.groups-bits.OnesCount64(set) < before
}

// goalInReach reports whether a goal may be in reach of the points that are left: a step
// costs one at least, and a diagonal one two.
func (s *pathSearch) goalInReach(m *Movement) bool {
	for _, c := range s.goals {
		d := c.Minus(m.piece.Cell)
		if max(d.X, -d.X)+max(d.Y, -d.Y) <= m.PointsLeft {
			return true
		}
	}
	return false
}
