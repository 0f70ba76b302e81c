package warmachine

import "sync"

// What a board tells: distances, facing, who sees whom and who can strike whom.

// disc is the base of a model.
func (b *Battle) disc(r ref) Disc {
	m := b.model(r)
	return Disc{Place{m.X, m.Y}, b.cards[r.i].radius}
}

// between is the distance of two models from edge to edge (WM-X-MEAS-1).
func (b *Battle) between(a, c ref) Inches {
	return gap(b.model(a).at(), b.cards[a.i].radius, b.model(c).at(), b.cards[c.i].radius)
}

// within is between held against a limit.
func (b *Battle) within(a, c ref, limit Inches) bool {
	m, n := b.model(a), b.model(c)
	return near(m.at(), n.at(), limit+b.cards[a.i].radius+b.cards[c.i].radius)
}

// near tells whether two points, their distance rounded, are so far apart at most.
// It does without a square root: of whole numbers n, the root of reach*(reach+1) is
// the last that is rounded to reach.
func near(p, q Point, reach Inches) bool {
	dx, dy := p.X-q.X, p.Y-q.Y
	if dx > reach || -dx > reach || dy > reach || -dy > reach {
		return false
	}
	if reach > mostExact {
		return apart(p, q) <= reach
	}
	return dx*dx+dy*dy <= reach*(reach+1)
}

// mostExact is up to where round, which gives a little more than a half, agrees.
const mostExact = 100 * Inch

// troopWithin tells whether any model of a troop is within a distance of a model.
func (b *Battle) troopWithin(a ref, j int, limit Inches) bool {
	if m := b.model(a); b.extent(j).farFrom(m.X, m.Y, limit+b.cards[a.i].radius+b.cards[j].radius) {
		return false
	}
	for k := range b.s.Troops[j].Models {
		if c := (ref{j, k}); b.up(c) && b.within(a, c, limit) {
			return true
		}
	}
	return false
}

// inControl tells whether a warjack is in the control area of its warcaster
// (WM-X-FOC-1), as the players say or the board does.
func (b *Battle) inControl(by, i int, told bool) bool {
	if !b.board {
		return told
	}
	return b.troopWithin(ref{by, b.s.Troops[by].Lead}, i, controlArea(b.cards[by].p.Focus))
}

// inCommand tells whether a model is in the command range of another.
func (b *Battle) inCommand(by, i int, told bool) bool {
	if !b.board {
		return told
	}
	return b.troopWithin(ref{by, b.s.Troops[by].Lead}, i, b.command(by))
}

// faces tells whether part of a base is in the front arc of a model, wherever the
// base stands (WM-LOS-13, WM-X-FACE-1).
func (b *Battle) faces(a ref, at Point, radius Inches) bool {
	m := b.model(a)
	ux, uy := m.Facing.unit()
	return round(ux*float64(at.X-m.X)+uy*float64(at.Y-m.Y))+radius >= 0
}

// behind tells whether a whole base at a point is in the back arc of a model (WM-X-BACK-1).
func (b *Battle) behind(a ref, at Point, radius Inches) bool { return !b.faces(a, at, radius) }

// looks tells whether a model has line of sight to another: what stands nowhere near the lines is left out first, and the line of centres is
// tried before all others.
func (b *Battle) looks(a, c ref) bool {
	m, to := b.model(a), b.model(c).at()
	radius := b.cards[c.i].radius
	if !b.faces(a, to, radius) {
		return false
	}
	var room [12]ref
	blocking := b.intervening(a, c, room[:0])
	screened := b.screened(m.at(), to)
	if len(blocking) == 0 && !screened {
		return true
	}
	l := sightlines.Get().(*sightline)
	defer sightlines.Put(l)
	*l = sightline{
		a: circle{m.at().vec(), b.cards[a.i].radius.Float()}, b: circle{to.vec(), radius.Float()},
		za: (b.ground(m.at()) + volumes[b.cards[a.i].base]).Float(), zb: (b.ground(to) + volumes[b.cards[c.i].base]).Float(),
		rounds: l.rounds[:0], walls: l.walls[:0], slopes: l.slopes[:0], held: l.held[:0],
	}
	if x, y := m.Facing.unit(); round(x*float64(to.X-m.X)+y*float64(to.Y-m.Y)) < radius {
		l.arc = &halfPlane{vec{x, y}, vec{x, y}.dot(l.a.at) - give}
	}
	for _, o := range blocking {
		l.addRound(circle{b.model(o).at().vec(), b.cards[o.i].radius.Float()})
	}
	if screened {
		b.screen(l, m.at(), to)
	}
	if len(l.rounds) == 0 && len(l.walls) == 0 && len(l.slopes) == 0 {
		return true
	}
	way := l.b.at.minus(l.a.at)
	if far := way.length(); far > hair && l.clear(ray{l.a.at, way.times(1 / far)}) {
		return true
	}
	return l.free()
}

