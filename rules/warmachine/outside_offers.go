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
	if !b.combat || b.mayWrestle() != "" {
		return nil
	}
	var all []rules.Command
	for _, j := range b.enemies() {
		all = b.wrestling(all, j)
	}
	return append(all, b.tramples()...)
}

// wrestling adds the power attacks on the nearest model of a troop.
func (b *Battle) wrestling(all []rules.Command, j int) []rules.Command {
	by := ref{b.s.Acting, 0}
	at := ref{j, b.s.Troops[j].Lead}
	c := PowerAttack{Seat: b.s.Turn, LOS: true, InReach: true, Contacted: []string{}}
	near := true
	if b.board {
		at = b.nearest(by, j)
		near = b.reaches(by, at, shortReach)
	}
	if !near && b.board && (b.s.Act.Doing[0].Movement != "" || !b.within(by, at, b.lunge(by.i)+shortReach)) {
		return all
	}
	c.Target = b.id(at)
	add := func(kind, system string) {
		c.Attack, c.System = kind, system
		if _, fault := b.wrestled(c); fault == nil {
			all = append(all, c)
		}
	}
	if near {
		add(pushing, "")
		if b.cards[j].base <= b.cards[by.i].base {
			add(headButt, "")
			if b.fisted(by.i) {
				add(throwing, "")
			}
		}
		if b.cards[j].p.Kind == "warjack" && b.fisted(by.i) {
			for _, s := range systems[:3] {
				add(locking, s.name)
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
func (b *Battle) slamIdea(c PowerAttack, by, at ref) (PowerAttack, bool) {
	c.Attack, c.System = slamming, ""
	most := b.lunge(by.i)
	if b.s.Act.Doing[0].Movement != "" || b.board && !b.within(by, at, most+shortReach) {
		return c, false
	}
	if !b.board {
		c.Distance = most.dec()
	}
	s, fault := b.wrestled(c)
	if fault != nil || !b.board {
		return c, fault == nil
	}
	e, done, fault := b.rushOf(s.by, s.at, Move{Movement: charge}, shortReach)
	return c, fault == nil && done.success && inchesOf(e.Distance) >= slamFrom
}

// tramples are the tramples that are offered: through the nearest small base of each
// enemy troop, as far behind it as there is room.
func (b *Battle) tramples() []rules.Command {
	i := b.s.Acting
	if b.cards[i].p.Base != "large" || b.s.Act.Doing[0].Movement != "" || b.lame(i) || b.held(i) {
		return nil
	}
	var all []rules.Command
	for _, j := range b.enemies() {
		if b.cards[j].base > 0 {
			continue
		}
		if c, ok := b.trampleIdea(j); ok {
			all = append(all, c)
		}
	}
	return all
}

func (b *Battle) trampleIdea(j int) (PowerAttack, bool) {
	by := ref{b.s.Acting, 0}
	c := PowerAttack{Seat: b.s.Turn, Attack: trample, LOS: true, InReach: true, Contacted: []string{}}
	most := b.lunge(by.i)
	if !b.board {
		c.Distance, c.Contacted = most.dec(), []string{b.id(ref{j, b.s.Troops[j].Lead})}
		_, fault := b.trampling(c)
		return c, fault == nil
	}
	at := b.nearest(by, j)
	if !b.within(by, at, most) {
		return c, false
	}
	v := b.model(at).at().minus(b.model(by).at())
	long := max(1, v.length())
	way := course{b.model(by).at(), float64(v.X) / long, float64(v.Y) / long, b.cards[by.i].radius}
	for far := most - shy; float64(far) > long; far -= Inch / 2 {
		to := way.at(far)
		c.To = &to
		if _, fault := b.trampling(c); fault == nil {
			return c, true
		}
	}
	return c, false
}

// samplePower is one power attack at random, found from one enemy troop on.
func (b *Battle) samplePower(pick func(n int) int) rules.Command {
	if !b.combat || b.mayWrestle() != "" {
		return nil
	}
	n := len(b.cards)
	from := pick(n)
	for k := range n {
		j := (from + k) % n
		if !b.alive(j) || !b.hostile(b.cards[j].seat, b.s.Turn) {
			continue
		}
		all := b.wrestling(nil, j)
		if b.cards[j].base == 0 && b.cards[b.s.Acting].p.Base == "large" && b.s.Act.Doing[0].Movement == "" {
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
	if !b.cards[i].p.has("light-cavalry") || b.held(i) {
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
		m.Distance = (Inches(b.spd(i)) * Inch).dec()
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
