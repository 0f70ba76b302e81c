package magnamund

import (
	"math"
	"math/bits"
	"slices"
	"sync"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
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

// maxPoints is more points than any troop has.
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
func (s *pathSearch) visit(m *ruling.Movement, from int, by int) bool {
	quarter := grid.North.Quarters(m.Piece.Facing)
	left := int8(min(maxPoints, m.PointsLeft))
	memo := &s.pointsLeft[4*m.Index(m.Piece.Cell)+quarter]
	if *memo > left {
		return false
	}
	*memo = left + 1
	s.nodes = append(s.nodes, searchNode{int8(m.Piece.Cell.X), int8(m.Piece.Cell.Y), int8(quarter), left, int32(from), uint8(by)})
	return true
}

// restore has a march go on from a place.
func (t searchNode) restore(m *ruling.Movement) {
	m.Piece.Cell, m.Piece.Facing, m.PointsLeft = grid.Cell{X: int(t.x), Y: int(t.y)}, grid.North.Turned(int(t.quarter)), int(t.left)
}

// path is the row of steps that leads to the last place.
func (s *pathSearch) path() (words []string) {
	for k := len(s.nodes) - 1; k > 0; k = int(s.nodes[k].from) {
		words = append(words, ruling.Steps[s.nodes[k].by].Word)
	}
	slices.Reverse(words)
	return words
}

// pathToRejoin looks for a path of a troop after which its unit has fewer groups than before.
func (b *Battle) pathToRejoin(i, before int) []string {
	k := b.groupsOf(b.troops[i].unit, i)
	return b.rejoinFrom(b.newMove(i), &k, before)
}

// rejoinFrom looks for a path of a troop on its march, after which its unit, whose
// other troops are given, has fewer groups than before.
func (b *Battle) rejoinFrom(m ruling.Movement, k *cohesionGroups, before int) []string {
	if !k.otherGroupNear(&m) {
		return nil
	}
	s := newPathSearch(len(b.bareBoard.Land))
	defer s.release()
	if s.setGoals(&m, k, before); len(s.goals) == 0 {
		return nil
	}
	s.visit(&m, noUnit, 0)
	for n := 0; n < len(s.nodes); n++ {
		for by := range ruling.Steps[:ruling.StepsOnFoot] {
			s.nodes[n].restore(&m)
			if m.Step(&ruling.Steps[by]) != nil || !s.goalInReach(&m) || !s.visit(&m, n, by) {
				continue
			}
			if !ruling.Steps[by].Pivot && k.countWith(m.Piece) < before {
				return s.path()
			}
		}
	}
	return nil
}

// otherGroupNear reports whether another group than its own is near enough to a troop as the
// crow flies.
func (k *cohesionGroups) otherGroupNear(m *ruling.Movement) bool {
	own := k.groupsNear(m.Piece, k.reach)
	return k.groupsNear(m.Piece, m.PointsLeft+k.reach+ruling.BoolToInt(m.Piece.Mounted))&^own != 0
}

// setGoals gathers the cells within the points of a troop where it would close a gap.
func (s *pathSearch) setGoals(m *ruling.Movement, k *cohesionGroups, before int) {
	home := m.Piece
	for y := max(0, home.Cell.Y-m.PointsLeft); y <= min(m.Height-1, home.Cell.Y+m.PointsLeft); y++ {
		over := m.PointsLeft - max(y-home.Cell.Y, home.Cell.Y-y)
		for x := max(0, home.Cell.X-over); x <= min(m.Width-1, home.Cell.X+over); x++ {
			c := grid.Cell{X: x, Y: y}
			if m.Costs.Land[m.Terrain(c)] != ruling.Impassable && m.HolderOf(c) == ruling.Nobody && k.closesGap(c, home.Mounted, before) {
				s.goals = append(s.goals, c)
			}
		}
	}
}

// closesGap reports whether a troop on a cell, whichever way it faces, closes a gap.
func (k *cohesionGroups) closesGap(c grid.Cell, mounted bool, before int) bool {
	if !mounted {
		return k.countWith(ruling.Place{Position: ruling.Position{Cell: c}}) < before
	}
	set := k.groupsNear(ruling.Place{Position: ruling.Position{Cell: c}}, k.reach+1) // of which its rear may be in reach
	return 1+k.groups-bits.OnesCount64(set) < before
}

// goalInReach reports whether a goal may be in reach of the points that are left: a step
// costs one at least, and a diagonal one two.
func (s *pathSearch) goalInReach(m *ruling.Movement) bool {
	for _, c := range s.goals {
		d := c.Minus(m.Piece.Cell)
		if max(d.X, -d.X)+max(d.Y, -d.Y) <= m.PointsLeft {
			return true
		}
	}
	return false
}

// partsUnit reports whether a move that has been checked partsUnit the unit of its troop for
// good: the unit hung together when the step began and could no longer after the
// move (MG-COH-1). Its troops may move one after the other as long as a way together
// is left. A unit that was in partsUnit already, by its losses, is closing's to mend.
func (b *Battle) partsUnit(i int, d *cohesionCheck, m *ruling.Movement) bool {
	if !b.mayPartUnit(i, d, m) {
		return false
	}
	u := b.troops[i].unit
	if d.before > 1 && !b.regroups(u, d.memo) {
		return false // something else has parted it
	}
	after := b.copyTo(rooms.Get().(*Battle))
	defer rooms.Put(after)
	after.Apply(newMoved(b, i, m))
	j, _ := after.planRegroup(u)
	return j == noUnit
}

// regroups reports whether there is a plan to bring a unit together as all stand. What
// is known of the units of this moment, if anything, is not asked again.
func (b *Battle) regroups(u int, memo map[int]bool) bool {
	can, asked := memo[u]
	if !asked {
		i, _ := b.planRegroup(u)
		if can = i != noUnit; memo != nil {
			memo[u] = can
		}
	}
	return can
}

// rooms are battles that plans were tried on, for the next plan.
var rooms = sync.Pool{New: func() any { return new(Battle) }}

// copyTo makes another battle a clone of this one, in the memory that it has.
func (b *Battle) copyTo(room *Battle) *Battle {
	r := *room
	*room = Battle{fixed: b.fixed, s: b.s, placesVersion: b.placesVersion, conditionsVersion: b.conditionsVersion, living: b.living, hiddenTroops: b.hiddenTroops, boards: b.boards}
	room.troopAt, room.memos = append(r.troopAt[:0], b.troopAt...), append(r.memos[:0], b.memos...)
	room.sideActing, room.cells = append(r.sideActing[:0], b.sideActing...), append(r.cells[:0], b.cells...)
	room.s.Pieces, room.s.Units = append(r.s.Pieces[:0], b.s.Pieces...), append(r.s.Units[:0], b.s.Units...)
	room.s.Hands, room.s.Attuned = slices.Clone(b.s.Hands), slices.Clone(b.s.Attuned)
	for i := range room.s.Hands {
		room.s.Hands[i].Cards = slices.Clone(b.s.Hands[i].Cards)
	}
	for side := range room.boards {
		room.boards[side].Holders, room.boards[side].EnemyRows = append(r.boards[side].Holders[:0], b.boards[side].Holders...), append(r.boards[side].EnemyRows[:0], b.boards[side].EnemyRows...)
	}
	return room
}

// mayPartUnit reports whether a move leaves the unit of its troop in parts that the troop
// alone cannot bring together any more, so that only a plan for all can tell.
func (b *Battle) mayPartUnit(i int, d *cohesionCheck, m *ruling.Movement) bool {
	return !d.exempt && b.s.Units[b.troops[i].unit].Whole && d.countWith(m.Piece) > 1 && (m.PointsLeft == 0 || !b.canRejoinAlone(d, *m))
}

// newMoved is the event of a move that has been checked.
func newMoved(b *Battle, i int, m *ruling.Movement) Moved {
	return Moved{b.id(i), m.Piece.Cell, m.Piece.Facing, m.Spent, m.Leaps - b.s.Pieces[i].Leaps, "move"}
}

// canRejoinAlone reports whether a troop that goes on alone can bring its unit together.
func (b *Battle) canRejoinAlone(d *cohesionCheck, m ruling.Movement) bool {
	return b.rejoinFrom(m, &d.cohesionGroups, 2) != nil
}

// planRegroup plans how a unit in several groups comes together with the points that its
// troops have left: around each group in turn, one troop after the other takes its
// shortest way to those that are together. It returns the first move of a plan that
// brings all together; none when there is no such plan.
func (b *Battle) planRegroup(u int) (i int, path []string) {
	var rest []int
	for _, i := range b.units[u].troops {
		if b.living[b.sideActing[i]].has(i) && !b.entranced(i) {
			rest = append(rest, i)
		}
	}
	var tried troopSet
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
		first, way := noUnit, []string(nil)
		for len(waiting) > 0 {
			i, path := c.nextToJoin(around, waiting)
			if i == noUnit {
				break
			}
			if first == noUnit {
				first, way = i, path
			}
			m, fault := c.checkPath(i, path)
			if fault != nil {
				break
			}
			if c == b {
				if room == nil {
					room = rooms.Get().(*Battle)
				}
				c = b.copyTo(room)
			}
			c.Apply(newMoved(c, i, &m))
			around, waiting = c.joinedTo(append(around, i), rest)
		}
		if len(waiting) == 0 && first != noUnit {
			return first, way
		}
	}
	return noUnit, nil
}

