package ruling

import (
	"oriflamme/rules"
)

// TreasureInput is a treasure that a fighter picks up or drops.
type TreasureInput struct {
	Act             string      `json:"act" in:"pick-up|drop|drop-taken-down"`
	Action          string      `json:"action" in:"move|disengage|attack|placed-by-rule" default:"\"move\""`
	Controller      Player      `json:"controller" in:"a|b" default:"\"a\""`
	Runemarks       []string    `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Carrying        bool        `json:"carrying"`
	ClosestDistance *rules.Dec  `json:"closest_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	Points          []DropPoint `json:"points" len:"0..20" default:"[]"`
}

// DropPoint is a point where a treasure might be dropped.
type DropPoint struct {
	Horizontal rules.Dec `json:"horizontal" in:"0..100" digits:"3"`
	Level      string    `json:"level" in:"same|lower|higher"`
	Visible    bool      `json:"visible" default:"true"`
	Surface    string    `json:"surface" in:"floor|platform|other" default:"\"floor\""`
}

type treasureResult struct {
	Legal         bool     `json:"legal"`
	Faults        []string `json:"faults"`
	Chooser       Player   `json:"chooser"`
	LegalPoints   []bool   `json:"legal_points"`
	CarryingAfter bool     `json:"carrying_after"`
	CostsAction   bool     `json:"costs_action"`
}

// treasureReach is the greatest distance at which a treasure is picked up or dropped, in inches
// (WC-TRE-1, WC-TRE-9).
const treasureReach = rules.One

// Legal reports whether treasure may be dropped at the point (WC-TRE-9).
func (p DropPoint) Legal() bool {
	return p.Horizontal <= treasureReach && p.Level != "higher" && p.Visible && p.Surface != "other"
}

// TreasureFaults returns the rules that forbid to pick up or drop the treasure (WC-TRE-1 to
// WC-TRE-8). A fighter may be in reach already when its move begins (ruling A-34).
func TreasureFaults(t TreasureInput) []string {
	var faults []string
	if t.Act == "pick-up" {
		faults = addIf(faults, t.Action != "move" || t.ClosestDistance == nil || *t.ClosestDistance > treasureReach, "WC-TRE-1")
		faults = addIf(faults, t.Carrying, "WC-TRE-2")
		return addIf(faults, HasRunemark(t.Runemarks, "monster") || HasRunemark(t.Runemarks, "beast"), "WC-TRE-3")
	}
	faults = addIf(faults, t.Act == "drop" && !t.Carrying, "WC-TRE-7")
	return addIf(faults, t.Act == "drop-taken-down" && !t.Carrying, "WC-TRE-8")
}

// handleTreasure returns whether a treasure may be picked up or dropped, and where (WC-TRE-1 to
// WC-TRE-9).
func handleTreasure(t TreasureInput) treasureResult {
	r := treasureResult{Chooser: t.Controller, Faults: TreasureFaults(t)}
	r.Legal = len(r.Faults) == 0
	if t.Act == "pick-up" {
		r.CarryingAfter = t.Carrying || r.Legal
		return r
	}
	r.CostsAction = t.Act == "drop"
	for _, p := range t.Points {
		r.LegalPoints = append(r.LegalPoints, p.Legal())
	}
	return r
}

var handleTreasureRuling = rules.CheckedRuling("handle-treasure",
	"WC-TRE-1 WC-TRE-2 WC-TRE-3 WC-TRE-7 WC-TRE-8 WC-TRE-9 WC-DIS-3 WC-DMG-5", "",
	func(in TreasureInput) *rules.Fault {
		return rules.FaultIf(in.Act == "pick-up" && in.ClosestDistance == nil, rules.Faultf(rules.MissingField, "closest_distance", "is needed to pick up"))
	},
	func(_ *rules.Roller, in TreasureInput) treasureResult { return handleTreasure(in) })
