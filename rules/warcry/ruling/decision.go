package ruling

import (
	"oriflamme/rules"
)

// decisionInput asks who decides something, goes first or wins a roll-off.
type decisionInput struct {
	Decision        string `json:"decision" in:"attacker-defender|colour|initiative|simultaneous-rules|first-turn|wild-declaration|reserve-placement|divide-groups|fall-point|treasure-drop-point|awaken-objective|deployment-orientation"`
	Phase           string `json:"phase" in:"initiative|reserve|combat" default:"null" null:"true"`
	Turn            Player `json:"turn" in:"a|b" default:"null" null:"true"`
	Initiative      Player `json:"initiative" in:"a|b" default:"null" null:"true"`
	Attacker        Player `json:"attacker" in:"a|b" default:"null" null:"true"`
	Controller      Player `json:"controller" in:"a|b" default:"null" null:"true"`
	TerrainPlacedBy Player `json:"terrain_placed_by" in:"a|b" default:"null" null:"true"`
}

type decisionResult struct {
	Player   Player    `json:"player"`
	Order    *[]Player `json:"order"`
	By       string    `json:"by"`
	RollOffs int       `json:"roll_offs"`
}

// decider returns the player who decides by rule, or nobody when a roll-off decides. Ordered is
// true when the answer is an order of both players. Need is the field that the rule depends on,
// or "".
func (d decisionInput) decider() (who Player, ordered bool, need string) {
	switch d.Decision {
	case "simultaneous-rules":
		switch d.Phase {
		case "combat":
			return d.Turn, false, ""
		case "initiative", "reserve":
			return d.Initiative, false, "" // before the first initiative a roll-off decides (ruling A-53)
		}
	case "first-turn":
		return d.Initiative, false, "initiative"
	case "wild-declaration", "reserve-placement":
		return d.Initiative, true, "initiative"
	case "divide-groups":
		return d.Attacker.other(), true, "attacker"
	case "fall-point":
		return d.Controller.other(), false, "controller"
	case "treasure-drop-point":
		return d.Controller, false, "controller"
	case "awaken-objective":
		return d.Initiative.other(), false, "initiative"
	case "deployment-orientation":
		return d.TerrainPlacedBy.other(), false, "terrain_placed_by"
	}
	return "", false, ""
}

// whoDecides returns who decides, by rule or by a roll-off (WC-GEN-10, WC-GEN-12).
func whoDecides(c *rules.Roller, d decisionInput) decisionResult {
	who, ordered, _ := d.decider()
	if who == "" {
		winner, times := RollOff(c)
		return decisionResult{Player: winner, By: "roll-off", RollOffs: times}
	}
	r := decisionResult{Player: who, By: "rule"}
	if ordered {
		r.Order = &[]Player{who, who.other()}
	}
	return r
}

var whoDecidesRuling = rules.CheckedRuling("who-decides",
	"WC-GEN-10 WC-GEN-12 WC-SET-3 WC-SET-7 WC-SET-8 WC-INIT-4 WC-INIT-7 WC-RES-2 WC-ACT-1 WC-R-19 WC-FALL-2 WC-TRE-9 WC-SCN-2", "player",
	func(in decisionInput) *rules.Fault {
		who, _, need := in.decider()
		return rules.FaultIf(need != "" && who == "", rules.Faultf(rules.MissingField, need, "is needed for %s", in.Decision))
	}, whoDecides)
