package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: the power attacks, and the rides
// of light cavalry, that Legal and Sample offer.

// powerAttacks are the power attacks that may be made now: on a board those that
// reach, on a measured table on everybody.
func (b *Battle) powerAttacks() []rules.Command {
	if !b.combat || b.powerAttackBarRule() != "" {
		return nil
	}
	var all []rules.Command
	for _, j := range b.enemies() {
		all = b.addPowerAttacks(all, j)
	}
	return append(all, b.tramples()...)
}

// addPowerAttacks adds the power attacks on the nearest model of a troop.
func (b *Battle) addPowerAttacks(all []rules.Command, j int) []rules.Command {
	by := modelRef{b.s.Acting, 0}
	at := modelRef{j, b.s.Units[j].Lead}
	c := PowerAttack{Seat: b.s.Turn, LOS: true, InReach: true, Contacted: []string{}}
	near := true
	if b.board {
		at = b.nearest(by, j)
		near = b.reaches(by, at, shortReach)
	}
	if !near && b.board && (b.s.Activation.Models[0].Movement != "" || !b.within(by, at, b.chargeDistance(by.unit)+shortReach)) {
		return all
	}
	c.Target = b.id(at)
	add := func(kind, system string) {
		c.Attack, c.System = kind, system
		if _, fault := b.powerAttackOf(c); fault == nil {
			all = append(all, c)
		}
	}
	if near {
		add(pushing, "")
		if b.info[j].base <= b.info[by.unit].base {
			add(headButt, "")
			if b.hasOpenFist(by.unit) {
				add(throwing, "")
			}
		}
		if b.info[j].profile.Kind == "warjack" && b.hasOpenFist(by.unit) {
			for _, s := range Systems[:3] {
				add(locking, s.Name)
			}
		}
	}
	if slam, ok := b.slamIdea(c, by, at); ok {
		all = append(all, slam)
		if !b.board && len(b.enemies()) > 0 && j == b.enemies()[0] {
			slam.InReach = false
			all = append(all, slam)
		}
	}
	return all
}

// slamIdea is a slam that gets there.
func (b *Battle) slamIdea(c PowerAttack, by, at modelRef) (PowerAttack, bool) {
	c.Attack, c.System = slamming, ""
	most := b.chargeDistance(by.unit)
	if b.s.Activation.Models[0].Movement != "" || b.board && !b.within(by, at, most+shortReach) {
		return c, false
	}
	if !b.board {
		c.Distance = most.Dec()
	}
	s, fault := b.powerAttackOf(c)
	if fault != nil || !b.board {
		return c, fault == nil
	}
	e, done, fault := b.chargeWithReach(s.attacker, s.target, Move{Movement: Charge}, shortReach)
	return c, fault == nil && done.Success && InchesOf(e.Distance) >= slamFrom
}

// tramples are the tramples that are offered: through the nearest small base of each
// enemy troop, as far behind it as there is room.
func (b *Battle) tramples() []rules.Command {
	i := b.s.Acting
	if b.info[i].profile.Base != "large" || b.s.Activation.Models[0].Movement != "" || b.mayNotRunOrCharge(i) || b.inAnyLock(i) {
		return nil
	}
	var all []rules.Command
	for _, j := range b.enemies() {
		if b.info[j].base > 0 {
			continue
		}
		if c, ok := b.trampleIdea(j); ok {
			all = append(all, c)
		}
	}
	return all
}

func (b *Battle) trampleIdea(j int) (PowerAttack, bool) {
	by := modelRef{b.s.Acting, 0}
	c := PowerAttack{Seat: b.s.Turn, Attack: trample, LOS: true, InReach: true, Contacted: []string{}}
	most := b.chargeDistance(by.unit)
	if !b.board {
		c.Distance, c.Contacted = most.Dec(), []string{b.id(modelRef{j, b.s.Units[j].Lead})}
		_, fault := b.trampleOf(c)
		return c, fault == nil
	}
	at := b.nearest(by, j)
	if !b.within(by, at, most) {
		return c, false
	}
	v := b.model(at).at().Minus(b.model(by).at())
	long := max(1, v.Length())
	way := Course{b.model(by).at(), float64(v.X) / long, float64(v.Y) / long, b.info[by.unit].radius}
	for far := most - stopShort; float64(far) > long; far -= Inch / 2 {
		to := way.At(far)
		c.To = &to
		if _, fault := b.trampleOf(c); fault == nil {
			return c, true
		}
	}
	return c, false
}

// samplePower is one power attack at random, found from one enemy troop on.
func (b *Battle) samplePower(pick func(n int) int) rules.Command {
	if !b.combat || b.powerAttackBarRule() != "" {
		return nil
	}
	n := len(b.info)
	from := pick(n)
	for k := range n {
		j := (from + k) % n
		if !b.unitInPlay(j) || !b.hostile(b.info[j].seat, b.s.Turn) {
			continue
		}
		all := b.addPowerAttacks(nil, j)
		if b.info[j].base == 0 && b.info[b.s.Acting].profile.Base == "large" && b.s.Activation.Models[0].Movement == "" {
			if c, ok := b.trampleIdea(j); ok {
				all = append(all, c)
			}
		}
		if len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	return nil
}

// rides are the ways of light cavalry after its action: round the compass.
func (b *Battle) rides() []rules.Command {
	i := b.s.Acting
	if !b.info[i].profile.hasAbility("light-cavalry") || b.inAnyLock(i) {
		return nil
	}
	m := b.stay("")
	m.Movement = rideOn
	movers, fault := b.riders(m, nil)
	if fault != nil {
		return nil
	}
	var all []rules.Command
	if !b.board {
		m.Distance = (Inches(b.spd(i)) * Inch).Dec()
		return append(all, m)
	}
	for n := range compass {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / compass)
		if way, ok := b.toward(m, movers, x, y, math.MaxInt32); ok {
			all = append(all, way)
		}
	}
	return all
}
