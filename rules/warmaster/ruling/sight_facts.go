package ruling

import (
	"oriflamme/rules"
)

// LineObstacle is something on a line of sight, with the cm of the line inside it.
type LineObstacle struct {
	What    string    `json:"what" in:"friendly-unit|enemy-unit|own-stand|character|open-ground|road|gentle-hill|bridge|steep-hill|river|wood|marsh|ruins|buildings|other|fordable-river|low-obstacle|rampart"`
	Inside  rules.Dec `json:"inside_cm" in:"0..1000" digits:"4" default:"0"`
	EndOnIt bool      `json:"end_on_it" default:"false"`
}

type sightFactsInput struct {
	Purpose string         `json:"purpose" in:"shooting|charge|initiative"`
	Between []LineObstacle `json:"between" len:"0..20"`
}

type sightFactsResult struct {
	Blocks  []bool `json:"blocks"`
	Visible bool   `json:"visible"`
}

// throughWood is how far a line of sight goes into or through a wood (WR-LOS-4, ruling
//
var throughWood = CM(2)

// Blocks reports whether something on a line blocks it (WR-LOS-2 to WR-LOS-4, ruling A-8,
// WR-PROV-14).
func (c LineObstacle) Blocks(purpose string) bool {
	switch c.What {
	case "own-stand":
		return purpose == "shooting"
	case "wood":
		return c.Inside > throughWood
	case "gentle-hill", "steep-hill":
		return !c.EndOnIt
	}
	return BlocksSight(c.What)
}

func (in sightFactsInput) resolve() sightFactsResult {
	r := sightFactsResult{Visible: true}
	for _, c := range in.Between {
		breaks := c.Blocks(in.Purpose)
		r.Blocks = append(r.Blocks, breaks)
		r.Visible = r.Visible && !breaks
	}
	return r
}

var sightFactsRuling = rules.DicelessRuling("sight-facts", "WR-LOS-1 WR-LOS-2 WR-LOS-3 WR-LOS-4 WR-PROV-14", nil, sightFactsInput.resolve)
