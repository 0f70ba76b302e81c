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

// A pathSearch searches paths over a board, node by node. Its memory is used again for the
// next search.
type pathSearch struct {
	pointsLeft []int8 // points left plus one, by cell and facing; 0 where it has not been
	nodes      []searchNode
	goals      []grid.Cell
	near       []uint64 // by cell, the groups of troops in reach, a bit each; all 0 between searches
}

// searchNode is a place on a path and how it was reached.
type searchNode struct {
	x, y, quarter int8 // facing in quarter turns from north
	left          int8 // points left, at most maxPoints
	from          int32
	by            uint8 // index of the step in ruling.Steps
}

// maxPoints is more movement points than any troop has.
const maxPoints = 126

var searchPool = sync.Pool{New: func() any { return new(pathSearch) }}

// newPathSearch returns a search over a board of a number of cells; release gives it back.
func newPathSearch(cells int) *pathSearch {
	s := searchPool.Get().(*pathSearch)
	if len(s.pointsLeft) < 4*cells {
		s.pointsLeft, s.near = make([]int8, 4*cells), make([]uint64, cells)
	} else {
		clear(s.pointsLeft)
	}
	s.nodes, s.goals = s.nodes[:0], s.goals[:0]
	return s
}

func (s *pathSearch) release() { searchPool.Put(s) }

// visit adds a place unless it was reached before with at least as many points left.
func (s *pathSearch) visit(m *ruling.Movement, from int, by int) bool {
	quarter := grid.North.Quarters(m.Place.Facing)
	left := int8(min(maxPoints, m.PointsLeft))
	memo := &s.pointsLeft[4*m.Index(m.Place.Cell)+quarter]
	if *memo > left {
		return false
	}
	*memo = left + 1
	s.nodes = append(s.nodes, searchNode{int8(m.Place.Cell.X), int8(m.Place.Cell.Y), int8(quarter), left, int32(from), uint8(by)})
	return true
}

// restore continues a movement from a node.
func (t searchNode) restore(m *ruling.Movement) {
	m.Place.Cell, m.Place.Facing, m.PointsLeft = grid.Cell{X: int(t.x), Y: int(t.y)}, grid.North.Turned(int(t.quarter)), int(t.left)
}

// path is the list of steps that leads to the last node.
func (s *pathSearch) path() (words []string) {
	for k := len(s.nodes) - 1; k > 0; k = int(s.nodes[k].from) {
		words = append(words, ruling.Steps[s.nodes[k].by].Word)
	}
	slices.Reverse(words)
	return words
}

// rejoinFrom searches a path of a troop that continues its movement, which leaves its unit
// with fewer groups than before; k holds the other troops of the unit.
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
		s.nodes[n].restore(&m)
		here := m
		for by := range ruling.Steps[:ruling.StepsOnFoot] {
			if m = here; m.Step(&ruling.Steps[by]) != nil || !s.goalInReach(&m) || !s.visit(&m, n, by) {
				continue
			}
			if !ruling.Steps[by].Pivot && k.countWith(m.Place) < before {
				return s.path()
			}
		}
	}
	return nil
}

// otherGroupNear reports whether a group other than its own is near enough to a troop in a
// straight line.
func (k *cohesionGroups) otherGroupNear(m *ruling.Movement) bool {
	own := k.groupsNear(m.Place, k.reach)
	return k.groupsNear(m.Place, m.PointsLeft+k.reach+rules.BoolToInt(m.Place.Mounted))&^own != 0
}

// setGoals collects the cells within the points of a troop at which it would close a gap with
// some facing: those in reach of enough groups. The rear cell of a rider reaches one cell
// farther.
func (s *pathSearch) setGoals(m *ruling.Movement, k *cohesionGroups, before int) {
	start, reach := m.Place, k.reach+rules.BoolToInt(m.Place.Mounted)
	s.noteGroups(m.Ground, k, reach, true)
	for y := max(0, start.Cell.Y-m.PointsLeft); y <= min(m.Height-1, start.Cell.Y+m.PointsLeft); y++ {
		over := m.PointsLeft - max(y-start.Cell.Y, start.Cell.Y-y)
		for x := max(0, start.Cell.X-over); x <= min(m.Width-1, start.Cell.X+over); x++ {
			c := grid.Cell{X: x, Y: y}
			if 1+k.groups-bits.OnesCount64(s.near[m.Index(c)]) < before && m.Costs.Land[m.Terrain(c)] != ruling.Impassable && m.HolderOf(c) == ruling.Nobody {
				s.goals = append(s.goals, c)
			}
		}
	}
	s.noteGroups(m.Ground, k, reach, false)
}

