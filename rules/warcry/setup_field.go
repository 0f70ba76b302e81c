package warcry

import (
	"cmp"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// A Point is a position on the battlefield, in inches: X along the short side, Y along the long
// side, Z above the floor.
type Point struct {
	X rules.Dec `json:"x" in:"-100..100" digits:"3"`
	Y rules.Dec `json:"y" in:"-100..100" digits:"3"`
	Z rules.Dec `json:"z" in:"0..100" digits:"3" default:"0"`
}

// A Field is the game's own part of a rules.Setup: the battleplan (WC-SET-4) and the faction
// abilities that the warbands bring.
type Field struct {
	Width       rules.Dec  `json:"width" in:"6..100" digits:"3" default:"22"`  // inches along x (WC-SET-2)
	Length      rules.Dec  `json:"length" in:"6..100" digits:"3" default:"30"` // inches along y
	PointsLimit int        `json:"points_limit" in:"0..10000" default:"1000"`  // WC-R-5
	Terrain     []Part     `json:"terrain" len:"0..60" distinct:"id" default:"[]"`
	TerrainBy   *int       `json:"terrain_by" in:"0..1" default:"null" null:"true"` // alternative terrain: the seat that placed it (WC-SET-6)
	Deployment  Deployment `json:"deployment" default:"{}"`
	Victory     Victory    `json:"victory" default:"{}"`
	Twist       Twist      `json:"twist" default:"{}"`
	Piles       *Piles     `json:"piles" default:"null" null:"true"` // the cards that the battle draws; nil: all four are named here
	Abilities   []Ability  `json:"abilities" len:"0..60" distinct:"id" default:"[]"`
}

// A Part is one part of a terrain feature: an upright prism.
type Part struct {
	ID       string    `json:"id" in:"1..64"`
	Feature  string    `json:"feature" in:"0..64" default:"\"\""` // the feature that it belongs to; "": it is a feature by itself
	Kind     string    `json:"kind" in:"obstacle|low-terrain|platform|deadly|unclimbable|stairs|ladder|arch|door-open|door-closed"`
	Polygon  []Corner  `json:"polygon" len:"3..12"` // corners in order; sides may only meet at corners
	Bottom   rules.Dec `json:"bottom" in:"0..100" digits:"3" default:"0"`
	Top      rules.Dec `json:"top" in:"0..100" digits:"3"`
	Platform bool      `json:"platform" default:"false"`                     // its upper face is a platform (WC-TER-4)
	Closed   []int     `json:"closed" len:"0..12" each:"0..11" default:"[]"` // edges closed by a wall: edge i runs from corner i to the next
}

// A Corner is a corner of a terrain part, in inches.
type Corner struct {
	X rules.Dec `json:"x" in:"-100..200" digits:"3"`
	Y rules.Dec `json:"y" in:"-100..200" digits:"3"`
}

// A Deployment is a deployment card: three points for each colour (WC-SET-7).
type Deployment struct {
	ID   string     `json:"id" in:"0..64" default:"\"\""`
	Name rules.Text `json:"name" default:"{}"`
	Text rules.Text `json:"text" default:"{}"`
	Red  GroupSpots `json:"red" default:"{}"`
	Blue GroupSpots `json:"blue" default:"{}"`
}

// GroupSpots are the deployment points of one colour.
type GroupSpots struct {
	Dagger Spot `json:"dagger" default:"{}"`
	Shield Spot `json:"shield" default:"{}"`
	Hammer Spot `json:"hammer" default:"{}"`
}

// A Spot is a deployment point or, when the point lies off the battlefield, the part of the edge
// that replaces it. Rounds 2 and 3 are the reserve marks RND2 and RND3 (WC-SET-12).
type Spot struct {
	X     rules.Dec `json:"x" in:"0..100" digits:"3" default:"0"`
	Y     rules.Dec `json:"y" in:"0..100" digits:"3" default:"0"`
	Line  *EdgeLine `json:"line" default:"null" null:"true"`
	Round int       `json:"round" in:"1..3" default:"1"`
}

// An EdgeLine is a deployment line (WC-RES-3), in inches.
type EdgeLine struct {
	X1 rules.Dec `json:"x1" in:"0..100" digits:"3"`
	Y1 rules.Dec `json:"y1" in:"0..100" digits:"3"`
	X2 rules.Dec `json:"x2" in:"0..100" digits:"3"`
	Y2 rules.Dec `json:"y2" in:"0..100" digits:"3"`
}

// A Victory is a victory condition card (WC-SET-13): markers, number of rounds and scoring.
type Victory struct {
	ID         string     `json:"id" in:"0..64" default:"\"\""`
	Name       rules.Text `json:"name" default:"{}"`
	Text       rules.Text `json:"text" default:"{}"`
	Rounds     int        `json:"rounds" in:"1..10" default:"4"`
	Objectives []Marker   `json:"objectives" len:"0..12" distinct:"id" default:"[]"`
	Treasures  []Marker   `json:"treasures" len:"0..12" distinct:"id" default:"[]"`
	Scoring    []Score    `json:"scoring" len:"1..6" default:"[{\"kind\":\"reaper\"}]"`
}

// A Marker is an objective or a treasure token. Distances are measured to its centre (WC-GEN-13).
type Marker struct {
	ID      string `json:"id" in:"1..64"`
	At      Point  `json:"at" default:"{\"x\":0,\"y\":0}"`
	Central bool   `json:"central" default:"false"` // in Ley Lines: awake from the start
}

// A Score is one way to score victory points.
//
//	ley-lines      a point for each awakened objective controlled (WC-SCN-2)
//	reaper         a point for the higher blood count of the round (WC-SCN-3)
//	control        points for each objective controlled
//	majority       points for controlling more objectives than the enemy
//	carry          points for each own fighter that carries treasure
//	take-down      points for each enemy fighter taken down
//	assassinate    points when the enemy leader is taken down
//	break-through  points for each own fighter within 3 inches of the enemy's edge
//	survive        points for each own fighter in play
type Score struct {
	Kind string `json:"kind" in:"ley-lines|reaper|control|majority|carry|take-down|assassinate|break-through|survive"`
	VP   int    `json:"vp" in:"1..20" default:"1"`
	When string `json:"when" in:"round|end" default:"\"round\""` // scored at the end of each round or of the battle
}

// A Twist is a twist card (WC-SET-14).
//
//	none   nothing
//	move   Amount is added to every Move, never below 3
//	fog    no fighter more than Amount inches away is visible
//	wild   each player begins with Amount saved wild dice
//	fury   Amount is added to the second Damage value of melee weapons
//	storm  at the start of each combat phase each player, the one with the
//	       initiative first, names an enemy fighter that suffers impact damage
type Twist struct {
	ID     string     `json:"id" in:"0..64" default:"\"\""`
	Name   rules.Text `json:"name" default:"{}"`
	Text   rules.Text `json:"text" default:"{}"`
	Kind   string     `json:"kind" in:"none|move|fog|wild|fury|storm" default:"\"none\""`
	Amount int        `json:"amount" in:"-3..30" default:"1"`
}

// checkField returns a fault of the field that tags cannot express.
func (fx *fixed) checkField() error {
	for i, p := range fx.field.Terrain {
		if f := fx.checkPart(&p, rules.At("field.terrain", i)); f != nil {
			return f
		}
	}
	if err := fx.checkPiles(); err != nil {
		return err
	}
	if fx.field.TerrainBy != nil {
		return fx.checkQuarters()
	}
	return nil
}

// checkPart returns a fault of a part, or of a platform that is too small (WC-TER-4).
func (fx *fixed) checkPart(p *Part, path string) *rules.Fault {
	if f := p.check(path); f != nil {
		return f
	}
	prism := p.prism()
	box := prism.Box()
	if (p.Kind == "platform" || p.Platform) && fx.exactTerrain() && (box.MaxX-box.MinX <= plane.One || box.MaxY-box.MinY <= plane.One) {
		return rules.Breaks("WC-TER-4", rules.Join(path, "polygon"), "a platform is larger than 1 inch by 1 inch")
	}
	return nil
}

// check returns a fault of a part that tags cannot express.
func (p *Part) check(path string) *rules.Fault {
	if p.Top <= p.Bottom {
		return rules.Faultf(rules.OutOfRange, rules.Join(path, "top"), "is not more than the bottom")
	}
	if _, ok := plane.Convex(p.prism().Polygon); !ok {
		return rules.Faultf(rules.OutOfRange, rules.Join(path, "polygon"), "crosses or touches itself, or has no area")
	}
	for j, e := range p.Closed {
		if e >= len(p.Polygon) {
			return rules.Faultf(rules.OutOfRange, rules.At(rules.Join(path, "closed"), j), "is no edge of the polygon")
		}
	}
	return nil
}

// checkQuarters checks the number of features of alternative terrain in each quarter (WC-SET-6).
func (fx *fixed) checkQuarters() error {
	type place struct {
		quarter int
		feature string
	}
	perQuarter, seen := make([]int, 4), map[place]bool{}
	for _, p := range fx.field.Terrain {
		var x, y rules.Dec
		for _, c := range p.Polygon {
			x, y = x+c.X, y+c.Y
		}
		n := rules.Dec(len(p.Polygon))
		q := 0
		if x/n > fx.field.Width/2 {
			q++
		}
		if y/n > fx.field.Length/2 {
			q += 2
		}
		if at := (place{q, p.feature()}); !seen[at] {
			seen[at] = true
			perQuarter[q]++
		}
	}
	if !ruling.AlternativeTerrainLegal(perQuarter, false) {
		return rules.Breaks("WC-SET-6", "field.terrain", "the quarters hold %v features, some fewer than %d", perQuarter, ruling.MinFeatures)
	}
	return nil
}

// feature returns the id of the feature that a part belongs to.
func (p *Part) feature() string { return cmp.Or(p.Feature, p.ID) }
