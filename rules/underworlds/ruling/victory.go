package ruling

import (
	"slices"

	"oriflamme/rules"
)

// VictoryInput is the state of both players after the last round.
type VictoryInput struct {
	A VictorySide `json:"a"`
	B VictorySide `json:"b"`
}

// VictorySide is the state of one player after the last round.
type VictorySide struct {
	GloryUnspent int   `json:"glory_unspent" in:"0..60"`
	GlorySpent   int   `json:"glory_spent" in:"0..60"`
	Survivors    int   `json:"survivors" in:"0..20"`
	Held         []int `json:"held" len:"0..5" each:"1..5" distinct:"true" default:"[]"`
}

// VictoryResult is the winner and the figures that were compared.
type VictoryResult struct {
	Winner    Player `json:"winner"`
	DecidedBy string `json:"decided_by"`
	GloryA    int    `json:"glory_a"`
	GloryB    int    `json:"glory_b"`
	HeldSumA  int    `json:"held_sum_a"`
	HeldSumB  int    `json:"held_sum_b"`
}

func (s VictorySide) glory() int { return s.GloryUnspent + s.GlorySpent }

func (s VictorySide) held() int {
	sum := 0
	for _, v := range s.Held {
		sum += v
	}
	return sum
}

func (in VictoryInput) check() *rules.Fault {
	for i, v := range in.B.Held {
		if slices.Contains(in.A.Held, v) {
			return rules.Faultf(rules.OutOfRange, rules.At("b.held", i), "is held by a")
		}
	}
	crowded := func(s VictorySide, path string) *rules.Fault {
		return rules.FaultIf(len(s.Held) > s.Survivors, rules.Breaks("WU-SETUP-11", path+".held", "each objective held needs a fighter on it"))
	}
	return rules.FirstFault(crowded(in.A, "a"), crowded(in.B, "b"))
}

// Resolve compares glory, then survivors, then objectives held (WU-VIC-1 to WU-VIC-4, ruling A-31).
func (in VictoryInput) Resolve() VictoryResult {
	r := VictoryResult{GloryA: in.A.glory(), GloryB: in.B.glory(), HeldSumA: in.A.held(), HeldSumB: in.B.held(), DecidedBy: "draw"}
	ahead := func(a, b int, by string) bool {
		if a == b {
			return false
		}
		if r.Winner, r.DecidedBy = "b", by; a > b {
			r.Winner = "a"
		}
		return true
	}
	switch {
	case ahead(r.GloryA, r.GloryB, "glory"):
	case ahead(min(in.A.Survivors, 1), min(in.B.Survivors, 1), "only-survivor"):
	case in.A.Survivors > 0:
		ahead(r.HeldSumA, r.HeldSumB, "objectives")
	}
	return r
}

var victoryRuling = rules.DicelessRuling("victory", "WU-VIC-1 WU-VIC-2 WU-VIC-3 WU-VIC-4 WU-VIC-5", VictoryInput.check, VictoryInput.Resolve)
