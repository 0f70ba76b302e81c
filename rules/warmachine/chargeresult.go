package warmachine

// chargeInput is a charge whose movement was played on the table.
type chargeInput struct {
	InReach       bool     `json:"target_in_melee_range_at_end"`
	LeftReach     bool     `json:"target_left_melee_range" default:"false"`
	Moved         Inches   `json:"distance_moved" in:"0..1000"`
	InActivation  bool     `json:"in_activation" default:"true"`
	Target        string   `json:"target" in:"1..80" default:"\"target\""`
	CanAttack     bool     `json:"can_attack_target" default:"true"`
	OtherTargets  []string `json:"other_targets" len:"0..20" each:"1..80" default:"[]"`
	MeleeWeapons  int      `json:"melee_weapons" in:"0..10" default:"1"`
	SpecialMelee  bool     `json:"special_attack_melee_weapon" default:"false"`
	SpecialRanged bool     `json:"special_attack_ranged_weapon" default:"false"`
	Cavalry       bool     `json:"cavalry" default:"false"`
}

type chargeResult struct {
	Success       bool          `json:"success"`
	ChargeAttack  bool          `json:"charge_attack"`
	DamageBoosted bool          `json:"damage_boosted_on_hit"`
	FirstTargets  []string      `json:"first_attack_targets"`
	FirstKind     string        `json:"first_attack_kind"`
	Attacks       int           `json:"attacks"`
	Ends          bool          `json:"activation_ends"`
	MustFight     bool          `json:"must_make_combat_action"`
	Options       chargeOptions `json:"options"`
	Impact        bool          `json:"impact_attacks"`
}

type chargeOptions struct {
	InitialMelee  bool `json:"initial_melee"`
	SpecialMelee  bool `json:"special_attack_melee_weapon"`
	SpecialRanged bool `json:"special_attack_ranged_weapon"`
	InitialRanged bool `json:"initial_ranged"`
	PowerAttack   bool `json:"power_attack"`
	SpecialAction bool `json:"special_action"`
}

// conclude tells what follows from a charge (WM-CHARGE-13 to WM-CHARGE-24, and
// WM-OOA-2 to WM-OOA-7 outside the activation).
func (in chargeInput) conclude() chargeResult {
	r := chargeResult{Success: in.InReach && !in.LeftReach, FirstKind: "none"}
	if !r.Success {
		r.Ends = in.InActivation
		return r
	}
	r.ChargeAttack = in.CanAttack && in.Moved >= ChargeAttackFrom
	r.DamageBoosted = r.ChargeAttack
	r.FirstTargets = in.OtherTargets
	if in.CanAttack {
		r.FirstTargets = []string{in.Target}
	}
	switch {
	case r.ChargeAttack:
		r.FirstKind = "charge-attack"
	case len(r.FirstTargets) > 0:
		r.FirstKind = "normal-melee"
	}
	if !in.InActivation {
		r.Attacks, r.Impact = 1, in.Cavalry
		return r
	}
	r.Attacks, r.MustFight = in.MeleeWeapons, true
	r.Options.InitialMelee, r.Options.SpecialMelee = in.MeleeWeapons > 0, in.SpecialMelee
	return r
}

var chargeResultRuling = newRulingWithoutDice("charge-result",
	"WM-CHARGE-13 WM-CHARGE-16 WM-CHARGE-17 WM-CHARGE-18 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-21 WM-CHARGE-22 WM-CHARGE-24 WM-CHARGE-25 "+
		"WM-OOA-1 WM-OOA-2 WM-OOA-3 WM-OOA-4 WM-OOA-5 WM-OOA-6 WM-OOA-7 WM-COMBAT-3 WM-COMBAT-6 WM-SPEC-2",
	nil, chargeInput.conclude)
