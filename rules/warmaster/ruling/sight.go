package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

type sightBlocker struct {
	Stand
	What string `json:"what" in:"unit|character|bridge|buildings|fordable-river|low-obstacle|marsh|open-ground|other|rampart|river|road|ruins"`
}

type sightInput struct {
	Purpose   string         `json:"purpose" in:"shooting|charge|initiative"`
	AllRound  bool           `json:"all_round" default:"false"`
	Observers []Stand        `json:"observers" len:"1..4"`
	Target    []Stand        `json:"target" len:"1..4"`
	Blockers  []sightBlocker `json:"blockers" len:"0..8" default:"[]"`
}

type sightResult struct {
	Visible bool   `json:"visible"`
	Stands  []bool `json:"stands"`
}

// BlocksSight reports whether a kind of thing breaks every line that meets it (WR-LOS-2,
// WR-LOS-3).
func BlocksSight(what string) bool {
	switch what {
	case "unit", "friendly-unit", "enemy-unit", "buildings", "ruins", "rampart", "other":
		return true
	}
	return false
}

// resolve finds the stands of a unit that see another unit (WR-LOS-1 to WR-LOS-5, ruling
//
func (in sightInput) resolve() (r sightResult) {
	observers, targets := rects(in.Observers), rects(in.Target)
	var blockers []rect.Rect
	for _, b := range in.Blockers {
		if BlocksSight(b.What) {
			blockers = append(blockers, b.rect())
		}
	}
	edges := []rect.Side{rect.Front}
	if in.AllRound {
		edges = []rect.Side{rect.Front, rect.Right, rect.Rear, rect.Left}
	}
	for i, o := range observers {
		around := slices.Clip(blockers)
		if in.Purpose == "shooting" {
			around = append(append(around, observers[:i]...), observers[i+1:]...)
		}
		seen := slices.ContainsFunc(edges, func(e rect.Side) bool {
			return slices.ContainsFunc(targets, func(t rect.Rect) bool { return rect.Sees(o, e, t, around) })
		})
		r.Stands = append(r.Stands, seen)
		r.Visible = r.Visible || seen
	}
	return r
}

var lineOfSightRuling = rules.DicelessRuling("line-of-sight", "WR-LOS-1 WR-LOS-2 WR-LOS-3 WR-LOS-5 WR-SHOOT-6 WR-INIT-3 WR-CHARGE-3", nil, sightInput.resolve)
