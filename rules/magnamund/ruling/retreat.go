package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

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

// runEnd names what ended a run straight ahead, by the refusal of RunAhead.
func (m *Movement) runEnd(refusal *rules.Fault) string {
	switch {
	case m.LeftBoard:
		return "lost"
	case m.PointsLeft == 0:
		return "mp-spent"
	case refusal == ErrImpassable:
		return "blocked-impassable"
	case refusal == ErrHeld && m.HolderOf(m.Place.Cell.Plus(m.Place.Facing.Ahead())) == Enemy:
		return "blocked-enemy"
	case refusal == ErrHeld:
		return "blocked-friend"
	}
	return "mp-spent"
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
		way := alongY
		if x || tied && in.TieAxis == "x" {
			way = alongX
		}
		costs, start := in.Costs.Read(), Place{Position: Position{in.Cell, way}}
		m := Movement{Ground: g, Costs: &costs, Place: start, Start: start, PointsLeft: in.MP, Retreating: true}
		r := retreatResult{Facing: way, SpreadsToFriends: in.Kind == "rout", End: m.runEnd(m.RunAhead())}
		r.Cell, r.MPSpent, r.MPLeft, r.Lost = m.Place.Cell, m.Spent, m.PointsLeft, m.LeftBoard
		for c := in.Cell; c != r.Cell; {
			c = c.Plus(way.Ahead())
			r.Path = append(r.Path, c)
		}
		if in.Kind == "rout" {
			r.NextTestModifier = in.RoutModifier
		}
		return func(*rules.Roller) any { return r }, nil
	})