// sightlines are kept for their room: battles look a thousand times.
var sightlines = sync.Pool{New: func() any { return new(sightline) }}

// intervening adds the models whose bases may hide one model from another: large
// enough, near the lines between them, and not overlooked (WM-LOS-5 to WM-LOS-12).
func (b *Battle) intervening(a, c ref, list []ref) []ref {
	from, to := b.model(a).at(), b.model(c).at()
	wide := max(b.cards[a.i].radius, b.cards[c.i].radius)
	lowX, highX := min(from.X, to.X)-wide, max(from.X, to.X)+wide
	lowY, highY := min(from.Y, to.Y)-wide, max(from.Y, to.Y)+wide
	size := b.cards[c.i].base
	for i := range b.s.Troops {
		card, t := &b.cards[i], &b.s.Troops[i]
		if card.base < size || t.Left == 0 || b.extent(i).beside(lowX, highX, lowY, highY, card.radius) {
			continue
		}
		for k := range t.Models {
			m, r := &t.Models[k], card.radius
			if m.Gone || m.Down && b.combat || m.X+r < lowX || m.X-r > highX || m.Y+r < lowY || m.Y-r > highY {
				continue // WM-X-KD-1: who lies down does not intervene
			}
			o := ref{i, k}
			if o == a || o == c || segmentDistance(m.at(), from, to) >= float64(r+wide) || b.hilly && b.passesOver(a, c, o) {
				continue
			}
			list = append(list, o)
		}
	}
	return list
}

// passesOver tells whether elevation lets the viewer ignore a model (WM-LOS-9 to WM-LOS-12).
func (b *Battle) passesOver(a, c, o ref) bool {
	high := func(r ref) Inches { return b.ground(b.model(r).at()) }
	return overlooked(high(a), high(c), high(o), b.cards[a.i].p.Base, b.cards[o.i].p.Base, b.within(o, c, nearTarget))
}

// widest is the radius of the largest base, rounded up.
const widest = Inch

// screened tells whether any terrain comes near the lines between two places that
// could hide one from the other.
func (b *Battle) screened(from, to Point) bool {
	for i := range b.pieces {
		if p := &b.pieces[i]; (p.blocks || p.screens) && p.near(from, to, widest) {
			return true
		}
	}
	return false
}

// screen adds that terrain to a line of sight. A forest is seen into and out of but
// not through (WM-X-TER-3); who is in a cloud is seen, and the cloud hides what is beyond.
func (b *Battle) screen(l *sightline, from, to Point) {
	for i := range b.pieces {
		p := &b.pieces[i]
		if !(p.blocks || p.screens) || !p.near(from, to, widest) {
			continue
		}
		switch {
		case p.Kind == "forest":
			if !p.throughForest(from, to) {
				l.addWall(p.inner)
			}
		case p.screens:
			if !p.holds(from) && !p.holds(to) {
				l.addWall(p.inner)
			}
		default:
			l.addTerrain(p.inner, p.Height.Float(), b.simple)
		}
	}
}

// reach is how far a model strikes in melee: the farthest of its weapons (WM-X-MELEE-1).
func (c *card) reach() Inches { return c.arms }

// reaches tells whether another model is in the melee range of a model and seen,
// with a weapon of some reach (WM-X-MELEE-1, WM-X-MELEE-2).
func (b *Battle) reaches(a, c ref, far Inches) bool {
	return far > 0 && b.within(a, c, far) && b.sees(a, c)
}

// canStrike tells whether a model could strike another in melee where they stand.
func (b *Battle) canStrike(a, c ref) bool { return b.reaches(a, c, b.cards[a.i].reach()) }

// threatens tells whether a model engages another: it is fit to strike it in
// melee (WM-X-MELEE-2, WM-X-KD-1).
func (b *Battle) threatens(a, c ref) bool {
	m := b.model(a)
	return !m.Gone && !m.helpless() && !b.s.Troops[a.i].Fleeing && !b.inert(a.i) && b.canStrike(a, c)
}

// engaged tells whether a model is in melee with an enemy: either threatens the other.
func (b *Battle) engaged(r ref) bool { return b.opponent(r, nil) }

// opponent looks for enemies in melee with a model; note may be nil, and ends the
// search by returning false.
func (b *Battle) opponent(r ref, note func(ref) bool) bool {
	seat, own := b.cards[r.i].seat, b.cards[r.i].reach()
	for j := range b.s.Troops {
		if !b.hostile(seat, b.cards[j].seat) || b.s.Troops[j].Left == 0 {
			continue
		}
		far := max(own, b.cards[j].reach())
		if m := b.model(r); b.extent(j).farFrom(m.X, m.Y, far+b.cards[r.i].radius+b.cards[j].radius) {
			continue
		}
		for k := range b.s.Troops[j].Models {
			o := ref{j, k}
			if !b.up(o) || !b.within(r, o, far) || !b.threatens(o, r) && !b.threatens(r, o) {
				continue
			}
			if note == nil || !note(o) {
				return true
			}
		}
	}
	return false
}
