// Package warcry_test checks the house pack of Warcry: that its lists are legal, its parts complete and its battles
// playable.
package warcry_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

func housePack(t *testing.T) rules.Pack {
	t.Helper()
	all, faults := packs.Load(content.FS, warcry.Game)
	for _, f := range faults {
		t.Error(f)
	}
	if len(all) == 0 {
		t.Fatal("no house pack")
	}
	return all[0]
}

// decode reads the members of one part of a pack.
func decode[T any](t *testing.T, pack rules.Pack, part string) []T {
	t.Helper()
	var out []T
	for i, raw := range pack.Parts[part] {
		var v T
		if err := rules.Decode(raw, &v); err != nil {
			t.Fatalf("%s[%d]: %v", part, i, err)
		}
		out = append(out, v)
	}
	return out
}

func TestHousePackIsWhole(t *testing.T) {
	pack := housePack(t)
	for part, least := range map[string]int{"factions": 4, "warbands": 6, "terrain": 4, "deployments": 6, "victories": 6, "twists": 6} {
		if got := len(pack.Parts[part]); got < least {
			t.Errorf("%d %s, want %d or more", got, part, least)
		}
	}
	modelled, unmodelled := 0, map[string]bool{}
	for _, a := range decode[warcry.Ability](t, pack, "abilities") {
		if a.Effect != nil {
			modelled++
		} else {
			unmodelled[a.ID] = true
		}
	}
	if modelled < 12 {
		t.Errorf("%d abilities are modelled, want 12 or more", modelled)
	}
	var monsters, thralls, allies int
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
		if slices.Contains(p.Runemarks, "monster") {
			monsters++
			if len(p.DamageTable) < 2 {
				t.Errorf("%s has no damage table", u.ID)
			}
		}
		if slices.Contains(p.Runemarks, "thrall") {
			thralls++
		}
		if slices.Contains(p.Runemarks, "ally") {
			allies++
		}
	}
	if monsters < 2 || thralls < 2 || allies < 2 {
		t.Errorf("%d monsters, %d thralls, %d allies", monsters, thralls, allies)
	}
}

