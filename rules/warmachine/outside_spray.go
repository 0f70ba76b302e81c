package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: sprays (WM-X-SPR-1).

// sprayLaw is the rule of the rolls of a spray beyond that against its target.
const sprayLaw = "WM-X-SPR-1"

// sprayWidening is how many inches from the attacker's centre a spray takes to be an
// inch wider. The outline of the template is ours (WM-RULING-6).
const sprayWidening = 4

// sprayed finds whom a spray reaches beside its target: as the players say, or on a
// board whoever is under the template and in sight, friend or foe.
func (b *Battle) sprayed(s *strike, c Attack) *rules.Fault {
	switch {
	case !s.spray && len(c.Under) > 0:
		return unknown("under")
	case !s.spray:
		return nil
	}
	for n, id := range c.Under {
		r, known := b.named(id)
		if !known || !b.up(r) || r == s.by || r == s.at {
			return strange(rules.At("under", n), "%q is not under the template", id)
		}
		s.under = append(s.under, r)
	}
	if !b.board {
		return nil
	}
	s.under = b.underSpray(s)
	return when(len(c.Under) > 0 && len(c.Under) != len(s.under), strange("under", "%d are under the template", len(s.under)))
}

// underSpray lists the models under the template of a spray but for its target,
// nearest first.
func (b *Battle) underSpray(s *strike) []ref {
	from, to := b.model(s.by).at(), b.model(s.at).at()
	way := to.minus(from)
	far := max(1, way.length())
	line := course{from, float64(way.X) / far, float64(way.Y) / far, 0}
	var list []ref
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			r := ref{i, k}
			if r == s.by || r == s.at || !b.up(r) || !b.within(s.by, r, s.far) {
				continue
			}
			along, off := line.meets(b.model(r).at())
			if along > 0 && off <= float64(b.cards[i].radius)+along/(2*sprayWidening) && b.sees(s.by, r) {
				list = append(list, r)
			}
		}
	}
	slices.SortStableFunc(list, func(x, y ref) int { return int(b.between(s.by, x) - b.between(s.by, y)) })
	return list
}

// spray rolls against the target, then against each other model that is reached.
func (b *Battle) spray(t *rules.Turn, s *strike) {
	under := s.under
	s.under = nil
	b.resolve(t, s)
	for _, at := range under {
		if b.s.Stage == stageOver || !b.up(s.by) {
			return
		}
		if !b.up(at) {
			continue
		}
		one := *s
		one.at, one.law, one.back, one.charge, one.facts = at, sprayLaw, false, false, shotFacts{LOS: true}
		if b.board {
			one.facts.Distance = b.between(s.by, at).dec()
			one.facts.Elevated = b.hilly && b.ground(b.model(at).at())-b.ground(b.model(s.by).at()) >= oneHigher
		}
		b.resolve(t, &one)
	}
}
