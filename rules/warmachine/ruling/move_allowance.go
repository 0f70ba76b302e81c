package ruling

import "oriflamme/rules"

// modifier is an effect on SPD or on movement.
type modifier struct {
	To           string `json:"to" in:"spd|movement|half-rate"`
	Amount       *int   `json:"amount" in:"-20..20" default:"-"`
	RoughTerrain bool   `json:"rough_terrain" default:"false"`
}

const halfRate = "half-rate"

// pace is what determines how far a model may move.
type pace struct {
	Spd       int
	Modifiers []modifier
}

func checkModifiers(list []modifier) *rules.Fault {
	return EachFault(list, func(i int, m modifier) *rules.Fault {
		return CheckPresence(m.To != halfRate, m.Amount != nil, MemberPath("modifiers", i, "amount"))
	})
}

// penalises reports whether a modifier is a movement penalty (WM-PEN-1, WM-PEN-2).
func (m modifier) penalises() bool { return m.To == halfRate || *m.Amount < 0 }

// penalised reports whether any modifier is a penalty, and barred whether one of them keeps
// the model from charging: any but rough terrain (WM-CHARGE-2, WM-CHARGE-3).
func (p pace) penalised() (penalised, barred bool) {
	for _, m := range p.Modifiers {
		penalised = penalised || m.penalises()
		barred = barred || m.penalises() && !m.RoughTerrain
	}
	return penalised, barred
}

// spd returns the current SPD with all modifiers.
func (p pace) spd() int {
	spd := p.Spd
	for _, m := range p.Modifiers {
		if m.To == "spd" {
			spd += *m.Amount
		}
	}
	return max(0, spd)
}

// ChargeBonus is how many inches a charge goes beyond SPD (WM-CHARGE-10).
const ChargeBonus = 3

// distance returns how far a movement goes: SPD, twice SPD, or SPD and 3 inches. A normal
// movement has all changes to movement (WM-MOVE-9, WM-RUN-2); half rate halves it.
func (p pace) distance(kind string, normal bool) Inches {
	far := p.spd()
	switch kind {
	case Run:
		far *= 2
	case Charge:
		far += ChargeBonus
	}
	half := false
	for _, m := range p.Modifiers {
		half = half || m.To == halfRate
		if m.To == "movement" && normal {
			far += *m.Amount
		}
	}
	d := Inches(max(0, far)) * Inch
	if half {
		d /= 2
	}
	return d
}

type allowanceInput struct {
	Kind           string     `json:"kind" in:"full-advance|run|charge"`
	ModelType      string     `json:"model_type" in:"independent|warjack|trooper"`
	Spd            int        `json:"spd" in:"0..20"`
	Modifiers      []modifier `json:"modifiers" len:"0..20" default:"[]"`
	NormalMovement bool       `json:"normal_movement" default:"true"`
	HasAction      bool       `json:"has_action" default:"true"`
	Focus          int        `json:"focus" in:"0..20" default:"0"`
	Order          string     `json:"order" in:"none|run|charge|other" default:"\"none\""`
	InFormation    bool       `json:"in_formation" default:"true"`
	Forced         bool       `json:"forced" default:"false"`
	CanRun         bool       `json:"can_run" default:"true"`
}

type allowanceResult struct {
	Allowed       bool           `json:"allowed"`
	Violations    []string       `json:"violations"`
	EffectiveKind string         `json:"effective_kind"`
	CurrentSpd    int            `json:"current_spd"`
	MaxDistance   Inches         `json:"max_distance"`
	Penalised     bool           `json:"penalised"`
	FocusAfter    int            `json:"focus_after"`
	Restriction   string         `json:"restriction"`
	After         *afterMovement `json:"after"`
}

// afterMovement is what a model may still do after its movement.
type afterMovement struct {
	Action         bool `json:"action"`
	Spells         bool `json:"spells"`
	Feat           bool `json:"feat"`
	ActivationEnds bool `json:"activation_ends"`
}

// outOfFormation reports whether the model is a trooper out of formation in its own
// activation (WM-UNIT-3).
func (in allowanceInput) outOfFormation() bool {
	return in.ModelType == "trooper" && !in.InFormation && in.NormalMovement
}

// becomesAdvance reports whether a forced run becomes a full advance because the model
// cannot run (WM-RUN-5).
func (in allowanceInput) becomesAdvance() bool { return in.Kind == Run && !in.CanRun && in.Forced }

// refusals returns the rules that forbid a kind of movement.
func (in allowanceInput) refusals(kind string) (ids KeyList) {
	jack, trooper := in.ModelType == "warjack" && in.NormalMovement, in.ModelType == "trooper" && in.NormalMovement
	_, barred := pace{in.Spd, in.Modifiers}.penalised()
	switch kind {
	case Run:
		return ids.
			When(!in.CanRun, "WM-RUN-5").
			When(in.NormalMovement && !in.HasAction, "WM-RUN-4").
			When(jack && in.Focus == 0, "WM-RUN-6").
			When(trooper && !in.outOfFormation() && !in.Forced && in.Order != Run && in.Order != Charge, "WM-RUN-7")
	case Charge:
		return ids.
			When(in.outOfFormation(), "WM-UNIT-3").
			When(in.NormalMovement && !in.HasAction, "WM-CHARGE-1").
			When(barred, "WM-CHARGE-2").
			When(jack && in.Focus == 0, "WM-CHARGE-5").
			When(trooper && in.Order != Charge, "WM-CHARGE-6")
	}
	return nil
}

func resolveAllowance(in allowanceInput) allowanceResult {
	p := pace{in.Spd, in.Modifiers}
	r := allowanceResult{EffectiveKind: in.Kind, CurrentSpd: p.spd(), FocusAfter: in.Focus, Restriction: "none"}
	if in.becomesAdvance() {
		r.EffectiveKind = FullAdvance
	}
	r.Violations = in.refusals(r.EffectiveKind)
	r.Allowed = len(r.Violations) == 0
	r.MaxDistance = p.distance(r.EffectiveKind, in.NormalMovement)
	r.Penalised, _ = p.penalised()
	if !r.Allowed {
		return r
	}
	if in.ModelType == "warjack" && in.NormalMovement && r.EffectiveKind != FullAdvance {
		r.FocusAfter--
	}
	if in.outOfFormation() {
		r.Restriction = "toward-commander"
		if r.EffectiveKind == Run {
			r.Restriction = "directly-toward-commander"
		}
	}
	ends := in.NormalMovement && (r.EffectiveKind == Run || in.becomesAdvance())
	r.After = &afterMovement{
		Action: !ends && in.HasAction && !(in.outOfFormation() && r.EffectiveKind == FullAdvance),
		Spells: !ends, Feat: !ends, ActivationEnds: ends,
	}
	return r
}

var movementAllowanceRuling = rules.DicelessRuling("movement-allowance",
	"WM-MOVE-9 WM-MOVE-10 WM-MOVE-11 WM-ADV-1 WM-RUN-1 WM-RUN-2 WM-RUN-3 WM-RUN-4 WM-RUN-5 WM-RUN-6 WM-RUN-7 WM-UNIT-3 WM-UNIT-4 WM-UNIT-6 "+
		"WM-CHARGE-1 WM-CHARGE-2 WM-CHARGE-5 WM-CHARGE-6 WM-CHARGE-10 WM-PEN-1 WM-PEN-2 WM-FOCUS-3 WM-FOCUS-4",
	func(in allowanceInput) *rules.Fault { return checkModifiers(in.Modifiers) }, resolveAllowance)
