package warmaster

import (
	"math"
	"slices"

	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// watcher holds what a unit's lines of sight to a target may meet on the board.
type watcher struct {
	b       *Battle
	unit    int
	shoots  bool
	blocks  []rect.Block   // that break every line that meets them
	walls   []rect.Block   // that break lines between stands outside them
	partial []*terrainArea // woods and hills
}

// newWatcher collects what is between a unit and a target (WR-LOS-2, WR-LOS-3). Ruins, buildings
// and the like block sight past and through them, but not into and out of them; their cover
// protects the troops inside.
func (b *Battle) newWatcher(unit, target int, shoots bool) watcher {
	w := watcher{b: b, unit: unit, shoots: shoots, blocks: make([]rect.Block, 0, len(b.info))}
	for j := range b.info {
		if j != unit && j != target && !b.info[j].isCharacter() && b.inPlay(j) {
			w.blocks = append(w.blocks, b.s.Units[j].sightBlocks...)
		}
	}
	for _, a := range b.ground.areas {
		switch {
		case a.hides && b.seesInside():
			w.walls = append(w.walls, a.block)
		case a.hides:
			w.blocks = append(w.blocks, a.block)
		case a.Kind == "wood", b.option("hills") == "block" && (a.Kind == "gentle-hill" || a.Kind == "steep-hill"):
			w.partial = append(w.partial, a)
		}
	}
	return w
}

// seesUnit reports whether any stand of a unit sees another unit (WR-LOS-1).
func (b *Battle) seesUnit(unit, target int, shoots bool) bool {
	w := b.newWatcher(unit, target, shoots)
	for k := range b.s.Units[unit].blocks {
		if w.standSees(k, b.s.Units[target].blocks) {
			return true
		}
	}
	return false
}

// standSees reports whether a stand of the unit sees any of the targets. Its own unit hides a
// target only from shooters (ruling A-8).
func (w *watcher) standSees(k int, targets []rect.Block) bool {
	own := w.b.s.Units[w.unit].blocks
	blocks := w.blocks
	if w.shoots && len(own) > 1 {
		blocks = slices.Concat(w.blocks, own[:k], own[k+1:])
	}
	edges := rect.Front
	if w.shoots && w.b.info[w.unit].profile.Around {
		edges = rect.Left // WR-LOS-5
	}
	for e := rect.Front; e <= edges; e++ {
		for _, t := range targets {
			if w.findsLine(own[k], e, t, blocks) {
				return true
			}
		}
	}
	return false
}

// findsLine reports whether a free line can be drawn from an edge to a stand. It first tries a
// few lines, then checks whether blocks surely hide the stand; the exact search decides the
// rest and treats woods and hills as if nothing could be seen through them.
func (w *watcher) findsLine(from rect.Block, edge rect.Side, to rect.Block, blocks []rect.Block) bool {
	p, q := from.Edge(edge)
	ahead := rect.Toward(from.Outward(edge))
	if !slices.ContainsFunc(to.Corners[:], func(c rect.Point) bool { return c.Minus(p).Dot(ahead) > 0 }) {
		return false
	}
	near := blocksBetween(p, q, to, blocks)
	for _, wall := range blocksBetween(p, q, to, w.walls) {
		if !wall.Holds(from.Centre) && !wall.Holds(to.Centre) {
			near = append(near, wall)
		}
	}
	if len(near) == 0 && len(w.partial) == 0 {
		return true
	}
	if w.tryLines(from, edge, to, near) {
		return true
	}
	if len(near) > 1 {
		near = joinRows(near)
	}
	if surelyHidden(near, p, q, to.Corners, 6) {
		return false
	}
	var rects []rect.Rect
	for _, s := range near {
		rects = append(rects, s.Rect(1))
	}
	for _, a := range w.partial {
		if r := a.block; r.RelationTo(from) == rect.Apart && r.RelationTo(to) == rect.Apart {
			rects = append(rects, r.Rect(1))
		} else if a.Kind == "wood" {
			return false
		}
	}
	return rect.Sees(from.Rect(1), edge, to.Rect(1), rects)
}

// blocksBetween returns the blocks that a line from an edge to a stand may meet: those near
// the box around both.
func blocksBetween(p, q rect.Point, to rect.Block, blocks []rect.Block) (near []rect.Block) {
	lo, hi := rect.Bounds(to)
	lo = rect.Point{X: min(lo.X, p.X, q.X), Y: min(lo.Y, p.Y, q.Y)}
	hi = rect.Point{X: max(hi.X, p.X, q.X), Y: max(hi.Y, p.Y, q.Y)}
	for _, s := range blocks {
		if sLo, sHi := rect.Bounds(s); sHi.X >= lo.X && sLo.X <= hi.X && sHi.Y >= lo.Y && sLo.Y <= hi.Y {
			near = append(near, s)
		}
	}
	return near
}

// tryLines tries lines from three points of the edge to five points of the stand.
func (w *watcher) tryLines(from rect.Block, edge rect.Side, to rect.Block, blocks []rect.Block) bool {
	ahead := rect.Toward(from.Outward(edge))
	half, off := from.Half(edge)
	middle := from.Centre.Plus(ahead.Times(off / rect.Grain))
	aside := rect.Point{X: ahead.Y, Y: -ahead.X}.Times(half/rect.Grain - 1)
	h, l := to.Ahead().Times(to.HalfDepth/rect.Grain-1), to.ToLeft().Times(to.HalfFront/rect.Grain-1)
	fore, aft := to.Centre.Plus(h), to.Centre.Minus(h)
	for _, p := range [3]rect.Point{middle, middle.Plus(aside), middle.Minus(aside)} {
		for _, q := range [5]rect.Point{to.Centre, fore.Plus(l), fore.Minus(l), aft.Plus(l), aft.Minus(l)} {
			if q.Minus(p).Dot(ahead) > 0 && w.free(p, q, blocks) {
				return true
			}
		}
		if len(w.partial) == 0 || !w.b.seesExactly() {
			continue
		}
		for e := rect.Front; e <= rect.Left; e++ { // the nearest points of a stand at the edge of a wood
			q, r := to.Edge(e)
			for _, q := range [3]rect.Point{q, r, {X: (q.X + r.X) / 2, Y: (q.Y + r.Y) / 2}} {
				if q.Minus(p).Dot(ahead) > 0 && w.free(p, q, blocks) {
					return true
				}
			}
		}
	}
	return false
}

// free reports whether nothing breaks a line.
func (w *watcher) free(p, q rect.Point, blocks []rect.Block) bool {
	for _, s := range blocks {
		if s.MeetsSegment(p, q) {
			return false
		}
	}
	for _, a := range w.partial {
		if !a.block.MeetsSegment(p, q) {
			continue
		}
		what := ruling.LineObstacle{What: a.Kind, EndOnIt: a.block.Holds(p) || a.block.Holds(q)}
		if a.Kind == "wood" {
			what.Inside = fromBoardUnits(w.lengthInside(a.block, p, q))
		}
		if what.Blocks("charge") {
			return false
		}
	}
	return true
}

// lengthInside is the length of a segment inside a block in board units, rounded up. Before
// version 3 it was one more.
func (w *watcher) lengthInside(s rect.Block, p, q rect.Point) int64 {
	d := q.Minus(p)
	from, to := 0.0, 1.0
	for i, axis := range [2]rect.Point{s.Ahead(), s.ToLeft()} {
		half := float64([2]int64{s.HalfDepth, s.HalfFront}[i] * rect.Grain)
		start, step := float64(p.Minus(s.Centre).Dot(axis)), float64(d.Dot(axis))
		if step == 0 {
			continue
		}
		a, b := (-half-start)/step, (half-start)/step
		from, to = max(from, min(a, b)), min(to, max(a, b))
	}
	if to <= from {
		return 0
	}
	if w.b.seesExactly() {
		return int64(math.Ceil(math.Sqrt(float64(d.Square()))*(to-from) - 1e-6))
	}
	length := int64(cmFromSquare(d.Square(), 1)) * boardUnitsPerCM / int64(1_000_000)
	return int64(float64(length)*(to-from)) + 1
}

// surelyHidden reports whether blocks surely meet every line from an edge to a convex shape:
// a single block does, or each half of the edge or of the shape is surely hidden. A false
// answer proves nothing.
func surelyHidden(blocks []rect.Block, p, q rect.Point, shape [4]rect.Point, depth int) bool {
	for _, s := range blocks {
		if cutsAll(s, p, q, shape) {
			return true
		}
	}
	if depth == 0 || len(blocks) < 2 {
		return false
	}
	if depth%2 == 0 {
		m, ok := midpoint(p, q)
		return ok && surelyHidden(blocks, p, m, shape, depth-1) && surelyHidden(blocks, m, q, shape, depth-1)
	}
	c := shape
	if c[1].Minus(c[0]).Square() < c[2].Minus(c[1]).Square() {
		c = [4]rect.Point{c[1], c[2], c[3], c[0]}
	}
	m, ok1 := midpoint(c[0], c[1])
	n, ok2 := midpoint(c[3], c[2])
	return ok1 && ok2 && surelyHidden(blocks, p, q, [4]rect.Point{c[0], m, n, c[3]}, depth-1) &&
		surelyHidden(blocks, p, q, [4]rect.Point{m, c[1], c[2], n}, depth-1)
}

// midpoint is the point half way between two; ok is false if its coordinates are not whole.
func midpoint(p, q rect.Point) (rect.Point, bool) {
	sum := p.Plus(q)
	return rect.Point{X: sum.X / 2, Y: sum.Y / 2}, sum.X%2 == 0 && sum.Y%2 == 0
}

// cutsAll reports whether a block meets every line from an edge to a convex shape. Lines
// between corners are enough: a line past the block has the block wholly on one side, and so
// has some line between corners.
func cutsAll(s rect.Block, p, q rect.Point, shape [4]rect.Point) bool {
	return !slices.ContainsFunc(shape[:], func(c rect.Point) bool { return !s.MeetsSegment(p, c) || !s.MeetsSegment(q, c) })
}

// joinRows joins stands that are flush side by side, or one behind another, into one block
// each.
func joinRows(blocks []rect.Block) []rect.Block {
	if len(blocks) < 2 {
		return blocks
	}
	rows := slices.Clone(blocks)
	for k := 0; k < len(rows); k++ {
		for l := k + 1; l < len(rows); l++ {
			if one, ok := rows[k].Join(rows[l]); ok {
				rows[k] = one
				rows = slices.Delete(rows, l, l+1)
				l = k
			}
		}
	}
	return rows
}
