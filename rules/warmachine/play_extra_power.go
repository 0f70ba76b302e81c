package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: power attacks of warjacks, with
// head-butts and pushes (WM-X-PA-0 to WM-X-PA-2). Slams, throws and locks are in
// play_extra_grapple.go, tramples in play_extra_movement.go.

// Kinds of power attacks.
const (
	headButt = "head-butt"
	pushing  = "push"
	slamming = "slam"
	throwing = "throw"
	locking  = "lock"
	trample  = "trample"
)

// playPowerAttack makes a power attack. It uses up the combat action except for the
// additional attacks paid for with focus (WM-COMBAT-6, WM-COMBAT-13).
func (b *Battle) playPowerAttack(t *rules.Turn, c PowerAttack) *rules.Fault {
	if c.Attack == trample {
		return b.playTrample(t, c)
	}
	s, fault := b.powerAttackOf(c)
	if fault != nil {
		return fault
	}
	if c.Attack == slamming {
		return b.slam(t, &s, c)
	}
	b.payPower(t, c.Attack)
	if c.Attack == pushing {
		b.push(t, &s)
		return nil
	}
	b.resolve(t, &s)
	return nil
}

// payPower pays for a power attack.
func (b *Battle) payPower(t *rules.Turn, attack string) {
	t.Emit(FocusSpent{b.info[b.s.Acting].id, attack, 1, law{"WM-X-PA-0"}})
}

// powerAttackBarRule returns the rule that keeps the active unit from any power attack now,
// or "".
func (b *Battle) powerAttackBarRule() string {
	i := b.s.Acting
	d := &b.s.Activation.Models[0]
	switch {
	case b.info[i].profile.Kind != "warjack":
		return "WM-X-PA-0"
	case b.s.Units[i].Models[0].helpless():
		return b.s.Units[i].Models[0].idleRule()
	case d.Movement == ruling.Charge:
		return "WM-COMBAT-6"
	case d.Done || d.Movement == ruling.Run:
		return "WM-COMBAT-1"
	case d.Attacks > 0:
		return "WM-COMBAT-16"
	case b.s.Units[i].Focus == 0:
		return "WM-X-PA-0"
	case b.holdsLentPoint():
		return marshalRule
	}
	return ""
}

// powerAttackOf reads a power attack on one target.
func (b *Battle) powerAttackOf(c PowerAttack) (s attackState, fault *rules.Fault) {
	by := modelRef{b.s.Acting, 0}
	at, known := b.findModel(c.Target)
	if !known || !b.hostile(b.info[at.unit].seat, b.s.Turn) {
		return s, ruling.BadValue("target", "%q is no enemy", c.Target)
	}
	los, inReach := holds(c.LOS, true), holds(c.InReach, true)
	if b.tableRemembers() && !(b.met(by, at) && c.Attack != slamming) {
		switch {
		case c.LOS == nil:
			return s, rules.Missing("los")
		case c.InReach == nil:
			return s, rules.Missing("in_reach")
		case c.Attack == slamming && !los:
			return s, rules.Breaks(slamRule, "los", "the target is not seen")
		}
	}
	if b.board {
		if b.ids[c.Target].model == noUnit {
			at = b.nearest(by, at.unit)
		}
		los = b.sees(by, at)
		inReach = los && b.within(by, at, shortReach)
	}
	rule := b.powerAttackBarRule()
	switch {
	case rule != "":
		return s, rules.Breaks(rule, "", "it may make no power attack")
	case !b.modelInPlay(at):
		return s, rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	case c.Attack == slamming:
	case b.board && (!holds(c.LOS, true) && los || !holds(c.InReach, true) && inReach):
		return s, ruling.BadValue("in_reach", "it is in melee range and seen")
	case !los:
		return s, rules.Breaks("WM-LOS-1", "los", "the target is not seen")
	case !inReach:
		return s, rules.Breaks("WM-X-PA-0", "in_reach", "the target is out of half an inch")
	}
	s = b.powerStrike(by, at, c)
	return s, b.completePowerAttack(c, &s, los)
}

// completePowerAttack checks the conditions of a kind of power attack and fills in its
// figures.
func (b *Battle) completePowerAttack(c PowerAttack, s *attackState, los bool) *rules.Fault {
	larger := b.info[s.target.unit].base > b.info[s.attacker.unit].base
	switch {
	case c.Attack != locking && c.System != "":
		return rules.Unexpected("system")
	case c.To != nil:
		return rules.Unexpected("to")
	case len(c.Contacted) > 0:
		return rules.Unexpected("contacted")
	case c.Distance != 0 && c.Attack != slamming:
		return rules.Unexpected("distance")
	}
	switch c.Attack {
	case headButt:
		s.onHit = knockDown
		return rules.FaultIf(larger, rules.Breaks("WM-X-PA-2", "target", "its base is larger"))
	case throwing:
		s.grapple = throwing
		return rules.FirstFault(
			rules.FaultIf(larger, rules.Breaks(throwRule, "target", "its base is larger")),
			rules.FaultIf(!b.hasOpenFist(s.attacker.unit), rules.Breaks("WM-X-PA-0", "attack", "it takes a working Open Fist")),
		)
	case locking:
		s.grapple, s.system, s.power = locking, c.System, 0
		return b.lockable(s)
	case slamming:
		s.grapple = slamming
		if larger {
			s.attackModifier -= largerPenalty
		}
		if rule := b.mayCharge(0, los); rule != "" {
			return rules.Breaks(rule, "attack", "it may not slam")
		}
		return rules.FaultIf(b.inAnyLock(s.attacker.unit), rules.Breaks(lockRule, "attack", "it is held, or holds another"))
	}
	return nil
}

