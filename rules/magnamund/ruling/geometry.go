package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Position is the cell of a troop on foot and the side of it that the troop faces
// (MG-FACE-1).
type Position struct {
	Cell   grid.Cell   `json:"cell"`
	Facing grid.Facing `json:"facing" in:"n|e|s|w"`
}

// Place is the cell and facing of a troop on the board. A mounted troop has a second cell
// behind the first (MG-MOVE-8).
type Place struct {
	Position
	Mounted bool `json:"mounted" default:"false"`
}

// RearCell is the cell behind the front cell.
func (p Place) RearCell() grid.Cell { return p.Cell.Minus(p.Facing.Ahead()) }

// Cells returns the one or two cells of a troop, front cell first.
func (p Place) Cells() []grid.Cell {
	if p.Mounted {
		return []grid.Cell{p.Cell, p.RearCell()}
	}
	return []grid.Cell{p.Cell}
}

// AspectOf is the side of other on which an adjacent troop stands, taken from its front cell
// if that one is adjacent (MG-CBT-4, rulings MG-AMB-06 and MG-AMB-07).
func AspectOf(p, other Place) string {
	touching := p.Cell
	if grid.Nearest(p.Cells()[:1], other.Cells()) != 1 {
		touching = p.RearCell()
	}
	forward, _ := other.Facing.Relative(other.Cell, touching)
	switch {
	case forward == 1:
		return "front"
	case forward == -1 && !other.Mounted, forward == -2:
		return "rear"
	}
	return "flank"
}

type positionInput struct {
	Troop         Place      `json:"piece"`
	Other         Place      `json:"other"`
	FileFrontCell *grid.Cell `json:"file_front_cell" default:"-"`
	MaxRange      *int       `json:"max_range" in:"2..200" default:"-"`
}

type positionResult struct {
	Distance      int                `json:"distance"`
	Adjacent      bool               `json:"adjacent"`
	InRange       *bool              `json:"in_range"`
	InArc         bool               `json:"in_arc"`
	FrontContact  bool               `json:"front_contact"`
	Aspect        rules.NullableText `json:"aspect"`
	AdjacentCells []grid.Cell        `json:"adjacent_cells"`
}

func (in positionInput) check() *rules.Fault {
	if grid.Nearest(in.Troop.Cells(), in.Other.Cells()) == 0 {
		return rules.Faultf(rules.OutOfRange, "other.cell", "the two pieces share a cell")
	}
	if in.FileFrontCell != nil {
		forward, right := in.Troop.Facing.Relative(in.Troop.Cell, *in.FileFrontCell)
		return rules.OutOfRangeIf(forward < 0 || right != 0, "file_front_cell", "is not straight ahead of the piece")
	}
	return nil
}

var positionRuling = rules.CheckedRuling("position",
	"MG-DIST-1 MG-DIST-2 MG-DIST-3 MG-FACE-1 MG-FIRE-3 MG-ARC-1 MG-ARC-2 MG-CBT-1 MG-CBT-4 MG-CRANK-3 MG-AMB-04 MG-AMB-05 MG-AMB-06 MG-AMB-07 MG-AMB-41", "",
	positionInput.check,
	func(_ *rules.Roller, in positionInput) (r positionResult) {
		own, others := in.Troop.Cells(), in.Other.Cells()
		r.Distance = grid.Nearest(own, others)
		r.Adjacent = r.Distance == 1
		if in.MaxRange != nil {
			within := r.Distance >= MinRange && r.Distance <= *in.MaxRange
			r.InRange = &within
		}
		arc := in.Troop.Cell
		if in.FileFrontCell != nil {
			arc = *in.FileFrontCell
		}
		for _, c := range others {
			r.InArc = r.InArc || in.Troop.Facing.InQuarter(arc, c)
			r.FrontContact = r.FrontContact || in.Troop.Facing.InFront(in.Troop.Cell, c)
		}
		if r.Adjacent {
			r.Aspect = rules.NullableText(AspectOf(in.Troop, in.Other))
		}
		r.AdjacentCells = NeighbourCells(own)
		return r
	})

// NeighbourCells lists the cells next to those of a troop, sorted.
func NeighbourCells(own []grid.Cell) []grid.Cell {
	var all []grid.Cell
	for _, c := range own {
		for _, step := range grid.Compass() {
			if next := c.Plus(step); !slices.Contains(own, next) {
				all = append(all, next)
			}
		}
	}
	slices.SortStableFunc(all, grid.Compare)
	return slices.Compact(all)
}