// noteGroups notes on the cells in reach of each troop of some groups that its group is near,
// or takes the notes away.
func (s *pathSearch) noteGroups(g *ruling.Ground, k *cohesionGroups, reach int, there bool) {
	for j := range k.count {
		x, y := int(k.cells[j].x), int(k.cells[j].y)
		left, right := max(0, x-reach), min(g.Width-1, x+reach)
		for row := max(0, y-reach); row <= min(g.Height-1, y+reach); row++ {
			near := s.near[row*g.Width+left : row*g.Width+right+1]
			if !there {
				clear(near)
				continue
			}
			for n := range near {
				near[n] |= 1 << k.group[j]
			}
		}
	}
}

// goalInReach reports whether the points left may suffice to reach a goal: a step costs at
// least one, a diagonal step two, and so does the turn to a goal that is not ahead.
func (s *pathSearch) goalInReach(m *ruling.Movement) bool {
	for _, c := range s.goals {
		forward, right := m.Place.Facing.Relative(m.Place.Cell, c)
		aside := max(right, -right)
		if max(forward, -forward)+aside+rules.BoolToInt(aside > forward) <= m.PointsLeft {
			return true
		}
	}
	return false
}

// partsUnit reports whether a legal move splits the unit of its troop for good: the unit was
// together when the step began and could not come together again after the move (MG-COH-1).
// Its troops may move one after another as long as they can still end together. Units that
// losses have split are left to closingMove.
func (b *Battle) partsUnit(i int, d *cohesionCheck, m *ruling.Movement) bool {
	if !b.mayPartUnit(i, d, m) {
		return false
	}
	u := b.troops[i].unit
	if d.before > 1 && !b.regroups(u, d.memo) {
		return false // something else has split it
	}
	after := b.copyTo(planBattles.Get().(*Battle))
	defer planBattles.Put(after)
	after.Apply(newMoved(b, i, m))
	j, _ := after.wayToRegroup(u)
	return j == noUnit
}

// wayToRegroup returns the first move by which a unit in parts comes together: of a plan for
// all its troops, or of one troop that can close every gap alone; or noUnit.
func (b *Battle) wayToRegroup(u int) (i int, path []string) {
	if i, path = b.planRegroup(u); i != noUnit || !b.since(versionAnswers) {
		return i, path
	}
	for _, i := range b.units[u].troops {
		if b.living[b.sideActing[i]].has(i) && !b.entranced(i) && b.mayMove(i) == nil && !b.burdenOf(i).Blinded {
			k := b.groupsOf(u, i)
			if path := b.rejoinFrom(b.newMove(i), &k, 2); path != nil {
				return i, path
			}
		}
	}
	return noUnit, nil
}

// partsByPath reports whether a path splits the unit of its troop for good. Taken as a whole
// it may look as if it did although each of its steps could be taken by itself: plans depend on
// where they begin. Then it is allowed.
func (b *Battle) partsByPath(i int, m *ruling.Movement, path []string) bool {
	if d := b.cohesionCheckOf(i); !b.partsUnit(i, &d, m) {
		return false
	}
	if len(path) == 1 || !b.since(versionAnswers) {
		return true
	}
	after := b.copyTo(planBattles.Get().(*Battle))
	defer planBattles.Put(after)
	for n := range path {
		step, fault := after.checkPath(i, path[n:n+1])
		if d := after.cohesionCheckOf(i); fault != nil || after.partsUnit(i, &d, &step) {
			return true
		}
		after.Apply(newMoved(after, i, &step))
	}
	return false
}

// regroups reports whether a plan brings a unit together from the current places. memo holds
// earlier results for the same moment, nil for none.
func (b *Battle) regroups(u int, memo map[int]bool) bool {
	can, asked := memo[u]
	if !asked {
		i, _ := b.wayToRegroup(u)
		if can = i != noUnit; memo != nil {
			memo[u] = can
		}
	}
	return can
}

// planBattles are battles on which plans were tried, to be used again.
var planBattles = sync.Pool{New: func() any { return new(Battle) }}

