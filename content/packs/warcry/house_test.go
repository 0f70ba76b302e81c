// Package warcry_test checks the house pack of Warcry: that its lists are legal, its parts complete and its battles
// playable.
package warcry_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
	"oriflamme/rules/warcry/ruling"
)

func TestHousePackIsWhole(t *testing.T) {
	pack := contenttest.HousePack(t, warcry.Game)
	for part, least := range map[string]int{"factions": 4, "warbands": 6, "terrain": 4, "deployments": 6, "victories": 6, "twists": 6} {
		if got := len(pack.Parts[part]); got < least {
			t.Errorf("%d %s, want %d or more", got, part, least)
		}
	}
	modelled, unmodelled := 0, map[string]bool{}
	for _, a := range contenttest.Members[warcry.Ability](t, pack, "abilities") {
		if a.Effect != nil {
			modelled++
		} else {
			unmodelled[a.ID] = true
		}
	}
	if modelled < 12 {
		t.Errorf("%d abilities are modelled, want 12 or more", modelled)
	}
	marked := map[string]int{}
	for _, u := range pack.Units {
		for _, id := range u.Missing {
			if !unmodelled[id] {
				t.Errorf("%s lacks %s, which is modelled", u.ID, id)
			}
		}
		var p warcry.Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			t.Errorf("%s: %v", u.ID, err)
			continue
		}
		if p.ID != u.ID || p.Points != u.Points || p.Warband != u.Faction || p.Name != u.Name["fr"] {
			t.Errorf("%s: the profile says id %s, %d points, %s, %s", u.ID, p.ID, p.Points, p.Warband, p.Name)
		}
		for _, mark := range p.Runemarks {
			marked[mark]++
		}
		if slices.Contains(p.Runemarks, "monster") && len(p.DamageTable) < 2 {
			t.Errorf("%s has no damage table", u.ID)
		}
	}
	if marked["monster"] < 2 || marked["thrall"] < 2 || marked["ally"] < 2 {
		t.Errorf("too few monsters, thralls or allies: %v", marked)
	}
}

func TestHouseWarbandsAreLegal(t *testing.T) {
	pack := contenttest.HousePack(t, warcry.Game)
	for _, w := range contenttest.ReadyLists(t, pack) {
		roster, err := packs.NewRoster(pack, w.Faction, "a", w.Units, 1)
		if err != nil {
			t.Errorf("%s: %v", w.ID, err)
			continue
		}
		for _, f := range warcry.Game.CheckRoster(roster) {
			t.Errorf("%s: %s", w.ID, f.Error())
		}
		points := 0
		for _, id := range w.Units {
			i := slices.IndexFunc(pack.Units, func(p rules.Profile) bool { return p.ID == id })
			points += pack.Units[i].Points
		}
		if points < 930 || len(w.Units) < 6 || len(w.Units) > 9 {
			t.Errorf("%s has %d fighters of %d points", w.ID, len(w.Units), points)
		}
		t.Logf("%s: %d fighters, %d points", w.ID, len(w.Units), points)
	}
}

const width, length = 22.0, 30.0

func TestHouseTerrainIsSane(t *testing.T) {
	pack := contenttest.HousePack(t, warcry.Game)
	all := contenttest.ReadyLists(t, pack)
	s := newSetup(t, pack, 0, rules.Board, all[0], all[1])
	for k, l := range contenttest.Members[warcry.Layout](t, pack, "terrain") {
		var card struct{ Parts json.RawMessage }
		rulestest.Must(t, json.Unmarshal(pack.Parts["terrain"][k], &card))
		s.Field = fmt.Appendf(nil, `{"terrain":%s,"terrain_by":0}`, card.Parts) // the quarters are checked (WC-SET-6)
		if _, err := warcry.Game.Begin(s); err != nil {
			t.Errorf("%s: %v", l.ID, err)
		}
		for i, p := range l.Parts {
			poly := corners(p)
			if pieces, ok := plane.Convex(poly); !ok || len(pieces) > 1 {
				t.Errorf("%s: %s is not convex", l.ID, p.ID)
			}
			for _, c := range p.Polygon {
				if c.X < 0 || c.X.Float() > width || c.Y < 0 || c.Y.Float() > length {
					t.Errorf("%s: %s leaves the battlefield", l.ID, p.ID)
				}
			}
			if (p.Kind == "low-terrain") != (p.Top-p.Bottom < rules.One && p.Kind != "platform") {
				t.Errorf("%s: %s is %s from %s to %s", l.ID, p.ID, p.Kind, p.Bottom, p.Top)
			}
			for _, o := range l.Parts[:i] {
				if p.Bottom < o.Top && o.Bottom < p.Top && overlap(poly, corners(o)) {
					t.Errorf("%s: %s and %s overlap", l.ID, p.ID, o.ID)
				}
			}
		}
	}
}

