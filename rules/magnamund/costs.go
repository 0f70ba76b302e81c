package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// impassable is the cost of what cannot be entered or crossed.
const impassable = -1

// costs are movement points by terrain, for one piece (MG-MOVE-2).
type costs struct {
	land [terrainCount]int
	side [featureCount]int
}

// priceList is a Game Sheet's movement costs as a request gives them. Loopholes
// have none: nobody passes (MG-TERR-12).
type priceList struct {
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

func (p priceList) land() [terrainCount]*int {
	return [...]*int{p.OpenGround, p.Slope, p.Marsh, p.Brush, p.Rocks, p.Trees, p.Steps, p.Rampart, p.Water, p.Building}
}

func (p priceList) side() [featureCount]*int {
	return [...]*int{nil, p.LowWall, p.Fence, p.Hedge, p.Wall, p.Door, p.GreatGate, p.Window, nil}
}

// barred are what nobody enters or crosses unless his sheet has a number for it.
func (t terrain) barred() bool { return t == rampart || t == water || t == building }
func (f feature) barred() bool { return f == wall || f == loophole }

// read turns the list into costs.
func (p priceList) read() costs {
	c := costs{side: [featureCount]int{noFeature: 0}}
	for t, n := range p.land() {
		c.land[t] = impassable
		if n != nil {
			c.land[t] = *n
		} else if terrain(t) == openGround {
			c.land[t] = 1
		}
	}
	for f, n := range p.side() {
		if n != nil {
			c.side[f] = *n
		} else if feature(f) != noFeature {
			c.side[f] = impassable
		}
	}
	return c
}

// covers wants a number for everything on the board that needs one, whether or
// not the move meets it.
func (p priceList) covers(g *Ground) *rules.Fault {
	land, side := p.land(), p.side()
	var needed [terrainCount]bool
	for _, t := range g.land {
		needed[t] = true
	}
	for t, n := range needed {
		if n && land[t] == nil && terrain(t) != openGround && !terrain(t).barred() {
			return rules.Faultf(rules.MissingField, "costs."+terrain(t).String(), "the board has it")
		}
	}
	var crossed [featureCount]bool
	for i := range g.north {
		crossed[g.north[i]], crossed[g.east[i]] = true, true
	}
	for f, n := range crossed {
		if n && side[f] == nil && feature(f) != noFeature && !feature(f).barred() {
			return rules.Faultf(rules.MissingField, "costs."+feature(f).String(), "the board has it")
		}
	}
	return nil
}

// over is what it costs to go from one cell to the next through two sides.
func (c *costs) over(f, g feature) int {
	a, b := c.side[f], c.side[g]
	if a == impassable || b == impassable {
		return impassable
	}
	return a + b
}

// step is what it costs to step to an adjacent cell on the board: cell and
// obstacle, doubled for a diagonal step, which goes round its corner by the
// cheaper way (MG-MOVE-2, MG-MOVE-6, ruling MG-AMB-40).
func (c *costs) step(g *Ground, from, to grid.Cell) int {
	cell := c.land[g.terrain(to)]
	if cell == impassable {
		return impassable
	}
	if from.X == to.X || from.Y == to.Y {
		if side := c.side[g.Feature(from, to)]; side != impassable {
			return cell + side
		}
		return impassable
	}
	q, r := grid.Cell{X: to.X, Y: from.Y}, grid.Cell{X: from.X, Y: to.Y}
	one, two := c.over(g.Feature(from, q), g.Feature(q, to)), c.over(g.Feature(from, r), g.Feature(r, to))
	if one == impassable || two != impassable && two < one {
		one = two
	}
	if one == impassable {
		return impassable
	}
	return 2 * (cell + one)
}
