package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Zone is a rectangle of cells, including its limits.
type Zone struct {
	XMin int `json:"x_min"`
	XMax int `json:"x_max"`
	YMin int `json:"y_min"`
	YMax int `json:"y_max"`
}

// Holds reports whether a cell is in the zone.
func (z Zone) Holds(c grid.Cell) bool {
	return c.X >= z.XMin && c.X <= z.XMax && c.Y >= z.YMin && c.Y <= z.YMax
}

// zoneStrip is the depth of the recommended zone and its distance from the corners, in
// cells.
const zoneStrip = 4

// QuickZone is the recommended deployment zone of a quick battle along a board edge
// (MG-SETUP-5); ok is false if the board is too short for it.
func QuickZone(width, height int, edge grid.Facing) (z Zone, ok bool) {
	z = Zone{0, width - 1, 0, height - 1}
	if edge == grid.North || edge == grid.South {
		z.XMin, z.XMax = zoneStrip, width-zoneStrip-1
	} else {
		z.YMin, z.YMax = zoneStrip, height-zoneStrip-1
	}
	switch edge {
	case grid.North:
		z.YMin = max(0, height-zoneStrip)
	case grid.South:
		z.YMax = min(height, zoneStrip) - 1
	case grid.East:
		z.XMin = max(0, width-zoneStrip)
	case grid.West:
		z.XMax = min(width, zoneStrip) - 1
	}
	return z, z.XMin <= z.XMax && z.YMin <= z.YMax
}

type zoneInput struct {
	Width  int         `json:"width" in:"1..500"`
	Height int         `json:"height" in:"1..500"`
	Edge   grid.Facing `json:"edge" in:"n|e|s|w"`
	Cells  []grid.Cell `json:"cells" len:"0..500" default:"[]"`
}

type zoneResult struct {
	Zone      *Zone  `json:"zone"`
	ZoneWidth int    `json:"zone_width"`
	ZoneDepth int    `json:"zone_depth"`
	ZoneCells int    `json:"zone_cells"`
	Inside    []bool `json:"inside"`
}

var deploymentZoneRuling = rules.CheckedRuling("deployment-zone", "MG-SETUP-5", "", nil,
	func(_ *rules.Roller, in zoneInput) zoneResult {
		r := zoneResult{Inside: make([]bool, len(in.Cells))}
		z, ok := QuickZone(in.Width, in.Height, in.Edge)
		if !ok {
			return r
		}
		r.Zone, r.ZoneWidth, r.ZoneDepth = &z, z.XMax-z.XMin+1, z.YMax-z.YMin+1
		if in.Edge == grid.East || in.Edge == grid.West {
			r.ZoneWidth, r.ZoneDepth = r.ZoneDepth, r.ZoneWidth
		}
		r.ZoneCells = r.ZoneWidth * r.ZoneDepth
		for i, c := range in.Cells {
			r.Inside[i] = z.Holds(c)
		}
		return r
	})
