package warmachine

import (
	"sync"

	"oriflamme/rules/warmachine/ruling"
)

// What a board computes: distances, facing, lines of sight and melee ranges.

// disc returns the base of a model.
func (b *Battle) disc(r modelRef) ruling.Disc {
	m := b.model(r)
	return ruling.Disc{Place: ruling.Place{X: m.X, Y: m.Y}, Radius: b.info[r.unit].radius}
}

// distance returns the distance between two models from edge to edge (WM-X-MEAS-1).
func (b *Battle) distance(a, c modelRef) ruling.Inches {
	return ruling.BaseGap(b.model(a).at(), b.info[a.unit].radius, b.model(c).at(), b.info[c.unit].radius)
}

// within reports whether the distance between two models is at most limit.
func (b *Battle) within(a, c modelRef, limit ruling.Inches) bool {
	m, n := b.model(a), b.model(c)
	return near(m.at(), n.at(), limit+b.info[a.unit].radius+b.info[c.unit].radius)
}

// near reports whether the distance between two points, rounded, is at most reach. It needs
// no square root: of the whole numbers n, reach*(reach+1) is the last whose root is rounded
// to reach.
func near(p, q ruling.Point, reach ruling.Inches) bool {
	dx, dy := p.X-q.X, p.Y-q.Y
	if dx > reach || -dx > reach || dy > reach || -dy > reach {
		return false
	}
	if reach > maxExactReach {
		return ruling.PointDistance(p, q) <= reach
	}
	return dx*dx+dy*dy <= reach*(reach+1)
}

// maxExactReach is the largest reach at which RoundInches, which adds a little more than a half,
// agrees with near.
const maxExactReach = 100 * ruling.Inch

// unitWithin reports whether any model of a unit is within a distance of a model.
func (b *Battle) unitWithin(a modelRef, j int, limit ruling.Inches) bool {
	if m := b.model(a); b.extent(j).farFrom(m.X, m.Y, limit+b.info[a.unit].radius+b.info[j].radius) {
		return false
	}
	for k := range b.s.Units[j].Models {
		if c := (modelRef{j, k}); b.modelInPlay(c) && b.within(a, c, limit) {
			return true
		}
	}
	return false
}

// inControl reports whether a warjack is in the control area of its warcaster (WM-X-FOC-1):
// as stated by the players or as computed on a board.
func (b *Battle) inControl(by, i int, stated bool) bool {
	if !b.board {
		return stated
	}
	return b.unitWithin(b.lead(by), i, ruling.ControlArea(b.info[by].profile.Focus))
}

// inCommand reports whether a model is in the command range of another.
func (b *Battle) inCommand(by, i int, stated bool) bool {
	if !b.board {
		return stated
	}
	return b.unitWithin(b.lead(by), i, b.commandRange(by))
}

// faces reports whether part of a base at a point is in the front arc of a model
// (WM-LOS-13, WM-X-FACE-1).
func (b *Battle) faces(a modelRef, at ruling.Point, radius ruling.Inches) bool {
	m := b.model(a)
	ux, uy := m.Facing.Unit()
	return ruling.RoundInches(ux*float64(at.X-m.X)+uy*float64(at.Y-m.Y))+radius >= 0
}

// lineOfSight reports whether a model has line of sight to another. It leaves out all that is not
// near the lines first, and tries the line of centres before all others.
func (b *Battle) lineOfSight(a, c modelRef) bool {
	m, to := b.model(a), b.model(c).at()
	radius := b.info[c.unit].radius
	if !b.faces(a, to, radius) {
		return false
	}
	var room [12]modelRef
	blocking := b.intervening(a, c, room[:0])
	screened := b.mayBeHidden(m.at(), to)
	if len(blocking) == 0 && !screened {
		return true
	}
	l := sightlines.Get().(*ruling.Sightline)
	defer sightlines.Put(l)
	*l = ruling.Sightline{
		A: ruling.Circle{At: m.at().Vec(), R: b.info[a.unit].radius.Float()}, B: ruling.Circle{At: to.Vec(), R: radius.Float()},
		TopA: (b.ground(m.at()) + ruling.Volumes[b.info[a.unit].base]).Float(), TopB: (b.ground(to) + ruling.Volumes[b.info[c.unit].base]).Float(),
		Rounds: l.Rounds[:0], Walls: l.Walls[:0], Slopes: l.Slopes[:0], Supports: l.Supports[:0],
	}
	if x, y := m.Facing.Unit(); ruling.RoundInches(x*float64(to.X-m.X)+y*float64(to.Y-m.Y)) < radius {
		l.Arc = &ruling.HalfPlane{In: ruling.Vec{X: x, Y: y}, From: ruling.Vec{X: x, Y: y}.Dot(l.A.At) - ruling.BlockTolerance}
	}
	for _, o := range blocking {
		l.AddRound(ruling.Circle{At: b.model(o).at().Vec(), R: b.info[o.unit].radius.Float()})
	}
	if screened {
		b.addTerrain(l, m.at(), to)
	}
	if len(l.Rounds) == 0 && len(l.Walls) == 0 && len(l.Slopes) == 0 {
		return true
	}
	way := l.B.At.Minus(l.A.At)
	if far := way.Length(); far > ruling.SearchTolerance && l.Clear(ruling.Ray{From: l.A.At, Dir: way.Times(1 / far)}) {
		return true
	}
	return l.Free()
}

