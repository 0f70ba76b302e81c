package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// SightLineResult is what lies on the straight line between two cells.
type SightLineResult struct {
	Blockers CoverSet    // kinds that stop it
	Cover    CoverSet    // kinds that give cover
	crossed  []grid.Cell // cells crossed, if they are listed
}

// CoverSet is a set of kinds of things on a line of sight.
type CoverSet uint16

const (
	kindBuilding CoverSet = 1 << iota
	kindHill
	kindTroop
	kindRampart
	kindTrees
	kindWall
	kindBrush
	kindFence
	kindHedge
	kindLowWall
	kindRocks

	CoverKinds = iota // number of kinds
)

// CoverNames names the kinds in results, by bit.
var CoverNames = [...]string{"building", "hill", "piece", "rampart", "trees", "wall", "brush", "fence", "hedge", "low-wall", "rocks"}

// words lists the kinds in alphabetical order.
func (s CoverSet) words() []string {
	var all []string
	for i, name := range CoverNames {
		if s&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

var (
	terrainCover = [TerrainCount]CoverSet{brush: kindBrush, rocks: kindRocks, trees: kindTrees}
	featureCover = [FeatureCount]CoverSet{lowWall: kindLowWall, fence: kindFence, hedge: kindHedge}
)

// Cover is the kind of cover that a terrain gives, or none.
func (t Terrain) Cover() CoverSet { return terrainCover[t] }

func (f Feature) cover() CoverSet { return featureCover[f] }

// SightLine asks whether one cell can see another.
type SightLine struct {
	*Ground
	Levels      []uint8 // elevation of each cell
	From, To    grid.Cell
	ranksFiring bool // troops of the shooter's own unit do not stop the shot (MG-HIGH-3)
	lists       bool // list the cells crossed
}

// Level is the elevation of a cell.
func (s SightLine) Level(c grid.Cell) uint8 { return s.Levels[s.Index(c)] }

// block returns the kind by which a cell blocks sight, or none (MG-TERR-8, MG-HIDE-1, ruling
// MG-AMB-12).
func (s SightLine) block(c grid.Cell) CoverSet {
	level := s.Level(c)
	switch s.Terrain(c) {
	case building:
		return kindBuilding
	case rampart:
		if level > s.Level(s.From) {
			return kindRampart
		}
		return 0
	}
	if level > s.Level(s.From) && level > s.Level(s.To) {
		return kindHill
	}
	return 0
}

// Look follows the line from centre to centre.
func (s SightLine) Look() (v SightLineResult) {
	grid.Line(s.From, s.To, func(p grid.Pass) bool {
		if p.Corner {
			s.corner(p, &v)
		} else {
			f := s.Feature(p.From, p.To)
			v.Cover |= f.cover()
			if f == wall {
				v.Blockers |= kindWall
			}
		}
		if p.To != s.To {
			s.cross(p.To, &v)
		}
		return true
	})
	v.Cover |= s.Terrain(s.To).Cover()
	if s.Terrain(s.To) != trees {
		v.Blockers &^= kindTrees
	}
	return v
}

// cross records what a crossed cell does to the line. Trees block only troops that stand in
// trees, which Look decides at the end.
func (s SightLine) cross(c grid.Cell, v *SightLineResult) {
	if s.lists {
		v.crossed = append(v.crossed, c)
	}
	t := s.Terrain(c)
	v.Cover |= t.Cover()
	v.Blockers |= s.block(c)
	if t == trees {
		v.Blockers |= kindTrees
	}
	who := s.Holder(c)
	if who != Nobody && s.Level(s.From) <= s.Level(s.To) && !(who == ownUnit && s.ranksFiring) {
		v.Blockers |= kindTroop
	}
}

// corner records what lies on both ways round a corner that the line meets.
func (s SightLine) corner(p grid.Pass, v *SightLineResult) {
	var blockers, cover [2]CoverSet
	for i, middle := range p.Beside {
		one, two := s.Feature(p.From, middle), s.Feature(middle, p.To)
		if one == wall || two == wall {
			blockers[i] |= kindWall
		}
		blockers[i] |= s.block(middle)
		cover[i] = one.cover() | two.cover()
	}
	if blockers[0] != 0 && blockers[1] != 0 {
		v.Blockers |= blockers[0] | blockers[1]
	}
	if cover[0] != 0 && cover[1] != 0 {
		v.Cover |= cover[0] | cover[1]
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

// sightLine builds the board and its elevations; a rampart is one level up unless the request
// says otherwise.
func (in sightInput) sightLine() (s SightLine, fault *rules.Fault) {
	s = SightLine{From: in.From, To: in.To, ranksFiring: in.MultiRank, lists: true}
	if s.Ground, fault = in.Map.build(); fault != nil {
		return s, fault
	}
	if f := rules.FirstFault(
		rules.OutOfRangeIf(!s.OnBoard(in.From), "from", "is off the board"),
		rules.OutOfRangeIf(!s.OnBoard(in.To), "to", "is off the board"),
		rules.OutOfRangeIf(in.From == in.To, "to", "is the observer's own cell"),
	); f != nil {
		return s, f
	}
	s.Levels = make([]uint8, len(s.Land))
	for i, t := range s.Land {
		if t == rampart {
			s.Levels[i] = 1
		}
	}
	listed := make([]bool, len(s.Land))
	for i, l := range in.Levels {
		if !s.OnBoard(l.Cell) || listed[s.Index(l.Cell)] {
			return s, rules.Faultf(rules.OutOfRange, rules.At("levels", i)+".cell", "is off the board or there twice")
		}
		listed[s.Index(l.Cell)] = true
		s.Levels[s.Index(l.Cell)] = uint8(l.Level)
	}
	return s, nil
}

var lineOfSightRuling = rules.NewRuling("line-of-sight",
	"MG-FIRE-4 MG-HIGH-1 MG-HIGH-2 MG-HIGH-3 MG-HIDE-1 MG-TERR-8 MG-TERR-11 MG-TERR-12 MG-AMB-12", "",
	func(in sightInput) (rules.Resolver, error) {
		s, fault := in.sightLine()
		if fault != nil {
			return nil, fault
		}
		return func(*rules.Roller) any {
			v := s.Look()
			slices.SortStableFunc(v.crossed, grid.Compare)
			return sightResult{v.Blockers == 0, v.Blockers.words(), v.Cover != 0, v.Cover.words(), v.crossed}
		}, nil
	})
