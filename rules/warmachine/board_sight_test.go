package warmachine

import (
	"math/rand/v2"
	"testing"

	"oriflamme/rules/warmachine/ruling"
)

// A figure is a captioned figure of the book as a layout of models: the viewer, who looks
// east, the others, and which of them it sees.
type figure struct {
	title   string
	viewer  figureModel
	others  []figureModel
	terrain []Piece
	sees    map[string]bool
}

// figureModel is a model of a figure.
type figureModel struct {
	name string
	base string
	x, y ruling.Inches
}

var figures = []figure{
	{ // WM-LOS-FIG-1: the Revenger hides small and medium bases behind it.
		"the Butcher on the level", figureModel{"butcher", "medium", 10_000, 20_000},
		[]figureModel{
			{"revenger", "medium", 16_000, 20_000}, {"flameguard 1", "small", 17_900, 20_000}, {"flameguard 2", "small", 17_900, 18_300},
			{"crusader", "large", 22_000, 20_000}, {"kreoss", "small", 24_000, 22_700},
		},
		nil, map[string]bool{"revenger": true, "flameguard 1": false, "flameguard 2": true, "crusader": true, "kreoss": true},
	},
	{ // WM-LOS-FIG-3: from an inch higher, a base no larger than his own within an inch of the target is ignored.
		"the Butcher an inch higher", figureModel{"butcher", "medium", 10_000, 20_000},
		[]figureModel{{"revenger", "medium", 16_000, 20_000}, {"flameguard 1", "small", 17_900, 20_000}},
		[]Piece{hillUnder(10_000, 20_000, 1000)}, map[string]bool{"revenger": true, "flameguard 1": true},
	},
	{ // WM-LOS-FIG-4: the Charger on a hill; the Berserker's base is larger.
		"the Charger on the hill", figureModel{"charger", "medium", 10_000, 20_000},
		[]figureModel{
			{"in the way", "large", 15_000, 23_000}, {"manhunter", "small", 20_000, 26_000},
			{"juggler", "medium", 17_000, 20_000}, {"mechanik", "small", 18_900, 20_000},
			{"berserker", "large", 16_500, 13_500}, {"sorscha", "small", 18_000, 12_000},
		},
		[]Piece{hillUnder(10_000, 20_000, 1000)}, map[string]bool{"manhunter": true, "mechanik": true, "sorscha": false},
	},
	{ // WM-LOS-FIG-5: one line past the scenery is enough, and none is none.
		"past a building", figureModel{"dominator", "large", 10_000, 20_000},
		[]figureModel{{"half hidden", "small", 20_000, 22_300}, {"hidden", "small", 20_000, 20_000}},
		[]Piece{{Kind: "obstruction", Height: 4000, Polygon: ruling.Polygon{{X: 17_000, Y: 17_000}, {X: 18_000, Y: 17_000}, {X: 18_000, Y: 22_000}, {X: 17_000, Y: 22_000}}}},
		map[string]bool{"half hidden": true, "hidden": false},
	},
	{ // WM-LOS-3: what is behind is not seen.
		"out of the front arc", figureModel{"watcher", "small", 20_000, 20_000},
		[]figureModel{{"before", "small", 22_000, 20_000}, {"beside", "small", 19_500, 22_000}, {"behind", "small", 18_000, 20_000}},
		nil, map[string]bool{"before": true, "beside": true, "behind": false},
	},
}

// hillUnder returns a hill with room for one model.
func hillUnder(x, y, height ruling.Inches) Piece {
	return Piece{Kind: "hill", Height: height, Polygon: ruling.Polygon{{X: x - 1000, Y: y - 1000}, {X: x + 1000, Y: y - 1000}, {X: x + 1000, Y: y + 1000}, {X: x - 1000, Y: y + 1000}}}
}

// battleOfFigure returns a bare battle on a board with the models of a figure.
func battleOfFigure(f figure) *Battle {
	b := &Battle{fixed: &fixed{board: true, combat: true, ids: map[string]modelRef{}, scenery: scenery{GamingTable: ruling.GamingTable{Width: 48_000, Depth: 48_000}}}}
	for _, p := range f.terrain {
		b.pieces = append(b.pieces, newPiece(p))
		b.hilly = b.hilly || p.Kind == "hill"
	}
	for i, s := range append([]figureModel{f.viewer}, f.others...) {
		size := ruling.BaseSizes[s.base]
		b.ids[s.name] = modelRef{i, 0}
		b.info = append(b.info, unitInfo{id: s.name, size: 1, models: []string{s.name}, base: size, radius: ruling.BaseRadii[size], profile: Profile{Base: s.base}})
		b.s.Units = append(b.s.Units, unitState{Models: []modelState{{Spot: Spot{X: s.x, Y: s.y}}}, Left: 1, Placed: true})
	}
	return b
}

// sightInput returns the figure as the input of the ruling line-of-sight.
func (f figure) sightInput(target figureModel) ruling.SightInput {
	b := battleOfFigure(f)
	place := func(s figureModel) ruling.SightModel {
		return ruling.SightModel{Place: ruling.Place{X: s.x, Y: s.y}, Base: s.base, Elevation: b.ground(ruling.Point{X: s.x, Y: s.y})}
	}
	in := ruling.SightInput{Viewer: ruling.Viewer{SightModel: place(f.viewer)}, Target: place(target), FrontArc: "half", TerrainTest: "volume"}
	for _, o := range f.others {
		if o.name != target.name {
			in.Others = append(in.Others, place(o))
		}
	}
	for _, p := range f.terrain {
		in.Terrain = append(in.Terrain, ruling.SightTerrain{Polygon: p.Polygon, Top: p.Height})
	}
	return in
}

