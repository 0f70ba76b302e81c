package warmachine

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: slams (WM-X-PA-3, WM-X-PA-4).

const (
	slamRule      = "WM-X-PA-3"
	slammedRule   = "WM-X-PA-4"
	largerPenalty = 2               // on the attack roll of a slam against a larger base
	slamFrom      = 3 * ruling.Inch // the least movement after which a slam takes effect
)

// slam moves straight at the target. If that brought the warjack into reach and was far
// enough it rolls to hit; otherwise its activation ends.
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
	reached := holds(c.InReach, true)
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

// slamWay returns the movement of a slam: at most SPD plus three inches.
func (b *Battle) slamWay(s *attackState, c PowerAttack) (e Moved, fault *rules.Fault) {
	most := b.chargeDistance(s.attacker.unit)
	if !b.board {
		e = Moved{Unit: b.info[s.attacker.unit].id, Model: 0, Movement: slamming, Target: b.id(s.target), Distance: c.Distance, law: law{slamRule}}
		return e, rules.FaultIf(ruling.InchesOf(c.Distance) > most, rules.Breaks(slamRule, "distance", "it goes %s inches at most", most))
	}
	e, done, fault := b.workOutCharge(s.attacker, s.target, Move{Movement: ruling.Charge}, shortReach, true)
	if fault != nil {
		return e, fault
	}
	e.Movement, e.Law = slamming, slamRule
	if c.Distance != 0 && ruling.InchesOf(c.Distance) != done.Distance {
		fault = rules.Breaks(slamRule, "distance", "it goes %s inches", done.Distance)
	}
	return e, fault
}

// slamModel moves a model that was hit by a slam: a die of inches straight away, half of
// that for a larger base. The model is knocked down and takes damage, with one more die if
// it hits something solid; a model that it hits takes damage too.
func (b *Battle) slamModel(t *rules.Turn, s *attackState) {
	part := ruling.Inch
	if b.info[s.target.unit].base > b.info[s.attacker.unit].base {
		part = ruling.Inch / 2
	}
	way := b.courseAway(s.attacker, s.target)
	free, met, wall := 6*part, modelRef{noUnit, noUnit}, false
	if b.board {
		free, met, wall = b.pushedDistance(s.target, way, 6*part)
	}
	short := func(f []int) bool { return b.board && ruling.Inches(f[0])*part > free }
	f := t.Throw(dice.Roll{Why: "slam", N: 1, Sides: 6, ClassOf: ruling.ClassIf(short)})
	far := ruling.Inches(f[0]) * part
	if !short(f) {
		met, wall = modelRef{noUnit, noUnit}, false
	}
	if !b.board {
		met, wall = b.askCrash(t, s)
	}
	solid := wall || met.unit != noUnit && b.info[met.unit].base >= b.info[s.target.unit].base
	e := Hurled{Unit: b.id(s.target), For: slamming, Distance: min(far, free).Dec(), Crash: solid, law: law{slammedRule}}
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
		total, amount := ruling.RollDamage(t.Roller, 2, s.power, b.arm(met.unit))
		b.damageModel(t, met, s.attacker.unit, total, amount, slammedRule)
	}
}

// askCrash asks on a measured table what a slammed model hits: nothing, terrain, or the
// nearest model of a unit.
func (b *Battle) askCrash(t *rules.Turn, s *attackState) (met modelRef, wall bool) {
	others := b.unitsWhere(func(i int) bool { return i != s.target.unit && i != s.attacker.unit && b.unitInPlay(i) })
	choices := append([]string{"crash-nothing", "crash-terrain"}, b.unitIDs(others)...)
	k := t.Ask(slammedRule, b.info[s.attacker.unit].seat, "crash", choices...)
	if k < 2 {
		return modelRef{noUnit, noUnit}, k == 1
	}
	return b.lead(others[k-2]), false
}

// This file holds facts from outside the rulebook: throws (WM-X-PA-5).

const throwRule = "WM-X-PA-5"

// hasOpenFist reports whether a warjack has an Open Fist that is neither crippled nor
// locked.
func (b *Battle) hasOpenFist(i int) bool {
	for k := range b.info[i].profile.Weapons {
		w := &b.info[i].profile.Weapons[k]
		if w.Fist && !b.weaponCrippled(i, k) && !b.systemLocked(i, w.System) {
			return true
		}
	}
	return false
}

// throwModel throws a model that was hit, unless it wins the opposed roll of strength: half
// of STR in inches straight away, one more when a large base throws a small one, then a
// deviation. The model is knocked down and takes damage.
func (b *Battle) throwModel(t *rules.Turn, s *attackState) {
	if !b.contest(t, throwing, s.attacker, s.target, true, throwRule) {
		return
	}
	far := ruling.Inches(b.info[s.attacker.unit].profile.Str) * ruling.Inch / 2
	if b.info[s.attacker.unit].profile.Base == "large" && b.info[s.target.unit].profile.Base == "small" {
		far += ruling.Inch
	}
	e := Hurled{Unit: b.id(s.target), For: throwing, Distance: far.Dec(), law: law{throwRule}}
	if !t.ForOdds() || t.PresetDice() > 0 { // odds ask how much damage it takes, not where it lands
		e.Direction, e.Deviation = t.Roll("direction", 1, 6)[0], (t.Roll("deviation", 1, 6)[0]+1)/2
		if b.board {
			to := b.landingPoint(s, far, e.Direction, min(ruling.Inches(e.Deviation)*ruling.Inch, far/2))
			e.To = &to
		}
	}
	t.Emit(e)
	b.addEffect(t, s.target, knockDown)
	b.applyHit(t, s, false)
}

// landingStep is the step in which landingPoint looks back along the path for room.
const landingStep = 250

