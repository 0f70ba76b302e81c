package warmachine

import "testing"

// A figure is a caption of the specification as a scene: who looks east from where,
// who stands where, and whom the looker sees.
type figure struct {
	title   string
	looker  stood
	others  []stood
	terrain []Piece
	sees    map[string]bool
}

// stood is a model of a figure.
type stood struct {
	name string
	base string
	x, y Inches
}

var figures = []figure{
	{ // WM-LOS-FIG-1: the Revenger hides small and medium bases behind it.
		"the Butcher on the level", stood{"butcher", "medium", 10_000, 20_000},
		[]stood{
			{"revenger", "medium", 16_000, 20_000}, {"flameguard 1", "small", 17_900, 20_000}, {"flameguard 2", "small", 17_900, 18_300},
			{"crusader", "large", 22_000, 20_000}, {"kreoss", "small", 24_000, 22_700},
		},
		nil, map[string]bool{"revenger": true, "flameguard 1": false, "flameguard 2": true, "crusader": true, "kreoss": true},
	},
	{ // WM-LOS-FIG-3: from an inch higher, a base no larger than his own within an inch of the target is ignored.
		"the Butcher an inch higher", stood{"butcher", "medium", 10_000, 20_000},
		[]stood{{"revenger", "medium", 16_000, 20_000}, {"flameguard 1", "small", 17_900, 20_000}},
		[]Piece{hillUnder(10_000, 20_000, 1000)}, map[string]bool{"revenger": true, "flameguard 1": true},
	},
	{ // WM-LOS-FIG-4: the Charger on a hill; the Berserker's base is larger.
		"the Charger on the hill", stood{"charger", "medium", 10_000, 20_000},
		[]stood{
			{"in the way", "large", 15_000, 23_000}, {"manhunter", "small", 20_000, 26_000},
			{"juggler", "medium", 17_000, 20_000}, {"mechanik", "small", 18_900, 20_000},
			{"berserker", "large", 16_500, 13_500}, {"sorscha", "small", 18_000, 12_000},
		},
		[]Piece{hillUnder(10_000, 20_000, 1000)}, map[string]bool{"manhunter": true, "mechanik": true, "sorscha": false},
	},
	{ // WM-LOS-FIG-5: one line past the scenery is enough, and none is none.
		"past a building", stood{"dominator", "large", 10_000, 20_000},
		[]stood{{"half hidden", "small", 20_000, 22_300}, {"hidden", "small", 20_000, 20_000}},
		[]Piece{{Kind: "obstruction", Height: 4000, Polygon: polygon{{17_000, 17_000}, {18_000, 17_000}, {18_000, 22_000}, {17_000, 22_000}}}},
		map[string]bool{"half hidden": true, "hidden": false},
	},
	{ // WM-LOS-3: what is behind is not seen.
		"out of the front arc", stood{"watcher", "small", 20_000, 20_000},
		[]stood{{"before", "small", 22_000, 20_000}, {"beside", "small", 19_500, 22_000}, {"behind", "small", 18_000, 20_000}},
		nil, map[string]bool{"before": true, "beside": true, "behind": false},
	},
}

// hillUnder is a hill with room for one model.
func hillUnder(x, y, height Inches) Piece {
	return Piece{Kind: "hill", Height: height, Polygon: polygon{{x - 1000, y - 1000}, {x + 1000, y - 1000}, {x + 1000, y + 1000}, {x - 1000, y + 1000}}}
}

// posed is a bare battle on a board with models where a figure has them.
func posed(f figure) *Battle {
	b := &Battle{field: &field{board: true, combat: true, ids: map[string]ref{}, scenery: scenery{table: table{48_000, 48_000}}}}
	for _, p := range f.terrain {
		b.pieces = append(b.pieces, newPiece(p))
		b.hilly = b.hilly || p.Kind == "hill"
	}
	for i, s := range append([]stood{f.looker}, f.others...) {
		size := baseSizes[s.base]
		b.ids[s.name] = ref{i, 0}
		b.cards = append(b.cards, card{id: s.name, size: 1, models: []string{s.name}, base: size, radius: baseRadii[size], p: Profile{Base: s.base}})
		b.s.Troops = append(b.s.Troops, troop{Models: []model{{X: s.x, Y: s.y}}, Left: 1, Placed: true})
	}
	return b
}

