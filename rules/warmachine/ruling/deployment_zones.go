package ruling

import (
	"math"

	"oriflamme/rules"
)

// GamingTable is the size of the table: x from 0 (west), y from 0 (south).
type GamingTable struct {
	Width Inches `json:"table_width" in:"1..1000" default:"48"`
	Depth Inches `json:"table_depth" in:"1..1000" default:"48"`
}

// standardDepth is the depth of a deployment zone from its edge or corner (WM-SETUP-4,
// WM-MULTI-10).
const standardDepth = 10 * Inch

// LeastBetweenZones is the least distance between enemy zones of a scenario of the players'
// own (WM-SETUP-11).
const LeastBetweenZones = 28 * Inch

// Zone is a deployment zone: a strip along an edge, a quarter of a disc at a corner (ruling
// A-13) or a rectangle. Only the fields of its shape are set.
type Zone struct {
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

// Check checks the fields of a zone in order: those of its shape must be given and fit on
// the table, the others must not be given.
func (a Zone) Check(path string, t GamingTable) *rules.Fault {
	at := func(name string) string { return rules.Join(path, name) }
	must := func(shape, name string, there bool) *rules.Fault {
		return CheckPresence(a.Shape == shape, there, at(name))
	}
	may := func(shape, name string, there bool) *rules.Fault {
		return rules.FaultIf(a.Shape != shape && there, rules.Unexpected(at(name)))
	}
	box := a.Shape == "rectangle"
	return rules.FirstFault(
		must("edge", "edge", a.Edge != ""),
		may("edge", "depth", a.Depth != nil),
		must("corner", "corner", a.Corner != ""),
		may("corner", "radius", a.Radius != nil),
		must("rectangle", "x_min", a.XMin != nil),
		must("rectangle", "y_min", a.YMin != nil),
		must("rectangle", "x_max", a.XMax != nil),
		must("rectangle", "y_max", a.YMax != nil),
		rules.FaultIf(a.Shape == "edge" && a.DepthOf() > t.across(a.Edge), BadValue(at("depth"), "is more than the table")),
		rules.FaultIf(a.Shape == "corner" && a.RadiusOf() > min(t.Width, t.Depth), BadValue(at("radius"), "is more than the table")),
		rules.FaultIf(box && a.XMax != nil && (*a.XMax > t.Width || a.XMin != nil && *a.XMax <= *a.XMin), BadValue(at("x_max"), "is no side of a zone on the table")),
		rules.FaultIf(box && a.YMax != nil && (*a.YMax > t.Depth || a.YMin != nil && *a.YMax <= *a.YMin), BadValue(at("y_max"), "is no side of a zone on the table")),
	)
}

// DepthOf returns the depth of a strip, the standard depth if none was given.
func (a Zone) DepthOf() Inches { return valueOr(a.Depth, standardDepth) }

// RadiusOf returns the radius of a corner zone, the standard depth if none was given.
func (a Zone) RadiusOf() Inches { return valueOr(a.Radius, standardDepth) }

// across returns the extent of the table perpendicular to an edge.
func (t GamingTable) across(edge string) Inches {
	if edge == "north" || edge == "south" {
		return t.Depth
	}
	return t.Width
}

// ZoneBox is a rectangle parallel to the edges of the table.
type ZoneBox struct{ X0, Y0, X1, Y1 Inches }

// MarshalJSON writes [x_min, y_min, x_max, y_max].
func (b ZoneBox) MarshalJSON() ([]byte, error) {
	return rules.EncodeResult([]Inches{b.X0, b.Y0, b.X1, b.Y1})
}

// strip returns the part of the table within a depth of an edge.
func (t GamingTable) strip(edge string, depth Inches) ZoneBox {
	b := ZoneBox{0, 0, t.Width, t.Depth}
	switch edge {
	case "north":
		b.Y0 = t.Depth - depth
	case "south":
		b.Y1 = depth
	case "east":
		b.X0 = t.Width - depth
	case "west":
		b.X1 = depth
	}
	return b
}

// Corner returns a corner of the table.
func (t GamingTable) Corner(name string) Point {
	var p Point
	if name == "north-east" || name == "north-west" {
		p.Y = t.Depth
	}
	if name == "north-east" || name == "south-east" {
		p.X = t.Width
	}
	return p
}

// Bounds returns the rectangle of a zone along an edge or of a rectangular zone.
func (a Zone) Bounds(t GamingTable) ZoneBox {
	if a.Shape == "edge" {
		return t.strip(a.Edge, a.DepthOf())
	}
	return ZoneBox{*a.XMin, *a.YMin, *a.XMax, *a.YMax}
}

// ZoneGap returns the shortest distance between two zones.
func (t GamingTable) ZoneGap(a, b Zone) Inches {
	aRound, bRound := a.Shape == "corner", b.Shape == "corner"
	switch {
	case aRound && bRound:
		return max(0, PointDistance(t.Corner(a.Corner), t.Corner(b.Corner))-a.RadiusOf()-b.RadiusOf())
	case aRound:
		p := t.Corner(a.Corner)
		return max(0, boxGap(ZoneBox{p.X, p.Y, p.X, p.Y}, b.Bounds(t))-a.RadiusOf())
	case bRound:
		return t.ZoneGap(b, a)
	}
	return boxGap(a.Bounds(t), b.Bounds(t))
}

// boxGap returns the shortest distance between two rectangles, rounded; 0 if they
// overlap.
func boxGap(a, b ZoneBox) Inches {
	dx := max(0, b.X0-a.X1, a.X0-b.X1)
	dy := max(0, b.Y0-a.Y1, a.Y0-b.Y1)
	return RoundInches(math.Sqrt(float64(int64(dx)*int64(dx) + int64(dy)*int64(dy))))
}

type zonesInput struct {
	GamingTable
	FirstPlayerEdge string       `json:"first_player_edge" in:"north|south|east|west" default:"-"`
	Zones           []playerZone `json:"zones" len:"1..8" default:"-"`
}

// playerZone is the deployment zone of a player.
type playerZone struct {
	Player string `json:"player" in:"1..80"`
	Zone
}

type zonesResult struct {
	Zones               []zoneShown `json:"zones"`
	Gaps                []zoneGap   `json:"gaps"`
	MinGap              *Inches     `json:"min_gap"`
	CustomScenarioLegal bool        `json:"custom_scenario_legal"`
}

// zoneShown is the zone of a player in the result.
type zoneShown struct {
	Player string             `json:"player"`
	Shape  string             `json:"shape"`
	Edge   rules.NullableText `json:"edge"`
	Corner rules.NullableText `json:"corner"`
	Box    *ZoneBox           `json:"box"`
	Radius *Inches            `json:"radius"`
}

// zoneGap is the distance between the zones of two players.
type zoneGap struct {
	A   string `json:"a"`
	B   string `json:"b"`
	Gap Inches `json:"gap"`
}

func (in zonesInput) check() *rules.Fault {
	switch {
	case in.FirstPlayerEdge != "" && in.Zones != nil:
		return rules.Unexpected("zones")
	case in.FirstPlayerEdge == "" && in.Zones == nil:
		return rules.Missing("zones")
	case in.FirstPlayerEdge != "" && in.across(in.FirstPlayerEdge) < standardDepth:
		if e := in.FirstPlayerEdge; e == "north" || e == "south" {
			return BadValue("table_depth", "leaves no room for a zone")
		}
		return BadValue("table_width", "leaves no room for a zone")
	}
	return EachFault(in.Zones, func(i int, z playerZone) *rules.Fault { return z.Zone.Check(rules.At("zones", i), in.GamingTable) })
}

var OppositeEdge = map[string]string{"north": "south", "south": "north", "east": "west", "west": "east"}

func layZones(in zonesInput) zonesResult {
	zones := in.Zones
	if edge := in.FirstPlayerEdge; edge != "" { // two players have a strip each (WM-SETUP-4, WM-SETUP-6)
		zones = []playerZone{{"first", Zone{Shape: "edge", Edge: edge}}, {"second", Zone{Shape: "edge", Edge: OppositeEdge[edge]}}}
	}
	var r zonesResult
	for i, z := range zones {
		shown := zoneShown{Player: z.Player, Shape: z.Shape, Edge: rules.NullableText(z.Edge), Corner: rules.NullableText(z.Corner)}
		if z.Shape == "corner" {
			radius := z.RadiusOf()
			shown.Radius = &radius
		} else {
			b := z.Bounds(in.GamingTable)
			shown.Box = &b
		}
		r.Zones = append(r.Zones, shown)
		for _, other := range zones[i+1:] {
			g := in.ZoneGap(z.Zone, other.Zone)
			r.Gaps = append(r.Gaps, zoneGap{z.Player, other.Player, g})
			if r.MinGap == nil || g < *r.MinGap {
				r.MinGap = &g
			}
		}
	}
	r.CustomScenarioLegal = r.MinGap == nil || *r.MinGap >= LeastBetweenZones
	return r
}

var deploymentZonesRuling = rules.DicelessRuling("deployment-zones",
	"WM-SETUP-1 WM-SETUP-4 WM-SETUP-6 WM-SETUP-10 WM-SETUP-11 WM-SETUP-12 WM-MULTI-7 WM-MULTI-9 WM-MULTI-10",
	zonesInput.check, layZones)
