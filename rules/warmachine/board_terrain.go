package warmachine

import (
	"math"

	"oriflamme/rules/warmachine/ruling"
)

// scenery is the terrain of a board with derived figures.
type scenery struct {
	ruling.GamingTable
	pieces []piece
	hilly  bool
}

// A Piece is a terrain feature of a board: a convex area of a kind with, where it matters,
// its height above the table.
type Piece struct {
	Kind    string         `json:"kind" in:"hill|forest|rough|rubble|water|obstacle|obstruction|impassable|cloud"`
	Polygon ruling.Polygon `json:"polygon" len:"3..12"`
	Height  ruling.Inches  `json:"height" in:"0..20" default:"0"`
}

// piece is a Piece with the traits of its kind and the circle around it.
type piece struct {
	Piece
	trait
	centre ruling.Point
	radius float64
	inner  ruling.Hull // for lines of sight

	span     ruling.Inches // radius, rounded up
	leftward bool          // the corners run counter-clockwise
	edges    []float64     // lengths of the sides
}

// trait is what a kind of terrain does. What is not in the book is from outside it: see
// traits below.
type trait struct {
	bars    bool // no model moves through it
	stops   bool // it stops charges (WM-CHARGE-14); no model ends on it or is placed on it (WM-PLACE-3)
	slows   bool
	hides   bool // gives concealment to models in it
	shields bool // gives cover to models behind it
	blocks  bool // blocks lines of sight, up to its height
	lifts   bool // models stand on it
	screens bool // blocks lines of sight at any height: a cloud, or a forest
}

func newPiece(p Piece) piece {
	q := piece{Piece: p, trait: traits[p.Kind]}
	var x, y ruling.Inches
	for _, c := range p.Polygon {
		x, y = x+c.X, y+c.Y
	}
	n := ruling.Inches(len(p.Polygon))
	q.centre = ruling.Point{X: x / n, Y: y / n}
	for _, c := range p.Polygon {
		q.radius = max(q.radius, c.Minus(q.centre).Length())
	}
	q.span = ruling.Inches(math.Ceil(q.radius))
	q.inner = ruling.InsetHull(p.Polygon)
	q.leftward = ruling.Cross(p.Polygon[1].Minus(p.Polygon[0]), p.Polygon[2].Minus(p.Polygon[0])) > 0
	for i, a := range p.Polygon {
		q.edges = append(q.edges, p.Polygon[(i+1)%len(p.Polygon)].Minus(a).Length())
	}
	return q
}

// near reports whether a path, widened by room, comes near the circle around a piece.
func (p *piece) near(from, to ruling.Point, room ruling.Inches) bool {
	far := p.span + room
	if p.centre.X < min(from.X, to.X)-far || p.centre.X > max(from.X, to.X)+far || p.centre.Y < min(from.Y, to.Y)-far || p.centre.Y > max(from.Y, to.Y)+far {
		return false
	}
	return ruling.SegmentDistance(p.centre, from, to) <= p.radius+float64(room)
}

// holds reports whether a point is in the area.
func (p *piece) holds(at ruling.Point) bool {
	dx, dy := float64(at.X-p.centre.X), float64(at.Y-p.centre.Y)
	return dx*dx+dy*dy <= p.radius*p.radius && p.Polygon.Distance(at) == 0
}

// onTable reports whether a whole base is on the table.
func (s *scenery) onTable(at ruling.Point, radius ruling.Inches) bool {
	return at.X >= radius && at.Y >= radius && s.Width-at.X >= radius && s.Depth-at.Y >= radius
}

// ground returns the height of the ground at a point: that of the highest hill there.
func (s *scenery) ground(at ruling.Point) ruling.Inches {
	var high ruling.Inches
	if !s.hilly {
		return high
	}
	for i := range s.pieces {
		if p := &s.pieces[i]; p.lifts && p.Height > high && p.holds(at) {
			high = p.Height
		}
	}
	return high
}

