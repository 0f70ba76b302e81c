package ruling

import (
	"oriflamme/rules"
)

// TargetInput is a weapon and the fighter that it would be used on.
type TargetInput struct {
	Weapon              Weapon     `json:"weapon"`
	Enemy               bool       `json:"enemy" default:"true"`
	Visible             bool       `json:"visible"`
	Distance            rules.Dec  `json:"distance" in:"0..1000" digits:"3"`
	Horizontal          *rules.Dec `json:"horizontal" in:"0..1000" digits:"3" default:"null" null:"true"`
	MonstrousReach      bool       `json:"monstrous_reach" default:"false"`
	EnemiesWithin1      int        `json:"enemies_within_1" in:"0..30"`
	OtherFriendDistance *rules.Dec `json:"other_friend_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	TauntedBy           string     `json:"taunted_by" in:"target|other-fighter" default:"null" null:"true"`
}

type targetResult struct {
	Legal         bool      `json:"legal"`
	Faults        []string  `json:"faults"`
	Type          string    `json:"type"`
	RangeDistance rules.Dec `json:"range_distance"`
}

// reach returns the distance that is compared with the range of the weapon: with Monstrous
// Reach the horizontal one (WC-ATK-4, WC-MABL-1).
func (a *TargetInput) reach() rules.Dec {
	if a.MonstrousReach && a.Horizontal != nil {
		return *a.Horizontal
	}
	return a.Distance
}

// Faults appends the rules that forbid to use the weapon on the target (WC-ATK-2 to WC-ATK-7,
// WC-HUNT-3). A taunted monster may attack its taunter although other enemies are near (ruling
//
func (a *TargetInput) Faults(faults []string) []string {
	least, most, reach := Inches(a.Weapon.MinRange), Inches(a.Weapon.MaxRange), a.reach()
	faults = addIf(faults, !a.Enemy || !a.Visible, "WC-ATK-2")
	faults = addIf(faults, least == 0 && reach > most, "WC-ATK-4")
	faults = addIf(faults, least > 0 && (reach > most || reach <= least), "WC-ATK-5")
	faults = addIf(faults, a.EnemiesWithin1 > 0 && a.Distance > engagementRange && a.TauntedBy != "target", "WC-ATK-3")
	faults = addIf(faults, a.Weapon.Kind() == Ranged && a.OtherFriendDistance != nil && *a.OtherFriendDistance <= engagementRange, "WC-ATK-7")
	faults = addIf(faults, a.TauntedBy == "other-fighter", "WC-HUNT-3")
	return faults
}

// check returns a fault for facts that contradict each other.
func (a TargetInput) check() *rules.Fault {
	return rules.FirstFault(
		a.Weapon.checkRange("weapon"),
		rules.FaultIf(a.MonstrousReach && a.Horizontal == nil, rules.Faultf(rules.MissingField, "horizontal", "is needed with Monstrous Reach")),
		rules.FaultIf(a.Horizontal != nil && *a.Horizontal > a.Distance, rules.Faultf(rules.OutOfRange, "horizontal", "is more than the distance %v", a.Distance)),
		rules.FaultIf(a.EnemiesWithin1 == 0 && a.Enemy && a.Distance <= engagementRange, rules.Faultf(rules.OutOfRange, "enemies_within_1", "the target itself is within 1 inch")),
	)
}

var checkTargetRuling = rules.CheckedRuling("check-target",
	"WC-ATK-1 WC-ATK-2 WC-ATK-3 WC-ATK-4 WC-ATK-5 WC-ATK-6 WC-ATK-7 WC-HUNT-3 WC-MABL-1", "", TargetInput.check,
	func(_ *rules.Roller, in TargetInput) targetResult {
		r := targetResult{Faults: in.Faults(nil), Type: in.Weapon.Kind(), RangeDistance: in.reach()}
		r.Legal = len(r.Faults) == 0
		return r
	})
