package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// CommandedUnit is a unit that receives an order; distances are in cm.
type CommandedUnit struct {
	Distance    rules.Dec  `json:"distance_cm" in:"0..1000" digits:"4"`
	PriorOrders int        `json:"prior_orders" in:"0..20" default:"0"`
	Enemy       *rules.Dec `json:"enemy_distance_cm" in:"0..1000" digits:"4" default:"-" null:"true"`
	Dense       bool       `json:"in_dense_terrain" default:"false"`
	StandsLost  int        `json:"stands_lost" in:"0..12" default:"0"`
	State       string     `json:"state" in:"free|engaged|charged|moved-on-initiative|confused" default:"\"free\""`
}

// CommandInput is a Command test of a character for one or more units.
type CommandInput struct {
	Command   int             `json:"command" in:"7..10"`
	Character string          `json:"character" in:"general|hero|wizard"`
	Units     []CommandedUnit `json:"units" len:"1..8"`
	Together  bool            `json:"brigade_at_segment_start" default:"true"`
}

type commandResult struct {
	DistancePenalty   int    `json:"distance_penalty"`
	SuccessivePenalty int    `json:"successive_penalty"`
	EnemyPenalty      int    `json:"enemy_penalty"`
	DensePenalty      int    `json:"dense_penalty"`
	LossesPenalty     int    `json:"losses_penalty"`
	TotalPenalty      int    `json:"total_penalty"`
	NumberNeeded      int    `json:"number_needed"`
	CanSucceed        bool   `json:"can_succeed"`
	Dice              []int  `json:"dice"`
	Roll              int    `json:"roll"`
	Success           bool   `json:"success"`
	UnitsMove         bool   `json:"units_move"`
	OrdersEndFor      string `json:"orders_end_for"`
	BlunderEvent      bool   `json:"blunder_event"`
}

// NearEnemy is the distance at which an enemy makes orders harder and draws units on
// initiative (WR-CMD-4, WR-INIT-2).
var NearEnemy = CM(20)

// commandStep is the distance in cm up to which a character commands without penalty, and
// the distance that each further point of penalty covers (WR-CMD-2, ruling A-1).
const commandStep = 20

// distancePenalty is 0 up to 20 cm and grows by 1 for each further 20 cm begun. square is
// the squared distance.
func distancePenalty(square rect.Num) (penalty int) {
	for reach := int64(commandStep); rect.Int(reach * reach).Less(square); reach += commandStep {
		penalty--
	}
	return penalty
}

var stateRules = map[string]string{
	"engaged": "WR-CMD-15", "charged": "WR-CMD-15", "moved-on-initiative": "WR-CMD-16", "confused": "WR-CONF-1",
}

func (in CommandInput) check() *rules.Fault {
	if f := rules.FirstFault(
		rules.ForbidIf(len(in.Units) > MaxInBrigade, "WR-BRIG-1", "units", "a brigade has four units at most"),
		rules.ForbidIf(len(in.Units) > 1 && !in.Together, "WR-BRIG-9", "brigade_at_segment_start", "the units did not touch when the orders began"),
	); f != nil {
		return f
	}
	i := slices.IndexFunc(in.Units, func(u CommandedUnit) bool { return u.State != "free" })
	if i < 0 {
		return nil
	}
	return rules.Breaks(stateRules[in.Units[i].State], rules.At("units", i)+".state", "the unit takes no orders")
}

// Penalties adds up the penalties of an order; none counts twice for a brigade (WR-CMD-2 to
// WR-CMD-6, WR-BRIG-3).
func (in CommandInput) Penalties() (r commandResult) {
	for _, u := range in.Units {
		d := exactNum(u.Distance)
		r.DistancePenalty = min(r.DistancePenalty, distancePenalty(d.Times(d)))
		r.SuccessivePenalty = min(r.SuccessivePenalty, -u.PriorOrders)
		if u.Enemy != nil && *u.Enemy <= NearEnemy {
			r.EnemyPenalty = -1
		}
		if u.Dense {
			r.DensePenalty = -1
		}
		r.LossesPenalty = min(r.LossesPenalty, -u.StandsLost)
	}
	r.TotalPenalty = r.DistancePenalty + r.SuccessivePenalty + r.EnemyPenalty + r.DensePenalty + r.LossesPenalty
	r.NumberNeeded = in.Command + r.TotalPenalty
	r.CanSucceed = r.NumberNeeded >= 2
	return r
}

// Resolve throws the Command test (WR-CMD-1, WR-CMD-7 to WR-CMD-9). A failed test of a
// Hero or Wizard is a blunder without effect (WR-PROV-2).
func (in CommandInput) Resolve(c *rules.Roller) commandResult {
	r := in.Penalties()
	r.Dice = c.Pool("command", 2, 6)
	r.Roll = r.Dice[0] + r.Dice[1]
	r.Success = r.Roll <= r.NumberNeeded
	r.UnitsMove = r.Success
	general := in.Character == "general"
	switch {
	case r.Success:
		r.OrdersEndFor = "none"
	case general:
		r.OrdersEndFor = "all"
	default:
		r.OrdersEndFor = "character"
	}
	r.BlunderEvent = !r.Success && !general
	return r
}

var commandTestRuling = rules.CheckedRuling("command-test",
	"WR-CMD-1 WR-CMD-2 WR-CMD-3 WR-CMD-4 WR-CMD-5 WR-CMD-6 WR-CMD-7 WR-CMD-8 WR-CMD-9 WR-BRIG-1 WR-BRIG-3 WR-BRIG-9 WR-PROV-2",
	"roll success orders_end_for blunder_event", CommandInput.check,
	func(c *rules.Roller, in CommandInput) commandResult { return in.Resolve(c) })
