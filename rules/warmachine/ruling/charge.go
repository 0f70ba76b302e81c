package ruling

import "oriflamme/rules"

type declareInput struct {
	ModelType    string     `json:"model_type" in:"independent|warjack|trooper"`
	Spd          int        `json:"spd" in:"0..20"`
	TargetInLOS  bool       `json:"target_in_los"`
	Modifiers    []modifier `json:"modifiers" len:"0..20" default:"[]"`
	InActivation bool       `json:"in_activation" default:"true"`
	HasMovement  bool       `json:"has_normal_movement" default:"true"`
	HasAction    bool       `json:"has_action" default:"true"`
	HasReach     bool       `json:"has_melee_range" default:"true"`
	Focus        int        `json:"focus" in:"0..20" default:"0"`
	Order        string     `json:"order" in:"none|run|charge|other" default:"\"none\""`
	InFormation  bool       `json:"in_formation" default:"true"`
	Forced       bool       `json:"forced" default:"false"`
}

type declareResult struct {
	Allowed          bool     `json:"allowed"`
	Violations       []string `json:"violations"`
	ChargeDistance   *Inches  `json:"charge_distance"`
	FocusAfter       int      `json:"focus_after"`
	ForfeitsMovement bool     `json:"forfeits_movement"`
	ForfeitsAction   bool     `json:"forfeits_action"`
}

// refusals returns the rules that forbid the charge. Outside the activation those about the
// model's own movement and action do not apply (WM-OOA-1).
func (in declareInput) refusals() KeyList {
	own := in.InActivation
	_, barred := pace{in.Spd, in.Modifiers}.penalised()
	return KeyList(nil).
		When(own && !(in.HasMovement && in.HasAction), "WM-CHARGE-1").
		When(barred, "WM-CHARGE-2").
		When(!in.HasReach, "WM-CHARGE-4").
		When(own && in.ModelType == "warjack" && in.Focus == 0, "WM-CHARGE-5").
		When(own && in.ModelType == "trooper" && in.Order != Charge, "WM-CHARGE-6").
		When(!in.TargetInLOS, "WM-CHARGE-8").
		When(own && in.ModelType == "trooper" && !in.InFormation, "WM-UNIT-3")
}

func resolveDeclare(in declareInput) declareResult {
	r := declareResult{Violations: in.refusals(), FocusAfter: in.Focus}
	r.Allowed = len(r.Violations) == 0
	if r.Allowed {
		far := pace{in.Spd, in.Modifiers}.distance(Charge, in.InActivation)
		r.ChargeDistance = &far
		if in.InActivation && in.ModelType == "warjack" {
			r.FocusAfter--
		}
	}
	// A forced charger that may not charge loses its movement and its action (WM-CHARGE-23).
	r.ForfeitsMovement = in.Forced && !r.Allowed && in.InActivation
	r.ForfeitsAction = r.ForfeitsMovement
	return r
}

var chargeDeclareRuling = rules.DicelessRuling("charge-declare",
	"WM-CHARGE-1 WM-CHARGE-2 WM-CHARGE-3 WM-CHARGE-4 WM-CHARGE-5 WM-CHARGE-6 WM-CHARGE-7 WM-CHARGE-8 WM-CHARGE-10 WM-CHARGE-23 WM-CHARGE-26 "+
		"WM-UNIT-3 WM-UNIT-6 WM-PEN-1 WM-PEN-2 WM-OOA-1 WM-FOCUS-4",
	func(in declareInput) *rules.Fault { return checkModifiers(in.Modifiers) }, resolveDeclare)

// chargeInput is a charge after its movement was made on the table.
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

// chargeOptions are the attacks and actions that are open after a charge.
type chargeOptions struct {
	InitialMelee  bool `json:"initial_melee"`
	SpecialMelee  bool `json:"special_attack_melee_weapon"`
	SpecialRanged bool `json:"special_attack_ranged_weapon"`
	InitialRanged bool `json:"initial_ranged"`
	PowerAttack   bool `json:"power_attack"`
	SpecialAction bool `json:"special_action"`
}

// conclude returns the consequences of a charge (WM-CHARGE-13 to WM-CHARGE-24, and WM-OOA-2
// to WM-OOA-7 outside the activation).
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

var chargeResultRuling = rules.DicelessRuling("charge-result",
	"WM-CHARGE-13 WM-CHARGE-16 WM-CHARGE-17 WM-CHARGE-18 WM-CHARGE-19 WM-CHARGE-20 WM-CHARGE-21 WM-CHARGE-22 WM-CHARGE-24 WM-CHARGE-25 "+
		"WM-OOA-1 WM-OOA-2 WM-OOA-3 WM-OOA-4 WM-OOA-5 WM-OOA-6 WM-OOA-7 WM-COMBAT-3 WM-COMBAT-6 WM-SPEC-2",
	nil, chargeInput.conclude)
