package ruling

import (
	"oriflamme/rules"
)

// EdgeInput is a unit or character that left the table.
type EdgeInput struct {
	Kind       string `json:"kind" in:"unit|character"`
	StandsLost int    `json:"stands_lost" in:"0..12" default:"0"`
	General    bool   `json:"general_present" default:"false"`
	TurnStart  bool   `json:"at_turn_start" default:"false"`
}

type edgeResult struct {
	ModifiedRoll int    `json:"modified_roll"`
	Outcome      string `json:"outcome"`
	BackOnTable  bool   `json:"back_on_table"`
	Movement     string `json:"movement"`
	RollsAgain   bool   `json:"rolls_again"`
	BattleEnds   bool   `json:"battle_ends"`
}

func (in EdgeInput) check() *rules.Fault {
	return rules.OutOfRangeIf(in.Kind == "character" && in.StandsLost > 0, "stands_lost", "a lone character loses no stands")
}

// Resolve throws for the return of a unit that left the table (WR-EDGE-1 to WR-EDGE-7,
// ruling A-24).
func (in EdgeInput) Resolve(c *rules.Roller) edgeResult {
	r := edgeResult{ModifiedRoll: c.Roll("table-edge", 1, 6)[0] - in.StandsLost, Movement: "none"}
	switch n := r.ModifiedRoll; {
	case n <= 0:
		r.Outcome = "lost"
	case n <= 2:
		r.Outcome = "pending"
	case n <= 4:
		r.Outcome = "edge-no-move"
	default:
		r.Outcome, r.Movement = "edge-free", "phase-rules"
		if in.TurnStart {
			r.Movement = "normal"
		}
	}
	r.BackOnTable = r.ModifiedRoll >= 3
	r.RollsAgain = r.Outcome == "pending"
	r.BattleEnds = in.General && !r.BackOnTable
	return r
}

var tableEdgeRuling = rules.CheckedRuling("table-edge", "WR-EDGE-1 WR-EDGE-2 WR-EDGE-3 WR-EDGE-4 WR-EDGE-5 WR-EDGE-6 WR-EDGE-7 WR-END-3",
	"modified_roll outcome battle_ends movement", EdgeInput.check,
	func(c *rules.Roller, in EdgeInput) edgeResult { return in.Resolve(c) })
