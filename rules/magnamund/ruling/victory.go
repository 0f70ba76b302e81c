package ruling

import (
	"oriflamme/rules"
)

// SideRemains is what a side has left at the end of a turn.
type SideRemains struct {
	Name       string `json:"name" in:"1..64"`
	UnitsLeft  int    `json:"units_left" in:"0..200"`
	HeroesLeft int    `json:"heroes_left" in:"0..200"` // Kai Lords and magicians among them
}

// hasLost reports whether a side has lost a quick battle; monsters do not count.
func (r SideRemains) hasLost() bool { return r.UnitsLeft == 0 && r.HeroesLeft == 0 }

// VictoryInput is the end of a turn of a quick battle.
type VictoryInput struct {
	Sides     []SideRemains `json:"sides" len:"2..2"`
	Turn      int           `json:"turn" in:"1..1000"`
	TurnLimit *int          `json:"turn_limit" in:"1..1000" default:"-"`
}

type victoryResult struct {
	Over   bool               `json:"over"`
	Winner rules.NullableText `json:"winner"`
	Draw   bool               `json:"draw"`
	Reason string             `json:"reason"`
}

func (in VictoryInput) check() *rules.Fault {
	return rules.OutOfRangeIf(in.Sides[0].Name == in.Sides[1].Name, "sides[1].name", "both sides have it")
}

// Resolve reports whether a quick battle is over, and who won (ruling MG-AMB-53).
func (in VictoryInput) Resolve() victoryResult {
	a, b := in.Sides[0], in.Sides[1]
	switch {
	case a.hasLost() && b.hasLost():
		return victoryResult{Over: true, Draw: true, Reason: "both-eliminated"}
	case a.hasLost():
		return victoryResult{Over: true, Winner: rules.NullableText(b.Name), Reason: "elimination"}
	case b.hasLost():
		return victoryResult{Over: true, Winner: rules.NullableText(a.Name), Reason: "elimination"}
	case in.TurnLimit != nil && in.Turn >= *in.TurnLimit:
		return victoryResult{Over: true, Draw: true, Reason: "turn-limit"}
	}
	return victoryResult{Reason: "none"}
}

var victoryRuling = rules.DicelessRuling("victory", "MG-SCEN-2 MG-SCEN-3 MG-AMB-53", VictoryInput.check, VictoryInput.Resolve)
