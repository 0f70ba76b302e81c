package magnamund

import (
	"math"

	"oriflamme/rules/grid"
)

// patience is for how many turns shooters prefer to shoot; then they close in.
const patience = 5

// approach is a path that brings a piece nearer to where it can fight, nil when it
// is well where it is.
func (b *Battle) approach(i int) (path []string) {
	shooter := b.figures[i].p.Ranged != "" && b.s.Turn <= patience
	if shooter && !b.targets(i).empty() {
		return nil
	}
	ways := b.ways(i)
	m := b.marchOf(i)
	start := ways[m.index(m.piece.Cell)]
	for m.left > 0 && !m.engages(m.piece) && len(path) < 40 {
		way := b.downhill(ways, &m)
		if way == nil {
			break
		}
		if m.stride(way) != nil {
			break
		}
		path = append(path, way.word)
		if shooter && b.eyes(i, m.piece) {
			break
		}
	}
	for len(path) > 0 && stepOf(path[len(path)-1]).pivot && !shooter {
		path = path[:len(path)-1] // turned for a step that it could not pay
	}
	if len(path) == 0 || !shooter && ways[m.index(m.piece.Cell)] >= start {
		return nil
	}
	return path
}

// downhill is the next step of a march to a cell from which the enemy is nearer, or
// a turn towards it; nil where there is none.
func (b *Battle) downhill(ways []int, m *march) (best *stride) {
	least, toward := ways[m.index(m.piece.Cell)], -1
	for n, step := range grid.Compass() {
		next := m.piece.Cell.Plus(step)
		if !m.on(next) || m.held(next) != nobody || ways[m.index(next)] >= least {
			continue
		}
		if cost := m.costs.step(m.ground, m.piece.Cell, next); cost != impassable && cost <= m.left {
			least, toward = ways[m.index(next)], n
		}
	}
	if toward < 0 {
		return nil
	}
	ahead := 2 * grid.North.Quarters(m.piece.Facing)
	switch (toward - ahead + 8) % 8 {
	case 0:
		return stepForward
	case 1:
		return stepOf("forward-right")
	case 7:
		return stepOf("forward-left")
	}
	return stepOf("pivot-" + string(grid.North.Turned((toward+1)/2%4)))
}

// eyes reports whether a shooter would have an enemy in range, arc and sight from a place.
func (b *Battle) eyes(i int, at piece) bool {
	f := &b.figures[i]
	foes := b.afield[1-b.sideOf(i)]
	for j := foes.next(0); j >= 0; j = foes.next(j + 1) {
		c := b.s.Pieces[j].Cell
		if d := grid.Distance(at.Cell, c); b.s.Pieces[j].Hidden || d < minRange || d > f.long || !at.Facing.InQuarter(at.Cell, c) {
			continue
		}
		if l := b.lane(at.Cell, c); l.blockers() == 0 && b.clear(l, at.Cell, c, i, j, f.unit) {
			return true
		}
	}
	return false
}

// ways tells for each cell how many movement points lead a piece from there to a
// cell next to an enemy or to a goal of its side, over the terrain and round enemies
// and friends who are held in a fight; others move on and bar nothing.
func (b *Battle) ways(i int) []int {
	g := b.ground(b.sideOf(i))
	costs := &b.figures[i].costs
	far := make([]int, len(g.land))
	for at := range far {
		far[at] = math.MaxInt / 2
	}
	var queue []grid.Cell
	foes := b.afield[1-b.sideOf(i)]
	for j := foes.next(0); j >= 0; j = foes.next(j + 1) {
		if !b.s.Pieces[j].Hidden {
			far[g.index(b.s.Pieces[j].Cell)] = 0
			queue = append(queue, b.s.Pieces[j].Cell)
		}
	}
	if v := &b.field.Victory; v.Kind == "reach" && v.Side == b.sideOf(i) {
		for _, c := range v.Cells {
			far[g.index(c)] = 0
			queue = append(queue, c)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, step := range grid.Compass() {
			from := at.Minus(step)
			if !g.on(from) || g.holder(from) == enemy || b.stuck(i, from) {
				continue
			}
			cost := costs.step(g, from, at)
			if g.holder(at) == enemy {
				cost = b.opening(from, int(b.at[g.index(at)])) // it stops beside, and strikes
			}
			if cost == impassable {
				continue
			}
			if known := &far[g.index(from)]; far[g.index(at)]+cost < *known {
				*known = far[g.index(at)] + cost
				queue = append(queue, from)
			}
		}
	}
	return far
}

// stuck reports whether a friend stands on a cell who cannot go on.
func (b *Battle) stuck(i int, c grid.Cell) bool {
	k := int(b.at[b.base.index(c)])
	return k >= 0 && k != i && b.engaged(k)
}

// opening is how much a place beside an enemy is worth less than one behind him: he
// is easier to hit from the flank and the rear.
func (b *Battle) opening(from grid.Cell, j int) int {
	switch aspect(piece{stand: stand{Cell: from}}, b.piece(j)) {
	case "rear":
		return 1
	case "flank":
		return 2
	}
	return 3
}
