package warmachine

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// This file holds facts from outside the rulebook: slams (WM-X-PA-3, WM-X-PA-4).

const (
	slamLaw       = "WM-X-PA-3"
	slammedLaw    = "WM-X-PA-4"
	largerPenalty = 2        // of the attack roll of a slam against a larger base
	slamFrom      = 3 * Inch // how far a slam must go to be worth its name
)

// slam goes straight at the target and, if that brought it into reach and was far
// enough, rolls to hit; else its activation ends.
func (b *Battle) slam(t *rules.Turn, s *strike, c PowerAttack) *rules.Fault {
	e, fault := b.slamWay(s, c)
	if fault != nil {
		return fault
	}
	b.payPower(t, slamming)
	b.step(t, s.by, e)
	if b.s.Stage == stageOver {
		return nil
	}
	b.dreads(t)
	b.counters(t)
	if b.s.Acting != s.by.i {
		return nil
	}
	reached := c.InReach
	if b.board {
		reached = b.within(s.by, s.at, shortReach)
	}
	if d := &b.s.Act.Doing[0]; !b.up(s.by) || b.model(s.by).helpless() || !b.up(s.at) || !reached || d.Moved < slamFrom {
		b.endActivation(t, slamLaw)
		return nil
	}
	b.resolve(t, s)
	return nil
}

// slamWay is the movement of a slam: SPD and three inches more at most.
func (b *Battle) slamWay(s *strike, c PowerAttack) (e Moved, fault *rules.Fault) {
	most := b.lunge(s.by.i)
	if !b.board {
		e = Moved{Unit: b.cards[s.by.i].id, Model: 0, Movement: slamming, Target: b.id(s.at), Distance: c.Distance, Law: slamLaw}
		return e, when(inchesOf(c.Distance) > most, rules.Breaks(slamLaw, "distance", "it goes %s inches at most", most))
	}
	e, done, fault := b.rushOf(s.by, s.at, Move{Movement: charge}, shortReach)
	if fault != nil {
		return e, fault
	}
	e.Movement, e.Law = slamming, slamLaw
	if c.Distance != 0 && inchesOf(c.Distance) != done.far {
		fault = rules.Breaks(slamLaw, "distance", "it goes %s inches", done.far)
	}
	return e, fault
}

// slammed sends a model flying that a slam hit: a die of inches straight away, half
// of it for a larger base. It lies down and is hurt, by one die more if it runs into
// something solid; whom it runs into is hurt too.
func (b *Battle) slammed(t *rules.Turn, s *strike) {
	part := Inch
	if b.cards[s.at.i].base > b.cards[s.by.i].base {
		part = Inch / 2
	}
	way := b.away(s.by, s.at)
	free, met, wall := 6*part, ref{none, none}, false
	if b.board {
		free, met, wall = b.flight(s.at, way, 6*part)
	}
	short := func(f []int) bool { return b.board && Inches(f[0])*part > free }
	f := t.Throw(dice.Roll{Why: "slam", N: 1, Sides: 6, Alike: func(f []int) int {
		if short(f) {
			return 1
		}
		return 0
	}})
	far := Inches(f[0]) * part
	if !short(f) {
		met, wall = ref{none, none}, false
	}
	if !b.board {
		met, wall = b.toldCrash(t, s)
	}
	solid := wall || met.i != none && b.cards[met.i].base >= b.cards[s.at.i].base
	e := Hurled{Unit: b.id(s.at), For: slamming, Distance: min(far, free).dec(), Crash: solid, Law: slammedLaw}
	if b.board {
		to := way.at(min(far, free))
		e.To = &to
	}
	t.Emit(e)
	b.afflict(t, s.at, knockDown)
	if solid {
		s.dice = 1
	}
	b.land(t, s, false)
	if met.i != none && b.up(met) {
		total, amount := rollDamage(t.Cup, 2, s.power, b.arm(met.i))
		b.hurt(t, met, s.by.i, total, amount, slammedLaw)
	}
}

// toldCrash asks on a measured table what a slammed model runs into: nothing,
// terrain, or the nearest model of a troop.
func (b *Battle) toldCrash(t *rules.Turn, s *strike) (met ref, wall bool) {
	choices := []string{"crash-nothing", "crash-terrain"}
	var troops []int
	for i := range b.cards {
		if i != s.at.i && i != s.by.i && b.alive(i) {
			troops, choices = append(troops, i), append(choices, b.cards[i].id)
		}
	}
	k := t.Ask(slammedLaw, b.cards[s.by.i].seat, "crash", choices...)
	if k < 2 {
		return ref{none, none}, k == 1
	}
	return ref{troops[k-2], b.s.Troops[troops[k-2]].Lead}, false
}
