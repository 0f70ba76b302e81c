package importers_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"oriflamme/content/importers"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// realData imports the real files. They are not ours to distribute and may be absent.
func realData(t *testing.T) importers.Result {
	t.Helper()
	dir := "../../../shared/data/warcry_data/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no warcry_data at hand")
	}
	h, err := importers.WarcryData(sources(t, dir+"fighters.json", dir+"abilities.json", dir+"battletraits.json", dir+"french/abilities.json"), warcry.Game)
	rulestest.Must(t, err)
	return h
}

// TestRealWarcryData checks that the importer takes over every entry of the real data.
func TestRealWarcryData(t *testing.T) {
	rulestest.Slow(t)
	h := realData(t)
	for _, r := range h.Refused {
		t.Error(r)
	}
	for what, want := range map[string]int{"fighters": 1345, "abilities": 932, "battletraits": 68, "translations": 1000, "warbands": 71} {
		if got := h.Imported[what]; got != want {
			t.Errorf("%d %s, want %d", got, what, want)
		}
	}
	used := map[string]bool{importers.AllWarbands: true}
	for _, u := range h.Pack.Units {
		for _, id := range u.Missing {
			used[id] = true
		}
	}
	idle := 0
	for _, raw := range append(h.Pack.Parts["texts"], h.Pack.Parts["abilities"]...) {
		var a importers.AbilityText
		rulestest.Must(t, json.Unmarshal(raw, &a))
		if a.Warband != importers.AllWarbands && !used[a.ID] {
			idle++
			t.Logf("no fighter has %s %s of %s", a.ID, a.Name["en"], a.Warband)
		}
	}
	if idle > 20 {
		t.Errorf("%d abilities belong to nobody", idle)
	}
	roundTrip(t, h.Pack, warcry.Game)
}

// TestRealWarbandsFight checks that every real faction makes a legal warband and can fight another.
func TestRealWarbandsFight(t *testing.T) {
	rulestest.Slow(t)
	h := realData(t)
	var rosters []rules.Roster
	factions, err := packs.Cards(h.Pack, "factions")
	rulestest.Must(t, err)
	for i, f := range factions {
		if slices.Contains([]string{"chaos", "death", "destruction", "order"}, f.ID) {
			continue // monsters and thralls of a whole alliance make no warband
		}
		chosen := cheapWarband(h.Pack, f.ID)
		r, err := packs.NewRoster(h.Pack, f.ID, fmt.Sprintf("w%d-", i), chosen, 1)
		rulestest.Must(t, err)
		if faults := warcry.Game.CheckRoster(r); len(faults) > 0 {
			t.Errorf("%s: %d fighters: %v", f.ID, len(chosen), faults[0].Error())
			continue
		}
		rosters = append(rosters, r)
	}
	for i, r := range rosters {
		fight(t, h.Pack, i, r, rosters[(i+1)%len(rosters)])
	}
	t.Logf("%d warbands fought", len(rosters))
}

// cheapWarband chooses a hero and as many other fighters as 1000 points allow.
func cheapWarband(pack rules.Pack, faction string) []string {
	var heroes, others []rules.Profile
	for _, u := range pack.Units {
		var p warcry.Profile
		if u.Faction != faction || rules.Decode(u.Profile, &p) != nil {
			continue
		}
		if slices.Contains(p.Runemarks, "hero") {
			heroes = append(heroes, u)
		} else if !slices.Contains(p.Runemarks, "thrall") {
			others = append(others, u)
		}
	}
	byPoints := func(a, b rules.Profile) int { return a.Points - b.Points }
	slices.SortFunc(heroes, byPoints)
	slices.SortFunc(others, byPoints)
	most := 10
	if len(others) == 0 {
		others, most = heroes[:1], 3 // the faction has heroes only, and three of them may fight (WC-R-4)
	}
	chosen, points := []string{heroes[0].ID}, heroes[0].Points
	for i := 0; len(chosen) < most; i++ {
		u := others[i%len(others)]
		if points+u.Points > 1000 {
			break
		}
		chosen, points = append(chosen, u.ID), points+u.Points
	}
	return chosen
}

func fight(t *testing.T, pack rules.Pack, n int, sides ...rules.Roster) {
	t.Helper()
	field, err := packs.DrawField(pack, warcry.Game, nil, sides...)
	rulestest.Must(t, err)
	b, err := warcry.Game.Begin(rules.Setup{
		Game: "warcry", Version: warcry.Game.Version, Mode: rules.Measured, Rosters: sides, Field: field,
	})
	if err != nil {
		t.Errorf("%s against %s: %v", sides[0].Faction, sides[1].Faction, err)
		return
	}
	src, pick := dice.Seeded(fmt.Sprint("real ", n)), rand.New(rand.NewPCG(uint64(n), 1))
	for range 4000 {
		if _, over := b.Outcome(); over {
			return
		}
		legal := b.Legal()
		if b, _, err = rules.Play(b, legal[pick.IntN(len(legal))], src, rules.ChooseFirst); err != nil {
			t.Fatalf("%s against %s: %v", sides[0].Faction, sides[1].Faction, err)
		}
	}
	t.Errorf("%s against %s does not end", sides[0].Faction, sides[1].Faction)
}
