package ruling

import (
	"oriflamme/rules"
)

// MovementInput is a unit or character that moves; paces are in cm.
type MovementInput struct {
	Type      string     `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines|character"`
	Flying    bool       `json:"flying" default:"false"`
	Formation string     `json:"formation" in:"single|line|column|irregular" default:"\"line\""`
	Fortified bool       `json:"fortified_at_start" default:"false"`
	Move      string     `json:"move" in:"normal|charge|evade" default:"\"normal\""`
	Confused  bool       `json:"confused" default:"false"`
	Full      *rules.Dec `json:"full_pace_cm" in:"0..200" digits:"4" default:"-" null:"true"`
	Half      *rules.Dec `json:"half_pace_cm" in:"0..200" digits:"4" default:"-" null:"true"`
}

// MovementResult is whether and how far it may move; lengths are in cm.
type MovementResult struct {
	MayMove   bool               `json:"may_move"`
	Reason    rules.NullableText `json:"reason"`
	Pace      string             `json:"pace"`
	Allowance rules.Dec          `json:"allowance_cm"`
	Full      rules.Dec          `json:"full_pace_cm"`
	Half      rules.Dec          `json:"half_pace_cm"`
}

func (in MovementInput) check() *rules.Fault {
	_, standard := PaceOf(in.Type, in.Flying)
	if f := rules.FirstFault(
		rules.MissingFieldIf(in.Full == nil && (in.Half != nil || !standard), "full_pace_cm", "the pace must be told"),
		rules.MissingFieldIf(in.Half == nil && in.Full != nil, "half_pace_cm", "goes with the full pace"),
	); f != nil {
		return f
	}
	return rules.FirstFault(
		rules.OutOfRangeIf(in.Full != nil && *in.Half > *in.Full, "half_pace_cm", "is more than the full pace"),
		rules.ForbidIf(in.Type == "character" && in.Move != "normal", "WR-CHAR-1", "move", "characters move once, plainly"),
	)
}

// Resolve finds how far a unit may move (WR-MOVE-1, WR-FORM-2 to WR-FORM-6, WR-CHAR-1).
func (in MovementInput) Resolve() (r MovementResult) {
	p, _ := PaceOf(in.Type, in.Flying)
	r.Full, r.Half = rules.ValueOr(in.Full, CM(p.Full)), rules.ValueOr(in.Half, CM(p.Half))
	r.Pace, r.Allowance = "full", r.Full
	switch {
	case in.Type == "character":
	case in.Confused:
		r.Reason, r.Pace, r.Allowance = "WR-CONF-1", "none", 0
	case in.Type == "artillery" && in.Move == "charge":
		r.Reason, r.Pace, r.Allowance = "WR-PROV-12", "none", 0
	case in.Move == "normal" && (in.Fortified || in.Formation == "irregular"):
		r.Pace, r.Allowance = "half", r.Half
	}
	r.MayMove = r.Reason == ""
	return r
}

var movementAllowanceRuling = rules.DicelessRuling("movement-allowance",
	"WR-MOVE-1 WR-FORM-2 WR-FORM-3 WR-FORM-4 WR-FORM-5 WR-FORM-6 WR-CHAR-1 WR-CHAR-2 WR-CONF-1 WR-PROV-12", MovementInput.check, MovementInput.Resolve)
