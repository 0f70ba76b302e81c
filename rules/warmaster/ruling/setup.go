package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

type rollInput struct {
	Kind   string `json:"kind" in:"sum|d3|multiple"`
	Count  int    `json:"count" in:"1..10" default:"1"`
	Factor int    `json:"factor" in:"1..100" default:"1"`
}

type rollResult struct {
	Values []int `json:"values"`
	Total  int   `json:"total"`
}

// resolve evaluates the dice notations of the book: dice added, halved, multiplied
// (WR-GEN-1, WR-GEN-2).
func (in rollInput) resolve(c *rules.Roller) (r rollResult) {
	if in.Kind != "sum" {
		r.Values = c.Roll("roll", 1, 6)
		r.Total = r.Values[0] * in.Factor
		if in.Kind == "d3" {
			r.Total = CeilDiv(r.Values[0], 2)
		}
		return r
	}
	r.Values = c.Throw(dice.Roll{Why: "roll", N: in.Count, Sides: 6, Read: dice.Sum})
	for _, v := range r.Values {
		r.Total += v
	}
	return r
}

var rollRuling = rules.CheckedRuling("roll", "WR-GEN-1 WR-GEN-2", "total", nil,
	func(c *rules.Roller, in rollInput) rollResult { return in.resolve(c) })

// ArmySizes is the number of units of each army.
type ArmySizes struct {
	A int `json:"a" in:"1..200"`
	B int `json:"b" in:"1..200"`
}

// SetupInput is a deployment; the separation is in cm.
type SetupInput struct {
	Separation rules.Dec `json:"separation_cm" in:"0..1000" digits:"4"`
	Method     string    `json:"method" in:"secret-map|alternate-units"`
	Units      ArmySizes `json:"units"`
	TurnLimit  *int      `json:"turn_limit" in:"1..100" default:"-" null:"true"`
	Withdrawal *int      `json:"withdrawal_threshold" in:"1..200" default:"-" null:"true"`
}

type setupResult struct {
	Legal          bool     `json:"legal"`
	Violations     []string `json:"violations"`
	FirstToPlace   *Side    `json:"first_to_place"`
	PlacementRolls [][]int  `json:"placement_rolls"`
	FirstPlayer    Side     `json:"first_player"`
	TurnRolls      [][]int  `json:"turn_rolls"`
}

// LeastSeparation is the least distance between the armies at the start (WR-SET-1).
var LeastSeparation = CM(80)

// Resolve checks a deployment and throws its roll-offs (WR-SET-1 to WR-SET-4, rulings A-22
// and A-23).
func (in SetupInput) Resolve(c *rules.Roller) (r setupResult) {
	if in.Separation < LeastSeparation {
		r.Violations = append(r.Violations, "WR-SET-1")
	}
	if in.TurnLimit == nil && in.Withdrawal == nil {
		r.Violations = append(r.Violations, "WR-PROV-11")
	}
	r.Legal = len(r.Violations) == 0
	if in.Method == "alternate-units" {
		first := Side("a")
		switch {
		case in.Units.B > in.Units.A:
			first = "b"
		case in.Units.B == in.Units.A:
			first, r.PlacementRolls = rollOff(c, "placement")
		}
		r.FirstToPlace = &first
	}
	r.FirstPlayer, r.TurnRolls = rollOff(c, "first-turn")
	return r
}

var setupRuling = rules.CheckedRuling("setup", "WR-SET-1 WR-SET-2 WR-SET-3 WR-SET-4 WR-PROV-11", "first_to_place first_player", nil,
	func(c *rules.Roller, in SetupInput) setupResult { return in.Resolve(c) })
