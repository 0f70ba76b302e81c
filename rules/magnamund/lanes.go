package magnamund

import (
	"sync/atomic"

	"oriflamme/rules/grid"
)

// lane is what lies on the sight line from one cell to another, whoever stands
// between them.
type lane struct {
	crossed  []int32 // cells that are crossed, by index; none where pieces hide nothing
	blockers coverSet
	cover    coverSet
}

// lanes remembers the lanes of a board. Battles of one theatre share it, whoever
// plays them: what is written is never changed, and twice the same at worst.
type lanes struct {
	rows []atomic.Pointer[laneRow] // by the cell from which one looks
}

type laneRow []atomic.Pointer[lane]

// lane looks along the line between two different cells, once.
func (th *theatre) lane(from, to grid.Cell) *lane {
	row := th.lanes.rows[th.base.index(from)].Load()
	if row == nil {
		fresh := make(laneRow, len(th.base.land))
		row = &fresh
		th.lanes.rows[th.base.index(from)].Store(row)
	}
	known := &(*row)[th.base.index(to)]
	if l := known.Load(); l != nil {
		return l
	}
	s := sighting{ground: th.base, levels: th.levels, from: from, to: to}
	v := s.look()
	l := &lane{blockers: v.blockers, cover: v.cover}
	if s.level(from) <= s.level(to) {
		l.crossed = make([]int32, len(v.crossed))
		for i, c := range v.crossed {
			l.crossed[i] = int32(th.base.index(c))
		}
	}
	known.Store(l)
	return l
}
