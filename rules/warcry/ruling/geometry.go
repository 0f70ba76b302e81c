package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// Mils returns a length in thousandths of an inch, the unit of package plane.
func Mils(d rules.Dec) int64 { return int64(d / (rules.One / plane.One)) }

// PlanePoint is a point seen from above, in inches.
type PlanePoint struct {
	X rules.Dec `json:"x" in:"-1000..1000" digits:"3"`
	Y rules.Dec `json:"y" in:"-1000..1000" digits:"3"`
}

// Plane returns the point in thousandths of an inch.
func (p PlanePoint) Plane() plane.Point { return plane.Point{X: Mils(p.X), Y: Mils(p.Y)} }

// spacePoint is a point in space.
type spacePoint struct {
	PlanePoint
	Z rules.Dec `json:"z" in:"0..100" digits:"3"`
}

func (s spacePoint) plane() plane.Point3 {
	return plane.Point3{X: Mils(s.X), Y: Mils(s.Y), Z: Mils(s.Z)}
}

// baseOrMarker is a round base, or a marker of radius 0 (WC-GEN-13).
type baseOrMarker struct {
	PlanePoint
	Z      rules.Dec `json:"z" in:"0..100" digits:"3" default:"0"`
	Radius rules.Dec `json:"radius" in:"0..10" digits:"3" default:"0"`
}

func (b baseOrMarker) plane() plane.Base {
	return plane.Base{X: Mils(b.X), Y: Mils(b.Y), Z: Mils(b.Z), Radius: Mils(b.Radius)}
}

// terrainBlock is a part of a terrain feature: an upright prism.
type terrainBlock struct {
	ID      string       `json:"id" in:"1..200"`
	Polygon []PlanePoint `json:"polygon" len:"3..12"`
	Bottom  rules.Dec    `json:"bottom" in:"0..100" digits:"3" default:"0"`
	Top     rules.Dec    `json:"top" in:"0..100" digits:"3"`
}

func (s terrainBlock) prism() plane.Prism {
	p := plane.Prism{Bottom: Mils(s.Bottom), Top: Mils(s.Top), Polygon: make([]plane.Point, len(s.Polygon))}
	for i, c := range s.Polygon {
		p.Polygon[i] = c.Plane()
	}
	return p
}

// checkHeight returns a fault for terrain or a fighter at a path that has no height.
func checkHeight(path string, bottom, top rules.Dec) *rules.Fault {
	if top > bottom {
		return nil
	}
	return rules.Faultf(rules.OutOfRange, path+".top", "%v is not above the bottom %v", top, bottom)
}

func (s terrainBlock) check(path string) *rules.Fault { return checkHeight(path, s.Bottom, s.Top) }

type distanceInput struct {
	From      baseOrMarker `json:"from"`
	To        baseOrMarker `json:"to"`
	Mode      string       `json:"mode" in:"three-dimensional|horizontal|vertical" default:"\"three-dimensional\""`
	Threshold *rules.Dec   `json:"threshold" in:"0..100" digits:"3" default:"null" null:"true"`
}

type distanceResult struct {
	Distance     float64 `json:"distance"`
	Horizontal   float64 `json:"horizontal"`
	Vertical     float64 `json:"vertical"`
	Farthest     float64 `json:"farthest"`
	Within       *bool   `json:"within"`
	WhollyWithin *bool   `json:"wholly_within"`
}

// measureDistance measures the distance between bases or markers in a mode, in inches (WC-GEN-2
// to WC-GEN-4).
func measureDistance(from, to plane.Base, mode string) (r distanceResult) {
	r.Horizontal, r.Vertical = plane.Gap(from, to), plane.Rise(from, to)
	farthest := plane.Farthest(from, to)
	switch mode {
	case "horizontal":
		r.Distance, r.Farthest = r.Horizontal, farthest
	case "vertical":
		r.Distance, r.Farthest = r.Vertical, r.Vertical
	default:
		r.Distance, r.Farthest = plane.Hypot(r.Horizontal, r.Vertical), plane.Hypot(farthest, r.Vertical)
	}
	return r
}

var measureDistanceRuling = rules.CheckedRuling("measure-distance", "WC-GEN-2 WC-GEN-3 WC-GEN-4 WC-GEN-13", "", nil,
	func(_ *rules.Roller, in distanceInput) distanceResult {
		r := measureDistance(in.From.plane(), in.To.plane(), in.Mode)
		if in.Threshold != nil {
			x := in.Threshold.Float()
			within, wholly := plane.AtMost(r.Distance, x), plane.AtMost(r.Farthest, x)
			r.Within, r.WhollyWithin = &within, &wholly
		}
		return r
	})
