// Package warmachine_test holds the house pack of WARMACHINE to its promises.
package warmachine_test

import (
	"encoding/json"
	"testing"

	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/warmachine"
)

func housePack(t *testing.T) rules.Pack {
	t.Helper()
	all, faults := packs.Load(content.FS, warmachine.Game)
	for _, f := range faults {
		t.Error(f)
	}
	if len(all) != 1 {
		t.Fatalf("%d packs, want the house pack", len(all))
	}
	return all[0]
}

func TestHousePackIsWhole(t *testing.T) {
	pack := housePack(t)
	told := map[string]bool{}
	for _, raw := range pack.Parts["abilities"] {
		var a warmachine.AbilityCard
		if err := rules.Decode(raw, &a); err != nil {
			t.Fatal(err)
		}
		told[a.ID] = true
	}
	kinds := map[string]map[string]int{}
	used := map[string]bool{}
	for _, u := range pack.Units {
		var p warmachine.Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			t.Fatalf("%s: %v", u.ID, err)
		}
		if p.ID != u.ID || p.Faction != u.Faction || p.Name != u.Name["fr"] {
			t.Errorf("%s: the profile says %s of %s, %s", u.ID, p.ID, p.Faction, p.Name)
		}
		if kinds[u.Faction] == nil {
			kinds[u.Faction] = map[string]int{}
		}
		kinds[u.Faction][p.Kind]++
		if len(p.Weapons) == 0 {
			t.Errorf("%s has no weapon", u.ID)
		}
		boxes := 0
		for _, col := range p.Grid {
			boxes += len(col)
		}
		if want := map[string]int{"medium": 28, "large": 40}[p.Base]; p.Kind == "warjack" && boxes != want {
			t.Errorf("%s has %d boxes, want %d", u.ID, boxes, want)
		}
		for _, a := range p.Abilities {
			used[a] = true
			if !told[a] {
				t.Errorf("%s has %s, which nothing tells about", u.ID, a)
			}
		}
	}
	for a := range told {
		if !used[a] {
			t.Errorf("no profile has %s", a)
		}
	}
	if len(kinds) != 2 || len(pack.Parts["factions"]) != 2 {
		t.Errorf("%d factions of profiles, %d told, want 2", len(kinds), len(pack.Parts["factions"]))
	}
	for faction, n := range kinds {
		if n["warcaster"] != 2 || n["warjack"] != 5 || n["unit"] != 4 || n["solo"]+n["solo-group"] != 4 {
			t.Errorf("%s has %v", faction, n)
		}
	}
}

// TestArmiesAreLegal musters the armies of the pack as a list builder does.
func TestArmiesAreLegal(t *testing.T) {
	pack := housePack(t)
	if len(pack.Parts["warbands"]) != 4 {
		t.Errorf("%d armies, want 4", len(pack.Parts["warbands"]))
	}
	for _, raw := range pack.Parts["warbands"] {
		var band packs.Band
		if err := json.Unmarshal(raw, &band); err != nil {
			t.Fatal(err)
		}
		r, err := packs.Muster(pack, band.Faction, "a", band.Units, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range warmachine.Game.Check(r) {
			t.Errorf("%s: %v %v", band.ID, f.Error(), f.With)
		}
	}
}
