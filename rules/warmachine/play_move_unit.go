package warmachine

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// How far models move together, and what stops them.

// moveTogether moves troopers together: each by the commander's vector or, if something is in the
// way, as far along it as it can. Troopers out of formation move toward the commander
// instead (WM-UNIT-3).
func (b *Battle) moveTogether(t *rules.Turn, c Move, list []int) *rules.Fault {
	i := b.s.Acting
	if len(c.Path) != 1 {
		return ruling.BadValue("path", "a unit moves together in a straight line")
	}
	lead := list[0]
	from := b.model(modelRef{i, lead}).at()
	v := c.Path[0].Minus(from)
	far := ruling.RoundInches(v.Length())
	for _, k := range list {
		most, rule := b.moveAllowance(k, c.Movement)
		switch {
		case rule != "":
			return rules.Breaks(rule, "movement", "it may not %s", c.Movement)
		case !b.s.Activation.Models[k].OutOfFormation && far > most:
			return rules.Breaks("WM-MOVE-8", "path", "it moves %s inches at most", most)
		}
	}
	if c.Distance != 0 && ruling.InchesOf(c.Distance) != far {
		return rules.Breaks("WM-MOVE-8", "distance", "the way is %s inches long", far)
	}
	for _, k := range b.frontToBack(i, list, v) {
		r := modelRef{i, k}
		if !b.modelInPlay(r) {
			continue
		}
		way, most := v, far
		if b.s.Activation.Models[k].OutOfFormation {
			home := b.model(b.lead(i)).at()
			way = home.Minus(b.model(r).at())
			most, _ = b.moveAllowance(k, c.Movement)
			most = min(most, ruling.RoundInches(way.Length()))
		}
		b.moveModel(t, r, b.moveStraight(r, way, most, c))
		if b.s.Phase == phaseOver {
			return nil
		}
	}
	return nil
}

// frontToBack orders troopers from front to back, so that none is blocked by one behind it.
func (b *Battle) frontToBack(i int, list []int, v ruling.Point) []int {
	ahead := func(k int) int64 { return ruling.Dot(v, b.s.Units[i].Models[k].at()) }
	order := make([]int, 0, len(list))
	for _, k := range list {
		at := len(order)
		order = append(order, k)
		for at > 0 && ahead(order[at-1]) < ahead(k) {
			order[at] = order[at-1]
			at--
		}
		order[at] = k
	}
	return order
}

// stopGap is the gap that a model leaves when it moves as far as it can, so that rounding
// never makes bases overlap.
const stopGap ruling.Inches = 3

// moveStraight returns the movement of a model in a direction, as far as it can move.
func (b *Battle) moveStraight(r modelRef, v ruling.Point, most ruling.Inches, c Move) Moved {
	m := b.model(r)
	e := Moved{Unit: b.info[r.unit].id, Model: r.model, Movement: c.Movement, law: law{moveRule(c.Movement)}, To: b.standing(r)}
	if far := v.Length(); far > 0 {
		way := ruling.Course{From: m.at(), Ux: float64(v.X) / far, Uy: float64(v.Y) / far, Radius: b.info[r.unit].radius}
		free := b.freeDistance(r, way, most)
		end := way.At(free)
		for b.sinceVersion5() && free > 0 && ruling.RoundInches(end.Minus(m.at()).Length()) > most { // the end is rounded to thousandths
			free--
			end = way.At(free)
		}
		e.Distance = ruling.RoundInches(end.Minus(m.at()).Length()).Dec()
		e.To.X, e.To.Y, e.To.Facing = end.X, end.Y, ruling.Heading(way.Ux, way.Uy)
	}
	if c.Facing != nil && !(e.Distance > 0 && b.keepsFacing(r.model, c.Movement)) {
		e.To.Facing = ruling.Degrees(*c.Facing * 1000 / rules.One).Whole()
	}
	return e
}

// freeDistance returns how far a model can move along a course: to a base, to terrain, to the
// edge of the table, or until its movement is used up in rough terrain. It may be 0.
func (b *Battle) freeDistance(r modelRef, c ruling.Course, most ruling.Inches) ruling.Inches {
	free := float64(min(most, b.toEdge(c)))
	end := c.At(ruling.Inches(free) + 1)
	lowX, highX := min(c.From.X, end.X)-c.Radius-stopGap, max(c.From.X, end.X)+c.Radius+stopGap
	lowY, highY := min(c.From.Y, end.Y)-c.Radius-stopGap, max(c.From.Y, end.Y)+c.Radius+stopGap
	for i := range b.s.Units {
		t, other := &b.s.Units[i], b.info[i].radius
		if t.Left == 0 || b.extent(i).outside(lowX, highX, lowY, highY, other) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if m.Gone || m.X+other < lowX || m.X-other > highX || m.Y+other < lowY || m.Y-other > highY || i == r.unit && k == r.model {
				continue
			}
			along, off := c.Meets(m.at())
			both := float64(c.Radius + other + stopGap)
			if along <= 0 || off >= both || along-both > free {
				continue
			}
			free = min(free, along-math.Sqrt(both*both-off*off))
		}
	}
	far := ruling.Inches(max(0, free))
	if far == 0 || !b.hasObstacles() {
		return far
	}
	if at, stopped := b.barrier(c, far, true); stopped {
		far = max(0, at-stopGap)
	}
	return b.slowed(r, c, far, most)
}

// slowed shortens a path until its cost in rough terrain can be paid.
func (b *Battle) slowed(r modelRef, c ruling.Course, far, most ruling.Inches) ruling.Inches {
	if !b.combat || b.info[r.unit].profile.hasAbility("pathfinder") {
		return far
	}
	cost := func(l ruling.Inches) ruling.Inches { return l + ruling.RoughTerrainCost(b.rough(c.From, c.At(l))) }
	if cost(far)+stopGap <= most || cost(far) == far {
		return far
	}
	free, shut := ruling.Inches(0), far
	for shut-free > 1 {
		if mid := (free + shut) / 2; cost(mid)+stopGap <= most {
			free = mid
		} else {
			shut = mid
		}
	}
	return free
}

// toEdge returns how far a course stays on the table.
func (b *Battle) toEdge(c ruling.Course) ruling.Inches {
	far := float64(b.Width + b.Depth)
	for _, side := range [4][2]float64{
		{c.Ux, float64(b.Width - c.Radius - c.From.X)}, {-c.Ux, float64(c.From.X - c.Radius)},
		{c.Uy, float64(b.Depth - c.Radius - c.From.Y)}, {-c.Uy, float64(c.From.Y - c.Radius)},
	} {
		if side[0] > 1e-9 {
			far = min(far, side[1]/side[0])
		}
	}
	return ruling.Inches(max(0, far-1))
}
