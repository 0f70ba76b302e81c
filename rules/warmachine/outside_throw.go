package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: throws (WM-X-PA-5).

const throwLaw = "WM-X-PA-5"

// fisted tells whether a warjack has an Open Fist in working order that no lock holds.
func (b *Battle) fisted(i int) bool {
	p := &b.cards[i].p
	for w := range p.Weapons {
		if p.Weapons[w].Fist && !b.lameWeapon(i, w) && !b.locked(i, p.Weapons[w].System) {
			return true
		}
	}
	return false
}

// thrown throws a model that was hit, unless it is the stronger: half of STR in
// inches straight away, one more when a large base throws a small one, and from
// there a little astray. It lies down and is hurt.
func (b *Battle) thrown(t *rules.Turn, s *strike) {
	if !b.contest(t, throwing, s.by, s.at, true, throwLaw) {
		return
	}
	far := Inches(b.cards[s.by.i].p.Str) * Inch / 2
	if b.cards[s.by.i].p.Base == "large" && b.cards[s.at.i].p.Base == "small" {
		far += Inch
	}
	e := Hurled{Unit: b.id(s.at), For: throwing, Distance: far.dec(), Law: throwLaw}
	if !t.Walked() || t.Fallen() > 0 { // odds ask how much it hurts, not where it falls
		e.Direction, e.Deviation = t.Roll("direction", 1, 6)[0], (t.Roll("deviation", 1, 6)[0]+1)/2
		if b.board {
			to := b.fallsAt(s, far, e.Direction, min(Inches(e.Deviation)*Inch, far/2))
			e.To = &to
		}
	}
	t.Emit(e)
	b.afflict(t, s.at, knockDown)
	b.land(t, s, false)
}

// landingStep is how closely a thrown model looks back along its way for room.
const landingStep = 250

// fallsAt is where a thrown model comes down: where it was meant to, astray by the
// dice, or where there is room on the way back from there (WM-RULING-7).
func (b *Battle) fallsAt(s *strike, far Inches, direction int, astray Inches) Point {
	way := b.away(s.by, s.at)
	aim := way.at(far)
	y, x := math.Sincos(math.Atan2(way.uy, way.ux) - float64(direction-1)*math.Pi/3)
	aim = Point{aim.X + round(float64(astray)*x), aim.Y + round(float64(astray)*y)}
	from := b.model(s.at).at()
	v := aim.minus(from)
	long := v.length()
	for left := long; left > 0; left -= landingStep {
		at := Point{from.X + round(float64(v.X)*left/long), from.Y + round(float64(v.Y)*left/long)}
		if b.roomFor(s.at, at) {
			return at
		}
	}
	return from
}

// roomFor tells whether a model could stand at a point.
func (b *Battle) roomFor(r ref, at Point) bool {
	radius := b.cards[r.i].radius
	if !b.onTable(at, radius) || b.barred(at, at, radius, true) {
		return false
	}
	d := Disc{Place(at), radius}
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			if o := (ref{i, k}); o != r && b.up(o) && b.s.Troops[i].Placed && d.overlaps(b.disc(o)) {
				return false
			}
		}
	}
	return true
}
