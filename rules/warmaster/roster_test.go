package warmaster_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmaster"
)

// listProfiles are the profiles of lists made for tests.
var listProfiles = map[string]string{
	"general": `{"id":"general","name":"General","army":"m","type":"general","attack":2,"size":1,"command":9,"points":125,"army_min":1,"army_max":1,"upgrades":["elk","crown"]}`,
	"hero":    `{"id":"hero","name":"Hero","army":"m","type":"hero","attack":1,"size":1,"command":6,"points":80,"max":1,"upgrades":["elk"]}`,
	"pikes":   `{"id":"pikes","name":"Pikes","army":"m","type":"infantry","attack":3,"hits":3,"armour":"5+","points":60,"min":2}`,
	"guard":   `{"id":"guard","name":"Guard","army":"m","type":"infantry","attack":4,"hits":3,"points":90,"max":1,"shares_max_with":["wards"],"no_magic":true}`,
	"wards":   `{"id":"wards","name":"Wards","army":"m","type":"infantry","attack":4,"hits":3,"points":90,"max":1,"shares_max_with":["guard"]}`,
	"extras":  `{"id":"extras","name":"Extras","army":"m","type":"infantry","attack":1,"hits":3,"size":1,"points":20,"joins":["pikes"]}`,
	"strange": `{"id":"strange","name":"Strange","army":"n","type":"cavalry","attack":3,"hits":3,"points":10}`,
}

const listedUpgrades = `[{"id":"elk","kind":"mount","points":50,"army_max":1},{"id":"bear","kind":"mount","points":5},
 {"id":"sword","kind":"item","points":10,"army_max":1,"carriers":["infantry","general"]},{"id":"crown","kind":"item","points":30,"army_max":1,"needs":["wards"]},
 {"id":"lore","kind":"special","points":5,"max":1,"opens":["bear"]}]`

// rosterOf makes a roster from a text such as "pikes*2 general+elk+sword hero".
func rosterOf(limit int, list string) rules.Roster {
	r := rules.Roster{Name: "Army", Faction: "m"}
	taken := map[string][]string{}
	for _, word := range strings.Fields(list) {
		names := strings.Split(word, "+")
		n := 1
		profile, times, several := strings.Cut(names[0], "*")
		if several {
			fmt.Sscan(times, &n)
		}
		for range n {
			id := fmt.Sprintf("u%d", len(r.Units))
			r.Units = append(r.Units, rules.Unit{ID: id, Name: profile, Profile: json.RawMessage(listProfiles[profile])})
			if len(names) > 1 {
				taken[id] = names[1:]
			}
		}
	}
	chosen, err := json.Marshal(taken)
	if err != nil {
		panic(err)
	}
	r.Extra = json.RawMessage(fmt.Sprintf(`{"points_limit":%d,"taken":%s,"upgrades":%s,"minima":[{"id":"pikes","min":2},{"id":"general","army_min":1}]}`, limit, chosen, listedUpgrades))
	return r
}

func TestCheckExplainsEveryFault(t *testing.T) {
	for _, c := range []struct {
		limit int
		list  string
		want  []string // rule and field
	}{
		{1000, "general+elk+sword hero pikes*2 guard extras", nil},
		{999, "general pikes*2", nil},
		{2000, "general hero*2 pikes*4 guard wards extras*4", nil},
		{1000, "pikes*2", []string{"WR-ARMY-1 units", "WR-LIST-4 units"}},
		{1000, "general*2 pikes*2", []string{"WR-ARMY-1 units", "WR-LIST-5 units[0]"}},
		{1000, "general pikes", []string{"WR-LIST-2 units"}},
		{2000, "general pikes*3", []string{"WR-LIST-2 units"}},
		{1999, "general pikes*2", nil},
		{1000, "general hero*2 pikes*2", []string{"WR-LIST-3 units[1]"}},
		{1000, "general pikes*2 guard wards", []string{"WR-LIST-3 units[3]", "WR-LIST-3 units[4]"}},
		{300, "general pikes*3", []string{"WR-LIST-1 units"}},
		{244, "general pikes*2", []string{"WR-LIST-1 units"}},
		{1000, "general pikes*2+sword+sword", []string{"WR-LIST-7 extra.taken.u1[1]", "WR-LIST-7 extra.taken.u2[1]", "WR-LIST-8 extra.upgrades[2]"}},
		{1000, "general pikes*2 guard+sword", []string{"WR-LIST-6 extra.taken.u3[0]"}},
		{1000, "general pikes*2 hero+sword", []string{"WR-LIST-6 extra.taken.u3[0]"}},
		{1000, "general+bear pikes*2", []string{"WR-LIST-6 extra.taken.u0[0]"}},
		{1000, "general+elk hero+elk pikes*2", []string{"WR-LIST-8 extra.upgrades[0]"}},
		{1000, "general+crown pikes*2", []string{"WR-LIST-9 extra.upgrades[3]"}},
		{1000, "general+crown pikes*2 wards", nil},
		{1000, "general+crown+sword pikes*2 wards", []string{"WR-LIST-7 extra.taken.u0[1]"}},
		{1000, "general pikes*2 extras*3", []string{"WR-LIST-10 units[3]"}},
		{1000, "general pikes*2 strange", []string{"WR-LIST-11 units[3]"}},
	} {
		var got []string
		for _, f := range warmaster.Game.CheckRoster(rosterOf(c.limit, c.list)) {
			wantSentence(t, f)
			got = append(got, f.Rule+" "+f.Field)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d points, %s: got %q, want %q", c.limit, c.list, got, c.want)
		}
	}
}

