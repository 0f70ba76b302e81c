package warmachine

import (
	"slices"

	"oriflamme/rules"
)

type actionsInput struct {
	NormalMovement string   `json:"normal_movement" in:"none|full-advance|run|charge"`
	ChargeSuccess  *bool    `json:"charge_success" default:"-"`
	RunReplaced    *bool    `json:"forced_run_replaced" default:"-"`
	HasAction      bool     `json:"has_action" default:"true"`
	Astray         bool     `json:"out_of_formation_at_start" default:"false"`
	MeleeWeapons   int      `json:"melee_weapons" in:"0..10" default:"1"`
	RangedWeapons  int      `json:"ranged_weapons" in:"0..10" default:"0"`
	SpecialAttacks []string `json:"special_attacks" len:"0..20" each:"melee-weapon|ranged-weapon|model" default:"[]"`
	PowerAttacks   bool     `json:"power_attacks" default:"false"`
	SpecialActions bool     `json:"special_actions" default:"false"`
}

type actionsResult struct {
	Over          bool `json:"activation_over"`
	Action        bool `json:"action"`
	InitialMelee  bool `json:"initial_melee"`
	InitialRanged bool `json:"initial_ranged"`
	SpecialMelee  bool `json:"special_attack_melee_weapon"`
	SpecialRanged bool `json:"special_attack_ranged_weapon"`
	SpecialModel  bool `json:"special_attack_model"`
	PowerAttack   bool `json:"power_attack"`
	SpecialAction bool `json:"special_action"`
	Spells        bool `json:"spells"`
	Feat          bool `json:"feat"`
	MustFight     bool `json:"must_make_combat_action"`
}

func (in actionsInput) check() *rules.Fault {
	return FirstFault(
		FaultIf(in.ChargeSuccess != nil && in.NormalMovement != Charge, UnknownField("charge_success")),
		FaultIf(in.RunReplaced != nil && in.NormalMovement != FullAdvance, UnknownField("forced_run_replaced")),
	)
}

// actionsLeft tells which actions a movement leaves (WM-ACT-2, WM-RUN-3, WM-RUN-5,
// WM-CHARGE-17, WM-CHARGE-19, WM-UNIT-4).
func (in actionsInput) actionsLeft() actionsResult {
	charged := in.NormalMovement == Charge
	failed := charged && !valueOr(in.ChargeSuccess, true)
	r := actionsResult{Over: in.NormalMovement == Run || failed || valueOr(in.RunReplaced, false)}
	r.Spells, r.Feat = !r.Over, !r.Over
	r.Action = !r.Over && in.HasAction && !in.Astray
	if !r.Action {
		return r
	}
	r.MustFight = charged
	r.InitialMelee = in.MeleeWeapons > 0
	r.SpecialMelee = slices.Contains(in.SpecialAttacks, "melee-weapon")
	if charged {
		return r
	}
	r.InitialRanged = in.RangedWeapons > 0
	r.SpecialRanged = slices.Contains(in.SpecialAttacks, "ranged-weapon")
	r.SpecialModel = slices.Contains(in.SpecialAttacks, "model")
	r.PowerAttack, r.SpecialAction = in.PowerAttacks, in.SpecialActions
	return r
}

var actionOptionsRuling = newRulingWithoutDice("action-options",
	"WM-ACT-2 WM-ACT-4 WM-UNIT-4 WM-RUN-3 WM-RUN-5 WM-CHARGE-17 WM-CHARGE-19 WM-ACTION-1 WM-COMBAT-1 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 "+
		"WM-COMBAT-6 WM-COMBAT-14 WM-COMBAT-15 WM-SPEC-1 WM-SPEC-2",
	actionsInput.check, actionsInput.actionsLeft)
