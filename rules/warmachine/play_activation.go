package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// playActivate begins an activation. Knocked down models stand up (WM-X-KD-1), and troopers
// out of formation are marked (WM-UNIT-2).
func (b *Battle) playActivate(t *rules.Turn, c Activate) *rules.Fault {
	i, fault := b.ownUnit(c.Unit, "unit")
	switch {
	case fault != nil:
		return fault
	case b.ids[c.Unit].model > 0 && !b.ofSolos(i):
		return rules.Breaks("WM-UNIT-1", "unit", "troopers are activated with their unit")
	case b.s.Units[i].Activated:
		return rules.Breaks("WM-ACTP-1", "unit", "has been activated this turn")
	case b.inert(i):
		return rules.Breaks("WM-X-FOC-9", "unit", "nobody controls it any more")
	case c.Order != "none" && b.info[i].profile.Kind != "unit":
		return rules.Breaks("WM-UNIT-6", "order", "only units are given orders")
	}
	e := Activated{Unit: b.info[i].id, Order: c.Order}
	if b.ofSolos(i) {
		k := b.ids[c.Unit].model
		if k == noUnit {
			k = b.nextSolo(i)
		}
		switch r := (modelRef{i, k}); {
		case k == noUnit || b.model(r).Activated:
			return rules.Breaks("WM-ACTP-1", "unit", "has been activated this turn")
		case !b.modelInPlay(r):
			return rules.Breaks("WM-ACTP-5", "unit", "%q is destroyed", c.Unit)
		}
		e.Unit = b.info[i].models[k]
	}
	if b.anyDown(e.Unit) {
		e.Rises = c.Rise
	}
	if e.Strays, fault = b.straysOf(i, c.Strays); fault != nil {
		return fault
	}
	marshal := b.marshalOf(i)
	lends := marshal != noUnit
	if lends && c.InCommandRange == nil && b.tableRemembers() {
		return rules.Missing("in_command_range")
	}
	if b.tableRemembers() && len(e.Strays) == 0 && b.s.Units[i].Loose {
		e.Strays = b.askStrays(t, i)
	}
	if b.beginActivation(t, i, e); b.s.Acting != i {
		return nil
	}
	if lends && b.inCommand(marshal, i, holds(c.InCommandRange, true)) {
		t.Emit(FocusReceived{c.Unit, 1, law{marshalRule}})
	}
	return nil
}

// beginActivation begins an activation, which is over at once when the unit flees or can only
// stand still.
func (b *Battle) beginActivation(t *rules.Turn, i int, e Activated) {
	t.Emit(b.activatedEvent(i, e))
	switch {
	case b.flees(b.active()):
		b.fleeActivation(t, i)
	case b.allStationary(e.Unit):
		b.endActivation(t, stationaryRule)
	}
}

// activatedEvent returns the event that begins an activation. It reuses the event made at
// setup when no model stands up or is out of formation.
func (b *Battle) activatedEvent(i int, e Activated) rules.Event {
	if e.Rises == "" && len(e.Strays) == 0 && !b.ofSolos(i) {
		for n, c := range b.info[i].orderCommands {
			if c.(Activate).Order == e.Order {
				return b.info[i].activatedEvents[n]
			}
		}
	}
	return e
}

// activationOver is the rule by which an activation ends normally, forfeitRule that by which it
// ends without movement and action.
const (
	activationOver = "WM-ACT-5"
	forfeitRule    = "WM-ACT-4"
)

// anyDown reports whether a model that is activated by an id stands up with its next activation.
func (b *Battle) anyDown(id string) bool {
	return slices.ContainsFunc(b.modelsOf(id), func(m modelState) bool { return m.Down && m.StationaryUntil == 0 && !m.Gone })
}

// modelsOf returns the model with an id, or the models of the unit with it.
func (b *Battle) modelsOf(id string) []modelState {
	r := b.ids[id]
	if all := b.s.Units[r.unit].Models; r.model == noUnit {
		return all
	}
	return b.s.Units[r.unit].Models[r.model : r.model+1]
}

