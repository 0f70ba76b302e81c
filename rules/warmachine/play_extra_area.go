package warmachine

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: areas of effect.

// blast rolls damage with half the power, rounded up, against every model under a template
// except but, the model hit directly (WM-X-AOE-1). On a measured table the players state the
// models.
func (b *Battle) blast(t *rules.Turn, s *attackState, at ruling.Point, but *modelRef) {
	power := (s.power + 1) / 2
	if !b.board {
		t.Emit(Awaited{By: b.id(s.attacker), Target: b.id(s.target), Power: power, law: law{"WM-X-AOE-1"}})
		return
	}
	under := b.modelsWhere(func(r modelRef) bool {
		return (but == nil || r != *but) && ruling.BaseGap(at, s.aoe/2, b.model(r).at(), b.info[r.unit].radius) <= 0
	})
	b.blastModels(t, under, s.attacker.unit, power, s.onHit)
}

// blastModels rolls blast damage against models. A blast hits automatically.
func (b *Battle) blastModels(t *rules.Turn, under []modelRef, by, power int, effect string) {
	for _, r := range under {
		total, amount := ruling.RollDamage(t.Roller, 2, power, b.arm(r.unit))
		b.damageModel(t, r, by, total, amount, "WM-X-AOE-1")
		if effect != "" && b.modelInPlay(r) {
			b.addEffect(t, r, effect)
		}
	}
}

// deviate moves the blast of an attack that missed: one die for the direction and one for
// the inches, at most half of the distance to the target (WM-X-AOE-2).
func (b *Battle) deviate(t *rules.Turn, s *attackState) {
	direction, far := t.Roll("direction", 1, 6)[0], ruling.Inches(t.Roll("deviation", 1, 6)[0])*ruling.Inch
	distance := s.facts.Distance
	if s.weaponRange > 0 {
		distance = min(distance, s.weaponRange)
	}
	far = min(far, distance/2)
	e := Deviated{Direction: direction, Distance: far.Dec()}
	var at ruling.Point
	if b.board {
		at = b.blastPoint(s, direction, far)
		e.At = &at
	}
	t.Emit(e)
	b.blast(t, s, at, nil)
}

// blastPoint returns the centre of a blast that deviates: direction 1 is straight on from
// the attacker, the others follow clockwise in sixths of a turn.
func (b *Battle) blastPoint(s *attackState, direction int, far ruling.Inches) ruling.Point {
	from, to := b.model(s.attacker).at(), b.model(s.target).at()
	aim := to
	if distance := s.facts.Distance; s.weaponRange > 0 && distance > s.weaponRange {
		way := to.Minus(from)
		share := float64(s.weaponRange+b.info[s.attacker.unit].radius) / max(1, way.Length())
		aim = ruling.Point{X: from.X + ruling.RoundInches(share*float64(way.X)), Y: from.Y + ruling.RoundInches(share*float64(way.Y))}
	}
	angle := math.Atan2(float64(to.Y-from.Y), float64(to.X-from.X)) - float64(direction-1)*math.Pi/3
	y, x := math.Sincos(angle)
	return ruling.Point{X: aim.X + ruling.RoundInches(float64(far)*x), Y: aim.Y + ruling.RoundInches(float64(far)*y)}
}

// playBlast applies a blast to the models that the players state.
func (b *Battle) playBlast(t *rules.Turn, c Blast) *rules.Fault {
	w := b.s.Pending
	if w.Power == 0 {
		return rules.Breaks("WM-COMBAT-17", "", "the whole attack is to be settled")
	}
	var under []modelRef
	for n, id := range c.Under {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) {
			return ruling.BadValue(rules.At("under", n), "%q is not on the table", id)
		}
		under = append(under, r)
	}
	t.Emit(Settled{})
	b.blastModels(t, under, w.By, w.Power, "")
	b.endIfWon(t)
	return nil
}

// This file holds facts from outside the rulebook: sprays (WM-X-SPR-1).

// sprayRule is the rule of the rolls of a spray beyond that against its target.
const sprayRule = "WM-X-SPR-1"

// sprayWidening is the distance in inches from the attacker's centre over which a spray
// becomes an inch wider. The outline of the template is a ruling of this program
// (WM-RULING-6).
const sprayWidening = 4

// readSpray finds the models under a spray besides its target: as stated by the players, or
// on a board the models under the template and in sight, friendly or not.
func (b *Battle) readSpray(s *attackState, c Attack) *rules.Fault {
	switch {
	case !s.spray && len(c.Under) > 0:
		return rules.Unexpected("under")
	case !s.spray:
		return nil
	}
	for n, id := range c.Under {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) || r == s.attacker || r == s.target {
			return ruling.BadValue(rules.At("under", n), "%q is not under the template", id)
		}
		s.inSpray = append(s.inSpray, r)
	}
	if !b.board {
		return nil
	}
	s.inSpray = b.underSpray(s)
	return rules.FaultIf(len(c.Under) > 0 && len(c.Under) != len(s.inSpray), ruling.BadValue("under", "%d are under the template", len(s.inSpray)))
}

// underSpray returns the models under the template of a spray except its target, nearest
// first.
func (b *Battle) underSpray(s *attackState) []modelRef {
	from, to := b.model(s.attacker).at(), b.model(s.target).at()
	way := to.Minus(from)
	far := max(1, way.Length())
	line := ruling.Course{From: from, Ux: float64(way.X) / far, Uy: float64(way.Y) / far, Radius: 0}
	list := b.modelsWhere(func(r modelRef) bool {
		if r == s.attacker || r == s.target || !b.within(s.attacker, r, s.weaponRange) {
			return false
		}
		along, off := line.Meets(b.model(r).at())
		return along > 0 && off <= float64(b.info[r.unit].radius)+along/(2*sprayWidening) && b.sees(s.attacker, r)
	})
	slices.SortStableFunc(list, func(x, y modelRef) int { return int(b.distance(s.attacker, x) - b.distance(s.attacker, y)) })
	return list
}

// spray rolls against the target, then against each other model under the template.
func (b *Battle) spray(t *rules.Turn, s *attackState) {
	under := s.inSpray
	s.inSpray = nil
	b.resolve(t, s)
	for _, at := range under {
		if b.s.Phase == phaseOver || !b.modelInPlay(s.attacker) {
			return
		}
		if !b.modelInPlay(at) {
			continue
		}
		one := *s
		one.target, one.rule, one.backStrike, one.charge, one.facts = at, sprayRule, false, false, shotFacts{}
		if b.board {
			one.facts.Distance = b.distance(s.attacker, at)
			one.facts.Elevated = b.hilly && b.ground(b.model(at).at())-b.ground(b.model(s.attacker).at()) >= ruling.OneHigher
		}
		b.resolve(t, &one)
	}
}
