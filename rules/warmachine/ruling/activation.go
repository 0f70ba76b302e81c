package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// activationsInput is the record of an Activation Phase.
type activationsInput struct {
	Models []activatable     `json:"models" len:"1..100"`
	Events []activationEvent `json:"events" len:"0..300"`
}

// activatable is a model that may be activated in the phase.
type activatable struct {
	ID              string `json:"id" in:"1..80"`
	Unit            string `json:"unit" in:"1..80" default:"-"`
	Commander       bool   `json:"commander" default:"false"`
	OnTable         bool   `json:"on_table" default:"true"`
	Activated       bool   `json:"activated" default:"false"`
	InFormation     bool   `json:"in_formation" default:"true"`
	MaySkip         bool   `json:"may_skip" default:"false"`
	MoveAfterAction bool   `json:"may_move_after_action" default:"false"`
}

// activationEvent is an event of the phase.
type activationEvent struct {
	Do      string `json:"do" in:"begin|move|act|cast|feat|extra-move|end|end-turn"`
	Who     string `json:"who" in:"1..80" default:"-"`
	Kind    string `json:"kind" in:"full-advance|full-advance-toward-commander|run|run-directly-toward-commander|charge|forfeit|combat|special" default:"-"`
	Success *bool  `json:"success" default:"-"`
	Order   string `json:"order" in:"none|run|charge|other" default:"-"`
}

// Kinds of movement and action, and orders.
const (
	FullAdvance      = "full-advance"
	advanceToward    = "full-advance-toward-commander"
	Run              = "run"
	runToward        = "run-directly-toward-commander"
	Charge           = "charge"
	Forfeit          = "forfeit"
	combat           = "combat"
	special          = "special"
	towardCommanders = "-commander"
)

func (d activationEvent) runs() bool { return d.Kind == Run || d.Kind == runToward }

func (in activationsInput) model(id string) int {
	return slices.IndexFunc(in.Models, func(m activatable) bool { return m.ID == id })
}

func (in activationsInput) isUnit(id string) bool {
	return id != "" && slices.ContainsFunc(in.Models, func(m activatable) bool { return m.Unit == id })
}

func (in activationsInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("models", in.Models, func(m activatable) string { return m.ID }),
		EachFault(in.Models, in.checkModel),
		EachFault(in.Events, in.checkEvent),
	)
}

func (in activationsInput) checkModel(i int, m activatable) *rules.Fault {
	at := func(name string) string { return MemberPath("models", i, name) }
	return rules.FirstFault(
		rules.FaultIf(m.Unit != "" && in.model(m.Unit) >= 0, BadValue(at("unit"), "%q is a model", m.Unit)),
		rules.FaultIf(m.Unit == "" && m.Commander, BadValue(at("commander"), "only a trooper commands a unit")),
		rules.FaultIf(m.Unit == "" && !m.InFormation, BadValue(at("in_formation"), "only troopers keep formation")),
		rules.FaultIf(m.Commander && !m.InFormation, BadValue(at("in_formation"), "the commander is always in formation")),
	)
}

func (in activationsInput) checkEvent(n int, d activationEvent) *rules.Fault {
	at := func(name string) string { return MemberPath("events", n, name) }
	if f := CheckPresence(d.Do != "end-turn", d.Who != "", at("who")); f != nil {
		return f
	}
	i, unit := in.model(d.Who), in.isUnit(d.Who)
	whole := d.Do == "begin" || d.Do == "end"
	if d.Do != "end-turn" && i < 0 && !(whole && unit) {
		return BadValue(at("who"), "%q is nobody here", d.Who)
	}
	moves, acts := d.Do == "move", d.Do == "act"
	if f := CheckPresence(moves || acts, d.Kind != "", at("kind")); f != nil {
		return f
	}
	action := d.Kind == combat || d.Kind == special
	follows := strings.HasSuffix(d.Kind, towardCommanders)
	return rules.FirstFault(
		rules.FaultIf(moves && action || acts && !action && d.Kind != Forfeit, BadValue(at("kind"), "%s is not for %s", d.Kind, d.Do)),
		rules.FaultIf(moves && follows && (in.Models[max(0, i)].Unit == "" || in.Models[max(0, i)].Commander), BadValue(at("kind"), "nobody commands %q", d.Who)),
		rules.FaultIf(d.Success != nil && !(moves && d.Kind == Charge), rules.Unexpected(at("success"))),
		rules.FaultIf(d.Order != "" && !(d.Do == "begin" && unit), rules.Unexpected(at("order"))),
	)
}

type activationsResult struct {
	Legal      bool                  `json:"legal"`
	Violations []activationViolation `json:"violations"`
	Activated  []string              `json:"activated"`
	InProgress rules.NullableText    `json:"in_progress"`
	Pending    []string              `json:"pending"`
}

// activationViolation is an event that breaks a rule.
type activationViolation struct {
	Index   int    `json:"index"`
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
}

var activationCheckRuling = rules.DicelessRuling("activation-check",
	"WM-ACTP-1 WM-ACTP-2 WM-ACTP-3 WM-ACTP-4 WM-ACTP-5 WM-ACT-1 WM-ACT-2 WM-ACT-3 WM-ACT-4 WM-ACT-5 WM-UNIT-1 WM-UNIT-2 WM-UNIT-3 WM-UNIT-4 "+
		"WM-UNIT-5 WM-UNIT-6 WM-RUN-3 WM-RUN-4 WM-RUN-7 WM-CHARGE-1 WM-CHARGE-6 WM-CHARGE-17 WM-CHARGE-19 WM-ACTION-2 WM-SPEC-2 WM-TURN-3",
	activationsInput.check, followActivations)

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
	return rules.FirstFault(
		rules.FaultIf(in.ChargeSuccess != nil && in.NormalMovement != Charge, rules.Unexpected("charge_success")),
		rules.FaultIf(in.RunReplaced != nil && in.NormalMovement != FullAdvance, rules.Unexpected("forced_run_replaced")),
	)
}

// actionsLeft returns the actions that a model may still take after its movement (WM-ACT-2,
// WM-RUN-3, WM-RUN-5, WM-CHARGE-17, WM-CHARGE-19, WM-UNIT-4).
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

var actionOptionsRuling = rules.DicelessRuling("action-options",
	"WM-ACT-2 WM-ACT-4 WM-UNIT-4 WM-RUN-3 WM-RUN-5 WM-CHARGE-17 WM-CHARGE-19 WM-ACTION-1 WM-COMBAT-1 WM-COMBAT-3 WM-COMBAT-4 WM-COMBAT-5 "+
		"WM-COMBAT-6 WM-COMBAT-14 WM-COMBAT-15 WM-SPEC-1 WM-SPEC-2",
	actionsInput.check, actionsInput.actionsLeft)

// SkillInput is a skill check against the value of an action.
type SkillInput struct {
	Value int `json:"value" in:"0..20"`
}

// SkillResult is the result of a skill check.
type SkillResult struct {
	Total   int  `json:"total"`
	Success bool `json:"success"`
}

// CheckSkill makes a skill check: it succeeds if the roll does not exceed the value
// (WM-SKILL-2, WM-SKILL-3).
func CheckSkill(c *rules.Roller, in SkillInput) SkillResult {
	total := c.Sum("skill", 2, 6)
	return SkillResult{total, total <= in.Value}
}

var skillCheckRuling = rules.CheckedRuling("skill-check", "WM-SKILL-1 WM-SKILL-2 WM-SKILL-3 WM-SKILL-4 WM-SKILL-5", "total success", nil, CheckSkill)
