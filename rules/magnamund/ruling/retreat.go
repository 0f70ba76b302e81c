package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// fleeRun is the run of a fleeing troop on foot, in a straight line (MG-MOR-8, MG-MOR-9).
type fleeRun struct {
	*Ground
	costs Costs
	cell  grid.Cell
	left  int
	path  []grid.Cell
}

// FleeDirections returns the two facings away from a threat. x is true if it is farther away
// along the x axis; tied if both distances are equal, so that the owner chooses (ruling
// MG-AMB-33).
func FleeDirections(threat, cell grid.Cell) (alongX, alongY grid.Facing, tied, x bool) {
	d := cell.Minus(threat)
	alongX, alongY = grid.West, grid.South
	if d.X > 0 {
		alongX = grid.East
	}
	if d.Y > 0 {
		alongY = grid.North
	}
	dx, dy := max(d.X, -d.X), max(d.Y, -d.Y)
	return alongX, alongY, dx == dy, dx > dy
}

// run moves straight on until something ends the run, and returns what did.
func (f *fleeRun) run(way grid.Facing) (end string) {
	for {
		if f.left == 0 {
			return "mp-spent"
		}
		next := f.cell.Plus(way.Ahead())
		if !f.OnBoard(next) {
			f.left--
			return "lost"
		}
		cost := f.costs.Step(f.Ground, f.cell, next)
		switch who := f.Holder(next); {
		case cost == Impassable:
			return "blocked-impassable"
		case who == Enemy:
			return "blocked-enemy"
		case who != Nobody:
			return "blocked-friend"
		case cost > f.left:
			return "mp-spent"
		}
		f.left -= cost
		f.cell = next
		f.path = append(f.path, next)
	}
}

type retreatInput struct {
	Kind         string     `json:"kind" in:"retreat|rout"`
	Map          boardInput `json:"map"`
	Cell         grid.Cell  `json:"cell"`
	ThreatCell   grid.Cell  `json:"threat_cell"`
	TieAxis      string     `json:"tie_axis" in:"x|y" default:"-"`
	MP           int        `json:"mp" in:"0..100"`
	Costs        PriceList  `json:"costs" default:"{}"`
	RoutModifier int        `json:"rout_modifier" in:"-100..100" default:"0"`
}

type retreatResult struct {
	Facing           grid.Facing `json:"facing"`
	Cell             grid.Cell   `json:"cell"`
	Path             []grid.Cell `json:"path"`
	MPSpent          int         `json:"mp_spent"`
	MPLeft           int         `json:"mp_left"`
	Lost             bool        `json:"lost"`
	End              string      `json:"end"`
	SpreadsToFriends bool        `json:"spreads_to_friends"`
	NextTestModifier int         `json:"next_test_modifier"`
}

var retreatRuling = rules.NewRuling("retreat", "MG-MOR-8 MG-MOR-9 MG-MOR-10 MG-MOVE-2 MG-MOVE-4 MG-MOVE-5 MG-AMB-33 MG-AMB-34", "",
	func(in retreatInput) (rules.Resolver, error) {
		g, fault := in.Map.build()
		if fault != nil {
			return nil, fault
		}
		alongX, alongY, tied, x := FleeDirections(in.ThreatCell, in.Cell)
		if f := rules.FirstFault(
			in.Map.place(g, "cell", in.Cell),
			rules.OutOfRangeIf(in.ThreatCell == in.Cell, "threat_cell", "is the cell of the piece"),
			rules.MissingFieldIf(tied && in.TieAxis == "", "tie_axis", "both distances are equal"),
			in.Costs.Covers(g),
		); f != nil {
			return nil, f
		}
		f := fleeRun{Ground: g, costs: in.Costs.Read(), cell: in.Cell, left: in.MP}
		r := retreatResult{Facing: alongY, SpreadsToFriends: in.Kind == "rout"}
		if x || tied && in.TieAxis == "x" {
			r.Facing = alongX
		}
		r.End = f.run(r.Facing)
		r.Cell, r.Path, r.MPSpent, r.MPLeft, r.Lost = f.cell, f.path, in.MP-f.left, f.left, r.End == "lost"
		if in.Kind == "rout" {
			r.NextTestModifier = in.RoutModifier
		}
		return func(*rules.Roller) any { return r }, nil
	})