// straysOf returns the troopers out of formation: as stated by the players, or on a board by
// their distance from the commander (WM-X-FORM-1).
func (b *Battle) straysOf(i int, stated []string) (strays []int, fault *rules.Fault) {
	t := &b.s.Units[i]
	if b.info[i].profile.Kind != "unit" {
		if len(stated) > 0 {
			fault = ruling.BadValue("strays", "are no troopers")
		}
		return nil, fault
	}
	if b.board {
		lead := b.disc(modelRef{i, t.Lead})
		for k := range t.Models {
			if !t.Models[k].Gone && k != t.Lead && !ruling.InFormation(b.disc(modelRef{i, k}), lead, b.commandRange(i)) {
				strays = append(strays, k)
			}
		}
		if len(stated) > 0 && len(stated) != len(strays) {
			fault = ruling.BadValue("strays", "%d troopers are out of formation", len(strays))
		}
		return strays, fault
	}
	for n, id := range stated {
		r, known := b.ids[id]
		if !known || r.unit != i || r.model < 0 || !b.modelInPlay(r) || r.model == t.Lead {
			return nil, ruling.BadValue(rules.At("strays", n), "%q is no trooper of it", id)
		}
		strays = append(strays, r.model)
	}
	return strays, nil
}

// playEndActivation ends the activation. A charge must have been followed by an attack if
// one was possible (WM-CHARGE-17).
func (b *Battle) playEndActivation(t *rules.Turn) *rules.Fault {
	if fault := b.endRefusal(); fault != nil {
		return fault
	}
	b.endActivation(t, activationOver)
	return nil
}

// endRefusal refuses the end of the activation in progress while a model has something to do:
// to go back to its commander, or to attack after its charge (WM-UNIT-3, WM-CHARGE-17).
func (b *Battle) endRefusal() *rules.Fault {
	if fault := b.returnRefusal(); fault != nil {
		return fault
	}
	return rules.FaultIf(!b.mayEnd(), rules.Breaks("WM-CHARGE-17", "", "a charger must attack"))
}

// owesAttack reports whether a model of the active unit charged and could attack the model
// that it charged, but has not.
func (b *Battle) owesAttack(k int) bool {
	d := &b.s.Activation.Models[k]
	if m := b.model(modelRef{b.s.Acting, k}); d.Movement != ruling.Charge || d.Attacks > 0 || d.Done || m.Gone || m.helpless() {
		return false
	}
	target := modelRef{d.Target, d.At}
	return b.hostile(b.info[target.unit].seat, b.s.Turn) && b.modelInPlay(target) && (!b.board || b.canStrike(modelRef{b.s.Acting, k}, target))
}

// owesAnother reports whether a model of the active unit charged another model than at, and has yet
// to attack it (WM-CHARGE-18).
func (b *Battle) owesAnother(k int, at modelRef) bool {
	d := &b.s.Activation.Models[k]
	return b.sinceVersion5() && at != modelRef{d.Target, d.At} && b.owesAttack(k)
}

// endTurnRefusal refuses to end the turn while something must be done that nobody may forfeit:
// a model of the active unit that must go back or attack, or a unit with troopers out of
// formation that has yet to be activated.
func (b *Battle) endTurnRefusal() *rules.Fault {
	if b.s.Acting != noUnit {
		if fault := b.endRefusal(); fault != nil {
			return fault
		}
	}
	for i := range b.info {
		if i == b.s.Acting || !b.awaitsActivation(i) || b.s.Units[i].Fleeing {
			continue
		}
		if rule := b.unitMustReturn(i); rule != "" {
			return rules.Breaks(rule, "", "%s has yet to be activated: its troopers go back into formation", b.info[i].name)
		}
	}
	return nil
}

// unitMustReturn returns the rule by which a unit cannot just forfeit its activation because
// troopers are out of formation, or "".
func (b *Battle) unitMustReturn(i int) string {
	if b.info[i].profile.Kind != "unit" || !b.sinceVersion5() {
		return ""
	}
	if !b.board && b.s.Units[i].Loose {
		return "WM-UNIT-2" // the players look first
	}
	strays, _ := b.straysOf(i, nil)
	for _, k := range strays {
		if r := (modelRef{i, k}); !b.model(r).helpless() && b.wayHome(r) >= leastReturn {
			return "WM-UNIT-3"
		}
	}
	return ""
}

