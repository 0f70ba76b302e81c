// Package tiling computes the shapes of a map's regions: hexagons, or free cells, which
// are the Voronoi polygons of a seeded field of points. Both lie at places of the same
// lattice, in axial coordinates, so that a map stores only a place for each region
// and, for free cells, the seed. Cells are computed in whole numbers: two cells that
// share an edge agree on it exactly, on every machine.
//
// The package knows neither terrain nor owners.
package tiling

import (
	"hash/fnv"
	"math"
	"sync"
)

// Side is the side of a hexagon, in units of the drawing.
const Side = 50.0

// Width is the distance between the two vertical edges of a hexagon.
var Width = math.Sqrt(3) * Side

// A Point is a point of the drawing; x grows to the right, y downwards.
type Point struct{ X, Y float64 }

// A Place is a place of the lattice: axial coordinates q, r of hexagons with pointed tops.
type Place = [2]int

// A Cell is the shape of one region.
type Cell struct {
	Centre  Point   // centre of mass
	Ring    []Point // corners, clockwise on the screen
	Beyond  []Place // Beyond[k] is the place across the edge from Ring[k] to the next corner
	Borders []Place // neighbours whose common edge is long enough to be crossed
}

// steps are the offsets across each edge of a hexagon, from the right one clockwise.
var steps = [6]Place{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// sides are the offsets across each edge of a hexagon in the order of Borders.
var sides = [6]Place{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// A Lattice gives the cells at all places: hexagons, or the free cells of a seed.
type Lattice struct {
	Free bool
	Seed string
}

// Cell returns the cell at a place.
func (l Lattice) Cell(q, r int) Cell {
	if l.Free {
		return FreeCell(l.Seed, q, r)
	}
	return Hexagon(q, r)
}

// Borders returns the places that a place borders, in the order of its edges.
func (l Lattice) Borders(at Place) []Place {
	if l.Free {
		return FreeCell(l.Seed, at[0], at[1]).Borders
	}
	return Around(at)
}

// Around returns the six places around a place in a lattice of hexagons.
func Around(at Place) []Place {
	all := make([]Place, len(sides))
	for k, side := range sides {
		all[k] = Place{at[0] + side[0], at[1] + side[1]}
	}
	return all
}

// Hexagon returns the cell at a place in a lattice of hexagons.
func Hexagon(q, r int) Cell {
	c := Cell{Centre: Point{Width * (float64(q) + float64(r)/2), 1.5 * Side * float64(r)}, Borders: Around(Place{q, r})}
	for k := range 6 {
		sin, cos := math.Sincos(math.Pi / 180 * float64(60*k-30))
		c.Ring = append(c.Ring, Point{c.Centre.X + Side*cos, c.Centre.Y + Side*sin})
		c.Beyond = append(c.Beyond, Place{q + steps[k][0], r + steps[k][1]})
	}
	return c
}

// Whole numbers are in tenths of a unit.
const (
	columnStep = 866 // between two places in a row
	rowStep    = 750 // between two rows
	jitter     = 250 // how far a point may lie from its place in each direction
	minEdge    = 80  // a shorter edge is too narrow to be crossed
)

// reach is how many steps of the lattice away a neighbour of a cell can be: empty circles
// are no wider than 93 units, points lie at most 36 from their place, and places four steps
// away are at least 300 apart.
const reach = 3

// point is a point of the field in tenths.
type point struct{ x, y int64 }

func (p point) minus(b point) point { return point{p.x - b.x, p.y - b.y} }

// cross returns the cross product of a and b; it is positive if b lies clockwise of a on the screen.
func cross(a, b point) int64 { return a.x*b.y - a.y*b.x }

// site returns the point of a place in the field of a seed.
func site(seed uint64, at Place) point {
	h := seed ^ uint64(uint32(at[0]))<<32 ^ uint64(uint32(at[1]))
	for range 2 { // the final mixing of splitmix64
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	const span = 2*jitter + 1
	return point{int64(columnStep*at[0]+columnStep/2*at[1]) + int64(h%span) - jitter, int64(rowStep*at[1]) + int64(h>>32%span) - jitter}
}

// FreeCell returns the Voronoi cell at a place in the field of a seed.
func FreeCell(seed string, q, r int) Cell {
	key := cacheKey{seed, q, r}
	cellCache.Lock()
	defer cellCache.Unlock()
	if c, ok := cellCache.cells[key]; ok {
		return c
	}
	if len(cellCache.cells) >= maxCached {
		clear(cellCache.cells)
	}
	c := voronoi(seed, q, r)
	cellCache.cells[key] = c
	return c
}

// cellCache keeps computed cells, because a page needs each many times.
var cellCache = struct {
	sync.Mutex
	cells map[cacheKey]Cell
}{cells: map[cacheKey]Cell{}}

type cacheKey struct {
	seed string
	q, r int
}

const maxCached = 4096

// voronoi computes a cell. It goes around the point of a place from one neighbour to the
// next: the next is the one whose circle through the place and both neighbours contains no
// other point.
func voronoi(seed string, q, r int) Cell {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(seed))
	field, here := sum.Sum64(), Place{q, r}
	own := site(field, here)
	var places []Place
	var around []point // relative to own
	for dq := -reach; dq <= reach; dq++ {
		for dr := max(-reach, -reach-dq); dr <= min(reach, reach-dq); dr++ {
			if dq != 0 || dr != 0 {
				at := Place{q + dq, r + dr}
				places, around = append(places, at), append(around, site(field, at).minus(own))
			}
		}
	}
	first := 0
	for i, p := range around {
		if p.x*p.x+p.y*p.y < around[first].x*around[first].x+around[first].y*around[first].y {
			first = i
		}
	}
	turn := []int{first}
	for at := next(around, first); at != first; at = next(around, at) {
		turn = append(turn, at)
	}
	var c Cell
	var ring []point
	for k, at := range turn {
		before := turn[(k+len(turn)-1)%len(turn)]
		from, to := corner(own, around[before], around[at]), corner(own, around[at], around[turn[(k+1)%len(turn)]])
		if from == to { // four points on one circle
			continue
		}
		ring = append(ring, from)
		c.Ring = append(c.Ring, Point{float64(from.x) / 10, float64(from.y) / 10})
		c.Beyond = append(c.Beyond, places[at])
		if d := to.minus(from); d.x*d.x+d.y*d.y >= minEdge*minEdge {
			c.Borders = append(c.Borders, places[at])
		}
	}
	c.Centre = centre(ring)
	return c
}

// next returns the index of the neighbour that follows one clockwise.
func next(around []point, at int) int {
	a, best := around[at], -1
	for i, p := range around {
		if cross(a, p) > 0 && (best < 0 || inside(a, around[best], p)) {
			best = i
		}
	}
	return best
}

// inside reports whether p lies in the circle through the origin, a and b; b must be
// clockwise of a.
func inside(a, b, p point) bool {
	// The determinant of the three points less p, lifted on the paraboloid.
	o := point{-p.x, -p.y}
	a, b = a.minus(p), b.minus(p)
	lift := func(s point) int64 { return s.x*s.x + s.y*s.y }
	return lift(o)*cross(a, b)-lift(a)*cross(o, b)+lift(b)*cross(o, a) > 0
}

// corner returns the point equally far from own, own+a and own+b, rounded to a tenth.
func corner(own, a, b point) point {
	twice := 2 * cross(a, b)
	la, lb := a.x*a.x+a.y*a.y, b.x*b.x+b.y*b.y
	return point{own.x + nearest(b.y*la-a.y*lb, twice), own.y + nearest(a.x*lb-b.x*la, twice)}
}

// nearest returns n/d rounded to the nearest integer, halves upwards; d must be positive.
func nearest(n, d int64) int64 {
	n, d = 2*n+d, 2*d
	if n < 0 {
		n -= d - 1
	}
	return n / d
}

// centre returns the centre of mass of a ring.
func centre(ring []point) Point {
	var x, y, area float64
	for k, p := range ring {
		n := ring[(k+1)%len(ring)].minus(ring[0])
		p = p.minus(ring[0])
		w := float64(cross(p, n))
		x, y, area = x+float64(w*float64(p.x+n.x)), y+float64(w*float64(p.y+n.y)), area+w
	}
	return Point{float64(ring[0].x)/10 + x/(30*area), float64(ring[0].y)/10 + y/(30*area)}
}