// asked is a figure as the ruling line-of-sight is asked it.
func (f figure) asked(target stood) sightAsked {
	b := posed(f)
	place := func(s stood) standing {
		return standing{Place: Place{s.x, s.y}, Base: s.base, Elevation: b.ground(Point{s.x, s.y})}
	}
	in := sightAsked{Viewer: looker{standing: place(f.looker)}, Target: place(target), FrontArc: "half", TerrainTest: "volume"}
	for _, o := range f.others {
		if o.name != target.name {
			in.Others = append(in.Others, place(o))
		}
	}
	for _, p := range f.terrain {
		in.Terrain = append(in.Terrain, feature{p.Polygon, p.Height})
	}
	return in
}

// TestFigures asks the captions of both a board and the ruling.
func TestFigures(t *testing.T) {
	for _, f := range figures {
		b := posed(f)
		for _, o := range f.others {
			want, told := f.sees[o.name]
			if !told {
				continue
			}
			if got := b.sees(ref{0, 0}, b.ids[o.name]); got != want {
				t.Errorf("%s, on a board: sees %s: got %v, want %v", f.title, o.name, got, want)
			}
			if got := look(f.asked(o)).LOS; got != want {
				t.Errorf("%s, by the ruling: sees %s: got %v, want %v", f.title, o.name, got, want)
			}
		}
	}
}

// TestWallFigure is WM-LOS-FIG-6: which bases a wall hides from one of the same
// size, by its height.
func TestWallFigure(t *testing.T) {
	for _, c := range []struct {
		height Inches
		hides  map[string]bool
	}{
		{1500, map[string]bool{}},
		{2000, map[string]bool{"small": true}},
		{2500, map[string]bool{"small": true, "medium": true}},
		{3000, map[string]bool{"small": true, "medium": true, "large": true}},
	} {
		for base := range baseSizes {
			f := figure{
				looker: stood{"looker", base, 10_000, 20_000}, others: []stood{{"target", base, 20_000, 20_000}},
				terrain: []Piece{{Kind: "obstacle", Height: c.height, Polygon: polygon{{15_000, 10_000}, {15_500, 10_000}, {15_500, 30_000}, {15_000, 30_000}}}},
			}
			b := posed(f)
			if got := b.sees(ref{0, 0}, ref{1, 0}); got == c.hides[base] {
				t.Errorf("wall of %s, %s bases: sees %v", c.height, base, got)
			}
			b.simple = true
			if got := b.sees(ref{0, 0}, ref{1, 0}); got == c.hides[base] {
				t.Errorf("wall of %s, %s bases, simple test: sees %v", c.height, base, got)
			}
		}
	}
}

// TestBoardAgreesWithTheRuling compares the sight of a board, with all that it
// leaves out, with the ruling's in scenes at random.
func TestBoardAgreesWithTheRuling(t *testing.T) {
	seen := 0
	for n, in := range randomScenes(600) {
		in.FrontArc, in.Clouds = "half", nil
		f := figure{looker: stood{"looker", in.Viewer.Base, in.Viewer.X + 20_000, in.Viewer.Y + 20_000}}
		for k, o := range append([]standing{in.Target}, in.Others...) {
			f.others = append(f.others, stood{string(rune('a' + k)), o.Base, o.X + 20_000, o.Y + 20_000})
		}
		for _, x := range in.Terrain {
			p := Piece{Kind: "obstruction", Height: x.Top}
			for _, c := range x.Polygon {
				p.Polygon = append(p.Polygon, Point{c.X + 20_000, c.Y + 20_000})
			}
			f.terrain = append(f.terrain, p)
		}
		b := posed(f)
		b.s.Troops[0].Models[0].Facing = in.Viewer.Facing.whole()
		asked := f.asked(f.others[0])
		asked.Viewer.Facing = in.Viewer.Facing
		got, want := b.sees(ref{0, 0}, ref{1, 0}), look(asked).LOS
		if got != want {
			t.Fatalf("scene %d: a board sees %v, the ruling %v: %+v", n, got, want, asked)
		}
		if got {
			seen++
		}
	}
	if seen < 60 || seen > 540 {
		t.Errorf("%d of 600 are seen: the scenes tell nothing", seen)
	}
}
