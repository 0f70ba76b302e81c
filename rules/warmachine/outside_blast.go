package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: areas of effect.

// blast hurts every model under a template but the one hit directly: half the
// power, rounded up (WM-X-AOE-1). On a measured table the players tell whom.
func (b *Battle) blast(t *rules.Turn, s *attackState, at Point, but *modelRef) {
	power := (s.power + 1) / 2
	if !b.board {
		t.Emit(Awaited{By: b.id(s.attacker), Target: b.id(s.target), Power: power, Law: "WM-X-AOE-1"})
		return
	}
	var under []modelRef
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			r := modelRef{i, k}
			if b.modelInPlay(r) && (but == nil || r != *but) && BaseGap(at, s.aoe/2, b.model(r).at(), b.info[i].radius) <= 0 {
				under = append(under, r)
			}
		}
	}
	b.blastModels(t, under, s.attacker.unit, power, s.onHit)
}

// blastModels rolls blast damage against models; it hits by itself.
func (b *Battle) blastModels(t *rules.Turn, under []modelRef, by, power int, effect string) {
	for _, r := range under {
		total, amount := RollDamage(t.Roller, 2, power, b.arm(r.unit))
		b.damageModel(t, r, by, total, amount, "WM-X-AOE-1")
		if effect != "" && b.modelInPlay(r) {
			b.addEffect(t, r, effect)
		}
	}
}

// deviate takes the blast of an attack that missed elsewhere: a die for the
// direction and one for the inches, no more than half the distance (WM-X-AOE-2).
func (b *Battle) deviate(t *rules.Turn, s *attackState) {
	direction, far := t.Roll("direction", 1, 6)[0], Inches(t.Roll("deviation", 1, 6)[0])*Inch
	distance := InchesOf(s.facts.Distance)
	if s.weaponRange > 0 {
		distance = min(distance, s.weaponRange)
	}
	e := Deviated{Direction: direction}
	far = min(far, distance/2)
	e.Distance = far.Dec()
	if b.board {
		at := b.blastPoint(s, direction, far)
		e.At = &at
	}
	t.Emit(e)
	if b.board {
		b.blast(t, s, *e.At, nil)
		return
	}
	b.blast(t, s, Point{}, nil)
}

// blastPoint is where a blast comes down: 1 is straight on from the attacker, the
// others follow clockwise by a sixth of a turn.
func (b *Battle) blastPoint(s *attackState, direction int, far Inches) Point {
	from, to := b.model(s.attacker).at(), b.model(s.target).at()
	aim := to
	if distance := InchesOf(s.facts.Distance); s.weaponRange > 0 && distance > s.weaponRange {
		way := to.Minus(from)
		share := float64(s.weaponRange+b.info[s.attacker.unit].radius) / max(1, way.Length())
		aim = Point{from.X + RoundInches(share*float64(way.X)), from.Y + RoundInches(share*float64(way.Y))}
	}
	angle := math.Atan2(float64(to.Y-from.Y), float64(to.X-from.X)) - float64(direction-1)*math.Pi/3
	y, x := math.Sincos(angle)
	return Point{aim.X + RoundInches(float64(far)*x), aim.Y + RoundInches(float64(far)*y)}
}

// playBlast takes whom a blast reaches, as the players tell it.
func (b *Battle) playBlast(t *rules.Turn, c Blast) *rules.Fault {
	w := b.s.Pending
	if w.Power == 0 {
		return rules.Breaks("WM-COMBAT-17", "", "the whole attack is to be settled")
	}
	var under []modelRef
	for n, id := range c.Under {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) {
			return BadValue(rules.At("under", n), "%q is not on the table", id)
		}
		under = append(under, r)
	}
	t.Emit(Settled{})
	b.blastModels(t, under, w.By, w.Power, "")
	b.endIfWon(t)
	return nil
}
