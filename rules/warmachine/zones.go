package warmachine

import (
	"math"

	"oriflamme/rules"
)

// table is the battlefield: x from 0 (west), y from 0 (south).
type table struct {
	Width Inches `json:"table_width" in:"1..1000" default:"48"`
	Depth Inches `json:"table_depth" in:"1..1000" default:"48"`
}

// standardDepth is how far a deployment zone reaches from its edge or corner
// (WM-SETUP-4, WM-MULTI-10).
const standardDepth = 10 * Inch

// leastBetweenZones is how far apart the zones of a home-made scenario are (WM-SETUP-11).
const leastBetweenZones = 28 * Inch

// area is a deployment zone: a strip along an edge, a quarter disc at a corner
// (ruling A-13) or a rectangle. Only the fields of its shape are there.
type area struct {
	Shape  string  `json:"shape" in:"edge|corner|rectangle"`
	Edge   string  `json:"edge" in:"north|south|east|west" default:"-"`
	Depth  *Inches `json:"depth" in:"0.001..1000" default:"-"`
	Corner string  `json:"corner" in:"north-east|north-west|south-east|south-west" default:"-"`
	Radius *Inches `json:"radius" in:"0.001..1000" default:"-"`
	XMin   *Inches `json:"x_min" in:"0..1000" default:"-"`
	YMin   *Inches `json:"y_min" in:"0..1000" default:"-"`
	XMax   *Inches `json:"x_max" in:"0..1000" default:"-"`
	YMax   *Inches `json:"y_max" in:"0..1000" default:"-"`
}

// check looks at the fields of an area in their order: those of its shape must be
// there and fit on the table, the others must not.
func (a area) check(path string, t table) *rules.Fault {
	at := func(name string) string { return rules.Join(path, name) }
	must := func(shape, name string, there bool) *rules.Fault { return belongs(a.Shape == shape, there, at(name)) }
	may := func(shape, name string, there bool) *rules.Fault {
		return when(a.Shape != shape && there, unknown(at(name)))
	}
	box := a.Shape == "rectangle"
	return first(
		must("edge", "edge", a.Edge != ""),
		may("edge", "depth", a.Depth != nil),
		must("corner", "corner", a.Corner != ""),
		may("corner", "radius", a.Radius != nil),
		must("rectangle", "x_min", a.XMin != nil),
		must("rectangle", "y_min", a.YMin != nil),
		must("rectangle", "x_max", a.XMax != nil),
		must("rectangle", "y_max", a.YMax != nil),
		when(a.Shape == "edge" && a.depth() > t.across(a.Edge), strange(at("depth"), "is more than the table")),
		when(a.Shape == "corner" && a.radius() > min(t.Width, t.Depth), strange(at("radius"), "is more than the table")),
		when(box && a.XMax != nil && (*a.XMax > t.Width || a.XMin != nil && *a.XMax <= *a.XMin), strange(at("x_max"), "is no side of a zone on the table")),
		when(box && a.YMax != nil && (*a.YMax > t.Depth || a.YMin != nil && *a.YMax <= *a.YMin), strange(at("y_max"), "is no side of a zone on the table")),
	)
}

func (a area) depth() Inches  { return orElse(a.Depth, standardDepth) }
func (a area) radius() Inches { return orElse(a.Radius, standardDepth) }

// across is the extent of the table away from an edge.
func (t table) across(edge string) Inches {
	if edge == "north" || edge == "south" {
		return t.Depth
	}
	return t.Width
}

// box is an upright rectangle.
type box struct{ x0, y0, x1, y1 Inches }

// MarshalJSON writes [x_min, y_min, x_max, y_max].
func (b box) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult([]Inches{b.x0, b.y0, b.x1, b.y1})
}

// strip is the part of the table within a depth of an edge.
func (t table) strip(edge string, depth Inches) box {
	b := box{0, 0, t.Width, t.Depth}
	switch edge {
	case "north":
		b.y0 = t.Depth - depth
	case "south":
		b.y1 = depth
	case "east":
		b.x0 = t.Width - depth
	case "west":
		b.x1 = depth
	}
	return b
}

// corner is a corner of the table.
func (t table) corner(name string) Point {
	var p Point
	if name == "north-east" || name == "north-west" {
		p.Y = t.Depth
	}
	if name == "north-east" || name == "south-east" {
		p.X = t.Width
	}
	return p
}

