package views

import (
	"math"
	"slices"
	"strings"

	"oriflamme/campaign/tiling"
)

// A Map is a campaign's map at one moment.
type Map struct {
	ID      string // prefix of the ids inside the drawing; two maps on a page need two
	Name    string // read aloud
	Free    bool   // regions are irregular cells made from Seed, not hexagons
	Seed    string
	Picture *MapPicture // beneath the regions; nil for none
	Regions []MapRegion
	Realms  []Realm
	Supply  [][2]int // pairs of regions joined by the reader's supply, as indices of Regions
	Routes  []MapRoute
	Shore   [][2]int // places where a region may be added, as buttons
	Buttons bool     // regions are buttons of the form round the map, not links
	Small   bool     // a thumbnail: no names, no links
}

// A MapPicture lies beneath the regions of a map, in the units of package tiling.
type MapPicture struct {
	URL                 string // "" for one that was taken away
	X, Y, Width, Height float64
	Opacity             int // in per cent
	Turn                int // rotation about its centre, in degrees, clockwise
}

// A MapRoute joins two regions, as indices of Regions.
type MapRoute struct {
	From, To int
	Water    bool
}

// A MapRegion is one hexagon or free cell, at a place of the lattice of package tiling.
type MapRegion struct {
	ID, Name, Terrain string
	Q, R              int
	Realm             int // index of Realms; -1 for free land
	Capital           bool
	Garrison          int  // how many units stand in it
	Attacker          int  // index of the realm that fights for it; -1 for none
	From              int  // index of the region the attack comes from; -1 for none
	Cut               bool // the region is cut off from its capital
	Chosen            bool
	URL, Title        string // the address of its link, and the label that is read aloud
	Terms             string // terrain in words, for the list
}

// A Realm is the land of one side on the map.
type Realm struct {
	Letter   string // one letter, different from every other realm's
	Name     string
	Player   string
	Tincture string
	Emblem   Emblem
	URL      string
}

type point struct{ x, y float64 }

func (p point) plus(dx, dy float64) point { return point{p.x + dx, p.y + dy} }

// mapLayout is a map laid out: where each region is on the sheet.
type mapLayout struct {
	Map
	cells  []tiling.Cell
	centre []point
	origin point         // of the units of package tiling, on the sheet
	shore  []tiling.Cell // of Shore
	width  float64
	height float64
	at     map[tiling.Place]int // region by place
}

const margin = 46.0

// water reports whether a region is sea.
func (l *mapLayout) water(i int) bool { return l.Regions[i].Terrain == "sea" }

func (m Map) layOut() *mapLayout {
	l, lattice := &mapLayout{Map: m, at: map[tiling.Place]int{}}, tiling.Lattice{Free: m.Free, Seed: m.Seed}
	for i, r := range m.Regions {
		l.cells = append(l.cells, lattice.Cell(r.Q, r.R))
		l.at[tiling.Place{r.Q, r.R}] = i
	}
	for _, at := range m.Shore {
		l.shore = append(l.shore, lattice.Cell(at[0], at[1]))
	}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, c := range slices.Concat(l.cells, l.shore) {
		for _, p := range c.Ring {
			lo = point{min(lo.x, p.X), min(lo.y, p.Y)}
			hi = point{max(hi.x, p.X), max(hi.y, p.Y)}
		}
	}
	l.origin = point{margin - lo.x, margin - lo.y}
	move := func(list []tiling.Cell) {
		for i, c := range list {
			ring := make([]tiling.Point, len(c.Ring)) // cells are shared: moving them must not change the shared ones
			for k, p := range c.Ring {
				ring[k] = tiling.Point{X: p.X + margin - lo.x, Y: p.Y + margin - lo.y}
			}
			c.Ring, c.Centre = ring, tiling.Point{X: c.Centre.X + margin - lo.x, Y: c.Centre.Y + margin - lo.y}
			list[i] = c
		}
	}
	move(l.cells)
	move(l.shore)
	for _, c := range l.cells {
		l.centre = append(l.centre, point{c.Centre.X, c.Centre.Y})
	}
	l.width = math.Round(hi.x - lo.x + 2*margin)
	l.height = math.Round(hi.y - lo.y + 2*margin)
	return l
}

// corners returns the corners of a region, clockwise, moved towards its centre until a hexagon would have that side.
func (l *mapLayout) corners(i int, side float64) []point {
	c := make([]point, len(l.cells[i].Ring))
	for k, p := range l.cells[i].Ring {
		o := l.centre[i]
		c[k] = o.plus((p.X-o.x)*side/tiling.Side, (p.Y-o.y)*side/tiling.Side)
	}
	return c
}

func (l *mapLayout) neighbour(i, edge int) (int, bool) {
	n, ok := l.at[l.cells[i].Beyond[edge]]
	return n, ok
}

