package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// terrain is what a cell is covered with; the zero value is open ground.
type terrain uint8

const (
	openGround terrain = iota
	slope
	marsh
	brush
	rocks
	trees
	steps
	rampart
	water
	building
	terrainCount // how many there are
)

var terrainNames = [...]string{"open-ground", "slope", "marsh", "brush", "rocks", "trees", "steps", "rampart", "water", "building"}

func (t terrain) String() string { return terrainNames[t] }

// feature lies on the line between two cells; the zero value is none.
type feature uint8

const (
	noFeature feature = iota
	lowWall
	fence
	hedge
	wall
	door
	greatGate
	window
	loophole
	featureCount // how many there are, with none
)

var featureNames = [...]string{"", "low-wall", "fence", "hedge", "wall", "door", "great-gate", "window", "loophole"}

func (f feature) String() string { return featureNames[f] }

func IndexOfName[T ~uint8](names []string, name string) T {
	for i, n := range names {
		if n == name {
			return T(i)
		}
	}
	panic("magnamund: no terrain " + name)
}

// holder tells whose piece stands on a cell, as the one who asks sees it.
type holder uint8

const (
	Nobody holder = iota
	Friend
	Enemy
	ownUnit
)

var holderNames = [...]string{"", "friend", "enemy", "own-unit"}

// Ground is a board as rules read it: terrain, what lies between the cells, and
// who holds them.
type Ground struct {
	width, height int
	land          []terrain // by cell
	north, east   []feature // on the north and the east side of each cell
	holders       []holder  // by cell
	EnemyRows     []uint64  // cells that enemies hold, a bit each, by row; nil where a board is too wide or nobody keeps count
}

func newGround(width, height int) *Ground {
	n := width * height
	return &Ground{width: width, height: height, land: make([]terrain, n), north: make([]feature, n), east: make([]feature, n), holders: make([]holder, n)}
}

func (g *Ground) OnBoard(c grid.Cell) bool {
	return c.X >= 0 && c.X < g.width && c.Y >= 0 && c.Y < g.height
}

func (g *Ground) index(c grid.Cell) int { return c.Y*g.width + c.X }

func (g *Ground) terrain(c grid.Cell) terrain { return g.land[g.index(c)] }

func (g *Ground) holder(c grid.Cell) holder { return g.holders[g.index(c)] }

// FeatureAt returns the place of the feature between two cells that share a FeatureAt.
func (g *Ground) FeatureAt(a, b grid.Cell) *feature {
	switch {
	case b.Y > a.Y:
		return &g.north[g.index(a)]
	case b.Y < a.Y:
		return &g.north[g.index(b)]
	case b.X > a.X:
		return &g.east[g.index(a)]
	}
	return &g.east[g.index(b)]
}

func (g *Ground) Feature(a, b grid.Cell) feature { return *g.FeatureAt(a, b) }

// boardInput is a board as a request describes it.
type boardInput struct {
	Width   int `json:"width" in:"1..200"`
	Height  int `json:"height" in:"1..200"`
	Terrain []struct {
		Cell grid.Cell `json:"cell"`
		Type string    `json:"type" in:"open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building"`
	} `json:"terrain" len:"0..2000" default:"[]"`
	Edges []struct {
		A    grid.Cell `json:"a"`
		B    grid.Cell `json:"b"`
		Type string    `json:"type" in:"low-wall|fence|hedge|wall|door|great-gate|window|loophole"`
	} `json:"edges" len:"0..2000" default:"[]"`
	Occupied []struct {
		Cell grid.Cell `json:"cell"`
		Who  string    `json:"who" in:"friend|enemy|own-unit"`
	} `json:"occupied" len:"0..2000" default:"[]"`
}

// build lays the board out, or finds what does not fit on it.
func (m boardInput) build() (*Ground, *rules.Fault) {
	g := newGround(m.Width, m.Height)
	seen := make([]bool, len(g.land))
	for i, t := range m.Terrain {
		if !g.OnBoard(t.Cell) || seen[g.index(t.Cell)] {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.terrain", i)+".cell", "is off the board or there twice")
		}
		seen[g.index(t.Cell)] = true
		g.land[g.index(t.Cell)] = IndexOfName[terrain](terrainNames[:], t.Type)
	}
	for i, e := range m.Edges {
		if !g.OnBoard(e.A) || !g.OnBoard(e.B) || !grid.ShareSide(e.A, e.B) || g.Feature(e.A, e.B) != noFeature {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.edges", i), "is off the board, no side of two cells, or there twice")
		}
		*g.FeatureAt(e.A, e.B) = IndexOfName[feature](featureNames[:], e.Type)
	}
	for i, o := range m.Occupied {
		if !g.OnBoard(o.Cell) || g.holder(o.Cell) != Nobody {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.occupied", i)+".cell", "is off the board or there twice")
		}
		g.holders[g.index(o.Cell)] = IndexOfName[holder](holderNames[:], o.Who)
	}
	return g, nil
}

// place checks the cells of the piece that moves, whose field is named.
func (m boardInput) place(g *Ground, field string, cells ...grid.Cell) *rules.Fault {
	for _, c := range cells {
		if !g.OnBoard(c) {
			return rules.Faultf(rules.OutOfRange, field, "is off the board")
		}
		for i, o := range m.Occupied {
			if o.Cell == c {
				return rules.Faultf(rules.OutOfRange, rules.At("map.occupied", i)+".cell", "the moving piece stands there")
			}
		}
	}
	return nil
}
