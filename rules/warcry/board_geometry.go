package warcry

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// tolerance is the greatest error of computed distances, in inches.
const tolerance = 1e-6

// vec is a point or vector seen from above, in inches.
type vec struct{ x, y float64 }

func (a vec) sub(b vec) vec           { return vec{a.x - b.x, a.y - b.y} }
func (a vec) add(b vec) vec           { return vec{a.x + b.x, a.y + b.y} }
func (a vec) scale(k float64) vec     { return vec{a.x * k, a.y * k} }
func (a vec) dot(b vec) float64       { return a.x*b.x + a.y*b.y }
func (a vec) cross(b vec) float64     { return a.x*b.y - a.y*b.x }
func (a vec) length() float64         { return math.Sqrt(a.x*a.x + a.y*a.y) }
func (a vec) to(b vec, t float64) vec { return a.add(b.sub(a).scale(t)) }
func (p Point) flat() vec             { return vec{p.X.Float(), p.Y.Float()} }
func (p Point) z() float64            { return p.Z.Float() }
func pointAt(v vec, z float64) Point {
	return Point{thousandths(v.x), thousandths(v.y), thousandths(z)}
}
func thousandths(inches float64) rules.Dec { return rules.Dec(math.Round(inches*1000)) * 1000 }

// roundOutward rounds a distance up to thousandths, unless it is within tolerance of one, so that
// a distance above a limit stays above it.
func roundOutward(inches float64) rules.Dec {
	d := thousandths(inches)
	if inches-d.Float() > tolerance {
		d += 1000
	}
	return d
}

// block is a terrain part prepared for measuring: an upright prism.
type block struct {
	lo, hi      vec // corners of the bounding box
	bottom, top float64
	outline     []vec
	pieces      []hull // the convex pieces of the footprint
	kind        string
	platform    bool
	low         bool
	passage     bool // arch or door
	cover       bool
	seenThrough bool // it hides nothing: an arch or an open door
	prism       plane.Prism
	open        []int // edges of the prism without a wall, for a platform
}

func (fx *fixed) buildParts() {
	fx.baseSizes = make([]int64, 0, len(fx.info))
	for i := range fx.info {
		fx.baseSizes = append(fx.baseSizes, ruling.Mils(fx.info[i].profile.Base))
	}
	fx.farCorner = vec{fx.field.Width.Float(), fx.field.Length.Float()}
	fx.parts, fx.partBoxes = make([]block, len(fx.field.Terrain)), make([]plane.Box, len(fx.field.Terrain))
	for i, p := range fx.field.Terrain {
		s := block{bottom: p.Bottom.Float(), top: p.Top.Float(), kind: p.Kind, platform: p.Platform || p.Kind == "platform"}
		s.prism = p.prism()
		pieces, _ := plane.Convex(s.prism.Polygon)
		for _, corners := range pieces {
			s.pieces = append(s.pieces, newHull(corners))
		}
		for j, c := range p.Polygon {
			s.outline = append(s.outline, vec{c.X.Float(), c.Y.Float()})
			if !slices.Contains(p.Closed, j) {
				s.open = append(s.open, j)
			}
		}
		s.lo, s.hi = s.outline[0], s.outline[0]
		for _, v := range s.outline {
			s.lo = vec{min(s.lo.x, v.x), min(s.lo.y, v.y)}
			s.hi = vec{max(s.hi.x, v.x), max(s.hi.y, v.y)}
		}
		s.low = p.Kind == "low-terrain" || p.Kind == "obstacle" && s.top-s.bottom <= 1
		s.passage = p.Kind == "arch" || p.Kind == "door-open" || p.Kind == "door-closed"
		s.cover = ruling.TraitsOf(p.Kind).GivesCover && !s.low
		s.seenThrough = fx.exactTerrain() && (p.Kind == "arch" || p.Kind == "door-open")
		fx.parts[i], fx.partBoxes[i] = s, s.prism.Box()
	}
	for i := range fx.parts {
		if s := &fx.parts[i]; fx.exactTerrain() && s.kind == "platform" {
			s.low = s.top-fx.support(i) <= 1
			s.cover = !s.low // it rises more than an inch: an obstacle as well (WC-TER-1 to WC-TER-3)
		}
	}
}

// support returns the height of the terrain that carries a part, or 0 for the floor.
func (fx *fixed) support(i int) float64 {
	z := 0.0
	for k := range fx.parts {
		if k != i && fx.carries(k, i) {
			z = max(z, fx.parts[k].top)
		}
	}
	return z
}

