package magnamund

import (
	"math"

	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// turnsShooting is the number of turns in which shooters prefer to shoot; afterwards they
// close in.
const turnsShooting = 5

// pathToFight is a path that brings a troop nearer to a place where it can fight; nil if it
// is well placed. ways holds its costsToFight.
func (b *Battle) pathToFight(i int, ways []int) (path []string) {
	shooter := b.troops[i].profile.Ranged != "" && b.s.Turn <= turnsShooting
	if shooter && !b.shootTargets(i).empty() {
		return nil
	}
	m := b.newMove(i)
	start := ways[m.Index(m.Place.Cell)]
	for m.PointsLeft > 0 && !m.EngagedPlace(m.Place) && len(path) < 40 {
		way := b.nextStepTowards(ways, &m)
		if way == nil {
			break
		}
		if m.Step(way) != nil {
			break
		}
		path = append(path, way.Word)
		if shooter && b.wouldHaveTarget(i, m.Place) {
			break
		}
	}
	for len(path) > 0 && ruling.StepByName(path[len(path)-1]).Pivot && !shooter {
		path = path[:len(path)-1] // the turn before a step that it could not pay for
	}
	if len(path) == 0 || !shooter && ways[m.Index(m.Place.Cell)] >= start {
		return nil
	}
	return path
}

// nextStepTowards is the next step to a cell from which the enemy is nearer, or a turn
// towards it, or nil. ways holds the costs of costsToFight.
func (b *Battle) nextStepTowards(ways []int, m *ruling.Movement) (best *ruling.Step) {
	least, toward := ways[m.Index(m.Place.Cell)], -1
	for n, step := range grid.Compass() {
		next := m.Place.Cell.Plus(step)
		if !m.OnBoard(next) || m.HolderOf(next) != ruling.Nobody || ways[m.Index(next)] >= least {
			continue
		}
		if cost := m.Costs.Step(m.Ground, m.Place.Cell, next); cost != ruling.Impassable && cost <= m.PointsLeft {
			least, toward = ways[m.Index(next)], n
		}
	}
	if toward < 0 {
		return nil
	}
	ahead := 2 * grid.North.Quarters(m.Place.Facing)
	switch (toward - ahead + 8) % 8 {
	case 0:
		return ruling.StepForward
	case 1:
		return ruling.StepByName("forward-right")
	case 7:
		return ruling.StepByName("forward-left")
	}
	return ruling.StepByName("pivot-" + string(grid.North.Turned((toward+1)/2%4)))
}

// wouldHaveTarget reports whether a shooter at a place would have an enemy in range, arc and
// sight.
func (b *Battle) wouldHaveTarget(i int, at ruling.Place) bool {
	f := &b.troops[i]
	for j := range b.living[1-b.sideOf(i)].all() {
		c := b.s.Troops[j].Cell
		if d := grid.Distance(at.Cell, c); b.s.Troops[j].Hidden || d < ruling.MinRange || d > f.longRange || !at.Facing.InQuarter(at.Cell, c) {
			continue
		}
		if l := b.lane(at.Cell, c); l.blockers() == 0 && b.laneClear(l, at.Cell, c, i, j, f.unit) {
			return true
		}
	}
	return false
}

// costsToFight is, for each cell, the movement points that a troop which is not engaged needs from
// there to a cell next to an enemy or to a goal of its side, over the terrain and round enemies and
// engaged friends. Other friends move on and block nothing. It is the same for all troops of the
// side that move at the same costs.
func (b *Battle) costsToFight(i int) []int {
	g := b.boardOf(b.sideOf(i))
	costs := &b.troops[i].costs
	far := make([]int, len(g.Land))
	for at := range far {
		far[at] = math.MaxInt / 2
	}
	var queue []grid.Cell
	for j := range b.living[1-b.sideOf(i)].all() {
		if !b.s.Troops[j].Hidden {
			far[g.Index(b.s.Troops[j].Cell)] = 0
			queue = append(queue, b.s.Troops[j].Cell)
		}
	}
	if v := &b.scenario.Victory; v.Kind == "reach" && v.Side == b.sideOf(i) {
		for _, c := range v.Cells {
			far[g.Index(c)] = 0
			queue = append(queue, c)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, step := range grid.Compass() {
			from := at.Minus(step)
			if !g.OnBoard(from) || g.Holder(from) == ruling.Enemy || b.blockedByFriend(from) {
				continue
			}
			cost := costs.Step(g, from, at)
			if g.Holder(at) == ruling.Enemy {
				cost = b.flankPenalty(from, int(b.troopAt[g.Index(at)])) // it stops beside the enemy and strikes
			}
			if cost == ruling.Impassable {
				continue
			}
			if memo := &far[g.Index(from)]; far[g.Index(at)]+cost < *memo {
				*memo = far[g.Index(at)] + cost
				queue = append(queue, from)
			}
		}
	}
	return far
}

// blockedByFriend reports whether a friend that cannot move on is on a cell.
func (b *Battle) blockedByFriend(c grid.Cell) bool {
	k := int(b.troopAt[b.bareBoard.Index(c)])
	return k >= 0 && b.engaged(k)
}

// flankPenalty is how much less a place beside an enemy is worth than one behind it: flank
// and rear are easier to hit.
func (b *Battle) flankPenalty(from grid.Cell, j int) int {
	switch ruling.AspectOf(ruling.Place{Position: ruling.Position{Cell: from}}, b.troopPlace(j)) {
	case "rear":
		return 1
	case "flank":
		return 2
	}
	return 3
}
