package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// DirectionBands are the lowest rolls of the directions B to H of a random move on 1D100
// (ruling MG-AMB-09).
var DirectionBands = [...]int{13, 26, 38, 51, 63, 76, 88}

// DirectionOf is the direction of a roll in eighths of a circle, clockwise: 0 is A, straight
// ahead.
func DirectionOf(roll int) int { return bandOf(roll, DirectionBands[:]) }

// FreePivot is how many quarters a blinded troop turns before it moves in a direction: C and
// G to the side, D, E and F about (MG-BLIND-5).
func FreePivot(direction int) int { return [...]int{0, 0, 1, 2, 2, 2, 3, 0}[direction] }

// BlindMove is the random move of a blinded troop without a guide (MG-BLIND-2).
type BlindMove struct {
	*Ground
	Costs  Costs // with a cost for water, which is never impassable here
	Cell   grid.Cell
	Facing grid.Facing
	Left   int
	path   []grid.Cell
}

// Blocked reports whether a neighbouring cell stops the troop: off the board, impassable, or
// held by another troop.
func (s *BlindMove) Blocked(next grid.Cell) bool {
	return !s.OnBoard(next) || s.Costs.Step(s.Ground, s.Cell, next) == Impassable || s.Holder(next) != Nobody
}

// Next returns how the move ended, or "" if the troop must throw for a direction.
func (s *BlindMove) Next() (end string) {
	if s.Left == 0 {
		return "mp-spent"
	}
	for _, step := range grid.Compass() {
		if !s.Blocked(s.Cell.Plus(step)) {
			return ""
		}
	}
	return "enclosed"
}

// Go turns the troop and moves it in a direction until something ends its move. It returns
// "" if the troop stops for another throw (MG-BLIND-3 to MG-BLIND-5).
func (s *BlindMove) Go(direction int) (end string) {
	step := s.Facing.Eighths(direction)
	s.Facing = s.Facing.Turned(FreePivot(direction))
	for {
		next := s.Cell.Plus(step)
		if s.Blocked(next) {
			return ""
		}
		cost := s.Costs.Step(s.Ground, s.Cell, next)
		if cost > s.Left {
			return "mp-spent"
		}
		s.Left -= cost
		s.Cell = next
		s.path = append(s.path, next)
		switch {
		case s.Terrain(next) == water:
			return "drowned"
		case s.Engaged(next):
			return "engaged"
		case s.Left == 0:
			return "mp-spent"
		}
	}
}

type randomMoveInput struct {
	Map   boardInput `json:"map"`
	Troop Position   `json:"piece"`
	MP    int        `json:"mp" in:"0..100"`
	Costs PriceList  `json:"costs" default:"{}"`
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

// AllowWater makes water cost one point if the sheet has no cost for it.
func (c *Costs) AllowWater() {
	if c.Land[water] == Impassable {
		c.Land[water] = 1
	}
}

var randomMoveRuling = rules.NewRuling("random-move",
	"MG-BLIND-2 MG-BLIND-3 MG-BLIND-4 MG-BLIND-5 MG-MOVE-2 MG-MOVE-4 MG-MOVE-5 MG-MOVE-6 MG-MOVE-9 MG-PHASE-2 MG-AMB-09 MG-AMB-40", "",
	func(in randomMoveInput) (rules.Resolver, error) {
		g, fault := in.Map.build()
		if fault != nil {
			return nil, fault
		}
		if f := rules.FirstFault(
			in.Map.place(g, "piece.cell", in.Troop.Cell),
			in.Costs.Covers(g),
		); f != nil {
			return nil, f
		}
		if g.Engaged(in.Troop.Cell) {
			return nil, rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
		}
		prices := in.Costs.Read()
		prices.AllowWater()
		return func(c *rules.Roller) any {
			s := BlindMove{Ground: g, Costs: prices, Cell: in.Troop.Cell, Facing: in.Troop.Facing, Left: in.MP}
			var r randomMoveResult
			for r.End = s.Next(); r.End == ""; {
				roll := c.Pool("direction", 1, 100, DirectionBands[:]...)[0]
				d := DirectionOf(roll)
				r.Rolls = append(r.Rolls, randomRoll{roll, string(rune('A' + d))})
				if r.End = s.Go(d); r.End == "" {
					r.End = s.Next()
				}
			}
			r.Cell, r.Facing, r.Path, r.MPLeft = s.Cell, s.Facing, slices.Clone(s.path), s.Left
			r.Drowned, r.Engaged = r.End == "drowned", r.End == "engaged"
			return r
		}, nil
	})
