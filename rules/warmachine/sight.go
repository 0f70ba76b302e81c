package warmachine

import (
	"math"

	"oriflamme/rules"
)

// sightAsked are the models and the scenery of a line of sight.
type sightAsked struct {
	Viewer      looker     `json:"viewer"`
	Target      standing   `json:"target"`
	Others      []standing `json:"others" len:"0..40" default:"[]"`
	Terrain     []feature  `json:"terrain" len:"0..20" default:"[]"`
	Clouds      []cloud    `json:"clouds" len:"0..20" default:"[]"`
	FrontArc    string     `json:"front_arc" in:"half|none" default:"\"half\""`
	TerrainTest string     `json:"terrain_test" in:"volume|simple" default:"\"volume\""`
}

// standing is a model on the table.
type standing struct {
	Place
	Base      string  `json:"base" in:"small|medium|large"`
	Radius    *Inches `json:"radius" in:"0.1..5" default:"-"` // nil: that of its base
	Elevation Inches  `json:"elevation" in:"-100..100" default:"0"`
}

// looker is the model that looks.
type looker struct {
	standing
	Facing Degrees `json:"facing" in:"-360..360" default:"0"`
}

func (s standing) radius() Inches { return orElse(s.Radius, baseRadii[baseSizes[s.Base]]) }
func (s standing) top() Inches    { return s.Elevation + volume(s.Base) }

func (s standing) gap(o standing) Inches { return gap(s.point(), s.radius(), o.point(), o.radius()) }

// feature is a terrain feature, solid from its top down.
type feature struct {
	Polygon polygon `json:"polygon" len:"3..12"`
	Top     Inches  `json:"top" in:"-100..100"`
}

// cloud is an area of any height that blocks sight: round or angular.
type cloud struct {
	X       *Inches `json:"x" in:"-1000..1000" default:"-"`
	Y       *Inches `json:"y" in:"-1000..1000" default:"-"`
	Radius  *Inches `json:"radius" in:"0.1..20" default:"-"`
	Polygon polygon `json:"polygon" len:"3..12" default:"-"`
}

type sightResult struct {
	LOS              bool        `json:"los"`
	TargetInFrontArc bool        `json:"target_in_front_arc"`
	Distance         Inches      `json:"distance"`
	ViewerTop        Inches      `json:"viewer_top"`
	TargetTop        Inches      `json:"target_top"`
	Others           []bystander `json:"others"`
}

type bystander struct {
	Intervening  bool `json:"intervening"`
	BlocksBySize bool `json:"blocks_by_size"`
	Ignored      bool `json:"ignored"`
	Near         bool `json:"within_1in_of_target"`
}

func (in sightAsked) check() *rules.Fault {
	for i, f := range in.Terrain {
		if !f.Polygon.strictlyConvex() {
			return strange(under("terrain", i, "polygon"), "is not strictly convex")
		}
	}
	for i, c := range in.Clouds {
		angular := c.Polygon != nil
		fault := first(
			belongs(!angular, c.X != nil, under("clouds", i, "x")),
			belongs(!angular, c.Y != nil, under("clouds", i, "y")),
			belongs(!angular, c.Radius != nil, under("clouds", i, "radius")),
			when(angular && !c.Polygon.strictlyConvex(), strange(under("clouds", i, "polygon"), "is not strictly convex")),
		)
		if fault != nil {
			return fault
		}
	}
	return when(in.Viewer.gap(in.Target) < 0, rules.Breaks("WM-MOVE-2", "target", "the bases overlap"))
}

// intervenes tells whether a base meets the hull of the bases of two others (WM-LOS-7).
func intervenes(m, a, b standing) bool {
	ax, ay, ar := float64(a.X), float64(a.Y), float64(a.radius())
	dx, dy, dr := float64(b.X)-ax, float64(b.Y)-ay, float64(b.radius())-ar
	beyond := func(t float64) float64 {
		return math.Hypot(float64(m.X)-ax-t*dx, float64(m.Y)-ay-t*dy) - ar - t*dr
	}
	// The function is convex: thirds close in on its least value.
	lo, hi := 0.0, 1.0
	for range 120 {
		third := (hi - lo) / 3
		if beyond(lo+third) < beyond(hi-third) {
			hi -= third
		} else {
			lo += third
		}
	}
	return round(min(beyond(lo), beyond(0), beyond(1))) < m.radius()
}

// look tells whether the viewer has line of sight to the target (WM-LOS-1 to WM-LOS-12).
func look(in sightAsked) sightResult {
	r := sightResult{
		Distance: in.Viewer.gap(in.Target), ViewerTop: in.Viewer.top(), TargetTop: in.Target.top(),
		TargetInFrontArc: in.FrontArc == "none" || in.ahead(),
	}
	var blocking []standing
	for _, m := range in.Others {
		b := bystander{
			Intervening:  intervenes(m, in.Viewer.standing, in.Target),
			BlocksBySize: coversBySize(m.Base, in.Target.Base),
			Near:         m.gap(in.Target) <= nearTarget,
		}
		b.Ignored = overlooked(in.Viewer.Elevation, in.Target.Elevation, m.Elevation, in.Viewer.Base, m.Base, b.Near)
		if b.BlocksBySize && !b.Ignored {
			blocking = append(blocking, m)
		}
		r.Others = append(r.Others, b)
	}
	r.LOS = newSightline(in, blocking).free()
	return r
}

// ahead tells whether a part of the target's base is in the front arc (WM-LOS-13).
func (in sightAsked) ahead() bool {
	ux, uy := in.Viewer.Facing.unit()
	way := in.Target.point().minus(in.Viewer.point())
	return round(ux*float64(way.X)+uy*float64(way.Y))+in.Target.radius() >= 0
}

var lineOfSightRuling = plain("line-of-sight",
	"WM-VOL-1 WM-VOL-2 WM-VOL-3 WM-LOS-1 WM-LOS-2 WM-LOS-3 WM-LOS-4 WM-LOS-5 WM-LOS-6 WM-LOS-7 WM-LOS-8 WM-LOS-9 WM-LOS-10 WM-LOS-11 WM-LOS-12 "+
		"WM-X-BASE-1 WM-X-FACE-1 WM-X-MEAS-1",
	sightAsked.check, look)
