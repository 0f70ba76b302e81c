package ruling

import (
	"slices"
	"strings"

	"oriflamme/rules"
)

// activationPhase follows the events of an Activation Phase.
type activationPhase struct {
	activationsInput
	states     []modelTurn // by model
	inProgress string      // id of the model or unit being activated
	order      string      // given to the unit in progress
	acted      bool        // a trooper of the unit in progress has acted
	over       bool        // the turn has ended
	result     activationsResult
}

// modelTurn is what a model has done in the turn.
type modelTurn struct {
	active    bool
	activated bool
	movement  string // how it used its normal movement
	failed    bool   // its charge failed
	action    string
	overBy    string // the rule that ended its activation early
	magic     bool   // it cast a spell or used its feat
}

// followActivations checks the events of an Activation Phase one by one.
func followActivations(in activationsInput) activationsResult {
	p := activationPhase{activationsInput: in, states: make([]modelTurn, len(in.Models))}
	for i, m := range in.Models {
		p.states[i].activated = m.Activated
	}
	for i, d := range in.Events {
		p.follow(i, d)
	}
	r := p.result
	r.Legal = len(r.Violations) == 0
	r.InProgress = rules.NullableText(p.inProgress)
	for i, m := range in.Models {
		if m.OnTable && !p.states[i].activated {
			r.Pending = append(r.Pending, m.ID)
		}
	}
	return r
}

// note records the rule that an event breaks.
func (p *activationPhase) note(index int, rule, subject string) {
	p.result.Violations = append(p.result.Violations, activationViolation{index, rule, subject})
}

// follow carries out an event, or records the first rule that it breaks.
func (p *activationPhase) follow(index int, d activationEvent) {
	var rule string
	switch {
	case p.over:
		rule = "WM-TURN-3"
	case d.Do == "begin":
		rule = p.begin(d)
	case d.Do == "end":
		rule = p.end(index, d)
	case d.Do == "end-turn":
		rule = p.endTurn(index)
	default:
		rule = p.own(p.model(d.Who), d)
	}
	if rule != "" {
		p.note(index, rule, d.Who)
	}
}

// group returns the models that are activated under an id.
func (p *activationPhase) group(who string) []int {
	if i := p.model(who); i >= 0 {
		return []int{i}
	}
	var all []int
	for i, m := range p.Models {
		if m.Unit == who {
			all = append(all, i)
		}
	}
	return all
}

// begin starts the activation of an independent model or of a whole unit (WM-ACTP-1,
// WM-ACTP-5, WM-ACT-3, WM-UNIT-1). It returns the rule that forbids it, or "".
func (p *activationPhase) begin(d activationEvent) string {
	if p.inProgress != "" {
		return "WM-ACT-3"
	}
	if i := p.model(d.Who); i >= 0 && p.Models[i].Unit != "" {
		return "WM-UNIT-1"
	}
	models := slices.DeleteFunc(p.group(d.Who), func(i int) bool { return !p.Models[i].OnTable })
	if len(models) == 0 {
		return "WM-ACTP-5"
	}
	models = slices.DeleteFunc(models, func(i int) bool { return p.states[i].activated })
	if len(models) == 0 {
		return "WM-ACTP-1"
	}
	p.inProgress, p.order, p.acted = d.Who, d.Order, false
	for _, i := range models {
		p.states[i].active = true
	}
	return ""
}

// end ends the activation in progress (WM-ACT-5) and returns the rule that forbids it, or
// "".
func (p *activationPhase) end(index int, d activationEvent) string {
	if p.inProgress != d.Who {
		return "WM-ACT-3"
	}
	for _, i := range p.group(d.Who) {
		s, m := &p.states[i], p.Models[i]
		if !s.active {
			continue
		}
		if !m.InFormation && s.movement == "" {
			p.note(index, "WM-UNIT-3", m.ID)
		}
		if s.movement == Charge && !s.failed && s.action == "" {
			p.note(index, "WM-CHARGE-17", m.ID)
		}
		s.active, s.activated = false, true
		p.result.Activated = append(p.result.Activated, m.ID)
	}
	p.inProgress = ""
	return ""
}

// endTurn ends the phase. Every model must have been activated (WM-ACTP-4).
func (p *activationPhase) endTurn(index int) string {
	if p.inProgress != "" {
		return "WM-ACT-3"
	}
	for i, m := range p.Models {
		if m.OnTable && !p.states[i].activated && !m.MaySkip {
			p.note(index, "WM-ACTP-4", m.ID)
		}
	}
	p.over = true
	return ""
}

// own follows an event of one model in its activation and returns the rule that it breaks,
// or "".
func (p *activationPhase) own(i int, d activationEvent) string {
	s, m := &p.states[i], p.Models[i]
	switch {
	case !s.active:
		return "WM-ACTP-3"
	case s.overBy != "":
		return s.overBy
	}
	switch d.Do {
	case "extra-move":
		if !m.MoveAfterAction {
			return "WM-ACTION-2"
		}
	case "cast", "feat":
		s.magic = true
	case "move":
		return p.move(s, m, d)
	case "act":
		return p.act(s, m, d)
	}
	return ""
}

func (s modelTurn) acted() bool { return s.action == combat || s.action == special }

// move carries out a movement of a model and returns the rule that it breaks, or "".
func (p *activationPhase) move(s *modelTurn, m activatable, d activationEvent) string {
	trooper := m.Unit != ""
	switch {
	case s.movement != "" || s.acted():
		return "WM-ACT-1"
	case trooper && p.acted:
		return "WM-UNIT-5"
	case !m.InFormation && !strings.HasSuffix(d.Kind, towardCommanders):
		return "WM-UNIT-3"
	case d.runs() && s.action == Forfeit:
		return "WM-RUN-4"
	case d.runs() && s.magic:
		return "WM-RUN-3"
	case d.runs() && trooper && m.InFormation && p.order != Run && p.order != Charge:
		return "WM-RUN-7"
	case d.Kind == Charge && s.action == Forfeit:
		return "WM-CHARGE-1"
	case d.Kind == Charge && trooper && p.order != Charge:
		return "WM-CHARGE-6"
	}
	s.movement = d.Kind
	s.failed = d.Kind == Charge && !valueOr(d.Success, true)
	if d.runs() {
		s.overBy = "WM-RUN-3"
	} else if s.failed {
		s.overBy = "WM-CHARGE-19"
	}
	return ""
}

// act carries out an action of a model and returns the rule that it breaks, or "".
func (p *activationPhase) act(s *modelTurn, m activatable, d activationEvent) string {
	charged := s.movement == Charge
	switch {
	case s.action != "":
		return "WM-ACT-1"
	case d.Kind == Forfeit && charged:
		return "WM-CHARGE-17"
	case d.Kind == Forfeit:
		s.action = Forfeit
		return ""
	case !m.InFormation && s.movement == "":
		return "WM-UNIT-3"
	case !m.InFormation && s.movement == advanceToward:
		return "WM-UNIT-4"
	case d.Kind == special && charged:
		return "WM-SPEC-2"
	}
	s.action = d.Kind
	p.acted = true
	return ""
}