var placeholder = regexp.MustCompile(`\{([a-z]+)[}|]`)

// wantSentence fails unless a fault has a sentence in both languages, with all figures that
// the sentence uses.
func wantSentence(t *testing.T, f rules.Fault) {
	t.Helper()
	for _, lang := range []string{"fr", "en"} {
		text, err := os.ReadFile("../../content/" + lang + "/warmaster/phrases.yaml")
		if err != nil {
			t.Fatal(err)
		}
		_, sentence, there := strings.Cut(string(text), "\nfault."+f.Rule+": ")
		if !there {
			t.Errorf("no sentence for %s in %s", f.Rule, lang)
		}
		sentence, _, _ = strings.Cut(sentence, "\n")
		for _, m := range placeholder.FindAllStringSubmatch(sentence, -1) {
			if f.With[m[1]] == "" {
				t.Errorf("%s in %s speaks of %s, which the fault does not have: %v", f.Rule, lang, m[1], f.With)
			}
		}
	}
}

func TestCheckFindsBrokenRosters(t *testing.T) {
	for field, change := range map[string]func(*rules.Roster){
		"extra.points_limit":      func(r *rules.Roster) { r.Extra = json.RawMessage(`{"points_limit":"x"}`) },
		"extra.taken.u0[0]":       func(r *rules.Roster) { r.Extra = json.RawMessage(`{"taken":{"u0":["x"]}}`) },
		"extra.taken.zz":          func(r *rules.Roster) { r.Extra = json.RawMessage(`{"taken":{"zz":[]}}`) },
		"units[1].profile.points": func(r *rules.Roster) { r.Units[1].Profile = json.RawMessage(`{"id":"x","name":"x","type":"hero"}`) },
	} {
		r := rosterOf(1000, "general pikes*2")
		change(&r)
		faults := warmaster.Game.CheckRoster(r)
		if len(faults) != 1 || faults[0].Field != field {
			t.Errorf("got %v, want a fault of %s", faults, field)
		}
	}
}

func TestUnpackIsStrict(t *testing.T) {
	pack := func(profile, upgrade string) rules.Pack {
		return rules.Pack{
			Units: []rules.Profile{{ID: "pikes", Faction: "m", Points: 60, Profile: json.RawMessage(profile)}},
			Parts: map[string][]json.RawMessage{"upgrades": {json.RawMessage(upgrade)}},
		}
	}
	const elk = `{"id":"elk","kind":"mount","points":5}`
	if faults := warmaster.Game.CheckPack(pack(listProfiles["pikes"], elk)); len(faults) > 0 {
		t.Errorf("got %v", faults)
	}
	for _, c := range []struct{ field, old, new string }{
		{"units[0].profile.hits", `"hits":3`, `"hits":0`},
		{"units[0].profile.id", `"id":"pikes"`, `"id":"pike"`},
		{"units[0].profile.points", `"points":60`, `"points":61`},
		{"units[0].profile.army", `"army":"m"`, `"army":"n"`},
		{"units[0].profile.command", `"hits":3`, `"hits":3,"command":8`},
		{"units[0].profile.upgrades[0]", `"hits":3`, `"hits":3,"upgrades":["lost"]`},
		{"units[0].profile.typo", `"hits":3`, `"hits":3,"typo":1`},
		{"units[0].profile.armour", `5+`, `2+`},
	} {
		faults := warmaster.Game.CheckPack(pack(strings.Replace(listProfiles["pikes"], c.old, c.new, 1), elk))
		if len(faults) != 1 || faults[0].Field != c.field {
			t.Errorf("%s: got %v, want a fault of %s", c.new, faults, c.field)
		}
	}
	if faults := warmaster.Game.CheckPack(pack(listProfiles["pikes"], `{"id":"elk","kind":"boat","points":5}`)); len(faults) != 1 || faults[0].Field != "parts.upgrades[0].kind" {
		t.Errorf("got %v", faults)
	}
}
