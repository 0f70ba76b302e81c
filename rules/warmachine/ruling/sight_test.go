package ruling

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomSight returns a viewer and a target some inches apart with models and terrain
// between them.
func randomSight(rng *rand.Rand) SightInput {
	length := func(least, most Inches) Inches { return least + Inches(rng.Int64N(int64(most-least+1))) }
	bases := []string{"small", "medium", "large"}
	model := func(x0, x1 Inches) SightModel {
		return SightModel{Place: Place{length(x0, x1), length(-1500, 1500)}, Base: bases[rng.IntN(3)]}
	}
	in := SightInput{
		Viewer: Viewer{SightModel: SightModel{Base: bases[rng.IntN(3)]}, Facing: Degrees(length(-120_000, 120_000))},
		Target: model(2500, 7000), FrontArc: "half", TerrainTest: "volume",
	}
	if rng.IntN(2) == 0 {
		in.FrontArc = "none"
	}
	for range rng.IntN(4) {
		in.Others = append(in.Others, model(0, 7000))
	}
	for range rng.IntN(3) {
		x, y, w, h := length(0, 6000), length(-1500, 1500), length(100, 1500), length(100, 1500)
		p := Polygon{{x, y}, {x + w, y + length(-90, 90)}, {x + w - length(-90, 90), y + h}, {x, y + h}}
		if p.StrictlyConvex() {
			in.Terrain = append(in.Terrain, SightTerrain{p, length(1000, 4000)})
		}
	}
	if rng.IntN(3) == 0 {
		x, y, r := length(0, 6000), length(-1500, 1500), length(200, 1200)
		in.Clouds = append(in.Clouds, cloud{X: &x, Y: &y, Radius: &r})
	}
	return in
}

// passesByPoints walks a segment in small steps and checks each point: slow but simple. deep
// is how far into a shape a line may go.
func passesByPoints(in SightInput, from, to Vec, deep float64) bool {
	const steps = 600
	for i := range steps + 1 {
		t := float64(i) / steps
		p := from.plus(to.Minus(from).Times(t))
		height := in.Viewer.top().Float()*(1-t) + in.Target.top().Float()*t
		for _, m := range in.Others {
			if coversBySize(m.Base, in.Target.Base) && p.apart(m.Point().Vec()) < m.radius().Float()-deep {
				return false
			}
		}
		for _, c := range in.Clouds {
			if p.apart(Point{*c.X, *c.Y}.Vec()) < c.Radius.Float()-deep {
				return false
			}
		}
		for _, f := range in.Terrain {
			if height < f.Top.Float()-1e-9 && depth(f.Polygon, p) > deep {
				return false
			}
		}
	}
	return true
}

// depth returns how deep a point is inside a polygon that runs counter-clockwise.
func depth(p Polygon, at Vec) float64 {
	least := math.Inf(1)
	for i, a := range p {
		along := p[(i+1)%len(p)].Minus(a).Vec()
		least = min(least, along.left().Dot(at.Minus(a.Vec()))/along.Length())
	}
	return least
}

// TestSightAgreesWithPoints compares the search with random lines checked point by point. If
// a line is free by a wide margin the search must find one, and if the search finds none no
// random line may be free.
func TestSightAgreesWithPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	seen, hidden := 0, 0
	for n := range 250 {
		in := randomSight(rng)
		if in.Viewer.gap(in.Target) < 0 {
			continue
		}
		los := ResolveSight(in).LOS
		if los {
			seen++
		} else {
			hidden++
		}
		in2 := func(s SightModel) Vec {
			y, x := math.Sincos(rng.Float64() * 2 * math.Pi)
			r := s.radius().Float() * math.Sqrt(rng.Float64())
			if rng.IntN(2) == 0 {
				r = s.radius().Float()
			}
			return s.Point().Vec().plus(Vec{x, y}.Times(r))
		}
		found := false
		ux, uy := in.Viewer.Facing.Unit()
		for range 120 {
			p, q := in2(in.Viewer.SightModel), in2(in.Target)
			ahead := in.FrontArc == "none" || Vec{ux, uy}.Dot(q.Minus(in.Viewer.Point().Vec())) >= 0
			if ahead && passesByPoints(in, p, q, 0) {
				found = true
				break
			}
		}
		if found && !los {
			t.Errorf("scene %d: a line passes but none is found: %+v", n, in)
		}
	}
	if seen < 40 || hidden < 40 {
		t.Errorf("%d seen, %d hidden: the scenes are too much alike", seen, hidden)
	}
	t.Logf("%d seen, %d hidden", seen, hidden)
}

// TestSightFindsWhatItClaims checks the lines that the search accepts point by point.
func TestSightFindsWhatItClaims(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	checked := 0
	for range 300 {
		in := randomSight(rng)
		if in.Viewer.gap(in.Target) < 0 {
			continue
		}
		var blocking []SightModel
		for _, m := range in.Others {
			if coversBySize(m.Base, in.Target.Base) {
				blocking = append(blocking, m)
			}
		}
		l := newSightline(in, blocking)
		if len(l.Slopes) > 0 {
			continue
		}
		things := l.listSupports()
		for i, c := range things {
			for _, d := range things[:i] {
				way := d.At.Minus(c.At)
				if way.Length() < 0.1 {
					continue
				}
				r := Ray{c.At, way.Times(1 / way.Length())}
				if !l.Clear(r) {
					continue
				}
				a, b, _ := l.ends(r)
				from, to := a.hi, b.lo
				if b.hi < a.lo {
					from, to = a.lo, b.hi
				}
				checked++
				if !passesByPoints(in, r.From.plus(r.Dir.Times(from)), r.From.plus(r.Dir.Times(to)), BlockTolerance+1e-6) {
					t.Fatalf("a line is taken that something blocks: %+v", in)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d lines checked", checked)
	}
}

func BenchmarkSight(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 8))
	var scenes []SightInput
	for len(scenes) < 50 {
		if in := randomSight(rng); in.Viewer.gap(in.Target) >= 0 {
			scenes = append(scenes, in)
		}
	}
	for i := 0; b.Loop(); i++ {
		ResolveSight(scenes[i%len(scenes)])
	}
}