func readyLists(t *testing.T, pack rules.Pack) []packs.ReadyList {
	t.Helper()
	var out []packs.ReadyList
	for _, raw := range pack.Parts["warbands"] {
		var b packs.ReadyList
		if err := json.Unmarshal(raw, &b); err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

func TestHouseWarbandsAreLegal(t *testing.T) {
	pack := housePack(t)
	for _, w := range readyLists(t, pack) {
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
	for _, l := range decode[warcry.Layout](t, housePack(t), "terrain") {
		quarters := [4]map[string]bool{}
		for i, p := range l.Parts {
			poly := corners(p)
			if !convex(poly) {
				t.Errorf("%s: %s is not convex", l.ID, p.ID)
			}
			var x, y float64
			for _, c := range poly {
				if c[0] < 0 || c[0] > width || c[1] < 0 || c[1] > length {
					t.Errorf("%s: %s leaves the battlefield", l.ID, p.ID)
				}
				x, y = x+c[0]/float64(len(poly)), y+c[1]/float64(len(poly))
			}
			q := 0
			if x > width/2 {
				q++
			}
			if y > length/2 {
				q += 2
			}
			if quarters[q] == nil {
				quarters[q] = map[string]bool{}
			}
			quarters[q][p.Feature] = true
			if p.Top <= p.Bottom || (p.Kind == "low-terrain") != (p.Top-p.Bottom < rules.One && p.Kind != "platform") {
				t.Errorf("%s: %s is %s from %s to %s", l.ID, p.ID, p.Kind, p.Bottom, p.Top)
			}
			for _, o := range l.Parts[:i] {
				if o.ID == p.ID {
					t.Errorf("%s: %s is there twice", l.ID, p.ID)
				}
				if p.Bottom < o.Top && o.Bottom < p.Top && overlap(poly, corners(o)) {
					t.Errorf("%s: %s and %s overlap", l.ID, p.ID, o.ID)
				}
			}
		}
		for q, features := range quarters {
			if len(features) < 2 {
				t.Errorf("%s: quarter %d has %d features", l.ID, q+1, len(features))
			}
		}
	}
}

// TestHouseCardsFitTogether: whichever cards are drawn together, every marker lies on open floor, and five fighters
// find room at every deployment point.
func TestHouseCardsFitTogether(t *testing.T) {
	pack := housePack(t)
	for _, l := range decode[warcry.Layout](t, pack, "terrain") {
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
		for _, v := range decode[warcry.Victory](t, pack, "victories") {
			for _, m := range append(v.Objectives, v.Treasures...) {
				if !free(m.At.X.Float(), m.At.Y.Float(), 0.65) {
					t.Errorf("%s: %s of %s is built over", l.ID, m.ID, v.ID)
				}
			}
		}
		for _, d := range decode[warcry.Deployment](t, pack, "deployments") {
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
	for _, d := range decode[warcry.Deployment](t, housePack(t), "deployments") {
		red := []warcry.Spot{d.Red.Dagger, d.Red.Shield, d.Red.Hammer}
		blue := []warcry.Spot{d.Blue.Dagger, d.Blue.Shield, d.Blue.Hammer}
		var early [2]int
		for _, s := range red {
			if s.Round <= 1 {
				early[0]++
			}
			for _, o := range blue {
				if s.Line == nil && o.Line == nil && s.Round <= 1 && o.Round <= 1 &&
					math.Hypot((s.X-o.X).Float(), (s.Y-o.Y).Float()) < 8 {
					t.Errorf("%s: %s,%s is close to %s,%s", d.ID, s.X, s.Y, o.X, o.Y)
				}
			}
		}
		for _, s := range blue {
			if s.Round <= 1 {
				early[1]++
			}
			if s.Line != nil && s.Round <= 1 {
				t.Errorf("%s: a line without a round", d.ID)
			}
		}
		if early[0] != early[1] {
			t.Errorf("%s: %d red groups and %d blue ones at the start", d.ID, early[0], early[1])
		}
	}
}

func corners(p warcry.Part) [][2]float64 {
	var out [][2]float64
	for _, c := range p.Polygon {
		out = append(out, [2]float64{c.X.Float(), c.Y.Float()})
	}
	return out
}

func cross(o, a, b [2]float64) float64 {
	return (a[0]-o[0])*(b[1]-o[1]) - (a[1]-o[1])*(b[0]-o[0])
}

func convex(poly [][2]float64) bool {
	n, turns := len(poly), 0
	for i := range poly {
		if c := cross(poly[i], poly[(i+1)%n], poly[(i+2)%n]); c > 0 {
			turns++
		} else if c < 0 {
			turns--
		}
	}
	return turns == n || turns == -n
}

// overlap reports whether two convex polygons share an area; it looks for a separating line.
func overlap(a, b [][2]float64) bool {
	for _, poly := range [][][2]float64{a, b} {
		for i, p := range poly {
			q := poly[(i+1)%len(poly)]
			nx, ny := q[1]-p[1], p[0]-q[0]
			lo, hi := span(a, nx, ny)
			from, to := span(b, nx, ny)
			if hi <= from+1e-9 || to <= lo+1e-9 {
				return false
			}
		}
	}
	return true
}

func span(poly [][2]float64, nx, ny float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, p := range poly {
		d := p[0]*nx + p[1]*ny
		lo, hi = min(lo, d), max(hi, d)
	}
	return lo, hi
}

// distance returns the distance of a point from a convex polygon, 0 inside it.
func distance(poly [][2]float64, x, y float64) float64 {
	at, best, left, right := [2]float64{x, y}, math.Inf(1), false, false
	for i, p := range poly {
		q := poly[(i+1)%len(poly)]
		c := cross(p, q, at)
		left, right = left || c > 0, right || c < 0
		dx, dy := q[0]-p[0], q[1]-p[1]
		k := max(0, min(1, ((x-p[0])*dx+(y-p[1])*dy)/(dx*dx+dy*dy)))
		best = min(best, math.Hypot(x-p[0]-k*dx, y-p[1]-k*dy))
	}
	if left != right {
		return 0
	}
	return best
}
