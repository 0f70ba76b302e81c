package ruling

import (
	"oriflamme/rules"
)

// FallBackInput is a unit that falls back or holds its ground; lengths are in cm.
type FallBackInput struct {
	Occasion   string     `json:"occasion" in:"draw|winner|enemy-destroyed"`
	Type       string     `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Protection string     `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	Wants      string     `json:"wants" in:"fall-back|hold" default:"\"fall-back\""`
	Chosen     *rules.Dec `json:"chosen_cm" in:"0..200" digits:"4" default:"-" null:"true"`
	EndEnemy   *rules.Dec `json:"end_enemy_distance_cm" in:"0..1000" digits:"4" default:"-" null:"true"`
}

type fallBackResult struct {
	MayHold     bool  `json:"may_hold"`
	Holds       bool  `json:"holds"`
	MinimumCm   *int  `json:"minimum_cm"`
	MaximumCm   *int  `json:"maximum_cm"`
	ChosenLegal *bool `json:"chosen_legal"`
	EndLegal    *bool `json:"end_legal"`
	CombatOver  bool  `json:"combat_over"`
}

// LeastGap is the least distance from an enemy at which a free move ends (WR-EVADE-6,
// WR-PROV-3).
var LeastGap = CM(1)

func (in FallBackInput) mayHold() bool {
	return in.Occasion != "draw" || EffectiveProtection(in.Type, in.Protection) != "none"
}

// Check refuses a unit that must fall back but wants to hold, and an end too near to an
// enemy.
func (in FallBackInput) Check() *rules.Fault {
	hold := in.Wants == "hold"
	return rules.FirstFault(
		rules.UnknownFieldIf(hold && in.Chosen != nil, "chosen_cm", "a unit that holds does not move"),
		rules.UnknownFieldIf(hold && in.EndEnemy != nil, "end_enemy_distance_cm", "a unit that holds does not move"),
		rules.ForbidIf(hold && !in.mayHold(), "WR-RES-6", "wants", "after a draw only protected troops hold"),
	)
}

// Resolve throws the distance that a unit falls back (WR-FALL-1, WR-FALL-2).
func (in FallBackInput) Resolve(c *rules.Roller) fallBackResult {
	r := fallBackResult{MayHold: in.mayHold(), Holds: in.Wants == "hold", CombatOver: true}
	if r.Holds {
		return r
	}
	least, sum := 6, 0
	for _, face := range c.Pool("fall-back", 3, 6) {
		least, sum = min(least, face), sum+face
	}
	r.MinimumCm, r.MaximumCm = &least, &sum
	if in.Chosen != nil {
		legal := CM(least) <= *in.Chosen && *in.Chosen <= CM(sum)
		r.ChosenLegal = &legal
	}
	if in.EndEnemy != nil {
		legal := *in.EndEnemy >= LeastGap
		r.EndLegal = &legal
	}
	return r
}

var fallBackRuling = rules.CheckedRuling("fall-back", "WR-RES-6 WR-RES-7 WR-RES-11 WR-RES-12 WR-FALL-1 WR-FALL-2 WR-ADV-1 WR-PROV-3",
	"minimum_cm maximum_cm", FallBackInput.Check,
	func(c *rules.Roller, in FallBackInput) fallBackResult { return in.Resolve(c) })
