package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Impassable is the cost of terrain that cannot be entered or crossed.
const Impassable = -1

// Costs are the movement points of one troop by terrain and feature (MG-MOVE-2).
type Costs struct {
	Land [TerrainCount]int
	Side [FeatureCount]int
}

// PriceList is the movement costs of a Game Sheet as a request gives them. Loopholes have
// none: no troop passes them (MG-TERR-12).
type PriceList struct {
	OpenGround *int `json:"open-ground" in:"1..50" default:"-"`
	Slope      *int `json:"slope" in:"1..50" default:"-"`
	Marsh      *int `json:"marsh" in:"1..50" default:"-"`
	Brush      *int `json:"brush" in:"1..50" default:"-"`
	Rocks      *int `json:"rocks" in:"1..50" default:"-"`
	Trees      *int `json:"trees" in:"1..50" default:"-"`
	Steps      *int `json:"steps" in:"1..50" default:"-"`
	Rampart    *int `json:"rampart" in:"1..50" default:"-"`
	Water      *int `json:"water" in:"1..50" default:"-"`
	Building   *int `json:"building" in:"1..50" default:"-"`
	LowWall    *int `json:"low-wall" in:"0..50" default:"-"`
	Fence      *int `json:"fence" in:"0..50" default:"-"`
	Hedge      *int `json:"hedge" in:"0..50" default:"-"`
	Wall       *int `json:"wall" in:"0..50" default:"-"`
	Door       *int `json:"door" in:"0..50" default:"-"`
	GreatGate  *int `json:"great-gate" in:"0..50" default:"-"`
	Window     *int `json:"window" in:"0..50" default:"-"`
}

func (p PriceList) land() [TerrainCount]*int {
	return [...]*int{p.OpenGround, p.Slope, p.Marsh, p.Brush, p.Rocks, p.Trees, p.Steps, p.Rampart, p.Water, p.Building}
}

func (p PriceList) side() [FeatureCount]*int {
	return [...]*int{nil, p.LowWall, p.Fence, p.Hedge, p.Wall, p.Door, p.GreatGate, p.Window, nil}
}

// barred reports whether a troop may enter or cross it only if its sheet has a number for
// it.
func (t Terrain) barred() bool { return t == rampart || t == water || t == building }
func (f Feature) barred() bool { return f == wall || f == loophole }

// Read converts the list to costs.
func (p PriceList) Read() Costs {
	c := Costs{Side: [FeatureCount]int{noFeature: 0}}
	for t, n := range p.land() {
		c.Land[t] = Impassable
		if n != nil {
			c.Land[t] = *n
		} else if Terrain(t) == OpenGround {
			c.Land[t] = 1
		}
	}
	for f, n := range p.side() {
		if n != nil {
			c.Side[f] = *n
		} else if Feature(f) != noFeature {
			c.Side[f] = Impassable
		}
	}
	return c
}

// Covers refuses a list that lacks a number for something on the board, whether or not the
// move meets it.
func (p PriceList) Covers(g *Ground) *rules.Fault {
	land, side := p.land(), p.side()
	var needed [TerrainCount]bool
	for _, t := range g.Land {
		needed[t] = true
	}
	for t, n := range needed {
		if n && land[t] == nil && Terrain(t) != OpenGround && !Terrain(t).barred() {
			return rules.Faultf(rules.MissingField, "costs."+Terrain(t).String(), "the board has it")
		}
	}
	var crossed [FeatureCount]bool
	for i := range g.North {
		crossed[g.North[i]], crossed[g.east[i]] = true, true
	}
	for f, n := range crossed {
		if n && side[f] == nil && Feature(f) != noFeature && !Feature(f).barred() {
			return rules.Faultf(rules.MissingField, "costs."+Feature(f).String(), "the board has it")
		}
	}
	return nil
}

// over is the cost of crossing the features on both sides of the line between two cells.
func (c *Costs) over(f, g Feature) int {
	a, b := c.Side[f], c.Side[g]
	if a == Impassable || b == Impassable {
		return Impassable
	}
	return a + b
}

// Step is the cost of a step to an adjacent cell: that of the cell and of what lies between.
// A diagonal step costs twice the cheaper way round its corner (MG-MOVE-2, MG-MOVE-6, ruling
// MG-AMB-40).
func (c *Costs) Step(g *Ground, from, to grid.Cell) int {
	cell := c.Land[g.Terrain(to)]
	if cell == Impassable {
		return Impassable
	}
	if from.X == to.X || from.Y == to.Y {
		if side := c.Side[g.Feature(from, to)]; side != Impassable {
			return cell + side
		}
		return Impassable
	}
	q, r := grid.Cell{X: to.X, Y: from.Y}, grid.Cell{X: from.X, Y: to.Y}
	one, two := c.over(g.Feature(from, q), g.Feature(q, to)), c.over(g.Feature(from, r), g.Feature(r, to))
	if one == Impassable || two != Impassable && two < one {
		one = two
	}
	if one == Impassable {
		return Impassable
	}
	return 2 * (cell + one)
}
