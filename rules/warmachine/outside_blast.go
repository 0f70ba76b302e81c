package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: areas of effect.

// blast hurts every model under a template but the one hit directly: half the
// power, rounded up (WM-X-AOE-1). On a measured table the players tell whom.
func (b *Battle) blast(t *rules.Turn, s *strike, at Point, but *ref) {
	power := (s.power + 1) / 2
	if !b.board {
		t.Emit(Awaited{By: b.id(s.by), Target: b.id(s.at), Power: power, Law: "WM-X-AOE-1"})
		return
	}
	var under []ref
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			r := ref{i, k}
			if b.up(r) && (but == nil || r != *but) && gap(at, s.aoe/2, b.model(r).at(), b.cards[i].radius) <= 0 {
				under = append(under, r)
			}
		}
	}
	b.scorch(t, under, s.by.i, power, s.onHit)
}

// scorch rolls blast damage against models; it hits by itself.
func (b *Battle) scorch(t *rules.Turn, under []ref, by, power int, effect string) {
	for _, r := range under {
		total, amount := rollDamage(t.Cup, 2, power, b.arm(r.i))
		b.hurt(t, r, by, total, amount, "WM-X-AOE-1")
		if effect != "" && b.up(r) {
			b.afflict(t, r, effect)
		}
	}
}

// deviate takes the blast of an attack that missed elsewhere: a die for the
// direction and one for the inches, no more than half the distance (WM-X-AOE-2).
func (b *Battle) deviate(t *rules.Turn, s *strike) {
	direction, far := t.Roll("direction", 1, 6)[0], Inches(t.Roll("deviation", 1, 6)[0])*Inch
	distance := inchesOf(s.facts.Distance)
	if s.far > 0 {
		distance = min(distance, s.far)
	}
	e := Deviated{Direction: direction}
	far = min(far, distance/2)
	e.Distance = far.dec()
	if b.board {
		at := b.whither(s, direction, far)
		e.At = &at
	}
	t.Emit(e)
	if b.board {
		b.blast(t, s, *e.At, nil)
		return
	}
	b.blast(t, s, Point{}, nil)
}

// whither is where a blast comes down: 1 is straight on from the attacker, the
// others follow clockwise by a sixth of a turn.
func (b *Battle) whither(s *strike, direction int, far Inches) Point {
	from, to := b.model(s.by).at(), b.model(s.at).at()
	aim := to
	if distance := inchesOf(s.facts.Distance); s.far > 0 && distance > s.far {
		way := to.minus(from)
		share := float64(s.far+b.cards[s.by.i].radius) / max(1, way.length())
		aim = Point{from.X + round(share*float64(way.X)), from.Y + round(share*float64(way.Y))}
	}
	angle := math.Atan2(float64(to.Y-from.Y), float64(to.X-from.X)) - float64(direction-1)*math.Pi/3
	y, x := math.Sincos(angle)
	return Point{aim.X + round(float64(far)*x), aim.Y + round(float64(far)*y)}
}

// playBlast takes whom a blast reaches, as the players tell it.
func (b *Battle) playBlast(t *rules.Turn, c Blast) *rules.Fault {
	w := b.s.Pending
	if w.Power == 0 {
		return rules.Breaks("WM-COMBAT-17", "", "the whole attack is to be settled")
	}
	var under []ref
	for n, id := range c.Under {
		r, known := b.named(id)
		if !known || !b.up(r) {
			return strange(rules.At("under", n), "%q is not on the table", id)
		}
		under = append(under, r)
	}
	t.Emit(Settled{})
	b.scorch(t, under, w.By, w.Power, "")
	b.judge(t)
	return nil
}
