package warmaster

import "oriflamme/rules"

type crossed struct {
	What    string    `json:"what" in:"friendly-unit|enemy-unit|own-stand|character|open-ground|road|gentle-hill|bridge|steep-hill|river|wood|marsh|ruins|buildings|other|fordable-river|low-obstacle|rampart"`
	Inside  rules.Dec `json:"inside_cm" in:"0..1000" digits:"4" default:"0"`
	EndOnIt bool      `json:"end_on_it" default:"false"`
}

type factsInput struct {
	Purpose string    `json:"purpose" in:"shooting|charge|initiative"`
	Between []crossed `json:"between" len:"0..20"`
}

type factsResult struct {
	Blocks  []bool `json:"blocks"`
	Visible bool   `json:"visible"`
}

// throughWood is how far one sees into or through a wood (WR-LOS-4, ruling A-33).
var throughWood = cm(2)

// breaks tells whether something on a line breaks it (WR-LOS-2 to WR-LOS-4, ruling A-8, WR-PROV-14).
func (c crossed) breaks(purpose string) bool {
	switch c.What {
	case "own-stand":
		return purpose == "shooting"
	case "wood":
		return c.Inside > throughWood
	case "gentle-hill", "steep-hill":
		return !c.EndOnIt
	}
	return hides(c.What)
}

func (in factsInput) judge() factsResult {
	r := factsResult{Visible: true}
	for _, c := range in.Between {
		breaks := c.breaks(in.Purpose)
		r.Blocks = append(r.Blocks, breaks)
		r.Visible = r.Visible && !breaks
	}
	return r
}

var sightFactsRuling = plainRuling("sight-facts", "WR-LOS-1 WR-LOS-2 WR-LOS-3 WR-LOS-4 WR-PROV-14", nil, factsInput.judge)