// TestHouseCardsFitTogether: whichever cards are drawn together, every marker lies on open floor, and five fighters
// find room at every deployment point.
func TestHouseCardsFitTogether(t *testing.T) {
	pack := contenttest.HousePack(t, warcry.Game)
	for _, l := range contenttest.Members[warcry.Layout](t, pack, "terrain") {
		free := func(x, y, radius float64) bool {
			if x < radius || y < radius || x > width-radius || y > length-radius {
				return false
			}
			for _, p := range l.Parts {
				if p.Bottom == 0 && p.Kind != "low-terrain" && distance(corners(p), x, y) < radius {
					return false
				}
			}
			return true
		}
		for _, v := range contenttest.Members[warcry.Victory](t, pack, "victories") {
			for _, m := range append(v.Objectives, v.Treasures...) {
				if !free(m.At.X.Float(), m.At.Y.Float(), 0.65) {
					t.Errorf("%s: %s of %s is built over", l.ID, m.ID, v.ID)
				}
			}
		}
		for _, d := range contenttest.Members[warcry.Deployment](t, pack, "deployments") {
			for _, g := range []warcry.GroupSpots{d.Red, d.Blue} {
				for _, s := range []warcry.Spot{g.Dagger, g.Shield, g.Hammer} {
					if s.Line == nil && countPlaces(s.X.Float(), s.Y.Float(), free) < 5 {
						t.Errorf("%s: no room at %s,%s of %s", l.ID, s.X, s.Y, d.ID)
					}
				}
			}
		}
	}
}

// countPlaces counts the fighters on bases of 1.26 inches that a greedy search can place wholly within 3 inches of a
// point.
func countPlaces(x, y float64, free func(x, y, r float64) bool) int {
	const r = 0.63
	var placed [][2]float64
	for dx := -3.0; dx <= 3; dx += 0.25 {
		for dy := -3.0; dy <= 3; dy += 0.25 {
			at := [2]float64{x + dx, y + dy}
			clear := math.Hypot(dx, dy)+r <= 3 && free(at[0], at[1], r)
			for _, o := range placed {
				clear = clear && math.Hypot(at[0]-o[0], at[1]-o[1]) >= 2*r
			}
			if clear {
				placed = append(placed, at)
			}
		}
	}
	return len(placed)
}

// TestHouseDeploymentsAreFair: points of opposed groups that are on the battlefield from the start lie at least 8
// inches apart, and each card gives both colours the same number of them.
func TestHouseDeploymentsAreFair(t *testing.T) {
	for _, d := range contenttest.Members[warcry.Deployment](t, contenttest.HousePack(t, warcry.Game), "deployments") {
		early := func(g warcry.GroupSpots) []warcry.Spot {
			return slices.DeleteFunc([]warcry.Spot{g.Dagger, g.Shield, g.Hammer}, func(s warcry.Spot) bool { return s.Round > 1 })
		}
		red, blue := early(d.Red), early(d.Blue)
		for _, s := range red {
			for _, o := range blue {
				if math.Hypot((s.X-o.X).Float(), (s.Y-o.Y).Float()) < 8 {
					t.Errorf("%s: %s,%s is close to %s,%s", d.ID, s.X, s.Y, o.X, o.Y)
				}
			}
		}
		if slices.ContainsFunc(append(red, blue...), func(s warcry.Spot) bool { return s.Line != nil }) {
			t.Errorf("%s: a line without a round", d.ID)
		}
		if len(red) != len(blue) {
			t.Errorf("%s: %d red groups and %d blue ones at the start", d.ID, len(red), len(blue))
		}
	}
}

// corners returns the corners of a part in thousandths of an inch.
func corners(p warcry.Part) (out []plane.Point) {
	for _, c := range p.Polygon {
		out = append(out, ruling.PlanePoint(c).Plane())
	}
	return out
}

// overlap reports whether two convex polygons share an area; it looks for a separating line.
func overlap(a, b []plane.Point) bool {
	for _, poly := range [][]plane.Point{a, b} {
		for i, p := range poly {
			q := poly[(i+1)%len(poly)]
			lo, hi := span(a, q.Y-p.Y, p.X-q.X)
			from, to := span(b, q.Y-p.Y, p.X-q.X)
			if hi <= from || to <= lo {
				return false
			}
		}
	}
	return true
}

// span returns the least and greatest position of the corners of a polygon along a direction.
func span(poly []plane.Point, x, y int64) (lo, hi int64) {
	along := func(p, q plane.Point) int { return cmp.Compare(p.X*x+p.Y*y, q.X*x+q.Y*y) }
	least, most := slices.MinFunc(poly, along), slices.MaxFunc(poly, along)
	return least.X*x + least.Y*y, most.X*x + most.Y*y
}

// distance returns the distance of a point from a polygon in inches, 0 inside it.
func distance(poly []plane.Point, x, y float64) float64 {
	at := plane.Point{X: int64(math.Round(x * plane.One)), Y: int64(math.Round(y * plane.One))}
	if plane.Inside(poly, at) {
		return 0
	}
	best := math.Inf(1)
	for i, p := range poly {
		best = min(best, plane.ToSegment(at, p, poly[(i+1)%len(poly)]))
	}
	return best
}
