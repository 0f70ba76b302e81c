package warmachine

import (
	"math"

	"oriflamme/rules"
)

type pathAsked struct {
	Movement     string        `json:"movement" in:"full-advance|run|charge|push|slam|other" default:"\"full-advance\""`
	Radius       Inches        `json:"radius" in:"0.1..5"`
	Path         []Point       `json:"path" len:"2..50"`
	MaxDistance  *Inches       `json:"max_distance" in:"0..1000" default:"-"`
	Others       []passed      `json:"others" len:"0..100" default:"[]"`
	Restrictions []restriction `json:"restrictions" len:"0..10" default:"[]"`
	RoughInches  Inches        `json:"rough_inches" in:"0..1000" default:"0"`
	Pathfinder   bool          `json:"pathfinder" default:"false"`
	Facing       *Degrees      `json:"facing" in:"-360..360" default:"-"`
	Outside      bool          `json:"outside" default:"true"`
}

// passed is a model on the way, which an ability may let the mover through.
type passed struct {
	Disc
	MayPass bool `json:"may_pass" default:"false"`
}

// restriction is a movement restriction about a model or a point.
type restriction struct {
	Kind string `json:"kind" in:"toward|directly-toward|away-from|directly-away-from"`
	Place
}

type pathResult struct {
	Legal        bool     `json:"legal"`
	Violations   []breach `json:"violations"`
	Length       Inches   `json:"length"`
	Cost         Inches   `json:"cost"`
	Remaining    *Inches  `json:"remaining"`
	End          Point    `json:"end"`
	IsAdvance    bool     `json:"is_advance"`
	FacingAfter  Degrees  `json:"facing_after"`
	MayTurnAfter bool     `json:"may_turn_after"`
}

// advance tells whether a movement is an advance (WM-MOVE-3).
func (in pathAsked) advance() bool {
	return in.Movement == fullAdvance || in.Movement == run || in.Movement == charge
}

// length is that of the whole path; pivots cost nothing (WM-MOVE-7, ruling A-15).
func (in pathAsked) length() Inches {
	far := 0.0
	for i, p := range in.Path[1:] {
		far += p.minus(in.Path[i]).length()
	}
	return round(far)
}

func (in pathAsked) check() *rules.Fault {
	for i, p := range in.Path[1:] {
		if p == in.Path[i] {
			return strange(rules.At("path", i+1), "is where the path is already")
		}
	}
	if f := belongs(!in.advance(), in.Facing != nil, "facing"); f != nil {
		return f
	}
	for i, r := range in.Restrictions {
		if r.point() == in.Path[0] {
			return strange(rules.At("restrictions", i), "is where the path begins")
		}
	}
	return first(
		when(!in.Outside && in.RoughInches > 0, rules.Breaks("WM-X-TER-1", "rough_inches", "what rough terrain costs is no rule of the book")),
		when(!in.Outside && in.Pathfinder, rules.Breaks("WM-X-TER-1", "pathfinder", "is no rule of the book")),
		when(in.RoughInches > in.length(), strange("rough_inches", "is more than the path")),
	)
}

func (in pathAsked) follow() pathResult {
	r := pathResult{Length: in.length(), End: in.Path[len(in.Path)-1], IsAdvance: in.advance()}
	r.Cost = r.Length
	if !in.Pathfinder {
		r.Cost += roughTerrainCost(in.RoughInches)
	}
	if in.MaxDistance != nil {
		left := *in.MaxDistance - r.Cost
		r.Remaining = &left
	}
	r.Violations = in.breaches(r.Cost)
	r.Legal = len(r.Violations) == 0
	r.MayTurnAfter = r.IsAdvance
	for _, b := range in.Restrictions {
		if b.direct() {
			r.MayTurnAfter = false
		}
	}
	if r.IsAdvance {
		last := r.End.minus(in.Path[len(in.Path)-2])
		r.FacingAfter = heading(float64(last.X), float64(last.Y))
	} else {
		r.FacingAfter = in.Facing.whole()
	}
	return r
}

func (in pathAsked) breaches(cost Inches) []breach {
	var all []breach
	if in.Movement == charge && len(in.Path) > 2 {
		all = append(all, breach{"WM-CHARGE-10", "path"})
	}
	if in.MaxDistance != nil && cost > *in.MaxDistance {
		all = append(all, breach{"WM-MOVE-8", "max_distance"})
	}
	for i, o := range in.Others {
		path := in.Path
		if o.MayPass {
			path = path[len(path)-1:]
		}
		if pathDistance(o.point(), path) < in.Radius+o.Radius {
			all = append(all, breach{"WM-MOVE-2", rules.At("others", i)})
		}
	}
	for i, b := range in.Restrictions {
		if !b.obeyed(in.Path) {
			all = append(all, breach{b.rule(), rules.At("restrictions", i)})
		}
	}
	return all
}

// pathDistance is how near a path comes to a point, rounded.
func pathDistance(m Point, path []Point) Inches {
	nearest := m.minus(path[0]).length()
	for i, p := range path[1:] {
		nearest = math.Min(nearest, segmentDistance(m, path[i], p))
	}
	return round(nearest)
}

func (r restriction) direct() bool {
	return r.Kind == "directly-toward" || r.Kind == "directly-away-from"
}
func (r restriction) toward() bool { return r.Kind == "toward" || r.Kind == "directly-toward" }

func (r restriction) rule() string {
	return map[string]string{
		"toward": "WM-REST-1", "directly-toward": "WM-REST-2", "away-from": "WM-REST-4", "directly-away-from": "WM-REST-5",
	}[r.Kind]
}

// straight is how far from the line of centres a direct movement may be.
const straight Inches = 1

// obeyed tells whether the distance of a path to the point always falls, or
// always grows; a direct movement also keeps to the line (WM-REST-1 to WM-REST-6).
func (r restriction) obeyed(path []Point) bool {
	b := r.point()
	for i, q := range path[1:] {
		p := path[i]
		if r.toward() && dot(q.minus(b), q.minus(p)) > 0 || !r.toward() && dot(p.minus(b), q.minus(p)) < 0 {
			return false
		}
	}
	if !r.direct() {
		return true
	}
	along := b.minus(path[0])
	for _, q := range path[1:] {
		if off := math.Abs(float64(cross(along, q.minus(path[0])))) / along.length(); round(off) > straight {
			return false
		}
	}
	return true
}

var movePathRuling = plain("move-path",
	"WM-MOVE-2 WM-MOVE-3 WM-MOVE-4 WM-MOVE-5 WM-MOVE-6 WM-MOVE-7 WM-MOVE-8 WM-MOVE-12 WM-MOVE-13 WM-CHARGE-10 WM-REST-1 WM-REST-2 WM-REST-3 "+
		"WM-REST-4 WM-REST-5 WM-REST-6 WM-REST-7 WM-X-TER-1",
	pathAsked.check, pathAsked.follow)
