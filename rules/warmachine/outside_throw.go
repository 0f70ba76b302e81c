package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: throws (WM-X-PA-5).

const throwRule = "WM-X-PA-5"

// hasOpenFist tells whether a warjack has an Open Fist in working order that no lock holds.
func (b *Battle) hasOpenFist(i int) bool {
	p := &b.info[i].profile
	for w := range p.Weapons {
		if p.Weapons[w].Fist && !b.weaponCrippled(i, w) && !b.systemLocked(i, p.Weapons[w].System) {
			return true
		}
	}
	return false
}

// throwModel throws a model that was hit, unless it is the stronger: half of STR in
// inches straight away, one more when a large base throws a small one, and from
// there a little astray. It lies down and is hurt.
func (b *Battle) throwModel(t *rules.Turn, s *attackState) {
	if !b.contest(t, throwing, s.attacker, s.target, true, throwRule) {
		return
	}
	far := Inches(b.info[s.attacker.unit].profile.Str) * Inch / 2
	if b.info[s.attacker.unit].profile.Base == "large" && b.info[s.target.unit].profile.Base == "small" {
		far += Inch
	}
	e := Hurled{Unit: b.id(s.target), For: throwing, Distance: far.Dec(), Law: throwRule}
	if !t.ForOdds() || t.PresetDice() > 0 { // odds ask how much it hurts, not where it falls
		e.Direction, e.Deviation = t.Roll("direction", 1, 6)[0], (t.Roll("deviation", 1, 6)[0]+1)/2
		if b.board {
			to := b.landingPoint(s, far, e.Direction, min(Inches(e.Deviation)*Inch, far/2))
			e.To = &to
		}
	}
	t.Emit(e)
	b.addEffect(t, s.target, knockDown)
	b.applyHit(t, s, false)
}

// landingStep is how closely a thrown model looks back along its way for room.
const landingStep = 250

// landingPoint is where a thrown model comes down: where it was meant to, astray by the
// dice, or where there is room on the way back from there (WM-RULING-7).
func (b *Battle) landingPoint(s *attackState, far Inches, direction int, astray Inches) Point {
	way := b.courseAway(s.attacker, s.target)
	aim := way.At(far)
	y, x := math.Sincos(math.Atan2(way.Uy, way.Ux) - float64(direction-1)*math.Pi/3)
	aim = Point{aim.X + RoundInches(float64(astray)*x), aim.Y + RoundInches(float64(astray)*y)}
	from := b.model(s.target).at()
	v := aim.Minus(from)
	long := v.Length()
	for left := long; left > 0; left -= landingStep {
		at := Point{from.X + RoundInches(float64(v.X)*left/long), from.Y + RoundInches(float64(v.Y)*left/long)}
		if b.roomFor(s.target, at) {
			return at
		}
	}
	return from
}

// roomFor tells whether a model could stand at a point.
func (b *Battle) roomFor(r modelRef, at Point) bool {
	radius := b.info[r.unit].radius
	if !b.onTable(at, radius) || b.barred(at, at, radius, true) {
		return false
	}
	d := Disc{Place(at), radius}
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if o := (modelRef{i, k}); o != r && b.modelInPlay(o) && b.s.Units[i].Placed && d.Overlaps(b.disc(o)) {
				return false
			}
		}
	}
	return true
}
