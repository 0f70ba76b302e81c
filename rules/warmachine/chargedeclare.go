package warmachine

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

// refusals are the rules that forbid the charge. Outside the activation whatever
// concerns the model's own movement and action is left out (WM-OOA-1).
func (in declareInput) refusals() []string {
	var ids []string
	note := func(broken bool, rule string) {
		if broken {
			ids = append(ids, rule)
		}
	}
	own := in.InActivation
	_, barred := pace{in.Spd, in.Modifiers}.penalised()
	note(own && !(in.HasMovement && in.HasAction), "WM-CHARGE-1")
	note(barred, "WM-CHARGE-2")
	note(!in.HasReach, "WM-CHARGE-4")
	note(own && in.ModelType == "warjack" && in.Focus == 0, "WM-CHARGE-5")
	note(own && in.ModelType == "trooper" && in.Order != Charge, "WM-CHARGE-6")
	note(!in.TargetInLOS, "WM-CHARGE-8")
	note(own && in.ModelType == "trooper" && !in.InFormation, "WM-UNIT-3")
	return ids
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
	// A forced charger that may not charge loses both (WM-CHARGE-23).
	r.ForfeitsMovement = in.Forced && !r.Allowed && in.InActivation
	r.ForfeitsAction = r.ForfeitsMovement
	return r
}

var chargeDeclareRuling = newRulingWithoutDice("charge-declare",
	"WM-CHARGE-1 WM-CHARGE-2 WM-CHARGE-3 WM-CHARGE-4 WM-CHARGE-5 WM-CHARGE-6 WM-CHARGE-7 WM-CHARGE-8 WM-CHARGE-10 WM-CHARGE-23 WM-CHARGE-26 "+
		"WM-UNIT-3 WM-UNIT-6 WM-PEN-1 WM-PEN-2 WM-OOA-1 WM-FOCUS-4",
	func(in declareInput) *rules.Fault { return checkModifiers(in.Modifiers) }, resolveDeclare)