// rough returns the length of a path in terrain that slows, measured at the centre of the
// base.
func (s *scenery) rough(from, to ruling.Point) ruling.Inches {
	far, sum := 0.0, 0.0
	for i := range s.pieces {
		p := &s.pieces[i]
		if !p.slows || !p.near(from, to, 0) {
			continue
		}
		if far == 0 {
			far = to.Minus(from).Length()
		}
		lo, hi := p.Polygon.Within(from, to)
		sum += (hi - lo) * far
	}
	return ruling.RoundInches(min(far, sum))
}

// barred reports whether the path of a base leads through terrain that bars movement, or, if
// ends is set, ends on terrain on which no model may stand.
func (s *scenery) barred(from, to ruling.Point, radius ruling.Inches, ends bool) bool {
	for i := range s.pieces {
		p := &s.pieces[i]
		if p.bars && p.near(from, to, radius) && ruling.RoundInches(p.Polygon.ApartFrom(from, to)) < radius {
			return true
		}
		if ends && p.stops && p.near(to, to, radius) && p.Polygon.Distance(to) < radius {
			return true
		}
	}
	return false
}

// barrier returns how far along a course terrain stops a base: terrain that bars movement
// and, when charging, terrain that stops charges. It returns ok false when no terrain does.
func (s *scenery) barrier(c ruling.Course, most ruling.Inches, charging bool) (at ruling.Inches, ok bool) {
	to := c.At(most)
	for i := range s.pieces {
		p := &s.pieces[i]
		if !(p.bars || charging && p.stops) || !p.near(c.From, to, c.Radius) {
			continue
		}
		if p.Polygon.Distance(c.From) < c.Radius {
			return 0, true
		}
		// Farther than slight from where the line meets the piece the answer is known
		// without trying the places on the table, which are rounded.
		const slight = 2
		early, meets := p.met(c, float64(c.Radius+slight))
		if !meets || early > float64(most) || p.Polygon.ApartFrom(c.From, to) >= float64(c.Radius) {
			continue
		}
		late, stops := p.met(c, float64(c.Radius-slight))
		free, shut := 0.0, float64(most)
		last, lastPasses := ruling.Inches(-1), false
		for range 24 {
			mid := (free + shut) / 2
			n := ruling.Inches(mid)
			passes := float64(n) < early
			if !passes && !(stops && float64(n) > late) {
				if n != last {
					last, lastPasses = n, p.Polygon.ApartFrom(c.From, c.At(n)) >= float64(c.Radius)
				}
				passes = lastPasses
			}
			if passes {
				free = mid
			} else {
				shut = mid
			}
		}
		if where := ruling.Inches(free); !ok || where < at {
			at, ok = where, true
		}
	}
	return at, ok
}

// met returns how far along a course a point first comes within near of a piece; ok if it
// does.
func (p *piece) met(c ruling.Course, near float64) (at float64, ok bool) {
	side := 1.0
	if !p.leftward {
		side = -1
	}
	note := func(t float64) {
		if t = max(0, t); !ok || t < at {
			at, ok = t, true
		}
	}
	for i, a := range p.Polygon {
		along, off := c.Meets(a)
		if off < near {
			if half := math.Sqrt(near*near - off*off); along+half >= 0 {
				note(along - half)
			}
		}
		edge := p.Polygon[(i+1)%len(p.Polygon)].Minus(a)
		long := p.edges[i]
		ex, ey := float64(edge.X)/long, float64(edge.Y)/long
		nx, ny := side*ey, -side*ex // outward
		way := c.From.Minus(a)
		high, sinks := nx*float64(way.X)+ny*float64(way.Y), -(nx*c.Ux + ny*c.Uy)
		if sinks <= 1e-12 || high < 0 {
			continue // it runs along or away from the edge, or begins behind it
		}
		t := max(0, (high-near)/sinks)
		if foot := ex*(float64(way.X)+t*c.Ux) + ey*(float64(way.Y)+t*c.Uy); foot >= 0 && foot <= long {
			note(t)
		}
	}
	return at, ok
}