// box is the rectangle of a zone that has one: all but those of corners.
func (a area) box(t table) box {
	if a.Shape == "edge" {
		return t.strip(a.Edge, a.depth())
	}
	return box{*a.XMin, *a.YMin, *a.XMax, *a.YMax}
}

// zoneGap is the shortest distance between two zones.
func (t table) zoneGap(a, b area) Inches {
	aRound, bRound := a.Shape == "corner", b.Shape == "corner"
	switch {
	case aRound && bRound:
		return max(0, apart(t.corner(a.Corner), t.corner(b.Corner))-a.radius()-b.radius())
	case aRound:
		p := t.corner(a.Corner)
		return max(0, boxGap(box{p.X, p.Y, p.X, p.Y}, b.box(t))-a.radius())
	case bRound:
		return t.zoneGap(b, a)
	}
	return boxGap(a.box(t), b.box(t))
}

func boxGap(a, b box) Inches {
	dx := max(0, b.x0-a.x1, a.x0-b.x1)
	dy := max(0, b.y0-a.y1, a.y0-b.y1)
	return round(math.Sqrt(float64(int64(dx)*int64(dx) + int64(dy)*int64(dy))))
}

type zonesAsked struct {
	table
	FirstPlayerEdge string       `json:"first_player_edge" in:"north|south|east|west" default:"-"`
	Zones           []playerZone `json:"zones" len:"1..8" default:"-"`
}

type playerZone struct {
	Player string `json:"player" in:"1..80"`
	area
}

type zonesResult struct {
	Zones               []zoneShown `json:"zones"`
	Gaps                []zoneGap   `json:"gaps"`
	MinGap              *Inches     `json:"min_gap"`
	CustomScenarioLegal bool        `json:"custom_scenario_legal"`
}

type zoneShown struct {
	Player string  `json:"player"`
	Shape  string  `json:"shape"`
	Edge   orNull  `json:"edge"`
	Corner orNull  `json:"corner"`
	Box    *box    `json:"box"`
	Radius *Inches `json:"radius"`
}

type zoneGap struct {
	A   string `json:"a"`
	B   string `json:"b"`
	Gap Inches `json:"gap"`
}

func (in zonesAsked) check() *rules.Fault {
	switch {
	case in.FirstPlayerEdge != "" && in.Zones != nil:
		return unknown("zones")
	case in.FirstPlayerEdge == "" && in.Zones == nil:
		return missing("zones")
	case in.FirstPlayerEdge != "" && in.across(in.FirstPlayerEdge) < standardDepth:
		if e := in.FirstPlayerEdge; e == "north" || e == "south" {
			return strange("table_depth", "leaves no room for a zone")
		}
		return strange("table_width", "leaves no room for a zone")
	}
	for i, z := range in.Zones {
		if f := z.area.check(rules.At("zones", i), in.table); f != nil {
			return f
		}
	}
	return nil
}

var oppositeEdge = map[string]string{"north": "south", "south": "north", "east": "west", "west": "east"}

// standardZones are those of two players: a strip each (WM-SETUP-4, WM-SETUP-6).
func standardZones(edge string) []playerZone {
	return []playerZone{
		{"first", area{Shape: "edge", Edge: edge}},
		{"second", area{Shape: "edge", Edge: oppositeEdge[edge]}},
	}
}

func layZones(in zonesAsked) zonesResult {
	zones := in.Zones
	if in.FirstPlayerEdge != "" {
		zones = standardZones(in.FirstPlayerEdge)
	}
	var r zonesResult
	for i, z := range zones {
		shown := zoneShown{Player: z.Player, Shape: z.Shape, Edge: orNull(z.Edge), Corner: orNull(z.Corner)}
		if z.Shape == "corner" {
			radius := z.radius()
			shown.Radius = &radius
		} else {
			b := z.box(in.table)
			shown.Box = &b
		}
		r.Zones = append(r.Zones, shown)
		for _, other := range zones[i+1:] {
			g := in.zoneGap(z.area, other.area)
			r.Gaps = append(r.Gaps, zoneGap{z.Player, other.Player, g})
			if r.MinGap == nil || g < *r.MinGap {
				r.MinGap = &g
			}
		}
	}
	r.CustomScenarioLegal = r.MinGap == nil || *r.MinGap >= leastBetweenZones
	return r
}

var deploymentZonesRuling = plain("deployment-zones",
	"WM-SETUP-1 WM-SETUP-4 WM-SETUP-6 WM-SETUP-10 WM-SETUP-11 WM-SETUP-12 WM-MULTI-7 WM-MULTI-9 WM-MULTI-10",
	zonesAsked.check, layZones)
