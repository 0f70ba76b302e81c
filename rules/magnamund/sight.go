package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// SightResultOnLine is what lies on the straight line between two cells.
type SightResultOnLine struct {
	blockers coverSet    // what stops it
	cover    coverSet    // what gives cover on the way
	crossed  []grid.Cell // where they are listed
}

// coverSet is a set of kinds of things on the line of sight.
type coverSet uint16

const (
	kindBuilding coverSet = 1 << iota
	kindHill
	kindPiece
	kindRampart
	kindTrees
	kindWall
	kindBrush
	kindFence
	kindHedge
	kindLowWall
	kindRocks

	coverKinds = iota // how many there are
)

var coverNames = [...]string{"building", "hill", "piece", "rampart", "trees", "wall", "brush", "fence", "hedge", "low-wall", "rocks"}

// words lists the kinds in alphabetical order.
func (s coverSet) words() []string {
	var all []string
	for i, name := range coverNames {
		if s&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

func (t terrain) cover() coverSet {
	switch t {
	case brush:
		return kindBrush
	case rocks:
		return kindRocks
	case trees:
		return kindTrees
	}
	return 0
}

func (f feature) cover() coverSet {
	switch f {
	case lowWall:
		return kindLowWall
	case fence:
		return kindFence
	case hedge:
		return kindHedge
	}
	return 0
}

// SightLine is a question about what one cell sees of another.
type SightLine struct {
	*Ground
	levels      []uint8 // elevation by cell
	from, to    grid.Cell
	ranksFiring bool // pieces of the own unit do not stop the shot (MG-HIGH-3)
	lists       bool // which cells are crossed
}

func (s SightLine) level(c grid.Cell) uint8 { return s.levels[s.index(c)] }

// block tells how a cell shuts out the sight, if it does (MG-TERR-8, MG-HIDE-1, ruling MG-AMB-12).
func (s SightLine) block(c grid.Cell) coverSet {
	level := s.level(c)
	switch s.terrain(c) {
	case building:
		return kindBuilding
	case rampart:
		if level > s.level(s.from) {
			return kindRampart
		}
		return 0
	}
	if level > s.level(s.from) && level > s.level(s.to) {
		return kindHill
	}
	return 0
}

// Look follows the sight line from centre to centre.
func (s SightLine) Look() (v SightResultOnLine) {
	grid.Line(s.from, s.to, func(p grid.Pass) bool {
		if p.Corner {
			s.corner(p, &v)
		} else {
			f := s.Feature(p.From, p.To)
			v.cover |= f.cover()
			if f == wall {
				v.blockers |= kindWall
			}
		}
		if p.To != s.to {
			s.cross(p.To, &v)
		}
		return true
	})
	v.cover |= s.terrain(s.to).cover()
	if s.terrain(s.to) != trees {
		v.blockers &^= kindTrees
	}
	return v
}

// cross notes what a crossed cell does to the sight. Trees block only those that
// stand in trees, which look settles at the end.
func (s SightLine) cross(c grid.Cell, v *SightResultOnLine) {
	if s.lists {
		v.crossed = append(v.crossed, c)
	}
	t := s.terrain(c)
	v.cover |= t.cover()
	v.blockers |= s.block(c)
	if t == trees {
		v.blockers |= kindTrees
	}
	who := s.holder(c)
	if who != Nobody && s.level(s.from) <= s.level(s.to) && !(who == ownUnit && s.ranksFiring) {
		v.blockers |= kindPiece
	}
}

// corner notes what lies on both ways round a corner that the line meets.
func (s SightLine) corner(p grid.Pass, v *SightResultOnLine) {
	var shut, cover [2]coverSet
	for i, middle := range p.Beside {
		one, two := s.Feature(p.From, middle), s.Feature(middle, p.To)
		if one == wall || two == wall {
			shut[i] |= kindWall
		}
		shut[i] |= s.block(middle)
		cover[i] = one.cover() | two.cover()
	}
	if shut[0] != 0 && shut[1] != 0 {
		v.blockers |= shut[0] | shut[1]
	}
	if cover[0] != 0 && cover[1] != 0 {
		v.cover |= cover[0] | cover[1]
	}
}

type sightInput struct {
	Map    boardInput `json:"map"`
	Levels []struct {
		Cell  grid.Cell `json:"cell"`
		Level int       `json:"level" in:"0..9"`
	} `json:"levels" len:"0..2000" default:"[]"`
	From      grid.Cell `json:"from"`
	To        grid.Cell `json:"to"`
	MultiRank bool      `json:"multi_rank" default:"false"`
}

type sightResult struct {
	Visible       bool        `json:"visible"`
	Blockers      []string    `json:"blockers"`
	InCover       bool        `json:"in_cover"`
	CoverFeatures []string    `json:"cover_features"`
	CrossedCells  []grid.Cell `json:"crossed_cells"`
}

// sighting lays out the board and its heights; a rampart is one level up unless
// the request says otherwise.
func (in sightInput) sighting() (s SightLine, fault *rules.Fault) {
	s = SightLine{from: in.From, to: in.To, ranksFiring: in.MultiRank, lists: true}
	if s.Ground, fault = in.Map.build(); fault != nil {
		return s, fault
	}
	if f := firstFault(
		outOfRangeIf(!s.OnBoard(in.From), "from", "is off the board"),
		outOfRangeIf(!s.OnBoard(in.To), "to", "is off the board"),
		outOfRangeIf(in.From == in.To, "to", "is the observer's own cell"),
	); f != nil {
		return s, f
	}
	s.levels = make([]uint8, len(s.land))
	for i, t := range s.land {
		if t == rampart {
			s.levels[i] = 1
		}
	}
	listed := make([]bool, len(s.land))
	for i, l := range in.Levels {
		if !s.OnBoard(l.Cell) || listed[s.index(l.Cell)] {
			return s, rules.Faultf(rules.OutOfRange, rules.At("levels", i)+".cell", "is off the board or there twice")
		}
		listed[s.index(l.Cell)] = true
		s.levels[s.index(l.Cell)] = uint8(l.Level)
	}
	return s, nil
}

var lineOfSightRuling = rules.NewRuling("line-of-sight",
	"MG-FIRE-4 MG-HIGH-1 MG-HIGH-2 MG-HIGH-3 MG-HIDE-1 MG-TERR-8 MG-TERR-11 MG-TERR-12 MG-AMB-12", "",
	func(in sightInput) (rules.Resolver, error) {
		s, fault := in.sighting()
		if fault != nil {
			return nil, fault
		}
		return func(*rules.Roller) any {
			v := s.Look()
			slices.SortFunc(v.crossed, grid.Compare)
			return sightResult{v.blockers == 0, v.blockers.words(), v.cover != 0, v.cover.words(), v.crossed}
		}, nil
	})