// TestFigures checks the captions of all figures.
func TestFigures(t *testing.T) {
	for _, f := range figures {
		f.check(t)
	}
}

// check checks the captions of a figure against both a board and the ruling.
func (f figure) check(t *testing.T) {
	b := battleOfFigure(f)
	checked := 0
	for _, o := range f.others {
		want, stated := f.sees[o.name]
		if !stated {
			continue
		}
		checked++
		if got := b.sees(modelRef{0, 0}, b.ids[o.name]); got != want {
			t.Errorf("%s, on a board: sees %s: got %v, want %v", f.title, o.name, got, want)
		}
		if got := ruling.ResolveSight(f.sightInput(o)).LOS; got != want {
			t.Errorf("%s, by the ruling: sees %s: got %v, want %v", f.title, o.name, got, want)
		}
	}
	if checked != len(f.sees) {
		t.Errorf("%s: %d captions are checked, want %d", f.title, checked, len(f.sees))
	}
}

// TestWallFigure is WM-LOS-FIG-6: the bases that a wall hides from a model of the same size,
// by the height of the wall.
func TestWallFigure(t *testing.T) {
	for _, c := range []struct {
		height ruling.Inches
		hides  map[string]bool
	}{
		{1500, map[string]bool{}},
		{2000, map[string]bool{"small": true}},
		{2500, map[string]bool{"small": true, "medium": true}},
		{3000, map[string]bool{"small": true, "medium": true, "large": true}},
	} {
		for base := range ruling.BaseSizes {
			f := figure{
				viewer: figureModel{"looker", base, 10_000, 20_000}, others: []figureModel{{"target", base, 20_000, 20_000}},
				terrain: []Piece{{Kind: "obstacle", Height: c.height, Polygon: ruling.Polygon{{X: 15_000, Y: 10_000}, {X: 15_500, Y: 10_000}, {X: 15_500, Y: 30_000}, {X: 15_000, Y: 30_000}}}},
			}
			b := battleOfFigure(f)
			if got := b.sees(modelRef{0, 0}, modelRef{1, 0}); got == c.hides[base] {
				t.Errorf("wall of %s, %s bases: sees %v", c.height, base, got)
			}
			b.simpleWalls = true
			if got := b.sees(modelRef{0, 0}, modelRef{1, 0}); got == c.hides[base] {
				t.Errorf("wall of %s, %s bases, simple test: sees %v", c.height, base, got)
			}
		}
	}
}

// TestBoardAgreesWithTheRuling compares the line of sight of a board, with everything that
// it leaves out, with the ruling's in random layouts.
func TestBoardAgreesWithTheRuling(t *testing.T) {
	seen := 0
	for n, in := range randomSights(600) {
		in.FrontArc, in.Clouds = "half", nil
		f := figure{viewer: figureModel{"looker", in.Viewer.Base, in.Viewer.X + 20_000, in.Viewer.Y + 20_000}}
		for k, o := range append([]ruling.SightModel{in.Target}, in.Others...) {
			f.others = append(f.others, figureModel{string(rune('a' + k)), o.Base, o.X + 20_000, o.Y + 20_000})
		}
		for _, x := range in.Terrain {
			p := Piece{Kind: "obstruction", Height: x.Top}
			for _, c := range x.Polygon {
				p.Polygon = append(p.Polygon, ruling.Point{X: c.X + 20_000, Y: c.Y + 20_000})
			}
			f.terrain = append(f.terrain, p)
		}
		b := battleOfFigure(f)
		b.s.Units[0].Models[0].Facing = in.Viewer.Facing.Whole()
		asked := f.sightInput(f.others[0])
		asked.Viewer.Facing = in.Viewer.Facing
		got, want := b.sees(modelRef{0, 0}, modelRef{1, 0}), ruling.ResolveSight(asked).LOS
		if got != want {
			t.Fatalf("scene %d: a board sees %v, the ruling %v: %+v", n, got, want, asked)
		}
		if got {
			seen++
		}
	}
	if seen < 60 || seen > 540 {
		t.Errorf("%d of 600 are seen: the layouts prove nothing", seen)
	}
}

// randomSight returns a viewer and a target some inches apart with models and terrain
// between them.
func randomSight(rng *rand.Rand) ruling.SightInput {
	length := func(least, most ruling.Inches) ruling.Inches {
		return least + ruling.Inches(rng.Int64N(int64(most-least+1)))
	}
	bases := []string{"small", "medium", "large"}
	model := func(x0, x1 ruling.Inches) ruling.SightModel {
		return ruling.SightModel{Place: ruling.Place{X: length(x0, x1), Y: length(-1500, 1500)}, Base: bases[rng.IntN(3)]}
	}
	in := ruling.SightInput{
		Viewer: ruling.Viewer{SightModel: ruling.SightModel{Base: bases[rng.IntN(3)]}, Facing: ruling.Degrees(length(-120_000, 120_000))},
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
		p := ruling.Polygon{{X: x, Y: y}, {X: x + w, Y: y + length(-90, 90)}, {X: x + w - length(-90, 90), Y: y + h}, {X: x, Y: y + h}}
		if p.StrictlyConvex() {
			in.Terrain = append(in.Terrain, ruling.SightTerrain{Polygon: p, Top: length(1000, 4000)})
		}
	}
	return in
}

// randomSights returns n random layouts.
func randomSights(n int) []ruling.SightInput {
	rng := rand.New(rand.NewPCG(11, 12))
	list := make([]ruling.SightInput, n)
	for i := range list {
		list[i] = randomSight(rng)
	}
	return list
}