// joinedTo splits the troops of a unit into those that hang together with some of
// them, and the others.
func (b *Battle) joinedTo(some, all []int) (in, out []int) {
	var joined troopSet
	for _, i := range some {
		joined.add(i)
	}
	for grown := true; grown; {
		grown = false
		group := b.groupAround(&joined)
		for _, i := range all {
			if !joined.has(i) && group.inReach(b.troopPlace(i)) {
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

// groupAround gathers the cells of some troops as one group.
func (b *Battle) groupAround(joined *troopSet) (k cohesionGroups) {
	k.reach = b.fixed.reach
	for j := joined.next(0); j != noUnit; j = joined.next(j + 1) {
		if k.add(b.cells[j]); b.troops[j].mounted {
			k.add(smallCellOf(b.troopPlace(j).RearCell()))
		}
	}
	return k
}

// inReach reports whether a troop would be within cohesion of the group.
func (k *cohesionGroups) inReach(there ruling.Place) bool { return k.groupsNear(there, k.reach) != 0 }

// nextToJoin is a troop that reaches those around a group, the nearest first as the
// crow flies, and its way there; none when nobody of the others can.
func (b *Battle) nextToJoin(around, others []int) (int, []string) {
	var joined troopSet
	for _, i := range around {
		joined.add(i)
	}
	group := b.groupAround(&joined)
	far := func(i int) int {
		least := math.MaxInt
		for k := range group.count {
			c := b.s.Pieces[i].Cell
			least = min(least, group.cells[k].distance(c.X, c.Y))
		}
		return least
	}
	slices.SortStableFunc(others, func(i, j int) int { return far(i) - far(j) })
	for _, i := range others {
		if b.mayMove(i) != nil || b.burdenOf(i).Blinded {
			continue
		}
		if way := b.pathToGroup(i, &group); way != nil {
			return i, way
		}
	}
	return noUnit, nil
}

// pathToGroup is the first way found of a troop to a place within cohesion of a group; nil
// when its points do not take it there.
func (b *Battle) pathToGroup(i int, group *cohesionGroups) []string {
	m := b.newMove(i)
	if group.groupsNear(m.Piece, m.PointsLeft+group.reach+ruling.BoolToInt(m.Piece.Mounted)) == 0 {
		return nil // too far even as the crow flies
	}
	s := newPathSearch(len(b.bareBoard.Land))
	defer s.release()
	s.visit(&m, noUnit, 0)
	for n := 0; n < len(s.nodes); n++ {
		for by := range ruling.Steps[:ruling.StepsOnFoot] {
			s.nodes[n].restore(&m)
			if m.Step(&ruling.Steps[by]) != nil || !s.visit(&m, n, by) {
				continue
			}
			if !ruling.Steps[by].Pivot && group.inReach(m.Piece) {
				return s.path()
			}
		}
	}
	return nil
}

// errPartsUnit refuses a move that parts a unit for good.
var errPartsUnit = rules.Breaks("MG-COH-1", "path", "the unit could not come together again")
