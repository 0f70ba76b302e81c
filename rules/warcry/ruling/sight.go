package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// sightLine is a straight line that the caller tries.
type sightLine struct {
	FromPart string     `json:"from_part" in:"body|base" default:"\"body\""`
	ToPart   string     `json:"to_part" in:"body|base" default:"\"body\""`
	From     spacePoint `json:"from"`
	To       spacePoint `json:"to"`
}

// bystander is another fighter that may block a line, as an upright cylinder.
type bystander struct {
	ID string `json:"id" in:"1..200"`
	PlanePoint
	Radius rules.Dec `json:"radius" in:"0..10" digits:"3"`
	Bottom rules.Dec `json:"bottom" in:"0..100" digits:"3" default:"0"`
	Top    rules.Dec `json:"top" in:"0..100" digits:"3"`
}

func (o bystander) cylinder() plane.Cylinder {
	return plane.Cylinder{Centre: o.PlanePoint.Plane(), Radius: Mils(o.Radius), Bottom: Mils(o.Bottom), Top: Mils(o.Top)}
}

type visibilityInput struct {
	SameFighter bool           `json:"same_fighter" default:"false"`
	Lines       []sightLine    `json:"lines" len:"0..50"`
	Terrain     []terrainBlock `json:"terrain" len:"0..30" distinct:"id" default:"[]"`
	Fighters    []bystander    `json:"fighters" len:"0..30" distinct:"id" default:"[]"`
}

// lineResult says whether a line counts and what blocks it.
type lineResult struct {
	Counts    bool     `json:"counts"`
	BlockedBy []string `json:"blocked_by"`
}

type visibilityResult struct {
	Visible bool         `json:"visible"`
	Lines   []lineResult `json:"lines"`
}

// resolve returns the result of each line and whether one of them is open. Lines from or to a
// base do not count (WC-VIS-2), and no fighter sees itself (WC-VIS-3).
func (v visibilityInput) resolve() visibilityResult {
	prisms := make([]plane.Prism, len(v.Terrain))
	for i, s := range v.Terrain {
		prisms[i] = s.prism()
	}
	var r visibilityResult
	for _, l := range v.Lines {
		s := lineResult{Counts: l.FromPart == "body" && l.ToPart == "body"}
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

var checkVisibilityRuling = rules.CheckedRuling("check-visibility", "WC-VIS-1 WC-VIS-2 WC-VIS-3 WC-VIS-4", "",
	func(in visibilityInput) *rules.Fault {
		return rules.FirstFault(
			checkEach("terrain", in.Terrain, terrainBlock.check),
			checkEach("fighters", in.Fighters, func(o bystander, at string) *rules.Fault { return checkHeight(at, o.Bottom, o.Top) }),
		)
	},
	func(_ *rules.Roller, in visibilityInput) visibilityResult { return in.resolve() })
