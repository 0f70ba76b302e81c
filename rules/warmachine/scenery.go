package warmachine

import "math"

// scenery is what stands on a board, with what the rules ask of it worked out.
type scenery struct {
	GamingTable
	pieces []piece
	hilly  bool
}

// A Piece is a terrain feature of a board: a convex area of a kind and, where it
// matters, its height above the table.
type Piece struct {
	Kind    string  `json:"kind" in:"hill|forest|rough|rubble|water|obstacle|obstruction|impassable|cloud"`
	Polygon Polygon `json:"polygon" len:"3..12"`
	Height  Inches  `json:"height" in:"0..20" default:"0"`
}

// piece is a Piece with what its kind means and a circle around it.
type piece struct {
	Piece
	trait
	centre Point
	radius float64
	inner  Hull // as lines of sight know it

	span     Inches    // radius, rounded up
	leftward bool      // the corners go round to the left
	edges    []float64 // lengths of the sides
}

// trait is what a kind of terrain does. What is not in the book is from outside
// it: see outside_terrain.go.
type trait struct {
	bars    bool // nothing moves through it
	stops   bool // charges (WM-CHARGE-14); nothing ends or is placed on it (WM-PLACE-3)
	slows   bool
	hides   bool // conceals what is in it
	shields bool // covers what is behind it
	blocks  bool // lines of sight, up to its height
	lifts   bool // models stand on it
	screens bool // lines of sight at any height: a cloud, or a forest
}

func newPiece(p Piece) piece {
	q := piece{Piece: p, trait: traits[p.Kind]}
	var x, y Inches
	for _, c := range p.Polygon {
		x, y = x+c.X, y+c.Y
	}
	n := Inches(len(p.Polygon))
	q.centre = Point{x / n, y / n}
	for _, c := range p.Polygon {
		q.radius = max(q.radius, c.Minus(q.centre).Length())
	}
	q.span = Inches(math.Ceil(q.radius))
	q.inner = InsetHull(p.Polygon)
	q.leftward = Cross(p.Polygon[1].Minus(p.Polygon[0]), p.Polygon[2].Minus(p.Polygon[0])) > 0
	for i, a := range p.Polygon {
		q.edges = append(q.edges, p.Polygon[(i+1)%len(p.Polygon)].Minus(a).Length())
	}
	return q
}

// near tells whether a way with some room beside it comes near a piece at all.
func (p *piece) near(from, to Point, room Inches) bool {
	far := p.span + room
	if p.centre.X < min(from.X, to.X)-far || p.centre.X > max(from.X, to.X)+far || p.centre.Y < min(from.Y, to.Y)-far || p.centre.Y > max(from.Y, to.Y)+far {
		return false
	}
	return SegmentDistance(p.centre, from, to) <= p.radius+float64(room)
}

// holds tells whether a point is in the area.
func (p *piece) holds(at Point) bool {
	dx, dy := float64(at.X-p.centre.X), float64(at.Y-p.centre.Y)
	return dx*dx+dy*dy <= p.radius*p.radius && p.Polygon.Distance(at) == 0
}

// onTable tells whether a whole base is on the table.
func (s *scenery) onTable(at Point, radius Inches) bool {
	return at.X >= radius && at.Y >= radius && s.Width-at.X >= radius && s.Depth-at.Y >= radius
}

// ground is how high the ground under a point is: that of the highest hill there.
func (s *scenery) ground(at Point) Inches {
	var high Inches
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

// rough is how many inches of a way lie in terrain that slows, judged by the centre of the base.
func (s *scenery) rough(from, to Point) Inches {
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
	return RoundInches(min(far, sum))
}

// barred tells whether a way of a base leads into what nothing moves through, or
// ends on what nothing stands on.
func (s *scenery) barred(from, to Point, radius Inches, ends bool) bool {
	for i := range s.pieces {
		p := &s.pieces[i]
		if p.bars && p.near(from, to, radius) && RoundInches(p.Polygon.ApartFrom(from, to)) < radius {
			return true
		}
		if ends && p.stops && p.near(to, to, radius) && p.Polygon.Distance(to) < radius {
			return true
		}
	}
	return false
}

// barrier is how far along a course terrain stops a base: what bars it, and what
// stops charges too when it charges.
func (s *scenery) barrier(c Course, most Inches, charging bool) (at Inches, ok bool) {
	to := c.At(most)
	for i := range s.pieces {
		p := &s.pieces[i]
		if !(p.bars || charging && p.stops) || !p.near(c.From, to, c.Radius) {
			continue
		}
		if p.Polygon.Distance(c.From) < c.Radius {
			return 0, true
		}
		// What lies more than slight from where the line meets the piece is known
		// without a look at the places on the table, which are rounded.
		const slight = 2
		early, meets := p.met(c, float64(c.Radius+slight))
		if !meets || early > float64(most) || p.Polygon.ApartFrom(c.From, to) >= float64(c.Radius) {
			continue
		}
		late, stops := p.met(c, float64(c.Radius-slight))
		free, shut := 0.0, float64(most)
		last, lastPasses := Inches(-1), false
		for range 24 {
			mid := (free + shut) / 2
			n := Inches(mid)
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
		if where := Inches(free); !ok || where < at {
			at, ok = where, true
		}
	}
	return at, ok
}

// met is how far along a course a point first comes so near to a piece, if it does.
func (p *piece) met(c Course, near float64) (at float64, ok bool) {
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
			continue // it goes along or away, or begins behind
		}
		t := max(0, (high-near)/sinks)
		if foot := ex*(float64(way.X)+t*c.Ux) + ey*(float64(way.Y)+t*c.Uy); foot >= 0 && foot <= long {
			note(t)
		}
	}
	return at, ok
}