// This file holds facts from outside the rulebook: what kinds of terrain do. The book knows
// obstacles, obstructions and impassable terrain, which stop charges or forbid placing, and
// terrain features that block lines of sight.

// traits are the kinds of terrain (WM-X-TER-1 to WM-X-TER-5).
var traits = map[string]trait{
	"hill":        {lifts: true, blocks: true},
	"forest":      {slows: true, hides: true, screens: true},
	"rough":       {slows: true},
	"rubble":      {slows: true, shields: true},
	"water":       {slows: true},
	"obstacle":    {stops: true, shields: true, blocks: true},
	"obstruction": {bars: true, stops: true, shields: true, blocks: true},
	"impassable":  {bars: true, stops: true},
	"cloud":       {hides: true, screens: true},
}

const (
	forestDepth = 3 * ruling.Inch // the most that a line of sight passes through a forest (WM-X-TER-3)
	coverReach  = 1 * ruling.Inch // the farthest that a model may be behind terrain that covers it (WM-X-TER-5)
)

// throughForest reports whether a line of sight passes a forest: one of its ends is in the
// forest, and no more than three inches of the line of centres are.
func (p *piece) throughForest(a, b ruling.Point) bool {
	if !p.holds(a) && !p.holds(b) {
		return false
	}
	lo, hi := p.Polygon.Within(a, b)
	return ruling.RoundInches((hi-lo)*b.Minus(a).Length()) <= forestDepth
}

// sheltered reports whether a target has concealment or cover against a shot from a point
// (WM-X-RNG-4): concealment in a forest or a cloud, cover within an inch behind terrain that
// gives cover or in rubble.
func (s *scenery) sheltered(from, to ruling.Point, radius ruling.Inches) (concealment, cover bool) {
	for i := range s.pieces {
		p := &s.pieces[i]
		if !p.hides && !p.shields || !p.near(to, to, radius+coverReach) {
			continue
		}
		concealment = concealment || p.hides && p.holds(to)
		if !p.shields || cover {
			continue
		}
		lo, hi := p.Polygon.Within(from, to)
		behind := hi > lo && p.Polygon.Distance(to)-radius <= coverReach
		cover = behind && p.stops || p.slows && p.holds(to)
	}
	return concealment, cover
}

// This file holds facts from outside the rulebook: wrecks of warjacks, which are rough
// terrain of the size of their base and give cover (WM-X-GRID-6).

// hasObstacles reports whether there is any terrain or wreck on the table.
func (b *Battle) hasObstacles() bool { return len(b.pieces) > 0 || len(b.s.Wrecks) > 0 }

// rough returns the length of a path in terrain that slows or in wrecks.
func (b *Battle) rough(from, to ruling.Point) ruling.Inches {
	sum := b.scenery.rough(from, to)
	if len(b.s.Wrecks) == 0 {
		return sum
	}
	long := to.Minus(from).Length()
	if long == 0 {
		return sum
	}
	way := ruling.Course{From: from, Ux: float64(to.X-from.X) / long, Uy: float64(to.Y-from.Y) / long, Radius: 0}
	for _, w := range b.s.Wrecks {
		along, off := way.Meets(w.Point())
		half := ruling.OtherLeg(w.Radius, off)
		if part := min(long, along+half) - max(0, along-half); off < float64(w.Radius) && part > 0 {
			sum += ruling.RoundInches(part)
		}
	}
	return min(sum, ruling.RoundInches(long))
}

// sheltered reports whether a target has concealment or cover, by terrain or in a wreck.
func (b *Battle) sheltered(from, to ruling.Point, radius ruling.Inches) (concealment, cover bool) {
	concealment, cover = b.scenery.sheltered(from, to, radius)
	for _, w := range b.s.Wrecks {
		cover = cover || near(w.Point(), to, w.Radius)
	}
	return concealment, cover
}
