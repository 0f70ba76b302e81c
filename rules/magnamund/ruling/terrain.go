package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Terrain is what covers a cell; the zero value is open ground.
type Terrain uint8

const (
	OpenGround Terrain = iota
	slope
	marsh
	brush
	rocks
	trees
	steps
	rampart
	water
	building
	TerrainCount // number of kinds
)

// TerrainNames names the terrains in requests, by Terrain.
var TerrainNames = [...]string{"open-ground", "slope", "marsh", "brush", "rocks", "trees", "steps", "rampart", "water", "building"}

// String is the name in requests.
func (t Terrain) String() string { return TerrainNames[t] }

// Feature is what lies on the line between two cells; the zero value is none.
type Feature uint8

const (
	noFeature Feature = iota
	lowWall
	fence
	hedge
	wall
	door
	greatGate
	window
	loophole
	FeatureCount // number of kinds, with none
)

// FeatureNames names the features in requests, by Feature.
var FeatureNames = [...]string{"", "low-wall", "fence", "hedge", "wall", "door", "great-gate", "window", "loophole"}

// String is the name in requests, "" for none.
func (f Feature) String() string { return FeatureNames[f] }

// IndexOfName returns the index of a name, which must be in the list.
func IndexOfName[T ~uint8](names []string, name string) T {
	for i, n := range names {
		if n == name {
			return T(i)
		}
	}
	panic("magnamund: no terrain " + name)
}

// Holder says whose troop holds a cell, from the view of the troop that asks.
type Holder uint8

const (
	Nobody Holder = iota
	Friend
	Enemy
	ownUnit
)

var holderNames = [...]string{"", "friend", "enemy", "own-unit"}

// Ground is a board: terrain, what lies between cells, and who holds each cell.
type Ground struct {
	Width, Height int
	Land          []Terrain // by cell
	North, east   []Feature // on the north and the east side of each cell
	Holders       []Holder  // by cell
	EnemyRows     []uint64  // by row, a bit for each column with an enemy; nil if the board is too wide or nothing maintains it
}

// NewGround makes a board of open ground.
func NewGround(width, height int) *Ground {
	n := width * height
	return &Ground{Width: width, Height: height, Land: make([]Terrain, n), North: make([]Feature, n), east: make([]Feature, n), Holders: make([]Holder, n)}
}

// OnBoard reports whether a cell is on the board.
func (g *Ground) OnBoard(c grid.Cell) bool {
	return c.X >= 0 && c.X < g.Width && c.Y >= 0 && c.Y < g.Height
}

// Index is the index of a cell in Land and Holders.
func (g *Ground) Index(c grid.Cell) int { return c.Y*g.Width + c.X }

// Terrain is the terrain of a cell.
func (g *Ground) Terrain(c grid.Cell) Terrain { return g.Land[g.Index(c)] }

// Holder says who holds a cell.
func (g *Ground) Holder(c grid.Cell) Holder { return g.Holders[g.Index(c)] }

// FeatureAt returns the feature on the side that two cells share, to read or to change.
func (g *Ground) FeatureAt(a, b grid.Cell) *Feature {
	switch {
	case b.Y > a.Y:
		return &g.North[g.Index(a)]
	case b.Y < a.Y:
		return &g.North[g.Index(b)]
	case b.X > a.X:
		return &g.east[g.Index(a)]
	}
	return &g.east[g.Index(b)]
}

// Feature is what lies on the side that two cells share.
func (g *Ground) Feature(a, b grid.Cell) Feature { return *g.FeatureAt(a, b) }

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

// build makes the board, or refuses what does not fit on it.
func (m boardInput) build() (*Ground, *rules.Fault) {
	g := NewGround(m.Width, m.Height)
	seen := make([]bool, len(g.Land))
	for i, t := range m.Terrain {
		if !g.OnBoard(t.Cell) || seen[g.Index(t.Cell)] {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.terrain", i)+".cell", "is off the board or there twice")
		}
		seen[g.Index(t.Cell)] = true
		g.Land[g.Index(t.Cell)] = IndexOfName[Terrain](TerrainNames[:], t.Type)
	}
	for i, e := range m.Edges {
		if !g.OnBoard(e.A) || !g.OnBoard(e.B) || !grid.ShareSide(e.A, e.B) || g.Feature(e.A, e.B) != noFeature {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.edges", i), "is off the board, no side of two cells, or there twice")
		}
		*g.FeatureAt(e.A, e.B) = IndexOfName[Feature](FeatureNames[:], e.Type)
	}
	for i, o := range m.Occupied {
		if !g.OnBoard(o.Cell) || g.Holder(o.Cell) != Nobody {
			return nil, rules.Faultf(rules.OutOfRange, rules.At("map.occupied", i)+".cell", "is off the board or there twice")
		}
		g.Holders[g.Index(o.Cell)] = IndexOfName[Holder](holderNames[:], o.Who)
	}
	return g, nil
}

// place refuses cells of the moving troop that are off the board or held; field names the
// troop in faults.
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