// landingPoint returns where a thrown model lands: at its aim after the deviation, or at the
// first place with room on the way back from there (WM-RULING-7).
func (b *Battle) landingPoint(s *attackState, far ruling.Inches, direction int, astray ruling.Inches) ruling.Point {
	way := b.courseAway(s.attacker, s.target)
	aim := way.At(far)
	y, x := math.Sincos(math.Atan2(way.Uy, way.Ux) - float64(direction-1)*math.Pi/3)
	aim = ruling.Point{X: aim.X + ruling.RoundInches(float64(astray)*x), Y: aim.Y + ruling.RoundInches(float64(astray)*y)}
	from := b.model(s.target).at()
	v := aim.Minus(from)
	long := v.Length()
	for left := long; left > 0; left -= landingStep {
		at := ruling.Point{X: from.X + ruling.RoundInches(float64(v.X)*left/long), Y: from.Y + ruling.RoundInches(float64(v.Y)*left/long)}
		if b.roomFor(s.target, at) {
			return at
		}
	}
	return from
}

// roomFor reports whether a model could stand at a point.
func (b *Battle) roomFor(r modelRef, at ruling.Point) bool {
	radius := b.info[r.unit].radius
	if !b.onTable(at, radius) || b.barred(at, at, radius, true) {
		return false
	}
	d := ruling.Disc{Place: ruling.Place(at), Radius: radius}
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if o := (modelRef{i, k}); o != r && b.modelInPlay(o) && b.s.Units[i].Placed && d.Overlaps(b.disc(o)) {
				return false
			}
		}
	}
	return true
}

// otherBases returns the bases on the table besides that of a model.
func (b *Battle) otherBases(r modelRef) []ruling.Disc {
	return ruling.MapEach(b.modelsWhere(func(o modelRef) bool { return o != r && b.s.Units[o.unit].Placed }), b.disc)
}

// This file holds facts from outside the rulebook: head and weapon locks (WM-X-PA-6).

const (
	lockRule         = "WM-X-PA-6"
	contestBreakLock = "break-lock"
)

// lockState is a lock: a warjack holds a system of another. It ends when either warjack is
// destroyed, knocked down, pushed, slammed or thrown.
type lockState struct {
	By     int    `json:"by"`
	On     int    `json:"on"`
	System string `json:"system"`
}

// inAnyLock reports whether a unit holds another or is held, and so may not advance.
func (b *Battle) inAnyLock(i int) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.By == i || g.On == i })
}

// holdsAny reports whether a unit holds another.
func (b *Battle) holdsAny(i int) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.By == i })
}

// holds reports whether a unit holds another.
func (b *Battle) holds(by, on int) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.By == by && g.On == on })
}

// systemLocked reports whether a system of a unit is held.
func (b *Battle) systemLocked(i int, system string) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.On == i && g.System == system })
}

// endLocks ends the locks by which unit by holds unit on.
func (b *Battle) endLocks(by, on int) {
	b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == by && g.On == on })
}

// releaseLocks ends every lock of a unit.
func (b *Battle) releaseLocks(i int) {
	b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == i || g.On == i })
}

// lockable refuses a lock unless its target is a warjack with the system that does not hold
// it already.
func (b *Battle) lockable(s *attackState) *rules.Fault {
	return rules.FirstFault(
		rules.FaultIf(s.system == "", rules.Missing("system")),
		rules.FaultIf(!b.hasOpenFist(s.attacker.unit), rules.Breaks("WM-X-PA-0", "attack", "it takes a working Open Fist")),
		rules.FaultIf(b.info[s.target.unit].profile.Kind != "warjack" || !b.info[s.target.unit].profile.hasSystem(s.system), rules.Breaks(lockRule, "system", "it has no such system")),
		rules.FaultIf(b.systemLocked(s.target.unit, s.system), rules.Breaks(lockRule, "system", "it is held already")),
	)
}

// hasSystem reports whether a profile has a system.
func (p *Profile) hasSystem(system string) bool {
	s, depths := ruling.SystemNamed(system), ruling.DepthsOf(p.Grid)
	return s >= 0 && slices.Max(depths[s][:]) > 0
}

// playBreakLock releases a warjack, or tries to break free of one: once in an activation,
// and before anything else (WM-RULING-8).
func (b *Battle) playBreakLock(t *rules.Turn, c BreakLock) *rules.Fault {
	i, other := b.s.Acting, b.find(c.Target)
	own := modelRef{i, 0}
	switch {
	case other == noUnit:
		return ruling.BadValue("target", "%q is nobody", c.Target)
	case b.holds(i, other):
		t.Emit(Unlocked{b.id(own), c.Target, true})
		return nil
	case !b.holds(other, i):
		return rules.Breaks(lockRule, "target", "neither holds the other")
	case b.s.Activation.TriedBreakLock || b.s.Activation.Fighting || b.s.Activation.Models[0].Movement != "":
		return rules.Breaks(lockRule, "", "it tries once, before anything else")
	}
	free := b.contest(t, contestBreakLock, own, modelRef{other, 0}, false, lockRule)
	t.Emit(Unlocked{c.Target, b.id(own), free})
	return nil
}

// lockBreaks returns the locks that the active unit may end or try to break.
func (b *Battle) lockBreaks() []rules.Command {
	if len(b.s.Locks) == 0 {
		return nil
	}
	var all []rules.Command
	i, a := b.s.Acting, &b.s.Activation
	for j := range b.info {
		if b.holds(i, j) || b.holds(j, i) && !a.TriedBreakLock && !a.Fighting && a.Models[0].Movement == "" {
			all = append(all, BreakLock{bySeat{b.s.Turn}, b.info[j].id})
		}
	}
	return all
}