// grapple applies the effects of a power attack that hit, besides or instead of damage.
func (b *Battle) grapple(t *rules.Turn, s *attackState) {
	switch s.grapple {
	case slamming:
		b.slamModel(t, s)
	case throwing:
		b.throwModel(t, s)
	case locking:
		t.Emit(Locked{b.id(s.attacker), b.id(s.target), s.system})
	}
}

// contest makes an opposed roll of strength, a die plus STR each, and reports whether the
// first wins. A tie goes to the first if ties is set.
func (b *Battle) contest(t *rules.Turn, what string, by, at modelRef, ties bool, rule string) bool {
	own, other := b.info[by.unit].profile.Str, b.info[at.unit].profile.Str
	wins := func(f []int) bool { return f[0]+own > f[1]+other || ties && f[0]+own == f[1]+other }
	f := t.Throw(dice.Roll{Why: what, Labels: []string{what, what + "-against"}, N: 2, Sides: 6, ClassOf: ruling.ClassIf(wins)})
	won := wins(f)
	t.Emit(Opposed{b.id(by), b.id(at), what, f[0] + own, f[1] + other, won, law{rule}})
	return won
}

// push hits automatically. Both warjacks roll: unless the target rolls higher it is pushed
// an inch, and the attacker may follow (WM-X-PA-1).
func (b *Battle) push(t *rules.Turn, s *attackState) {
	const rule = "WM-X-PA-1"
	t.Emit(AttackRolled{Unit: b.id(s.attacker), Target: b.id(s.target), Weapon: s.name, Hit: true, law: law{s.rule}})
	if !b.contest(t, pushing, s.attacker, s.target, true, rule) {
		return
	}
	e := Pushed{Unit: b.id(s.target), Distance: ruling.Inch.Dec()}
	way := b.courseAway(s.attacker, s.target)
	if b.board {
		free, _, _ := b.pushedDistance(s.target, way, ruling.Inch)
		to := way.At(free)
		e.Distance, e.To = free.Dec(), &to
	}
	t.Emit(e)
	if b.inAnyLock(s.attacker.unit) || t.Ask(rule, b.info[s.attacker.unit].seat, "follow", "stay", "follow") == 0 {
		return
	}
	e = Pushed{Unit: b.id(s.attacker), Distance: e.Distance, Follows: true}
	if b.board {
		way = ruling.Course{From: b.model(s.attacker).at(), Ux: way.Ux, Uy: way.Uy, Radius: b.info[s.attacker.unit].radius}
		free := b.freeDistance(s.attacker, way, ruling.InchesOf(e.Distance))
		end := way.At(free)
		facing := b.model(s.attacker).Facing
		if b.sinceVersion6() { // an advance goes the way that the model faces (WM-MOVE-5)
			facing = ruling.Heading(way.Ux, way.Uy)
			e.Facing = &facing
		}
		step := Moved{Distance: free.Dec(), To: &Spot{end.X, end.Y, facing}}
		if b.takeFreeStrikes(t, s.attacker, step) {
			return
		}
		e.Distance, e.To = free.Dec(), &end
	}
	t.Emit(e)
}

// courseAway returns the course of a model straight away from another.
func (b *Battle) courseAway(by, at modelRef) ruling.Course {
	from := b.model(at).at()
	v := from.Minus(b.model(by).at())
	far := max(1, v.Length())
	return ruling.Course{From: from, Ux: float64(v.X) / far, Uy: float64(v.Y) / far, Radius: b.info[at.unit].radius}
}

// pushedDistance returns how far a pushed, slammed or thrown model goes along a course: to the edge
// of the table, or to the model (met) or terrain (wall) that stops it.
func (b *Battle) pushedDistance(r modelRef, c ruling.Course, most ruling.Inches) (free ruling.Inches, met modelRef, wall bool) {
	free, met = min(most, b.toEdge(c)), modelRef{noUnit, noUnit}
	for _, o := range b.modelsWhere(func(o modelRef) bool { return o != r }) {
		along, off := c.Meets(b.model(o).at())
		both := c.Radius + b.info[o.unit].radius + stopGap
		if along <= 0 || off >= float64(both) {
			continue
		}
		if at := max(0, ruling.Inches(along-ruling.OtherLeg(both, off))); at < free {
			free, met = at, o
		}
	}
	if len(b.pieces) == 0 {
		return free, met, false
	}
	if at, stopped := b.barrier(c, free, true); stopped {
		return max(0, at-stopGap), modelRef{noUnit, noUnit}, true
	}
	return free, met, false
}
