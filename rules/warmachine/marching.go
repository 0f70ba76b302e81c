package warmachine

import (
	"math"

	"oriflamme/rules"
)

// How far models go together, and what stops them.

// march moves troopers together: each goes the commander's vector or, when
// something is in the way, as far as it can; who is out of formation goes toward
// the commander instead (WM-UNIT-3).
func (b *Battle) march(t *rules.Turn, c Move, list []int) *rules.Fault {
	i := b.s.Acting
	if len(c.Path) != 1 {
		return strange("path", "a unit moves together in a straight line")
	}
	lead := list[0]
	from := b.model(ref{i, lead}).at()
	v := c.Path[0].minus(from)
	far := round(v.length())
	for _, k := range list {
		most, rule := b.may(k, c.Movement)
		switch {
		case rule != "":
			return rules.Breaks(rule, "movement", "it may not %s", c.Movement)
		case !b.s.Act.Doing[k].Astray && far > most:
			return rules.Breaks("WM-MOVE-8", "path", "it moves %s inches at most", most)
		}
	}
	if c.Distance != 0 && inchesOf(c.Distance) != far {
		return rules.Breaks("WM-MOVE-8", "distance", "the way is %s inches long", far)
	}
	for _, k := range b.foremost(i, list, v) {
		r := ref{i, k}
		if !b.up(r) {
			continue
		}
		way, most := v, far
		if b.s.Act.Doing[k].Astray {
			home := b.model(ref{i, b.s.Troops[i].Lead}).at()
			way = home.minus(b.model(r).at())
			most, _ = b.may(k, c.Movement)
			most = min(most, round(way.length()))
		}
		b.step(t, r, b.stride(r, way, most, c))
		if b.s.Stage == stageOver {
			return nil
		}
	}
	return nil
}

// foremost orders troopers by how far ahead they are, so that nobody waits for
// who is behind.
func (b *Battle) foremost(i int, list []int, v Point) []int {
	ahead := func(k int) int64 { return dot(v, b.s.Troops[i].Models[k].at()) }
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

// shy is how far from touching a model stops that goes as far as it can, so that
// rounding never makes bases overlap.
const shy Inches = 3

// stride is the movement of a model in a direction, as far as it can go.
func (b *Battle) stride(r ref, v Point, most Inches, c Move) Moved {
	m := b.model(r)
	e := Moved{Unit: b.cards[r.i].id, Model: r.k, Movement: c.Movement, Law: moveLaw(c.Movement), To: &Spot{m.X, m.Y, m.Facing}}
	if far := v.length(); far > 0 {
		way := course{m.at(), float64(v.X) / far, float64(v.Y) / far, b.cards[r.i].radius}
		free := b.freeWay(r, way, most)
		end := way.at(free)
		e.Distance = round(end.minus(m.at()).length()).dec()
		e.To.X, e.To.Y, e.To.Facing = end.X, end.Y, heading(way.ux, way.uy)
	}
	if c.Facing != nil {
		e.To.Facing = Degrees(*c.Facing * 1000 / rules.One).whole()
	}
	return e
}

// freeWay is how far a model can go along a course: to what is in the way, the
// edge of the table, or as its pace lasts in rough terrain. It may go nowhere.
func (b *Battle) freeWay(r ref, c course, most Inches) Inches {
	free := float64(min(most, b.toEdge(c)))
	end := c.at(Inches(free) + 1)
	lowX, highX := min(c.from.X, end.X)-c.radius-shy, max(c.from.X, end.X)+c.radius+shy
	lowY, highY := min(c.from.Y, end.Y)-c.radius-shy, max(c.from.Y, end.Y)+c.radius+shy
	for i := range b.s.Troops {
		t, other := &b.s.Troops[i], b.cards[i].radius
		if t.Left == 0 || b.extent(i).beside(lowX, highX, lowY, highY, other) {
			continue
		}
		for k := range t.Models {
			m := &t.Models[k]
			if m.Gone || m.X+other < lowX || m.X-other > highX || m.Y+other < lowY || m.Y-other > highY || i == r.i && k == r.k {
				continue
			}
			along, off := c.meets(m.at())
			both := float64(c.radius + other + shy)
			if along <= 0 || off >= both || along-both > free {
				continue
			}
			free = min(free, along-math.Sqrt(both*both-off*off))
		}
	}
	far := Inches(max(0, free))
	if far == 0 || !b.broken() {
		return far
	}
	if at, stopped := b.barrier(c, far, true); stopped {
		far = max(0, at-shy)
	}
	return b.slowed(r, c, far, most)
}

// slowed shortens a way until its cost in rough terrain is paid.
func (b *Battle) slowed(r ref, c course, far, most Inches) Inches {
	if !b.combat || b.cards[r.i].p.has("pathfinder") {
		return far
	}
	cost := func(l Inches) Inches { return l + roughTerrainCost(b.rough(c.from, c.at(l))) }
	if cost(far)+shy <= most || cost(far) == far {
		return far
	}
	free, shut := Inches(0), far
	for shut-free > 1 {
		if mid := (free + shut) / 2; cost(mid)+shy <= most {
			free = mid
		} else {
			shut = mid
		}
	}
	return free
}

// toEdge is how far a course goes on the table.
func (b *Battle) toEdge(c course) Inches {
	far := float64(b.Width + b.Depth)
	for _, side := range [4][2]float64{
		{c.ux, float64(b.Width - c.radius - c.from.X)}, {-c.ux, float64(c.from.X - c.radius)},
		{c.uy, float64(b.Depth - c.radius - c.from.Y)}, {-c.uy, float64(c.from.Y - c.radius)},
	} {
		if side[0] > 1e-9 {
			far = min(far, side[1]/side[0])
		}
	}
	return Inches(max(0, far-1))
}
