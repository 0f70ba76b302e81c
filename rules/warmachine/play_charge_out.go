package warmachine

import (
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Charges outside the activation (WM-OOA-1 to WM-OOA-7): those that spells or feats cause,
// and Counter-Charge (WM-ABIL-2). They follow the rules of charges, without what concerns
// the activation: no order, no focus, one attack and no special attack. When a
// Counter-Charge may be made is a ruling of this program (WM-RULING-12).

const (
	counterCharge       = "counter-charge" // an ability of single models
	chargeOutRule       = "WM-OOA-1"
	chargeOutFailedRule = "WM-OOA-7"
	answerStand         = "stand" // the answer of a player who does not charge
)

// counterReach is how near to the charger an enemy must end its movement.
const counterReach = 6 * ruling.Inch

// chargeOutPlan is a charge outside the activation that may be made.
type chargeOutPlan struct {
	charger, target modelRef
	event           ChargedOut
}

// mayChargeOut reports whether a model may charge outside its activation at all
// (WM-CHARGE-2, WM-CHARGE-4).
func (b *Battle) mayChargeOut(r modelRef) bool {
	m := b.model(r)
	return !m.Gone && !m.helpless() && !b.flees(r) && !b.inert(r.unit) && !b.inAnyLock(r.unit) && !b.mayNotRunOrCharge(r.unit) &&
		b.info[r.unit].profile.armed(ruling.Melee) && !b.penalised(r.unit)
}

// chargeOutAt returns the charge of a model straight at another that it sees; ok if it may
// be made and, on a board, reaches the target.
func (b *Battle) chargeOutAt(r, target modelRef) (o chargeOutPlan, ok bool) {
	o = chargeOutPlan{r, target, ChargedOut{Unit: b.id(r), Target: b.id(target), law: law{chargeOutRule}}}
	if !b.board {
		return o, true
	}
	most := ruling.Inches(b.spd(r.unit)+ruling.ChargeBonus)*ruling.Inch + b.info[r.unit].reach()
	if !b.within(r, target, most) || !b.sees(r, target) {
		return o, false
	}
	e, done, fault := b.workOutCharge(r, target, Move{Movement: ruling.Charge}, b.info[r.unit].reach(), false)
	o.event.Distance, o.event.To = e.Distance, e.To
	return o, fault == nil && done.Success
}

// offerChargesOut offers a charge outside the activation to the models under an effect,
// except those of the active unit.
func (b *Battle) offerChargesOut(t *rules.Turn, r modelRef) {
	if r.unit == b.s.Acting || b.s.Phase == phaseOver || !b.mayChargeOut(r) {
		return
	}
	choices := []string{answerStand}
	var ways []chargeOutPlan
	for _, j := range b.enemiesOf(b.info[r.unit].seat) {
		if o, ok := b.chargeOutAt(r, b.nearest(r, j)); ok {
			ways, choices = append(ways, o), append(choices, b.info[j].id)
		}
	}
	if k := t.Ask(chargeOutRule, b.info[r.unit].seat, "charge-out", choices...); k > 0 {
		b.chargeOut(t, ways[k-1])
	}
}

// offerCounterCharges lets enemies answer the movement that the active unit has just ended:
// seat by seat the players are asked until no one wants to charge. On a measured table the
// players judge which models are near enough.
func (b *Battle) offerCounterCharges(t *rules.Turn) {
	i := b.s.Acting
	if len(b.counterChargers) == 0 || i == noUnit {
		return
	}
	for _, seat := range b.s.Order {
		for b.hostile(seat, b.info[i].seat) && b.s.Phase != phaseOver && b.s.Pending == nil && b.unitInPlay(i) && (b.modelInPlay(b.active()) || !b.sinceVersion6()) {
			choices := []string{answerStand}
			var ways []chargeOutPlan
			for _, j := range b.counterChargers {
				if b.info[j].seat != seat || !b.mayCounterCharge(j) {
					continue
				}
				if o, ok := b.counterChargeOf(j, i); ok {
					ways, choices = append(ways, o), append(choices, b.info[j].id)
				}
			}
			k := t.Ask("WM-ABIL-2", seat, "counter-charge", choices...)
			if k == 0 {
				break
			}
			ways[k-1].event.Counter = true
			b.chargeOut(t, ways[k-1])
		}
	}
}

// mayCounterCharge reports whether a unit has not used its Counter-Charge and may make it.
func (b *Battle) mayCounterCharge(j int) bool {
	r := modelRef{j, 0}
	return !b.s.Units[j].UsedCounterCharge && b.mayChargeOut(r) && !(b.board && b.engaged(r))
}

// counterChargeOf returns the Counter-Charge of unit j at the nearest model of unit i, which
// has moved: within six inches and seen; ok if there is one.
func (b *Battle) counterChargeOf(j, i int) (chargeOutPlan, bool) {
	r := modelRef{j, 0}
	if !b.board {
		return b.chargeOutAt(r, b.active())
	}
	target := b.nearest(r, i)
	if b.s.Activation.Solo > 0 {
		target = b.active()
	}
	if !b.within(r, target, counterReach) {
		return chargeOutPlan{}, false
	}
	return b.chargeOutAt(r, target)
}

// chargeOut carries out such a charge. On a measured table its player is asked for the
// result.
func (b *Battle) chargeOut(t *rules.Turn, o chargeOutPlan) {
	if !b.board {
		laws := []string{"WM-OOA-3", "WM-OOA-4", chargeOutFailedRule}
		o.event.Law = laws[t.Ask(chargeOutRule, b.info[o.charger.unit].seat, "charge-came", "charge-far", "charge-near", "charge-fails")]
	} else {
		if b.sinceVersion5() {
			o.event.Distance, o.event.To = b.askChargeEnd(t, o)
		}
		o.event.Law = "WM-OOA-4"
		if ruling.InchesOf(o.event.Distance) >= ruling.ChargeAttackFrom {
			o.event.Law = "WM-OOA-3"
		}
		if b.combat && b.takeFreeStrikes(t, o.charger, Moved{Distance: o.event.Distance, To: o.event.To}) {
			if !b.modelInPlay(o.charger) || b.s.Phase == phaseOver {
				return
			}
			o.event.Distance, o.event.To, o.event.Law = 0, b.standing(o.charger), chargeOutFailedRule
		}
	}
	if b.tableRemembers() && b.combat && b.takeFreeStrikes(t, o.charger, Moved{Target: o.event.Target}) {
		if !b.modelInPlay(o.charger) || b.s.Phase == phaseOver {
			return
		}
		o.event.Law = chargeOutFailedRule
	}
	t.Emit(o.event)
	if o.event.Law == chargeOutFailedRule {
		return
	}
	if b.combat && b.info[o.charger.unit].profile.rides() {
		b.impactAttacks(t, o.charger, b.modelsRunInto(t, o))
	}
	if b.s.Phase != phaseOver && b.mayChargeOut(o.charger) && b.modelInPlay(o.target) {
		b.attackAfterChargeOut(t, o)
	}
}

// askChargeEnd asks where a charge outside the activation ends: in any direction that brings the
// target into melee range, and anywhere on that line from there on (WM-CHARGE-9, WM-CHARGE-12).
func (b *Battle) askChargeEnd(t *rules.Turn, o chargeOutPlan) (far rules.Dec, to *Spot) {
	far, to = o.event.Distance, o.event.To
	at := ruling.Point{X: to.X, Y: to.Y}
	straight := rules.Offer[ruling.Point]{Key: "charge-straight", Value: at, Spots: []rules.Spot{b.spotAt(o.charger, *to)}}
	asked := rules.ValueQuestion{Rule: "WM-CHARGE-9", Seat: b.info[o.charger.unit].seat, Why: "charge-end", Of: rules.ShapePoint, Unit: b.id(o.charger)}
	end := rules.AskValue(t, asked, []rules.Offer[ruling.Point]{straight}, func(p ruling.Point) *rules.Fault {
		if p == at {
			return nil
		}
		e, done, fault := b.workOutCharge(o.charger, o.target, Move{Movement: ruling.Charge, Path: []ruling.Point{p}}, b.info[o.charger.unit].reach(), false)
		switch {
		case fault != nil:
			return rules.Breaks(fault.Rule, "", "the charge cannot end there")
		case !done.Success:
			return rules.Breaks(chargeOutFailedRule, "", "the target is out of melee range there")
		}
		far, to = e.Distance, e.To
		return nil
	})
	if end == at {
		return o.event.Distance, o.event.To
	}
	return far, to
}

// modelsRunInto returns the models that cavalry contacts in such a charge (WM-OOA-5). On a
// measured table its player is asked whether the target is one.
func (b *Battle) modelsRunInto(t *rules.Turn, o chargeOutPlan) []modelRef {
	if b.board {
		return b.modelsTouched(o.charger, b.model(o.charger).at())
	}
	if t.Ask("WM-OOA-5", b.info[o.charger.unit].seat, "impact", "no-impact", "impact") == 1 {
		return []modelRef{o.target}
	}
	return nil
}

// attackAfterChargeOut makes the one attack after a charge outside the activation
// (WM-OOA-2): a charge attack after three inches, else a normal attack, with a weapon of the
// player's choice that is no special attack (WM-OOA-6).
func (b *Battle) attackAfterChargeOut(t *rules.Turn, o chargeOutPlan) {
	p := &b.info[o.charger.unit].profile
	arms, names := b.meleeWeapons(o.charger, o.target)
	if len(arms) == 0 {
		return
	}
	w := arms[t.Ask("WM-OOA-2", b.info[o.charger.unit].seat, "charge-weapon", names...)]
	s := b.meleeAttack(o.charger, o.target, w, o.event.Law)
	s.charge = o.event.Law == "WM-OOA-3"
	if b.combat && p.spendsFocus() && b.s.Units[o.charger.unit].Focus > 0 && !b.model(o.target).helpless() {
		s.boostAttack = t.Ask("WM-X-FOC-3", b.info[o.charger.unit].seat, "boost-charge", "unboosted", "boost-attack") == 1
	}
	b.attack(t, &s)
}

// applyChargeOut moves a model to the end of its charge.
func (b *Battle) applyChargeOut(e ChargedOut) {
	r, _ := b.findModel(e.Unit)
	if e.To != nil {
		b.forgetExtent(r.unit)
		b.model(r).Spot = *e.To
	}
	if e.Counter {
		b.s.Units[r.unit].UsedCounterCharge = true
	}
}

// isChargeOutRule reports whether a rule is that of an attack after a charge outside the
// activation.
func isChargeOutRule(rule string) bool { return strings.HasPrefix(rule, "WM-OOA-") }