// carries reports whether part i stands on the top of part k.
func (fx *fixed) carries(k, i int) bool {
	s, on := &fx.parts[k], &fx.parts[i]
	return s.platform && math.Abs(s.top-on.bottom) < 1e-3 && s.hi.x > on.lo.x && on.hi.x > s.lo.x && s.hi.y > on.lo.y && on.hi.y > s.lo.y && s.meets(on)
}

// prism returns the part for package plane.
func (p *Part) prism() plane.Prism {
	b := plane.Prism{Bottom: ruling.Mils(p.Bottom), Top: ruling.Mils(p.Top), Polygon: make([]plane.Point, len(p.Polygon))}
	for i, c := range p.Polygon {
		b.Polygon[i] = ruling.PlanePoint(c).Plane()
	}
	return b
}

// partStands reports whether a part has not been demolished.
func (b *Battle) partStands(i int) bool { return b.s.RemovedParts&(1<<i) == 0 }

// farFromSegment reports whether the bounding box of a segment, widened by r, misses the part's.
func (s *block) farFromSegment(p, q vec, r float64) bool {
	return max(p.x, q.x)+r < s.lo.x || min(p.x, q.x)-r > s.hi.x || max(p.y, q.y)+r < s.lo.y || min(p.y, q.y)-r > s.hi.y
}

// onSurface reports whether a base centre is on the floor or on a platform (WC-MOVE-8). Part is
// the platform, or noUnit.
func (b *Battle) onSurface(p vec, z float64) (ok bool, part int) {
	if z < tolerance {
		return true, noUnit
	}
	for i := range b.parts {
		s := &b.parts[i]
		if s.platform && math.Abs(s.top-z) < 1e-3 && b.partStands(i) && s.holds(p) {
			return true, i
		}
	}
	return false, noUnit
}

// groundZ returns the height of the highest surface at or below a point.
func (b *Battle) groundZ(p Point) rules.Dec {
	z := rules.Dec(0)
	for i := range b.parts {
		s := &b.parts[i]
		if top := b.field.Terrain[i].Top; s.platform && top > z && top <= p.Z && b.partStands(i) && s.holds(p.flat()) {
			z = top
		}
	}
	return z
}

// whollyOnSurface reports whether a whole base is on the floor or on platforms.
func (b *Battle) whollyOnSurface(p vec, z, r float64) bool {
	if z < tolerance {
		return true
	}
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		if ok, _ := b.onSurface(vec{p.x + r*cos, p.y + r*sin}, z); !ok {
			return false
		}
	}
	return true
}

// onBattlefield reports whether a base is wholly on the battlefield (WC-MOVE-6).
func (b *Battle) onBattlefield(p vec, r float64) bool {
	return p.x-r >= -tolerance && p.y-r >= -tolerance && p.x+r <= b.farCorner.x+tolerance && p.y+r <= b.farCorner.y+tolerance
}

// obstacleOnWay returns what the base of fighter i passes through on a straight level path from p
// to q at height z: "fighter", "terrain", "arch", "door-open", "door-closed", "low-terrain" or "".
// Skip is a part that does not count, or noUnit. It uses the memo.
func (b *Battle) obstacleOnWay(i int, p, q vec, z float64, skip int) string {
	n := b.memo
	if n != nil && n.hasCrossing && n.mover == i && n.to == q && n.from == p && n.z == z && n.skip == skip {
		return n.through
	}
	through := b.findObstacle(i, p, q, z, skip)
	if n != nil && n.recording {
		n.hasCrossing, n.mover, n.from, n.to, n.z, n.skip, n.through = true, i, p, q, z, skip, through
	}
	return through
}

// findObstacle is obstacleOnWay without the memo.
func (b *Battle) findObstacle(i int, p, q vec, z float64, skip int) string {
	r, h := b.s.Fighters[i].r, b.s.Fighters[i].h
	if b.fighterOnWay(i, p, q, z, h) >= 0 {
		return "fighter"
	}
	found := ""
	way, level := wayBox(p, q, b.s.Fighters[i].base.Radius), int64(math.Round(z*plane.One))
	head := level
	if b.exactTerrain() { // the model does not pass under what is lower than its head
		head += max(0, b.s.Fighters[i].heightMils-1)
	}
	for k := range b.partBoxes {
		if x := &b.partBoxes[k]; (x.MaxX-way.MinX)|(way.MaxX-x.MinX)|(x.MaxY-way.MinY)|(way.MaxY-x.MinY)|(x.Top-level-1)|(head-x.Bottom) < 0 ||
			k == skip || !b.partStands(k) { // the box test is a single branch, because most parts miss
			continue
		}
		s := &b.parts[k]
		if s.clears(p, q, r-tolerance) {
			continue
		}
		switch {
		case s.low:
			if found == "" {
				found = "low-terrain"
			}
		case s.passage:
			if found == "" || found == "low-terrain" {
				found = s.kind
			}
		default:
			return "terrain"
		}
	}
	return found
}

