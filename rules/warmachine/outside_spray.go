package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: sprays (WM-X-SPR-1).

// sprayRule is the rule of the rolls of a spray beyond that against its target.
const sprayRule = "WM-X-SPR-1"

// sprayWidening is how many inches from the attacker's centre a spray takes to be an
// inch wider. The outline of the template is ours (WM-RULING-6).
const sprayWidening = 4

// readSpray finds whom a spray reaches beside its target: as the players say, or on a
// board whoever is under the template and in sight, friend or foe.
func (b *Battle) readSpray(s *attackState, c Attack) *rules.Fault {
	switch {
	case !s.spray && len(c.Under) > 0:
		return UnknownField("under")
	case !s.spray:
		return nil
	}
	for n, id := range c.Under {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) || r == s.attacker || r == s.target {
			return BadValue(rules.At("under", n), "%q is not under the template", id)
		}
		s.inSpray = append(s.inSpray, r)
	}
	if !b.board {
		return nil
	}
	s.inSpray = b.underSpray(s)
	return FaultIf(len(c.Under) > 0 && len(c.Under) != len(s.inSpray), BadValue("under", "%d are under the template", len(s.inSpray)))
}

// underSpray lists the models under the template of a spray but for its target,
// nearest first.
func (b *Battle) underSpray(s *attackState) []modelRef {
	from, to := b.model(s.attacker).at(), b.model(s.target).at()
	way := to.Minus(from)
	far := max(1, way.Length())
	line := Course{from, float64(way.X) / far, float64(way.Y) / far, 0}
	var list []modelRef
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			r := modelRef{i, k}
			if r == s.attacker || r == s.target || !b.modelInPlay(r) || !b.within(s.attacker, r, s.weaponRange) {
				continue
			}
			along, off := line.Meets(b.model(r).at())
			if along > 0 && off <= float64(b.info[i].radius)+along/(2*sprayWidening) && b.sees(s.attacker, r) {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y modelRef) int { return int(b.distance(s.attacker, x) - b.distance(s.attacker, y)) })
	return list
}

// spray rolls against the target, then against each other model that is reached.
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
		one.target, one.rule, one.backStrike, one.charge, one.facts = at, sprayRule, false, false, shotFacts{LOS: true}
		if b.board {
			one.facts.Distance = b.distance(s.attacker, at).Dec()
			one.facts.Elevated = b.hilly && b.ground(b.model(at).at())-b.ground(b.model(s.attacker).at()) >= OneHigher
		}
		b.resolve(t, &one)
	}
}
