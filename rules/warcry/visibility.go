package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// sightLine is a straight line that the caller tries.
type sightLine struct {
	FromPart string `json:"from_part" in:"body|base" default:"\"body\""`
	ToPart   string `json:"to_part" in:"body|base" default:"\"body\""`
	From     spot   `json:"from"`
	To       spot   `json:"to"`
}

// onlooker is a third fighter, as an upright cylinder.
type onlooker struct {
	ID string `json:"id" in:"1..200"`
	flatPoint
	Radius rules.Dec `json:"radius" in:"0..10" digits:"3"`
	Bottom rules.Dec `json:"bottom" in:"0..100" digits:"3" default:"0"`
	Top    rules.Dec `json:"top" in:"0..100" digits:"3"`
}

func (o onlooker) cylinder() plane.Cylinder {
	return plane.Cylinder{Centre: o.flatPoint.plane(), Radius: mils(o.Radius), Bottom: mils(o.Bottom), Top: mils(o.Top)}
}

type visibility struct {
	SameFighter bool           `json:"same_fighter" default:"false"`
	Lines       []sightLine    `json:"lines" len:"0..50"`
	Terrain     []terrainBlock `json:"terrain" len:"0..30" distinct:"id" default:"[]"`
	Fighters    []onlooker     `json:"fighters" len:"0..30" distinct:"id" default:"[]"`
}

// sight is what became of a line.
type sight struct {
	Counts    bool     `json:"counts"`
	BlockedBy []string `json:"blocked_by"`
}

type visibilityResult struct {
	Visible bool    `json:"visible"`
	Lines   []sight `json:"lines"`
}

// seen tells what became of each line and whether one of them is open. Lines
// from or to a base do not count (WC-VIS-2), and no fighter sees itself (WC-VIS-3).
func (v visibility) seen() visibilityResult {
	prisms := make([]plane.Prism, len(v.Terrain))
	for i, s := range v.Terrain {
		prisms[i] = s.prism()
	}
	var r visibilityResult
	for _, l := range v.Lines {
		s := sight{Counts: l.FromPart == "body" && l.ToPart == "body"}
		from, to := l.From.plane(), l.To.plane()
		for i, p := range prisms {
			if p.Crosses(from, to) {
				s.BlockedBy = append(s.BlockedBy, v.Terrain[i].ID)
			}
		}
		for _, o := range v.Fighters {
			if o.cylinder().Crosses(from, to) {
				s.BlockedBy = append(s.BlockedBy, o.ID)
			}
		}
		r.Visible = r.Visible || s.Counts && len(s.BlockedBy) == 0
		r.Lines = append(r.Lines, s)
	}
	r.Visible = r.Visible && !v.SameFighter
	return r
}

var checkVisibilityRuling = ruling("check-visibility", "WC-VIS-1 WC-VIS-2 WC-VIS-3 WC-VIS-4", "",
	func(in visibility) *rules.Fault {
		if fault := checkBlocks("terrain", in.Terrain); fault != nil {
			return fault
		}
		for i, o := range in.Fighters {
			if o.Top <= o.Bottom {
				return rules.Faultf(rules.OutOfRange, rules.At("fighters", i)+".top", "%v is not above the bottom %v", o.Top, o.Bottom)
			}
		}
		return nil
	},
	func(_ *rules.Cup, in visibility) visibilityResult { return in.seen() })
