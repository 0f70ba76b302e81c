// Package warmaster_test checks the house pack of Warmaster: that its lists are legal, its parts complete and its
// battles playable.
package warmaster_test

import (
	"encoding/json"
	"strings"
	"testing"

	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestHousePackIsWhole(t *testing.T) {
	pack := contenttest.HousePack(t, warmaster.Game)
	kinds := map[string]map[string]int{}
	for _, u := range pack.Units {
		var p warmaster.Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			t.Fatalf("%s: %v", u.ID, err)
		}
		if p.Name != u.Name["fr"] {
			t.Errorf("%s: the profile says %q", u.ID, p.Name)
		}
		if kinds[u.Faction] == nil {
			kinds[u.Faction] = map[string]int{}
		}
		kinds[u.Faction][p.Type]++
	}
	if len(kinds) != 4 || len(pack.Parts["factions"]) != 4 {
		t.Errorf("%d armies with profiles, %d told, want 4", len(kinds), len(pack.Parts["factions"]))
	}
	for army, n := range kinds {
		for _, kind := range []string{"general", "hero", "wizard", "infantry", "cavalry"} {
			if n[kind] == 0 {
				t.Errorf("%s has no %s", army, kind)
			}
		}
	}
}

// newRoster makes a roster of a ready list with everything that its army list requires.
func newRoster(t *testing.T, pack rules.Pack, band packs.ReadyList, taken map[string][]string) rules.Roster {
	t.Helper()
	r, err := packs.NewRoster(pack, band.Faction, "u", band.Units, 1)
	rulestest.Must(t, err)
	extra := struct {
		PointsLimit int                 `json:"points_limit"`
		Upgrades    []json.RawMessage   `json:"upgrades"`
		Minima      []warmaster.Minimum `json:"minima"`
		Taken       map[string][]string `json:"taken"`
	}{pointsLimit(band), pack.Parts["upgrades"], nil, taken}
	for _, u := range pack.Units {
		var p warmaster.Profile
		rulestest.Must(t, rules.Decode(u.Profile, &p))
		if u.Faction == band.Faction {
			extra.Minima = append(extra.Minima, warmaster.Minimum{ID: p.ID, Min: p.Min, ArmyMin: p.ArmyMin})
		}
	}
	if r.Extra, err = rules.EncodeResult(extra); err != nil {
		t.Fatal(err)
	}
	return r
}

// pointsLimit returns how many points a ready list may cost, read from its id.
func pointsLimit(b packs.ReadyList) int {
	if strings.HasSuffix(b.ID, "-1000") {
		return 1000
	}
	return 2000
}

func readyLists(t *testing.T, pack rules.Pack) []packs.ReadyList {
	t.Helper()
	all := contenttest.ReadyLists(t, pack)
	if len(all) != 8 {
		t.Fatalf("%d lists, want 8", len(all))
	}
	return all
}

func TestReadyListsAreLegal(t *testing.T) {
	pack := contenttest.HousePack(t, warmaster.Game)
	for _, b := range readyLists(t, pack) {
		points := 0
		for _, id := range b.Units {
			for _, u := range pack.Units {
				if u.ID == id {
					points += u.Points
				}
			}
		}
		if points < pointsLimit(b)*95/100 || points > pointsLimit(b) {
			t.Errorf("%s costs %d points", b.ID, points)
		}
		for _, f := range warmaster.Game.CheckRoster(newRoster(t, pack, b, nil)) {
			t.Errorf("%s: %v", b.ID, &f)
		}
	}
}

// TestItemsAreOpen gives the first list an item of the house pack that is open to it, and one that is not.
func TestItemsAreOpen(t *testing.T) {
	pack := contenttest.HousePack(t, warmaster.Game)
	b := readyLists(t, pack)[4]
	if faults := warmaster.Game.CheckRoster(newRoster(t, pack, b, map[string][]string{"u1": {"blade-of-two-rivers"}})); len(faults) > 0 {
		t.Errorf("got %v", faults)
	}
	faults := warmaster.Game.CheckRoster(newRoster(t, pack, b, map[string][]string{"u1": {"ink-of-the-drowned"}}))
	if len(faults) != 1 || faults[0].Rule != "WR-LIST-6" {
		t.Errorf("got %v", faults)
	}
}

// TestBattlefieldsAreFought begins a battle on every battlefield.
func TestBattlefieldsAreFought(t *testing.T) {
	pack := contenttest.HousePack(t, warmaster.Game)
	fields, err := packs.Cards(pack, "battlefields")
	if err != nil || len(fields) < 3 {
		t.Fatalf("%d battlefields: %v", len(fields), err)
	}
	all := readyLists(t, pack)
	for i, f := range fields {
		one, two := newRoster(t, pack, all[i], nil), newRoster(t, pack, all[i+1], nil)
		for k := range two.Units {
			two.Units[k].ID = "v" + two.Units[k].ID
		}
		field, err := packs.DrawField(pack, warmaster.Game, map[string]string{"table": f.ID}, one, two)
		rulestest.Must(t, err)
		s := rules.Setup{Game: "warmaster", Version: warmaster.Game.Version, Mode: rules.Board, Rosters: []rules.Roster{one, two}, Field: field}
		if _, err := warmaster.Game.Begin(s); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
}
