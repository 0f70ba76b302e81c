package warmachine

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// activations is a recorded Activation Phase.
type activations struct {
	Models []activatable `json:"models" len:"1..100"`
	Events []deed        `json:"events" len:"0..300"`
}

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

// deed is an event of the phase.
type deed struct {
	Do      string `json:"do" in:"begin|move|act|cast|feat|extra-move|end|end-turn"`
	Who     string `json:"who" in:"1..80" default:"-"`
	Kind    string `json:"kind" in:"full-advance|full-advance-toward-commander|run|run-directly-toward-commander|charge|forfeit|combat|special" default:"-"`
	Success *bool  `json:"success" default:"-"`
	Order   string `json:"order" in:"none|run|charge|other" default:"-"`
}

// Kinds of movement and action, and orders.
const (
	fullAdvance      = "full-advance"
	advanceToward    = "full-advance-toward-commander"
	run              = "run"
	runToward        = "run-directly-toward-commander"
	charge           = "charge"
	forfeit          = "forfeit"
	combat           = "combat"
	special          = "special"
	towardCommanders = "-commander"
)

func (d deed) runs() bool { return d.Kind == run || d.Kind == runToward }

func (in activations) model(id string) int {
	return slices.IndexFunc(in.Models, func(m activatable) bool { return m.ID == id })
}

func (in activations) isUnit(id string) bool {
	return id != "" && slices.ContainsFunc(in.Models, func(m activatable) bool { return m.Unit == id })
}

func (in activations) check() *rules.Fault {
	if f := idsTwice(in.Models, "models", func(m activatable) string { return m.ID }); f != nil {
		return f
	}
	for i, m := range in.Models {
		at := func(name string) string { return under("models", i, name) }
		fault := first(
			when(m.Unit != "" && in.model(m.Unit) >= 0, strange(at("unit"), "%q is a model", m.Unit)),
			when(m.Unit == "" && m.Commander, strange(at("commander"), "only a trooper commands a unit")),
			when(m.Unit == "" && !m.InFormation, strange(at("in_formation"), "only troopers keep formation")),
			when(m.Commander && !m.InFormation, strange(at("in_formation"), "the commander is always in formation")),
		)
		if fault != nil {
			return fault
		}
	}
	for i, d := range in.Events {
		if f := in.checkDeed(rules.At("events", i), d); f != nil {
			return f
		}
	}
	return nil
}

func (in activations) checkDeed(path string, d deed) *rules.Fault {
	at := func(name string) string { return rules.Join(path, name) }
	if f := belongs(d.Do != "end-turn", d.Who != "", at("who")); f != nil {
		return f
	}
	i, unit := in.model(d.Who), in.isUnit(d.Who)
	whole := d.Do == "begin" || d.Do == "end"
	if d.Do != "end-turn" && i < 0 && !(whole && unit) {
		return strange(at("who"), "%q is nobody here", d.Who)
	}
	moves, acts := d.Do == "move", d.Do == "act"
	if f := belongs(moves || acts, d.Kind != "", at("kind")); f != nil {
		return f
	}
	action := d.Kind == combat || d.Kind == special
	follows := strings.HasSuffix(d.Kind, towardCommanders)
	return first(
		when(moves && action || acts && !action && d.Kind != forfeit, strange(at("kind"), "%s is not for %s", d.Kind, d.Do)),
		when(moves && follows && (in.Models[max(0, i)].Unit == "" || in.Models[max(0, i)].Commander), strange(at("kind"), "nobody commands %q", d.Who)),
		when(d.Success != nil && !(moves && d.Kind == charge), unknown(at("success"))),
		when(d.Order != "" && !(d.Do == "begin" && unit), unknown(at("order"))),
	)
}

type activationsResult struct {
	Legal      bool      `json:"legal"`
	Violations []misdeed `json:"violations"`
	Activated  []string  `json:"activated"`
	InProgress orNull    `json:"in_progress"`
	Pending    []string  `json:"pending"`
}

// misdeed is an event that breaks a rule.
type misdeed struct {
	Index   int    `json:"index"`
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
}

var activationCheckRuling = plain("activation-check",
	"WM-ACTP-1 WM-ACTP-2 WM-ACTP-3 WM-ACTP-4 WM-ACTP-5 WM-ACT-1 WM-ACT-2 WM-ACT-3 WM-ACT-4 WM-ACT-5 WM-UNIT-1 WM-UNIT-2 WM-UNIT-3 WM-UNIT-4 "+
		"WM-UNIT-5 WM-UNIT-6 WM-RUN-3 WM-RUN-4 WM-RUN-7 WM-CHARGE-1 WM-CHARGE-6 WM-CHARGE-17 WM-CHARGE-19 WM-ACTION-2 WM-SPEC-2 WM-TURN-3",
	activations.check, followActivations)
