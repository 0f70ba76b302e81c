package ruling

import (
	"math"
	"slices"

	"oriflamme/rules"
)

type pathInput struct {
	Movement     string        `json:"movement" in:"full-advance|run|charge|push|slam|other" default:"\"full-advance\""`
	Radius       Inches        `json:"radius" in:"0.1..5"`
	Path         []Point       `json:"path" len:"2..50"`
	MaxDistance  *Inches       `json:"max_distance" in:"0..1000" default:"-"`
	Others       []passed      `json:"others" len:"0..100" default:"[]"`
	Restrictions []Restriction `json:"restrictions" len:"0..10" default:"[]"`
	RoughInches  Inches        `json:"rough_inches" in:"0..1000" default:"0"`
	Pathfinder   bool          `json:"pathfinder" default:"false"`
	Facing       *Degrees      `json:"facing" in:"-360..360" default:"-"`
	Outside      bool          `json:"outside" default:"true"`
}

// passed is a model on the path that an ability may let the mover move through.
type passed struct {
	Disc
	MayPass bool `json:"may_pass" default:"false"`
}

// Restriction is a restriction of a movement by a model or a point.
type Restriction struct {
	Kind string `json:"kind" in:"toward|directly-toward|away-from|directly-away-from"`
	Place
}

type pathResult struct {
	Legal        bool     `json:"legal"`
	Violations   []Breach `json:"violations"`
	Length       Inches   `json:"length"`
	Cost         Inches   `json:"cost"`
	Remaining    *Inches  `json:"remaining"`
	End          Point    `json:"end"`
	IsAdvance    bool     `json:"is_advance"`
	FacingAfter  Degrees  `json:"facing_after"`
	MayTurnAfter bool     `json:"may_turn_after"`
}

// advance reports whether a movement is an advance (WM-MOVE-3).
func (in pathInput) advance() bool {
	return in.Movement == FullAdvance || in.Movement == Run || in.Movement == Charge
}

// length returns the length of the whole path. Pivots cost nothing (WM-MOVE-7, ruling A-15).
func (in pathInput) length() Inches {
	far := 0.0
	for i, p := range in.Path[1:] {
		far += p.Minus(in.Path[i]).Length()
	}
	return RoundInches(far)
}

func (in pathInput) check() *rules.Fault {
	return rules.FirstFault(
		EachFault(in.Path[1:], func(i int, p Point) *rules.Fault {
			return rules.FaultIf(p == in.Path[i], BadValue(rules.At("path", i+1), "is where the path is already"))
		}),
		CheckPresence(!in.advance(), in.Facing != nil, "facing"),
		EachFault(in.Restrictions, func(i int, r Restriction) *rules.Fault {
			return rules.FaultIf(r.Point() == in.Path[0], BadValue(rules.At("restrictions", i), "is where the path begins"))
		}),
		rules.FaultIf(!in.Outside && in.RoughInches > 0, rules.Breaks("WM-X-TER-1", "rough_inches", "what rough terrain costs is no rule of the book")),
		rules.FaultIf(!in.Outside && in.Pathfinder, rules.Breaks("WM-X-TER-1", "pathfinder", "is no rule of the book")),
		rules.FaultIf(in.RoughInches > in.length(), BadValue("rough_inches", "is more than the path")),
	)
}

// follow measures the path and returns the rules that it breaks.
func (in pathInput) follow() pathResult {
	r := pathResult{Length: in.length(), End: in.Path[len(in.Path)-1], IsAdvance: in.advance()}
	r.Cost = r.Length
	if !in.Pathfinder {
		r.Cost += RoughTerrainCost(in.RoughInches)
	}
	if in.MaxDistance != nil {
		left := *in.MaxDistance - r.Cost
		r.Remaining = &left
	}
	r.Violations = in.breaches(r.Cost)
	r.Legal = len(r.Violations) == 0
	r.MayTurnAfter = r.IsAdvance && !slices.ContainsFunc(in.Restrictions, Restriction.direct)
	if r.IsAdvance {
		last := r.End.Minus(in.Path[len(in.Path)-2])
		r.FacingAfter = Heading(float64(last.X), float64(last.Y))
	} else {
		r.FacingAfter = in.Facing.Whole()
	}
	return r
}

// breaches returns the rules that a path of a given cost breaks.
func (in pathInput) breaches(cost Inches) (all breachList) {
	all.note(in.Movement == Charge && len(in.Path) > 2, "WM-CHARGE-10", "path")
	all.note(in.MaxDistance != nil && cost > *in.MaxDistance, "WM-MOVE-8", "max_distance")
	for i, o := range in.Others {
		path := in.Path
		if o.MayPass {
			path = path[len(path)-1:]
		}
		all.note(pathDistance(o.Point(), path) < in.Radius+o.Radius, "WM-MOVE-2", rules.At("others", i))
	}
	for i, b := range in.Restrictions {
		all.note(!b.Obeyed(in.Path), b.Rule(), rules.At("restrictions", i))
	}
	return all
}

// pathDistance returns the distance of a path from a point, rounded.
func pathDistance(m Point, path []Point) Inches {
	nearest := m.Minus(path[0]).Length()
	for i, p := range path[1:] {
		nearest = math.Min(nearest, SegmentDistance(m, path[i], p))
	}
	return RoundInches(nearest)
}

// direct reports whether the movement must keep to the line of centres.
func (r Restriction) direct() bool {
	return r.Kind == "directly-toward" || r.Kind == "directly-away-from"
}

// toward reports whether the movement must approach the point.
func (r Restriction) toward() bool { return r.Kind == "toward" || r.Kind == "directly-toward" }

// Rule returns the rule of the restriction.
func (r Restriction) Rule() string {
	return map[string]string{
		"toward": "WM-REST-1", "directly-toward": "WM-REST-2", "away-from": "WM-REST-4", "directly-away-from": "WM-REST-5",
	}[r.Kind]
}

// directTolerance is how far from the line of centres a direct movement may go.
const directTolerance Inches = 1

// Obeyed reports whether a path obeys the restriction: its distance to the point always
// falls, or always grows, and a direct movement keeps to the line (WM-REST-1 to WM-REST-6).
func (r Restriction) Obeyed(path []Point) bool {
	b := r.Point()
	for i, q := range path[1:] {
		p := path[i]
		if r.toward() && Dot(q.Minus(b), q.Minus(p)) > 0 || !r.toward() && Dot(p.Minus(b), q.Minus(p)) < 0 {
			return false
		}
	}
	if !r.direct() {
		return true
	}
	along := b.Minus(path[0])
	for _, q := range path[1:] {
		if off := math.Abs(float64(Cross(along, q.Minus(path[0])))) / along.Length(); RoundInches(off) > directTolerance {
			return false
		}
	}
	return true
}

var movePathRuling = rules.DicelessRuling("move-path",
	"WM-MOVE-2 WM-MOVE-3 WM-MOVE-4 WM-MOVE-5 WM-MOVE-6 WM-MOVE-7 WM-MOVE-8 WM-MOVE-12 WM-MOVE-13 WM-CHARGE-10 WM-REST-1 WM-REST-2 WM-REST-3 "+
		"WM-REST-4 WM-REST-5 WM-REST-6 WM-REST-7 WM-X-TER-1",
	pathInput.check, pathInput.follow)