// copyTo copies the battle into the memory of another one.
func (b *Battle) copyTo(scratch *Battle) *Battle {
	r := *scratch
	*scratch = Battle{fixed: b.fixed, s: b.s, placesVersion: b.placesVersion, conditionsVersion: b.conditionsVersion, living: b.living, hiddenTroops: b.hiddenTroops, boards: b.boards}
	scratch.troopAt, scratch.memos = refill(r.troopAt, b.troopAt), refill(r.memos, b.memos)
	scratch.sideActing, scratch.cells = refill(r.sideActing, b.sideActing), refill(r.cells, b.cells)
	scratch.s.Troops, scratch.s.Units = refill(r.s.Troops, b.s.Troops), refill(r.s.Units, b.s.Units)
	scratch.s.Hands, scratch.s.Attuned = slices.Clone(b.s.Hands), slices.Clone(b.s.Attuned)
	scratch.s.Declined = slices.Clone(b.s.Declined)
	scratch.s.Contacts, scratch.s.Covers = slices.Clone(b.s.Contacts), slices.Clone(b.s.Covers)
	scratch.s.Ranks = slices.Clone(b.s.Ranks)
	for i := range scratch.s.Hands {
		scratch.s.Hands[i].Cards = slices.Clone(b.s.Hands[i].Cards)
	}
	for side := range scratch.boards {
		scratch.boards[side].Holders, scratch.boards[side].EnemyRows = refill(r.boards[side].Holders, b.boards[side].Holders), refill(r.boards[side].EnemyRows, b.boards[side].EnemyRows)
	}
	return scratch
}

// refill copies a list into the memory of another one, if there is any.
func refill[T any](memory, list []T) []T {
	if memory == nil {
		return slices.Clone(list)
	}
	return append(memory[:0], list...)
}

// mayPartUnit reports whether a move leaves the unit of its troop in parts that the troop
// alone cannot join again; then only a plan for all troops can decide.
func (b *Battle) mayPartUnit(i int, d *cohesionCheck, m *ruling.Movement) bool {
	return !d.exempt && b.s.Units[b.troops[i].unit].Whole && d.countWith(m.Place) > 1 && (m.PointsLeft == 0 || b.rejoinFrom(*m, &d.cohesionGroups, 2) == nil)
}

// newMoved is the event of a legal move.
func newMoved(b *Battle, i int, m *ruling.Movement) Moved {
	return Moved{b.id(i), m.Place.Cell, m.Place.Facing, m.Spent, m.Leaps - b.s.Troops[i].Leaps, "move"}
}

// planRegroup plans how a unit in several groups can come together with the movement points
// left: around each group in turn, one troop after another takes its shortest way to those
// already together. It returns the first move of a plan that brings all together, or noUnit.
func (b *Battle) planRegroup(u int) (i int, path []string) {
	var rest []int
	for _, i := range b.units[u].troops {
		if b.living[b.sideActing[i]].has(i) && !b.entranced(i) {
			rest = append(rest, i)
		}
	}
	var tried troopSet
	var scratch *Battle
	defer func() {
		if scratch != nil {
			planBattles.Put(scratch)
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
		c := b // a clone after the first move
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
				if scratch == nil {
					scratch = planBattles.Get().(*Battle)
				}
				c = b.copyTo(scratch)
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

// joinedTo splits the troops of a unit into those linked to some of them, and the others.
func (b *Battle) joinedTo(some, all []int) (in, out []int) {
	in = slices.Clone(some)
	for grown := true; grown; {
		group := b.groupAround(in)
		grown, out = false, nil
		for _, i := range all {
			switch {
			case slices.Contains(in, i):
			case group.inReach(b.troopPlace(i)):
				in, grown = append(in, i), true
			default:
				out = append(out, i)
			}
		}
	}
	return in, out
}

// groupAround makes one group of some troops.
func (b *Battle) groupAround(some []int) (k cohesionGroups) {
	k.reach = b.fixed.reach
	for _, i := range some {
		k.add(b, i)
	}
	return k
}

// inReach reports whether a troop at a place would be linked to the group.
func (k *cohesionGroups) inReach(there ruling.Place) bool { return k.groupsNear(there, k.reach) != 0 }

// nextToJoin finds a troop that can reach the troops around a group, trying the nearest in a
// straight line first, and its path; noUnit if none of the others can.
func (b *Battle) nextToJoin(around, others []int) (int, []string) {
	group := b.groupAround(around)
	far := func(i int) int {
		least := math.MaxInt
		for k := range group.count {
			c := b.s.Troops[i].Cell
			least = min(least, group.cells[k].distance(c.X, c.Y))
		}
		return least
	}
	slices.SortStableFunc(others, func(i, j int) int { return far(i) - far(j) })
	for _, i := range others {
		if b.mayMove(i) != nil || b.burdenOf(i).Blinded {
			continue
		}
		if way := b.rejoinFrom(b.newMove(i), &group, 1); way != nil { // the group counts as none yet
			return i, way
		}
	}
	return noUnit, nil
}

// errPartsUnit refuses a move that splits a unit for good.
var errPartsUnit = rules.Breaks("MG-COH-1", "path", "the unit could not come together again")
