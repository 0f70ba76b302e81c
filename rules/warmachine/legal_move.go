package warmachine

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Movements that Legal and Sample offer: toward enemies, in all directions, and charges.

// moves returns the uses of the normal movement that are offered.
func (b *Battle) moves() []rules.Command {
	i := b.s.Acting
	if b.s.Activation.Fighting {
		return b.rides()
	}
	movers, fault := b.movers(Move{}, nil)
	if fault != nil {
		return nil
	}
	all, enemies := []rules.Command{}, b.enemies()
	if !slices.ContainsFunc(movers.list, b.mustReturn) {
		all = append(all, b.stay(""))
	}
	if b.inAnyLock(i) { // it is a single warjack
		return all
	}
	add := func(m Move, ok bool) {
		if ok {
			all = append(all, m)
		}
	}
	for n := range b.ideas(enemies) {
		add(b.idea("", movers, enemies, n))
	}
	if movers.one || !b.board { // on a measured table units move together
		return all
	}
	for _, k := range movers.list {
		who, one := b.info[i].models[k], moverSet{[]int{k}, true}
		if !b.mustReturn(k) {
			all = append(all, b.stay(who))
		}
		for n := range min(ideasPerEnemy, b.ideas(enemies)) { // about the first enemy alone
			add(b.idea(who, one, enemies, n))
		}
	}
	return all
}

// stay returns a movement that forfeits the normal movement.
func (b *Battle) stay(who string) Move {
	return Move{bySeat: bySeat{b.s.Turn}, Who: who, Movement: ruling.Forfeit, Path: []ruling.Point{}, Strikers: []string{}, Contacted: []string{}, LOS: yes, InReach: yes}
}

// ideasPerEnemy is the number of ideas about each enemy unit, compass the number of directions
// besides.
const (
	ideasPerEnemy  = 3
	directionCount = 8
)

// ideas returns the number of movements that idea can be asked for.
func (b *Battle) ideas(enemies []int) int {
	if !b.board {
		return 2 + 3*len(enemies)
	}
	return ideasPerEnemy*len(enemies) + 2*directionCount
}

// idea returns the n-th movement; ok if it may be made.
func (b *Battle) idea(who string, movers moverSet, enemies []int, n int) (Move, bool) {
	m := b.stay(who)
	if !b.board {
		return b.statedIdea(m, movers, enemies, n)
	}
	if n >= ideasPerEnemy*len(enemies) {
		n -= ideasPerEnemy * len(enemies)
		m.Movement = [2]string{ruling.FullAdvance, ruling.Run}[n/directionCount]
		y, x := math.Sincos(float64(n%directionCount) * math.Pi / 4)
		return b.toward(m, movers, x, y, math.MaxInt32)
	}
	j := enemies[n/ideasPerEnemy]
	m.Movement = [ideasPerEnemy]string{ruling.FullAdvance, ruling.Run, ruling.Charge}[n%ideasPerEnemy]
	r := modelRef{b.s.Acting, movers.list[0]}
	target := b.nearest(r, j)
	if m.Movement == ruling.Charge {
		return b.chargeIdea(m, movers, r, target)
	}
	way := b.model(target).at().Minus(b.model(r).at())
	if b.s.Activation.Models[r.model].OutOfFormation {
		way = b.model(b.lead(r.unit)).at().Minus(b.model(r).at())
	}
	far := way.Length()
	if far == 0 {
		return m, false
	}
	return b.toward(m, movers, float64(way.X)/far, float64(way.Y)/far, ruling.Inches(far))
}

// chargeIdea returns a charge of a model or of troopers straight at a target; ok if it may
// be made.
func (b *Battle) chargeIdea(m Move, movers moverSet, r, target modelRef) (Move, bool) {
	m.Target = b.id(target)
	if !movers.one {
		m.Target = b.info[target.unit].id
		return m, b.mayCharge(r.model, true) == "" && b.within(r, target, b.chargeDistance(r.unit)+6*ruling.Inch) &&
			(!b.sinceVersion4() || b.anyCanCharge(movers.list, target.unit, m))
	}
	most := b.chargeDistance(r.unit) + b.info[r.unit].reach()
	if rule := b.mayCharge(r.model, true); rule != "" || !b.within(r, target, most) || !b.sees(r, target) {
		return m, false
	}
	e, done, fault := b.chargeOf(r, target, m)
	if fault == nil && done.Success {
		x := &b.memo
		*x = memo{stamp: b.stamp, charge: true, who: r, chargeTarget: target, moved: e, done: done}
	}
	return m, fault == nil && done.Success
}

// toward returns an advance or run in a direction, as far as possible and at most to goal;
// ok if it may be made.
func (b *Battle) toward(m Move, movers moverSet, x, y float64, goal ruling.Inches) (Move, bool) {
	r := modelRef{b.s.Acting, movers.list[0]}
	for _, k := range movers.list {
		if _, rule := b.moveAllowance(k, m.Movement); rule != "" {
			return m, false
		}
	}
	most, _ := b.moveAllowance(r.model, m.Movement)
	way := ruling.Course{From: b.model(r).at(), Ux: x, Uy: y, Radius: b.info[r.unit].radius}
	far := min(most-stopGap, goal)
	if movers.one {
		far = b.freeDistance(r, way, far)
	}
	if far < ruling.Inch/10 {
		return m, false
	}
	end := way.At(far)
	if movers.one && b.hasObstacles() && b.barred(way.From, end, way.Radius, true) {
		return m, false // past a corner by less than the rounding of places
	}
	m.Path = []ruling.Point{end}
	if movers.one && b.s.Activation.Models[r.model].OutOfFormation && b.formationRule(r, []ruling.Point{way.From, end}, m.Movement) != "" {
		return m, false
	}
	if movers.one && b.recording {
		b.memo = memo{stamp: b.stamp, straightWay: true, who: r, goal: end, moved: Moved{Movement: m.Movement}}
	}
	return m, true
}

// statedIdea returns a movement on a measured table, as far as possible. Charges of the
// first enemy are also offered as failed or short.
func (b *Battle) statedIdea(m Move, movers moverSet, enemies []int, n int) (Move, bool) {
	m.Movement = ruling.FullAdvance
	if n < 2 {
		if n == 1 {
			m.Movement = ruling.Run
		}
		for _, k := range movers.list {
			far, rule := b.moveAllowance(k, m.Movement)
			if rule != "" {
				return m, false
			}
			m.Distance = far.Dec()
		}
		return m, true
	}
	j, form := enemies[(n-2)/3], (n-2)%3
	m.Movement, m.Target, m.Distance = ruling.Charge, b.info[j].id, b.chargeDistance(b.s.Acting).Dec()
	if form > 0 && n > 4 {
		return m, false
	}
	switch form {
	case 1:
		m.InReach = no
	case 2:
		m.Distance = ruling.Inch.Dec()
	}
	for _, k := range movers.list {
		if b.mayCharge(k, true) != "" {
			return m, false
		}
	}
	return m, true
}