// passageOnWay returns an arch or a door through whose middle a straight path leads, or noUnit. The
// parts of its feature beside the opening do not hold back a base that is too wide for it (WC-TER-14,
// WC-TER-15); anything else in the way does.
func (b *Battle) passageOnWay(i int, p, q vec, z float64) int {
	for k := range b.parts {
		s := &b.parts[k]
		if !s.passage || !b.partStands(k) || z < s.bottom-tolerance || z >= s.top {
			continue
		}
		middle := s.lo.add(s.hi).scale(0.5)
		if toSegment(middle, p, q) > 0.1 || s.holds(p) || s.holds(q) {
			continue
		}
		feature := b.featureOf(k)
		without := Battle{fixed: b.fixed, s: b.s}
		for n := range b.parts {
			if b.featureOf(n) == feature {
				without.s.RemovedParts |= 1 << n
			}
		}
		if through := without.findObstacle(i, p, q, z, noUnit); through == "" || through == "low-terrain" {
			return k
		}
	}
	return noUnit
}

// bodyBelow reports whether the way straight down from a height to a point leads through the body of
// terrain.
func (b *Battle) bodyBelow(i int, at vec, from, to float64) bool {
	for k := range b.parts {
		s := &b.parts[k]
		if !s.low && !s.passage && b.partStands(k) && s.top > to+1e-3 && s.bottom < from-1e-3 && !s.clears(at, at, b.s.Fighters[i].r-tolerance) {
			return true
		}
	}
	return false
}

// wayBox returns the bounding box of a base on a straight path, seen from above and rounded
// outwards.
func wayBox(p, q vec, radius int64) plane.Box {
	r := radius + 2
	return plane.Box{
		MinX: int64(min(p.x, q.x)*plane.One) - r, MinY: int64(min(p.y, q.y)*plane.One) - r,
		MaxX: int64(max(p.x, q.x)*plane.One) + r, MaxY: int64(max(p.y, q.y)*plane.One) + r,
	}
}

// beside reports whether a part lies beside the bounding box of a path, seen from above.
func (b *Battle) beside(k int, way *plane.Box) bool {
	x := &b.partBoxes[k]
	return (x.MaxX-way.MinX)|(way.MaxX-x.MinX)|(x.MaxY-way.MinY)|(way.MaxY-x.MinY) < 0
}

// halfMils returns a point in halves of a thousandth of an inch.
func halfMils(p vec) plane.Point {
	return plane.Point{X: int64(math.Round(p.x * 2 * plane.One)), Y: int64(math.Round(p.y * 2 * plane.One))}
}

// fighterOnWay returns a fighter that a base would meet on a straight level path, or noUnit.
func (b *Battle) fighterOnWay(i int, p, q vec, z, h float64) int {
	me := &b.s.Fighters[i]
	way := wayBox(p, q, me.base.Radius)
	for j := range b.s.Fighters {
		w := &b.s.Fighters[j]
		x, y, r := w.base.X, w.base.Y, w.base.Radius
		if (x+r-way.MinX)|(way.MaxX+r-x)|(y+r-way.MinY)|(way.MaxY+r-y) < 0 { // as in findObstacle
			continue
		}
		if j == i || !w.Placed || w.Out || w.z >= z+h || z >= w.z+w.h {
			continue
		}
		// In halves of a thousandth, because baseSizes are diameters. An overlap of a
		// thousandth is allowed for the rounding of positions.
		at := plane.Point{X: 2 * x, Y: 2 * y}
		if plane.Nearer(at, halfMils(p), halfMils(q), b.baseSizes[i]+b.baseSizes[j]-2) {
			return j
		}
	}
	return noUnit
}

// mayStand reports whether fighter i may stand at a point: on a surface of the battlefield, and
// clear of terrain and other fighters.
func (b *Battle) mayStand(i int, at Point) bool {
	p, z := at.flat(), at.z()
	if !b.onBattlefield(p, b.s.Fighters[i].r) {
		return false
	}
	if ok, _ := b.onSurface(p, z); !ok {
		return false
	}
	through := b.obstacleOnWay(i, p, p, z, noUnit)
	return through == "" || through == "low-terrain"
}

// clearWay reports whether a fighter may make a normal move straight to a point without passing
// an arch or a door.
func (b *Battle) clearWay(i int, p vec, at Point) bool {
	q := at.flat()
	if !b.onBattlefield(q, b.s.Fighters[i].r) {
		return false
	}
	through := b.obstacleOnWay(i, p, q, at.z(), noUnit)
	return (through == "" || through == "low-terrain") && b.isLevel(p, q, at.z())
}
