package ruling

import (
	"math"

	"oriflamme/rules"
)

// SightInput are the models and the scenery of a line of sight.
type SightInput struct {
	Viewer      Viewer         `json:"viewer"`
	Target      SightModel     `json:"target"`
	Others      []SightModel   `json:"others" len:"0..40" default:"[]"`
	Terrain     []SightTerrain `json:"terrain" len:"0..20" default:"[]"`
	Clouds      []cloud        `json:"clouds" len:"0..20" default:"[]"`
	FrontArc    string         `json:"front_arc" in:"half|none" default:"\"half\""`
	TerrainTest string         `json:"terrain_test" in:"volume|simple" default:"\"volume\""`
}

// SightModel is a model on the table.
type SightModel struct {
	Place
	Base      string  `json:"base" in:"small|medium|large"`
	Radius    *Inches `json:"radius" in:"0.1..5" default:"-"` // nil: the radius of its base
	Elevation Inches  `json:"elevation" in:"-100..100" default:"0"`
}

// Viewer is the model that looks.
type Viewer struct {
	SightModel
	Facing Degrees `json:"facing" in:"-360..360" default:"0"`
}

func (s SightModel) radius() Inches { return valueOr(s.Radius, BaseRadii[BaseSizes[s.Base]]) }
func (s SightModel) top() Inches    { return s.Elevation + volume(s.Base) }

func (s SightModel) gap(o SightModel) Inches {
	return BaseGap(s.Point(), s.radius(), o.Point(), o.radius())
}

// SightTerrain is a terrain feature, solid from its top down.
type SightTerrain struct {
	Polygon Polygon `json:"polygon" len:"3..12"`
	Top     Inches  `json:"top" in:"-100..100"`
}

// cloud is an area that blocks lines of sight at any height: a disc or a polygon.
type cloud struct {
	X       *Inches `json:"x" in:"-1000..1000" default:"-"`
	Y       *Inches `json:"y" in:"-1000..1000" default:"-"`
	Radius  *Inches `json:"radius" in:"0.1..20" default:"-"`
	Polygon Polygon `json:"polygon" len:"3..12" default:"-"`
}

// SightResult is whether a viewer sees a target, and why not.
type SightResult struct {
	LOS              bool        `json:"los"`
	TargetInFrontArc bool        `json:"target_in_front_arc"`
	Distance         Inches      `json:"distance"`
	ViewerTop        Inches      `json:"viewer_top"`
	TargetTop        Inches      `json:"target_top"`
	Others           []bystander `json:"others"`
}

// bystander is what a model between viewer and target does to the line of sight.
type bystander struct {
	Intervening  bool `json:"intervening"`
	BlocksBySize bool `json:"blocks_by_size"`
	Ignored      bool `json:"ignored"`
	Near         bool `json:"within_1in_of_target"`
}

func (in SightInput) check() *rules.Fault {
	return rules.FirstFault(
		EachFault(in.Terrain, func(i int, f SightTerrain) *rules.Fault { return f.Polygon.checkConvex("terrain", i) }),
		EachFault(in.Clouds, func(i int, c cloud) *rules.Fault {
			round := c.Polygon == nil
			return rules.FirstFault(
				CheckPresence(round, c.X != nil, MemberPath("clouds", i, "x")),
				CheckPresence(round, c.Y != nil, MemberPath("clouds", i, "y")),
				CheckPresence(round, c.Radius != nil, MemberPath("clouds", i, "radius")),
				c.Polygon.checkConvex("clouds", i),
			)
		}),
		rules.FaultIf(in.Viewer.gap(in.Target) < 0, rules.Breaks("WM-MOVE-2", "target", "the bases overlap")),
	)
}

// intervenes reports whether a base meets the convex hull of the bases of two others
// (WM-LOS-7).
func intervenes(m, a, b SightModel) bool {
	ax, ay, ar := float64(a.X), float64(a.Y), float64(a.radius())
	dx, dy, dr := float64(b.X)-ax, float64(b.Y)-ay, float64(b.radius())-ar
	beyond := func(t float64) float64 {
		return math.Hypot(float64(m.X)-ax-t*dx, float64(m.Y)-ay-t*dy) - ar - t*dr
	}
	// The function is convex: a search by thirds converges on its minimum.
	lo, hi := 0.0, 1.0
	for range 120 {
		third := (hi - lo) / 3
		if beyond(lo+third) < beyond(hi-third) {
			hi -= third
		} else {
			lo += third
		}
	}
	return RoundInches(min(beyond(lo), beyond(0), beyond(1))) < m.radius()
}

// ResolveSight reports whether the viewer has line of sight to the target (WM-LOS-1 to WM-LOS-12).
func ResolveSight(in SightInput) SightResult {
	r := SightResult{
		Distance: in.Viewer.gap(in.Target), ViewerTop: in.Viewer.top(), TargetTop: in.Target.top(),
		TargetInFrontArc: in.FrontArc == "none" || in.inFrontArc(),
	}
	var blocking []SightModel
	for _, m := range in.Others {
		b := bystander{
			Intervening:  intervenes(m, in.Viewer.SightModel, in.Target),
			BlocksBySize: coversBySize(m.Base, in.Target.Base),
			Near:         m.gap(in.Target) <= NearTarget,
		}
		b.Ignored = Overlooked(in.Viewer.Elevation, in.Target.Elevation, m.Elevation, in.Viewer.Base, m.Base, b.Near)
		if b.BlocksBySize && !b.Ignored {
			blocking = append(blocking, m)
		}
		r.Others = append(r.Others, b)
	}
	r.LOS = newSightline(in, blocking).Free()
	return r
}

// inFrontArc reports whether a part of the target's base is in the front arc (WM-LOS-13).
func (in SightInput) inFrontArc() bool {
	ux, uy := in.Viewer.Facing.Unit()
	way := in.Target.Point().Minus(in.Viewer.Point())
	return RoundInches(ux*float64(way.X)+uy*float64(way.Y))+in.Target.radius() >= 0
}

var lineOfSightRuling = rules.DicelessRuling("line-of-sight",
	"WM-VOL-1 WM-VOL-2 WM-VOL-3 WM-LOS-1 WM-LOS-2 WM-LOS-3 WM-LOS-4 WM-LOS-5 WM-LOS-6 WM-LOS-7 WM-LOS-8 WM-LOS-9 WM-LOS-10 WM-LOS-11 WM-LOS-12 "+
		"WM-X-BASE-1 WM-X-FACE-1 WM-X-MEAS-1",
	SightInput.check, ResolveSight)
