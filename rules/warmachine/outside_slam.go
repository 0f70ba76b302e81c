package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// This file holds facts from outside the rulebook: slams (WM-X-PA-3, WM-X-PA-4).

const (
	slamRule      = "WM-X-PA-3"
	slammedRule   = "WM-X-PA-4"
	largerPenalty = 2        // of the attack roll of a slam against a larger base
	slamFrom      = 3 * Inch // how far a slam must go to be worth its name
)

// slam goes straight at the target and, if that brought it into reach and was far
// enough, rolls to hit; else its activation ends.
func (b *Battle) slam(t *rules.Turn, s *attackState, c PowerAttack) *rules.Fault {
	e, fault := b.slamWay(s, c)
	if fault != nil {
		return fault
	}
	b.payPower(t, slamming)
	b.moveModel(t, s.attacker, e)
	if b.s.Phase == phaseOver {
		return nil
	}
	b.checkFear(t)
	b.offerCounterCharges(t)
	if b.s.Acting != s.attacker.unit {
		return nil
	}
	reached := c.InReach
	if b.board {
		reached = b.within(s.attacker, s.target, shortReach)
	}
	if d := &b.s.Activation.Models[0]; !b.modelInPlay(s.attacker) || b.model(s.attacker).helpless() || !b.modelInPlay(s.target) || !reached || d.Moved < slamFrom {
		b.endActivation(t, slamRule)
		return nil
	}
	b.resolve(t, s)
	return nil
}

// slamWay is the movement of a slam: SPD and three inches more at most.
func (b *Battle) slamWay(s *attackState, c PowerAttack) (e Moved, fault *rules.Fault) {
	most := b.chargeDistance(s.attacker.unit)
	if !b.board {
		e = Moved{Unit: b.info[s.attacker.unit].id, Model: 0, Movement: slamming, Target: b.id(s.target), Distance: c.Distance, Law: slamRule}
		return e, FaultIf(InchesOf(c.Distance) > most, rules.Breaks(slamRule, "distance", "it goes %s inches at most", most))
	}
	e, done, fault := b.chargeWithReach(s.attacker, s.target, Move{Movement: Charge}, shortReach)
	if fault != nil {
		return e, fault
	}
	e.Movement, e.Law = slamming, slamRule
	if c.Distance != 0 && InchesOf(c.Distance) != done.Distance {
		fault = rules.Breaks(slamRule, "distance", "it goes %s inches", done.Distance)
	}
	return e, fault
}

// slamModel sends a model flying that a slam hit: a die of inches straight away, half
// of it for a larger base. It lies down and is hurt, by one die more if it runs into
// something solid; whom it runs into is hurt too.
func (b *Battle) slamModel(t *rules.Turn, s *attackState) {
	part := Inch
	if b.info[s.target.unit].base > b.info[s.attacker.unit].base {
		part = Inch / 2
	}
	way := b.courseAway(s.attacker, s.target)
	free, met, wall := 6*part, modelRef{noUnit, noUnit}, false
	if b.board {
		free, met, wall = b.flight(s.target, way, 6*part)
	}
	short := func(f []int) bool { return b.board && Inches(f[0])*part > free }
	f := t.Throw(dice.Roll{Why: "slam", N: 1, Sides: 6, ClassOf: func(f []int) int {
		if short(f) {
			return 1
		}
		return 0
	}})
	far := Inches(f[0]) * part
	if !short(f) {
		met, wall = modelRef{noUnit, noUnit}, false
	}
	if !b.board {
		met, wall = b.askCrash(t, s)
	}
	solid := wall || met.unit != noUnit && b.info[met.unit].base >= b.info[s.target.unit].base
	e := Hurled{Unit: b.id(s.target), For: slamming, Distance: min(far, free).Dec(), Crash: solid, Law: slammedRule}
	if b.board {
		to := way.At(min(far, free))
		e.To = &to
	}
	t.Emit(e)
	b.addEffect(t, s.target, knockDown)
	if solid {
		s.dice = 1
	}
	b.applyHit(t, s, false)
	if met.unit != noUnit && b.modelInPlay(met) {
		total, amount := RollDamage(t.Roller, 2, s.power, b.arm(met.unit))
		b.damageModel(t, met, s.attacker.unit, total, amount, slammedRule)
	}
}

// askCrash asks on a measured table what a slammed model runs into: nothing,
// terrain, or the nearest model of a troop.
func (b *Battle) askCrash(t *rules.Turn, s *attackState) (met modelRef, wall bool) {
	choices := []string{"crash-nothing", "crash-terrain"}
	var troops []int
	for i := range b.info {
		if i != s.target.unit && i != s.attacker.unit && b.unitInPlay(i) {
			troops, choices = append(troops, i), append(choices, b.info[i].id)
		}
	}
	k := t.Ask(slammedRule, b.info[s.attacker.unit].seat, "crash", choices...)
	if k < 2 {
		return modelRef{noUnit, noUnit}, k == 1
	}
	return modelRef{troops[k-2], b.s.Units[troops[k-2]].Lead}, false
}
