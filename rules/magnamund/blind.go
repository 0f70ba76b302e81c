package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// directionBands are where the directions B to H of a random move begin on 1D100 (ruling MG-AMB-09).
var directionBands = [...]int{13, 26, 38, 51, 63, 76, 88}

// directionOf reads the direction roll: 0 is A, straight ahead, and so on
// clockwise in eighths of a turn.
func directionOf(roll int) int {
	d := 0
	for d < len(directionBands) && roll >= directionBands[d] {
		d++
	}
	return d
}

// freePivot is how many quarters a blinded piece turns before it goes in a
// direction: C and G to the side, D, E and F right round (MG-BLIND-5).
func freePivot(direction int) int { return [...]int{0, 0, 1, 2, 2, 2, 3, 0}[direction] }

// BlindMove is the random move of a blinded piece without a guide (MG-BLIND-2).
type BlindMove struct {
	*Ground
	costs  costs // in which water is never impassable
	cell   grid.Cell
	facing grid.Facing
	left   int
	path   []grid.Cell
}

// Blocked tells of a neighbour cell where the piece stops: the edge, what nobody
// passes, or another piece.
func (s *BlindMove) Blocked(next grid.Cell) bool {
	return !s.OnBoard(next) || s.costs.step(s.Ground, s.cell, next) == impassable || s.holder(next) != Nobody
}

// Next tells whether the piece must throw for a direction, or else how its move ended.
func (s *BlindMove) Next() (end string) {
	if s.left == 0 {
		return "mp-spent"
	}
	for _, step := range grid.Compass() {
		if !s.Blocked(s.cell.Plus(step)) {
			return ""
		}
	}
	return "enclosed"
}

// Go turns the piece and sends it in a direction until something ends its
// move or, with an empty end, stops it for another throw (MG-BLIND-3 to MG-BLIND-5).
func (s *BlindMove) Go(direction int) (end string) {
	step := s.facing.Eighths(direction)
	s.facing = s.facing.Turned(freePivot(direction))
	for {
		next := s.cell.Plus(step)
		if s.Blocked(next) {
			return ""
		}
		cost := s.costs.step(s.Ground, s.cell, next)
		if cost > s.left {
			return "mp-spent"
		}
		s.left -= cost
		s.cell = next
		s.path = append(s.path, next)
		switch {
		case s.terrain(next) == water:
			return "drowned"
		case s.engaged(next):
			return "engaged"
		case s.left == 0:
			return "mp-spent"
		}
	}
}

type randomMoveInput struct {
	Map   boardInput `json:"map"`
	Piece Position   `json:"piece"`
	MP    int        `json:"mp" in:"0..100"`
	Costs priceList  `json:"costs" default:"{}"`
}

type randomRoll struct {
	Roll      int    `json:"roll"`
	Direction string `json:"direction"`
}

type randomMoveResult struct {
	Cell    grid.Cell    `json:"cell"`
	Facing  grid.Facing  `json:"facing"`
	Path    []grid.Cell  `json:"path"`
	Rolls   []randomRoll `json:"rolls"`
	MPLeft  int          `json:"mp_left"`
	End     string       `json:"end"`
	Drowned bool         `json:"drowned"`
	Engaged bool         `json:"engaged"`
}

// AllowWater makes water cost a point where the sheet has no number for it.
func (c *costs) AllowWater() {
	if c.land[water] == impassable {
		c.land[water] = 1
	}
}

var randomMoveRuling = rules.NewRuling("random-move",
	"MG-BLIND-2 MG-BLIND-3 MG-BLIND-4 MG-BLIND-5 MG-MOVE-2 MG-MOVE-4 MG-MOVE-5 MG-MOVE-6 MG-MOVE-9 MG-PHASE-2 MG-AMB-09 MG-AMB-40", "",
	func(in randomMoveInput) (rules.Resolver, error) {
		g, fault := in.Map.build()
		if fault != nil {
			return nil, fault
		}
		if f := firstFault(
			in.Map.place(g, "piece.cell", in.Piece.Cell),
			in.Costs.covers(g),
		); f != nil {
			return nil, f
		}
		if g.engaged(in.Piece.Cell) {
			return nil, rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
		}
		prices := in.Costs.read()
		prices.AllowWater()
		return func(c *rules.Roller) any {
			s := BlindMove{Ground: g, costs: prices, cell: in.Piece.Cell, facing: in.Piece.Facing, left: in.MP}
			var r randomMoveResult
			for r.End = s.Next(); r.End == ""; {
				roll := c.Pool("direction", 1, 100, directionBands[:]...)[0]
				d := directionOf(roll)
				r.Rolls = append(r.Rolls, randomRoll{roll, string(rune('A' + d))})
				if r.End = s.Go(d); r.End == "" {
					r.End = s.Next()
				}
			}
			r.Cell, r.Facing, r.Path, r.MPLeft = s.cell, s.facing, slices.Clone(s.path), s.left
			r.Drowned, r.Engaged = r.End == "drowned", r.End == "engaged"
			return r
		}, nil
	})
