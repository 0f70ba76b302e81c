package views

import (
	"math"
	"slices"
	"strings"
)

// A Map is a campaign's land as a page shows it at one moment.
type Map struct {
	ID      string // prefix of the ids inside the drawing; two maps on a page need two
	Name    string // read aloud
	Regions []MapRegion
	Realms  []Realm
	Supply  [][2]int // pairs of regions joined by the reader's supply, as indices of Regions
	Routes  []MapRoute
	Free    [][2]int // places where a region may be added, as buttons
	Pick    bool     // regions are buttons of the form round the map, not links
	Small   bool     // a vignette: no names, no links
}

// A MapRoute joins two regions, as indices of Regions.
type MapRoute struct {
	From, To int
	Water    bool
}

// A MapRegion is one hexagon, in axial coordinates with pointed tops.
type MapRegion struct {
	ID, Name, Terrain string
	Q, R              int
	Realm             int // index of Realms; -1 for free land
	Capital           bool
	Attacker          int  // index of the realm that fights for it; -1 for none
	From              int  // index of the region the attack comes from; -1 for none
	Cut               bool // from its capital
	Chosen            bool
	URL, Title        string // where it leads, and what is read aloud
	Terms             string // terrain in words, for the list
}

// A Realm is a side on the map.
type Realm struct {
	Letter   string // one, unlike the others'
	Name     string
	Player   string
	Tincture string
	Arms     Arms
	URL      string
}

// side of a hexagon and width between two flats, in units of the drawing.
const hexSide = 50.0

var hexWidth = math.Sqrt(3) * hexSide

type point struct{ x, y float64 }

func (p point) plus(dx, dy float64) point { return point{p.x + dx, p.y + dy} }

// land is a map laid out: where each hexagon is on the sheet.
type land struct {
	Map
	centre []point
	free   []point // of Free
	width  float64
	height float64
	at     map[[2]int]int // region by coordinates
}

const margin = 46.0

// hexCentre is where a hexagon is on a sheet whose origin is hexagon 0, 0.
func hexCentre(q, r int) point {
	return point{hexWidth * (float64(q) + float64(r)/2), 1.5 * hexSide * float64(r)}
}

// water reports whether a region is sea.
func (l *land) water(i int) bool { return l.Regions[i].Terrain == "sea" }

func (m Map) lay() *land {
	l := &land{Map: m, at: map[[2]int]int{}}
	lo, hi := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i, r := range m.Regions {
		p := hexCentre(r.Q, r.R)
		l.centre = append(l.centre, p)
		l.at[[2]int{r.Q, r.R}] = i
		lo = point{min(lo.x, p.x), min(lo.y, p.y)}
		hi = point{max(hi.x, p.x), max(hi.y, p.y)}
	}
	for _, at := range m.Free {
		p := hexCentre(at[0], at[1])
		lo = point{min(lo.x, p.x), min(lo.y, p.y)}
		hi = point{max(hi.x, p.x), max(hi.y, p.y)}
		l.free = append(l.free, p)
	}
	for i := range l.free {
		l.free[i] = l.free[i].plus(margin+hexWidth/2-lo.x, margin+hexSide-lo.y)
	}
	for i := range l.centre {
		l.centre[i] = l.centre[i].plus(margin+hexWidth/2-lo.x, margin+hexSide-lo.y)
	}
	l.width = math.Round(hi.x - lo.x + hexWidth + 2*margin)
	l.height = math.Round(hi.y - lo.y + 2*hexSide + 2*margin)
	return l
}

// steps to the neighbour over each edge, in the order of corners: edge i runs from corner i to corner i+1.
var steps = [6][2]int{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}

// corners of a hexagon of a size, clockwise from the upper right.
func (l *land) corners(i int, size float64) [6]point {
	var c [6]point
	for k := range c {
		sin, cos := math.Sincos(math.Pi / 180 * float64(60*k-30))
		c[k] = l.centre[i].plus(size*cos, size*sin)
	}
	return c
}

func (l *land) neighbour(i, edge int) (int, bool) {
	r := l.Regions[i]
	n, ok := l.at[[2]int{r.Q + steps[edge][0], r.R + steps[edge][1]}]
	return n, ok
}

// outline chains the edges that belong to one hexagon of the set only into loops.
func (l *land) outline(in func(i int) bool) [][]point {
	next := map[[2]int][][2]point{}
	key := func(p point) [2]int { return [2]int{int(math.Round(p.x * 2)), int(math.Round(p.y * 2))} }
	var starts [][2]int
	for i := range l.Regions {
		if !in(i) {
			continue
		}
		c := l.corners(i, hexSide)
		for e := range 6 {
			if n, ok := l.neighbour(i, e); ok && in(n) {
				continue
			}
			k := key(c[e])
			next[k] = append(next[k], [2]point{c[e], c[(e+1)%6]})
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

// jitter is a number from 0 to 1 that depends on the place alone, so that coasts never move between two drawings.
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

// coast draws the outline of all land as an engraver would: each edge cut in five, pushed about, rounded.
func (l *land) coast() string {
	var d path
	for _, loop := range l.outline(func(i int) bool { return !l.water(i) }) {
		var pts []point
		for i, a := range loop {
			b := loop[(i+1)%len(loop)]
			dx, dy := b.x-a.x, b.y-a.y
			length := math.Hypot(dx, dy)
			for t := range 5 {
				push := (jitter(a.plus(b.x, b.y), t) - .38) * 9
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

func (l *land) straight(in func(i int) bool) string {
	var d path
	for _, loop := range l.outline(in) {
		d.polygon(loop)
	}
	return d.String()
}

// frontier draws the edges between different owners, each once.
func (l *land) frontier() string {
	var d path
	for i := range l.Regions {
		c := l.corners(i, hexSide)
		for e := range 6 {
			if n, ok := l.neighbour(i, e); ok && n > i && l.Regions[n].Realm != l.Regions[i].Realm && !l.water(i) && !l.water(n) {
				d.move(c[e])
				d.line(c[(e+1)%6])
			}
		}
	}
	return d.String()
}

// lines breaks a long name in two.
func lines(name string) []string {
	if len([]rune(name)) <= 11 {
		return []string{name}
	}
	if i := strings.LastIndexAny(name, "- "); i > 0 {
		return []string{strings.TrimSpace(name[:i+1]), name[i+1:]}
	}
	return []string{name}
}

// Letters gives each name a letter of its own, where possible one of the name's: its own first letter, then others in it,
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

// plain takes accents off the capitals of French.
var plain = strings.NewReplacer("À", "A", "Â", "A", "Ä", "A", "Ç", "C", "É", "E", "È", "E", "Ê", "E", "Ë", "E", "Î", "I", "Ï", "I", "Ô", "O", "Ö", "O", "Œ", "O", "Ù", "U", "Û", "U", "Ü", "U")

// small puts articles behind the words that name a thing.
func small(word string) int {
	switch strings.ToLower(word) {
	case "le", "la", "les", "de", "du", "des", "the", "of", "and", "et":
		return 1
	}
	return 0
}

// RealmTinctures gives each realm a tincture, its arms' own where no realm before it has that; after seven they repeat,
// and the letters tell them apart.
func RealmTinctures(arms []Arms) []string {
	order := []string{"azure", "gules", "vert", "purpure", "or", "sable", "tenny"}
	used := map[string]bool{}
	out := make([]string, len(arms))
	for i, a := range arms {
		own := a.sound().A
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
