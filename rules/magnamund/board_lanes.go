package magnamund

import (
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// lane is what lies on the sight line from one cell to another, whatever troops stand
// between them, as bits: two flags, the kinds that block sight and those that give cover.
type lane uint32

const (
	laneKnown   lane = 1 << iota // the lane has been computed
	laneBlocked                  // troops on it hide what is beyond them

	laneBlockers = 2
	laneCover    = laneBlockers + ruling.CoverKinds
)

// newLane encodes what was seen along a line; peopled if troops on it block the view.
func newLane(v ruling.SightLineResult, peopled bool) lane {
	l := laneKnown | lane(v.Blockers)<<laneBlockers | lane(v.Cover)<<laneCover
	if peopled {
		l |= laneBlocked
	}
	return l
}

func (l lane) blockers() ruling.CoverSet {
	return ruling.CoverSet(l>>laneBlockers) & (1<<ruling.CoverKinds - 1)
}
func (l lane) cover() ruling.CoverSet { return ruling.CoverSet(l >> laneCover) }

// laneCache remembers the lanes of a board. Battles with the same fixed part share it, also
// between goroutines: a lane never changes once written, and at worst is written twice.
type laneCache struct {
	rows  []atomic.Pointer[laneRow]  // by the index of the first cell
	paths []atomic.Pointer[cellPath] // by the offset of the second cell from the first
}

type laneRow []atomic.Uint32

// cellPath is the cells that a line crosses, as index offsets from its first cell.
type cellPath []int32

func newLanes(g *ruling.Ground) laneCache {
	return laneCache{
		rows:  make([]atomic.Pointer[laneRow], len(g.Land)),
		paths: make([]atomic.Pointer[cellPath], (2*g.Width-1)*(2*g.Height-1)),
	}
}

// lane returns the lane between two different cells, computed once.
func (th *fixed) lane(from, to grid.Cell) lane {
	row := th.lanes.rows[th.bareBoard.Index(from)].Load()
	if row == nil {
		fresh := make(laneRow, len(th.bareBoard.Land))
		row = &fresh
		th.lanes.rows[th.bareBoard.Index(from)].Store(row)
	}
	memo := &(*row)[th.bareBoard.Index(to)]
	if l := lane(memo.Load()); l != 0 {
		return l
	}
	s := ruling.SightLine{Ground: th.bareBoard, Levels: th.levels, From: from, To: to}
	l := newLane(s.Look(), s.Level(from) <= s.Level(to))
	memo.Store(uint32(l))
	return l
}

// cellPath finds the cells between two others, once for all pairs with the same offset.
func (th *fixed) cellPath(from, to grid.Cell) cellPath {
	g := th.bareBoard
	d := to.Minus(from)
	memo := &th.lanes.paths[(d.Y+g.Height-1)*(2*g.Width-1)+d.X+g.Width-1]
	if t := memo.Load(); t != nil {
		return *t
	}
	t := cellPath{}
	grid.Line(grid.Cell{}, d, func(p grid.Pass) bool {
		if p.To != d {
			t = append(t, int32(g.Index(p.To)))
		}
		return true
	})
	memo.Store(&t)
	return t
}

// sees reports whether a troop sees another, and the cover on the line; troops of its own
// unit do not block the sight of a unit that fires in ranks (MG-FIRE-4, MG-HIGH-3).
func (b *Battle) sees(i, j int) (visible bool, cover ruling.CoverSet) {
	f, from, to := &b.troops[i], b.s.Troops[i].Cell, b.troopPlace(j)
	ranks := noUnit
	if f.unit != noUnit && ruling.FireRanksOf(f.profile.Level) > 1 {
		ranks = f.unit
	}
	for n := range 1 + rules.BoolToInt(to.Mounted) {
		cell := to.Cell
		if n == 1 {
			cell = to.RearCell()
		}
		if cell == from {
			continue
		}
		l := b.lane(from, cell)
		if l.blockers() == 0 && (!visible || l.cover() == 0) && b.laneClear(l, from, cell, i, j, ranks) {
			visible, cover = true, l.cover()
		}
	}
	return visible, cover
}

// laneClear reports whether no troop is in a lane except the two troops themselves, hidden
// ones and those of a unit.
func (b *Battle) laneClear(l lane, from, to grid.Cell, i, j, unit int) bool {
	if l&laneBlocked == 0 {
		return true
	}
	at := b.bareBoard.Index(from)
	for _, c := range b.cellPath(from, to) {
		k := int(b.troopAt[at+int(c)])
		if k < 0 || k == i || k == j || b.s.Troops[k].Hidden || unit != noUnit && b.troops[k].unit == unit {
			continue
		}
		return false
	}
	return true
}