// playEndTurn ends the activation in progress and the turn. The models that have not been
// activated are: each forfeits its movement and its action, except that the knocked down stand
// up and the fleeing flee.
func (b *Battle) playEndTurn(t *rules.Turn) *rules.Fault {
	if fault := b.endTurnRefusal(); fault != nil {
		return fault
	}
	turn := b.s.Turns
	if b.s.Acting != noUnit {
		b.endActivation(t, activationOver)
	}
	for i := range b.info {
		for b.s.Turns == turn && b.s.Phase != phaseOver && b.awaitsActivation(i) {
			e := Activated{Unit: b.info[i].id, Order: "none"}
			if b.ofSolos(i) {
				e.Unit = b.info[i].models[b.nextSolo(i)]
			}
			if b.anyDown(e.Unit) {
				e.Rises = "movement"
			}
			if b.beginActivation(t, i, e); b.s.Acting == i {
				b.endActivation(t, forfeitRule)
			}
		}
	}
	return nil
}

// endActivation ends the activation, and the turn with the last activation (WM-ACTP-4).
func (b *Battle) endActivation(t *rules.Turn, rule string) {
	if e := b.info[b.s.Acting].endedEvent; rule == activationOver && b.s.Activation.Solo == 0 && e != nil {
		t.Emit(e)
	} else {
		t.Emit(ActivationEnded{b.actingID(), law{rule}})
	}
	b.checkCasualties(t)
	if b.countUnits(b.awaitsActivation) == 0 {
		b.nextTurn(t)
	}
}

// playSpecial carries out a special action (WM-SPEC-1 to WM-SPEC-3), which may need a skill
// check (WM-SKILL-1). The book does not say what a repair restores: here it is a die of
// boxes.
func (b *Battle) playSpecial(t *rules.Turn, c Special) *rules.Fault {
	i := b.s.Acting
	p := &b.info[i].profile
	n := indexOf(p.Actions, func(a *ActionProfile) bool { return a.ID == c.Action })
	if n == noUnit {
		return ruling.BadValue("action", "%q is no action of its own", c.Action)
	}
	target, fault := b.ownUnit(c.Target, "target")
	if fault != nil {
		return fault
	}
	if b.info[target].profile.Kind != "warjack" {
		return ruling.BadValue("target", "only warjacks are repaired")
	}
	if fault := b.returnRefusal(); fault != nil {
		return fault
	}
	if c.Contact == nil && b.tableRemembers() {
		return rules.Missing("contact")
	}
	who, d := b.actor(c, modelRef{target, 0})
	if d.rule != "" {
		return d.fault("the action may not be performed")
	}
	profile := &p.Actions[n]
	e := SkillRolled{Unit: b.id(who), Action: profile.ID, Target: c.Target, Success: true}
	if profile.Skill > 0 {
		r := ruling.CheckSkill(t.Roller, ruling.SkillInput{Value: profile.Skill})
		e.Total, e.Success = r.Total, r.Success
	}
	t.Emit(e)
	if e.Success {
		b.heal(t, modelRef{target, 0}, t.Roll("repair", 1, profile.Boxes)[0], "WM-SPEC-3")
	}
	return nil
}

// actor returns the model that performs a special action: the one named, or the first that
// can. It is base to base with its target, on a board within half an inch.
func (b *Battle) actor(c Special, target modelRef) (modelRef, refusal) {
	i := b.s.Acting
	last := refusal{"WM-SPEC-1", "who"}
	for k := range b.s.Activation.Models {
		r, d := modelRef{i, k}, &b.s.Activation.Models[k]
		if !b.modelInPlay(r) || c.Who != "" && c.Who != b.info[i].models[k] {
			continue
		}
		touches := holds(c.Contact, true)
		if b.board {
			touches = b.distance(r, target) <= shortReach
		}
		switch {
		case b.model(r).helpless():
			last = refusal{b.model(r).idleRule(), "who"}
		case d.Movement == ruling.Run || d.Movement == ruling.Charge:
			last = refusal{"WM-SPEC-2", "who"}
		case d.OutOfFormation && b.sinceVersion5():
			last = refusal{"WM-UNIT-4", "who"}
		case d.Done || d.Attacks > 0:
			last = refusal{"WM-ACTION-1", "who"}
		case !touches:
			last = refusal{"WM-SPEC-3", "contact"}
		default:
			return r, refusal{}
		}
	}
	return modelRef{}, last
}