// outline chains the edges that belong to one region of the set only into loops.
func (l *mapLayout) outline(in func(i int) bool) [][]point {
	next := map[[2]int][][2]point{}
	key := func(p point) [2]int { return [2]int{int(math.Round(p.x * 2)), int(math.Round(p.y * 2))} }
	var starts [][2]int
	for i := range l.Regions {
		if !in(i) {
			continue
		}
		c := l.corners(i, tiling.Side)
		for e := range c {
			if n, ok := l.neighbour(i, e); ok && in(n) {
				continue
			}
			k := key(c[e])
			next[k] = append(next[k], [2]point{c[e], c[(e+1)%len(c)]})
			starts = append(starts, k)
		}
	}
	take := func(k [2]int) [2]point {
		list := next[k]
		next[k] = list[:len(list)-1]
		return list[len(list)-1]
	}
	var loops [][]point
	for _, k := range starts {
		if len(next[k]) == 0 {
			continue
		}
		edge := take(k)
		loop := []point{edge[0]}
		for end := key(edge[1]); end != k; end = key(edge[1]) {
			loop = append(loop, edge[1])
			edge = take(end)
		}
		loops = append(loops, loop)
	}
	return loops
}

// jitter returns a number from 0 to 1 that depends only on the place, so that two drawings have the same coast.
func jitter(p point, salt int) float64 {
	h := uint32(2166136261)
	for _, v := range [3]int{int(math.Round(p.x)), int(math.Round(p.y)), salt} {
		h = (h ^ uint32(v&0xffff)) * 16777619
	}
	h ^= h >> 13
	h *= 0x5bd1e995
	h ^= h >> 15
	return float64(h) / math.MaxUint32
}

// coast draws the outline of all land like an engraving: each edge is cut in five, displaced and rounded.
func (l *mapLayout) coast() string {
	var d path
	for _, loop := range l.outline(func(i int) bool { return !l.water(i) }) {
		var pts []point
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			dx, dy := b.x-a.x, b.y-a.y
			length := math.Hypot(dx, dy)
			for t := range 5 {
				push := (jitter(a.plus(b.x, b.y), t) - .38) * min(9, length*.18)
				if t == 0 {
					push = (jitter(a, 7) - .5) * 5
				}
				pts = append(pts, a.plus(dx*float64(t)/5+dy/length*push, dy*float64(t)/5-dx/length*push))
			}
		}
		for i, p := range pts {
			q := pts[(i+1)%len(pts)]
			if i == 0 {
				last := pts[len(pts)-1]
				d.move(point{(last.x + p.x) / 2, (last.y + p.y) / 2})
			}
			d.curve(p, point{(p.x + q.x) / 2, (p.y + q.y) / 2})
		}
		d.close()
	}
	return d.String()
}

func (l *mapLayout) straight(in func(i int) bool) string {
	var d path
	for _, loop := range l.outline(in) {
		d.polygon(loop)
	}
	return d.String()
}

// frontier draws the edges between different owners, each once.
func (l *mapLayout) frontier() string {
	var d path
	for i := range l.Regions {
		c := l.corners(i, tiling.Side)
		for e := range c {
			if n, ok := l.neighbour(i, e); ok && n > i && l.Regions[n].Realm != l.Regions[i].Realm && !l.water(i) && !l.water(n) {
				d.move(c[e])
				d.line(c[(e+1)%len(c)])
			}
		}
	}
	return d.String()
}

// lines breaks a long name into two lines.
func lines(name string) []string {
	if len([]rune(name)) <= 11 {
		return []string{name}
	}
	if i := strings.LastIndexAny(name, "- "); i > 0 {
		return []string{strings.TrimSpace(name[:i+1]), name[i+1:]}
	}
	return []string{name}
}

// Letters assigns each name a different letter: its first letter if free, then another letter of the name,
// then any that is free.
func Letters(names []string) []string {
	used := map[string]bool{}
	out := make([]string, len(names))
	for i, name := range names {
		words := strings.Fields(name)
		slices.SortStableFunc(words, func(a, b string) int { return small(a) - small(b) })
		for _, r := range plain.Replace(strings.ToUpper(strings.Join(words, ""))) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
			if c := string(r); r >= 'A' && r <= 'Z' && !used[c] {
				out[i], used[c] = c, true
				break
			}
		}
		if out[i] == "" {
			out[i] = "?"
		}
	}
	return out
}

// plain removes accents from French capitals.
var plain = strings.NewReplacer("À", "A", "Â", "A", "Ä", "A", "Ç", "C", "É", "E", "È", "E", "Ê", "E", "Ë", "E", "Î", "I", "Ï", "I", "Ô", "O", "Ö", "O", "Œ", "O", "Ù", "U", "Û", "U", "Ü", "U")

// small returns 1 for an article and 0 for other words, so that articles sort last.
func small(word string) int {
	switch strings.ToLower(word) {
	case "le", "la", "les", "de", "du", "des", "the", "of", "and", "et":
		return 1
	}
	return 0
}

// RealmTinctures assigns each realm a tincture: that of its arms if no earlier realm has it. After seven they repeat,
// and the letters tell them apart.
func RealmTinctures(arms []Emblem) []string {
	order := []string{"azure", "gules", "vert", "purpure", "or", "sable", "tenny"}
	used := map[string]bool{}
	out := make([]string, len(arms))
	for i, a := range arms {
		own := a.sanitized().A
		if !used[own] && own != "argent" {
			out[i], used[own] = own, true
		}
	}
	for i := range out {
		if out[i] != "" {
			continue
		}
		out[i] = order[i%len(order)]
		for _, t := range order {
			if !used[t] {
				out[i], used[t] = t, true
				break
			}
		}
	}
	return out
}
