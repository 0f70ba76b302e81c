package magnamund

import (
	"sync/atomic"

	"oriflamme/rules/grid"
)

// lane is what lies on the sight line from one cell to another, whoever stands
// between them, in bits: two flags, what stops the sight and what gives cover.
type lane uint32

const (
	laneKnown   lane = 1 << iota // somebody has looked along it
	lanePeopled                  // pieces on it hide what is beyond

	laneBlockers = 2
	laneCover    = laneBlockers + kinds
)

func laneOf(v view, peopled bool) lane {
	l := laneKnown | lane(v.blockers)<<laneBlockers | lane(v.cover)<<laneCover
	if peopled {
		l |= lanePeopled
	}
	return l
}

func (l lane) blockers() coverSet { return coverSet(l>>laneBlockers) & (1<<kinds - 1) }
func (l lane) cover() coverSet    { return coverSet(l >> laneCover) }

// lanes remembers the lanes of a board. Battles of one theatre share it, whoever
// plays them: what is written is never changed, and twice the same at worst.
type lanes struct {
	rows   []atomic.Pointer[laneRow] // by the cell from which one looks
	tracks []atomic.Pointer[track]   // by how far and which way one looks
}

type laneRow []atomic.Uint32

// track is where the cells are that a line crosses, counted from its first.
type track []int32

func newLanes(g *ground) lanes {
	return lanes{
		rows:   make([]atomic.Pointer[laneRow], len(g.land)),
		tracks: make([]atomic.Pointer[track], (2*g.width-1)*(2*g.height-1)),
	}
}

// lane looks along the line between two different cells, once.
func (th *theatre) lane(from, to grid.Cell) lane {
	row := th.lanes.rows[th.base.index(from)].Load()
	if row == nil {
		fresh := make(laneRow, len(th.base.land))
		row = &fresh
		th.lanes.rows[th.base.index(from)].Store(row)
	}
	known := &(*row)[th.base.index(to)]
	if l := lane(known.Load()); l != 0 {
		return l
	}
	s := sighting{ground: th.base, levels: th.levels, from: from, to: to}
	l := laneOf(s.look(), s.level(from) <= s.level(to))
	known.Store(uint32(l))
	return l
}

// track finds the cells between two others, once for all that lie alike.
func (th *theatre) track(from, to grid.Cell) track {
	g := th.base
	d := to.Minus(from)
	known := &th.lanes.tracks[(d.Y+g.height-1)*(2*g.width-1)+d.X+g.width-1]
	if t := known.Load(); t != nil {
		return *t
	}
	t := track{}
	grid.Line(grid.Cell{}, d, func(p grid.Pass) bool {
		if p.To != d {
			t = append(t, int32(g.index(p.To)))
		}
		return true
	})
	known.Store(&t)
	return t
}

// sees reports whether a piece sees another and by which cover; own pieces do not
// hide it from a unit that fires in ranks (MG-FIRE-4, MG-HIGH-3).
func (b *Battle) sees(i, j int) (visible bool, cover coverSet) {
	f, from, to := &b.figures[i], b.s.Pieces[i].Cell, b.piece(j)
	ranks := none
	if f.unit != none && fireRanksOf(f.p.Level) > 1 {
		ranks = f.unit
	}
	for n := range 1 + count(to.Mounted) {
		cell := to.Cell
		if n == 1 {
			cell = to.rear()
		}
		if cell == from {
			continue
		}
		l := b.lane(from, cell)
		if l.blockers() == 0 && (!visible || l.cover() == 0) && b.clear(l, from, cell, i, j, ranks) {
			visible, cover = true, l.cover()
		}
	}
	return visible, cover
}

// clear reports whether nobody stands in a lane but the two pieces, hidden ones
// and those of a unit.
func (b *Battle) clear(l lane, from, to grid.Cell, i, j, unit int) bool {
	if l&lanePeopled == 0 {
		return true
	}
	at := b.base.index(from)
	for _, c := range b.track(from, to) {
		k := int(b.at[at+int(c)])
		if k < 0 || k == i || k == j || b.s.Pieces[k].Hidden || unit != none && b.figures[k].unit == unit {
			continue
		}
		return false
	}
	return true
}