// sightlines are reused, because a battle computes thousands of them.
var sightlines = sync.Pool{New: func() any { return new(ruling.Sightline) }}

// intervening adds the models whose bases may hide one model from another: large enough,
// near the lines between them, and not ignored because of elevation (WM-LOS-5 to WM-LOS-12).
func (b *Battle) intervening(a, c modelRef, list []modelRef) []modelRef {
	from, to := b.model(a).at(), b.model(c).at()
	wide := max(b.info[a.unit].radius, b.info[c.unit].radius)
	lowX, highX := min(from.X, to.X)-wide, max(from.X, to.X)+wide
	lowY, highY := min(from.Y, to.Y)-wide, max(from.Y, to.Y)+wide
	size := b.info[c.unit].base
	for i := range b.s.Units {
		info, t := &b.info[i], &b.s.Units[i]
		if info.base < size || t.Left == 0 || b.extent(i).outside(lowX, highX, lowY, highY, info.radius) {
			continue
		}
		for k := range t.Models {
			m, r := &t.Models[k], info.radius
			if m.Gone || m.Down && b.combat || m.X+r < lowX || m.X-r > highX || m.Y+r < lowY || m.Y-r > highY {
				continue // WM-X-KD-1: a knocked down model does not intervene
			}
			o := modelRef{i, k}
			if o == a || o == c || ruling.SegmentDistance(m.at(), from, to) >= float64(r+wide) || b.hilly && b.passesOver(a, c, o) {
				continue
			}
			list = append(list, o)
		}
	}
	return list
}

// passesOver reports whether elevation lets the viewer ignore a model (WM-LOS-9 to WM-LOS-12).
func (b *Battle) passesOver(a, c, o modelRef) bool {
	high := func(r modelRef) ruling.Inches { return b.ground(b.model(r).at()) }
	return ruling.Overlooked(high(a), high(c), high(o), b.info[a.unit].profile.Base, b.info[o.unit].profile.Base, b.within(o, c, ruling.NearTarget))
}

// widest is the radius of the largest base, rounded up.
const widest = ruling.Inch

// mayBeHidden reports whether terrain that blocks lines of sight comes near the lines
// between two places.
func (b *Battle) mayBeHidden(from, to ruling.Point) bool {
	for i := range b.pieces {
		if p := &b.pieces[i]; (p.blocks || p.screens) && p.near(from, to, widest) {
			return true
		}
	}
	return false
}

// addTerrain adds that terrain to a line of sight. Models see into and out of a forest but
// not through it (WM-X-TER-3); a model in a cloud is seen, and the cloud hides what is
// beyond.
func (b *Battle) addTerrain(l *ruling.Sightline, from, to ruling.Point) {
	for i := range b.pieces {
		p := &b.pieces[i]
		if !(p.blocks || p.screens) || !p.near(from, to, widest) {
			continue
		}
		switch {
		case p.Kind == "forest":
			if !p.throughForest(from, to) {
				l.AddWall(p.inner)
			}
		case p.screens:
			if !p.holds(from) && !p.holds(to) {
				l.AddWall(p.inner)
			}
		default:
			l.AddTerrain(p.inner, p.Height.Float(), b.simpleWalls)
		}
	}
}

// reach returns the longest melee range of a model's weapons (WM-X-MELEE-1).
func (c *unitInfo) reach() ruling.Inches { return c.meleeReach }

// reaches reports whether another model is within the melee range far of a model and seen by
// it (WM-X-MELEE-1, WM-X-MELEE-2).
func (b *Battle) reaches(a, c modelRef, far ruling.Inches) bool {
	return far > 0 && b.within(a, c, far) && b.sees(a, c)
}

// canStrike reports whether a model could strike another in melee from its place.
func (b *Battle) canStrike(a, c modelRef) bool { return b.reaches(a, c, b.info[a.unit].reach()) }

// threatens reports whether a model engages another: it is able to strike the other in melee
// (WM-X-MELEE-2, WM-X-KD-1).
func (b *Battle) threatens(a, c modelRef) bool {
	m := b.model(a)
	return !m.Gone && !m.helpless() && !b.flees(a) && !b.inert(a.unit) && b.canStrike(a, c)
}

// engaged reports whether a model is in melee with an enemy: one of them threatens the
// other.
func (b *Battle) engaged(r modelRef) bool { return b.inMeleeWith(r, nil) }

// inMeleeWith reports whether an enemy is in melee with a model. It calls note, which may be
// nil, for each such enemy, and stops when note returns false.
func (b *Battle) inMeleeWith(r modelRef, note func(modelRef) bool) bool {
	seat, own := b.info[r.unit].seat, b.info[r.unit].reach()
	for j := range b.s.Units {
		if !b.hostile(seat, b.info[j].seat) || b.s.Units[j].Left == 0 {
			continue
		}
		far := max(own, b.info[j].reach())
		if m := b.model(r); b.extent(j).farFrom(m.X, m.Y, far+b.info[r.unit].radius+b.info[j].radius) {
			continue
		}
		for k := range b.s.Units[j].Models {
			o := modelRef{j, k}
			if !b.modelInPlay(o) || !b.within(r, o, far) || !b.threatens(o, r) && !b.threatens(r, o) {
				continue
			}
			if note == nil || !note(o) {
				return true
			}
		}
	}
	return false
}
