// Package warmachine_test checks the house pack of WARMACHINE: that its lists are legal, its parts complete and its
// battles playable.
package warmachine_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"oriflamme/content"
	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

func TestHousePackIsWhole(t *testing.T) {
	pack := contenttest.HousePack(t, warmachine.Game)
	described := map[string]bool{}
	for _, a := range contenttest.Members[warmachine.Description](t, pack, "abilities") {
		described[a.ID] = true
	}
	kinds := map[string]map[string]int{}
	used := map[string]bool{}
	for _, u := range pack.Units {
		var p warmachine.Profile
		if err := rules.Decode(u.Profile, &p); err != nil {
			t.Fatalf("%s: %v", u.ID, err)
		}
		if p.ID != u.ID || p.Faction != u.Faction || p.Name != u.Name["fr"] || !reflect.DeepEqual(p.Title, u.Name) {
			t.Errorf("%s: the profile says %s of %s, %s", u.ID, p.ID, p.Faction, p.Name)
		}
		if kinds[u.Faction] == nil {
			kinds[u.Faction] = map[string]int{}
		}
		kinds[u.Faction][p.Kind]++
		if len(p.Weapons) == 0 {
			t.Errorf("%s has no weapon", u.ID)
		}
		if p.Kind == "warcaster" && (p.Feat == nil || len(p.Spells) < 3) {
			t.Errorf("%s has %d spells and the feat %v", u.ID, len(p.Spells), p.Feat)
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
			if slices.Contains(u.Missing, a) {
				t.Errorf("%s: battles play %s, and missing is %v", u.ID, a, u.Missing)
			}
			if !described[a] {
				t.Errorf("%s has %s, which nothing tells about", u.ID, a)
			}
		}
	}
	for a := range described {
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

// TestArmiesAreLegal builds the armies of the pack as the list builder does and checks them.
func TestArmiesAreLegal(t *testing.T) {
	pack := contenttest.HousePack(t, warmachine.Game)
	lists, rosters := contenttest.ReadyLists(t, pack), rostersOf(t, pack)
	if len(rosters) != 6 {
		t.Errorf("%d armies, want 6", len(rosters))
	}
	for i, r := range rosters {
		for _, f := range warmachine.Game.CheckRoster(r) {
			t.Errorf("%s: %v %v", lists[i].ID, f.Error(), f.With)
		}
	}
}

// rostersOf returns the armies of the ready lists of a pack.
func rostersOf(t *testing.T, pack rules.Pack) (rosters []rules.Roster) {
	t.Helper()
	for i, band := range contenttest.ReadyLists(t, pack) {
		r, err := packs.NewRoster(pack, band.Faction, fmt.Sprintf("s%d-", i), band.Units, uint64(i))
		rulestest.Must(t, err)
		rosters = append(rosters, r)
	}
	return rosters
}

// armies returns setups of the armies of the pack.
func armies(t *testing.T) (list []rules.Setup) {
	t.Helper()
	pack := contenttest.HousePack(t, warmachine.Game)
	rosters := rostersOf(t, pack)
	for i, r := range rosters {
		s := rules.Setup{
			Game: warmachine.Game.ID, Version: warmachine.Game.Version, Mode: rules.Measured,
			Rosters: []rules.Roster{r, rosters[(i+1)%len(rosters)]},
		}
		if i%2 == 0 {
			ground := []string{"open-strand", "slag-yard", "drowned-quay"}[i/2%3]
			field, err := packs.DrawField(pack, warmachine.Game, map[string]string{"terrain": ground})
			rulestest.Must(t, err)
			s.Mode, s.Field = rules.Board, field
		}
		list = append(list, s)
	}
	return list
}

// playOut plays a battle at random and notes the key of every view, question and step.
func playOut(t *testing.T, s rules.Setup, seed int, note func(key string)) {
	t.Helper()
	b, err := warmachine.Game.Begin(s)
	rulestest.Must(t, err)
	rng := rand.New(rand.NewPCG(uint64(seed), 5))
	src := dice.Seeded(fmt.Sprint(seed))
	choose := func(q *rules.Question) (rules.Reply, error) {
		note("ask." + q.Why)
		for _, o := range q.Options {
			v := b.View(0)
			unit := slices.ContainsFunc(v.Units, func(u rules.UnitView) bool { return u.ID == o })
			if v.Names[o] == nil && !unit {
				note("option." + o)
			}
		}
		return rules.Reply{Option: rng.IntN(len(q.Options))}, nil
	}
	for range 20_000 {
		noteViewKeys(b.View(0), note)
		c := rules.Choose(b, []rules.Bot{rules.RandomBot, rules.RandomBot}, rng.IntN)
		if c == nil {
			o, _ := b.Outcome()
			note("reason." + o.Reason)
			return
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		rulestest.Must(t, err)
		for _, d := range step.Dice {
			note("roll." + d.For)
		}
	}
	t.Fatal("the battle does not end")
}

func noteViewKeys(v rules.View, note func(string)) {
	note("phase." + v.Phase)
	for _, s := range v.Sides {
		for _, c := range s.Counters {
			note("counter." + c.Key)
		}
	}
	for _, u := range v.Units {
		for _, tag := range u.Tags {
			note("tag." + tag)
		}
		for _, track := range u.Tracks {
			note("track." + track.Key)
		}
		for _, token := range u.Tokens {
			note("token." + token.Key)
		}
		for _, stat := range u.Stats {
			note("stat." + stat.Key)
		}
	}
}

// TestBoldBeatsRandom wants the bold bot to play better than chance.
func TestBoldBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	if won := rulestest.Match(t, warmachine.Game, armies(t), 60).Won; won < 40 {
		t.Errorf("bold won %d of 60", won)
	}
}

// TestPhrases wants a phrase in both languages for everything that the game declares and its battles show.
func TestPhrases(t *testing.T) {
	keys := map[string]bool{}
	note := func(k string) { keys[k] = true }
	for _, c := range warmachine.Game.Commands {
		note("command." + c.Kind())
		note("command." + c.Kind() + ".long")
		for _, f := range rules.FieldsOf(reflect.TypeOf(c)) {
			if f.Fact {
				note("fact." + f.Name)
			} else if f.Name != "by" {
				note("field." + f.Name)
			}
		}
	}
	for _, e := range warmachine.Game.Events {
		note("event." + e.Kind())
	}
	for _, m := range warmachine.Game.Measures {
		note("measure." + m.Name)
	}
	for _, b := range warmachine.Game.Bots {
		note("bot." + b.Name)
	}
	for n, s := range armies(t) {
		playOut(t, s, n, note)
	}
	for lang, catalog := range content.Catalogs() {
		for k := range keys {
			if !catalog.Has("warmachine." + k) {
				t.Errorf("%s: no phrase %s", lang, k)
			}
		}
	}
	if len(keys) < 90 {
		t.Errorf("only %d keys were looked for", len(keys))
	}
}
