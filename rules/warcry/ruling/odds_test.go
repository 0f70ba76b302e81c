package ruling_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// smallInputs holds inputs of few dice for every ruling with odds.
var smallInputs = []rulestest.OddsCase{
	{"roll-dice", `{"notation":"d6","count":3,"threshold":4}`},
	{"roll-dice", `{"notation":"d3","count":3,"threshold":2,"reroll":[1]}`},
	{"roll-dice", `{"notation":"d3","count":2,"threshold":5}`},
	{"roll-dice", `{"notation":"d66","threshold":3,"reroll":[1,0]}`},
	{"roll-dice", `{"notation":"d6","count":2,"reroll":[0,1]}`},
	{"who-decides", `{"decision":"first-turn","initiative":"b"}`},
	{"resolve-move", `{"fighter":{"movement":5,"wounds":5},"path":[{"type":"climb","up":1,"on":"deadly"},{"type":"jump","horizontal":1,"down":2}]}`},
	{"resolve-move", `{"fighter":{"movement":5,"wounds":8,"allocated":5},"path":[{"type":"climb","up":1,"on":"deadly"},{"type":"jump","horizontal":1,"down":2}],"end":"air","end_drop":2,"centre_on_surface_after_drop":false}`},
	{"resolve-move", `{"fighter":{"movement":5,"wounds":3},"path":[{"type":"jump","down":2},{"type":"jump","down":2}],"end":"unclimbable"}`},
	{"resolve-fall", `{"fighter":{"wounds":6},"controller":"a","cause":"move-end","height":3,"candidates":[{"horizontal":1,"deadly_within_1":1}]}`},
	{"resolve-fall", `{"fighter":{"wounds":6},"controller":"a","cause":"move-end","height":3,"deadly_first":true,"candidates":[{"horizontal":1,"deadly_within_1":1}]}`},
	{"terrain-damage", `{"kind":"impact","fighters":[{"id":"a","wounds":1},{"id":"b","wounds":2},{"id":"c","wounds":3},{"id":"d","wounds":2}]}`},
	{"terrain-damage", `{"kind":"deadly","fighters":[{"id":"a","wounds":6},{"id":"b","wounds":3},{"id":"c","wounds":6},{"id":"d","wounds":9}]}`},
	{"terrain-damage", `{"kind":"deadly","fighters":[{"id":"a","wounds":1},{"id":"b","wounds":5},{"id":"c","wounds":5}]}`},
	{"resolve-disengage", `{"fighter":{"wounds":4},"nearest_enemy_at_start":1,"path_length":3,"reaction":{"visible":true,"distance":1}}`},
	{"resolve-attack", `{"weapon":{"attacks":3,"strength":4,"dmg_hit":1,"dmg_crit":4,"max_range":1},"attacker":{"wounds":4},"target":{"toughness":4,"wounds":7,"near_open_edge":true},"reaction":"counter","counter_stops_attack":true}`},
	{"resolve-attack", `{"weapon":{"attacks":2,"strength":3,"dmg_hit":2,"dmg_crit":4,"min_range":3,"max_range":15},"target":{"toughness":4,"wounds":6,"in_cover":true,"resting_on":"ladder"},"reaction":"take-cover"}`},
	{"resolve-attack", `{"weapon":{"attacks":3,"strength":5,"dmg_hit":2,"dmg_crit":4,"max_range":3},"attacker":{"aim_for_the_eyes":true,"onslaught":true},"target":{"toughness":4,"wounds":30,"runemarks":["monster"]}}`},
	{"fall-test", `{"open_edge_distance":0.5}`},
	{"fall-test", `{"open_edge_distance":0.501}`},
	{"use-ability", `{"ability":"ropes","fighter":{"wounds":10},"group":{"value":4,"dice":2},"monster_in_play":true,"target":{"monster":true,"distance":1,"movement":8}}`},
	{"use-ability", `{"ability":"grab-and-maul","fighter":{"wounds":40,"runemarks":["monster"]},"group":{"value":3,"dice":3},"target":{"distance":6,"wounds":7}}`},
	{"use-ability", `{"ability":"ferocious-demolition","fighter":{"wounds":40,"runemarks":["monster"]},"group":{"value":3,"dice":4},"terrain_distance":1,"moved":[{"kind":"fighter","id":"x","wounds":2},{"kind":"treasure","id":"t"},{"kind":"fighter","id":"y","wounds":1},{"kind":"fighter","id":"z","wounds":9}]}`},
}

// TestOddsAreThoseOfEveryTape compares odds with the results for every tape of dice.
func TestOddsAreThoseOfEveryTape(t *testing.T) {
	rulestest.Slow(t)
	rulestest.OddsByTape(t, warcry.Game, smallInputs)
}

func TestOddsByClassAgreeWithOddsByFace(t *testing.T) {
	rulestest.Slow(t)
	rulestest.OddsByFace(t, warcry.Game, append(slices.Clip(smallInputs), []rulestest.OddsCase{
		{"who-decides", `{"decision":"colour"}`},
		{"use-wild-dice", `{"initiative":"a","a":{"single_values":[1,2],"groups":[{"value":3,"dice":4}],"wild_dice":1},"b":{"single_values":[1],"groups":[{"value":4,"dice":5}],"wild_dice":1,"uses":[{"use":"single"}]}}`},
	}...))
}

// TestInitiativeOdds compares the odds of singles of six dice with a count of all 6^6 rolls.
func TestInitiativeOdds(t *testing.T) {
	var count [7]int64
	for n := range 46656 {
		var seen [6]int
		for range 6 {
			seen[n%6]++
			n /= 6
		}
		singles := 0
		for _, k := range seen {
			if k == 1 {
				singles++
			}
		}
		count[singles]++
	}
	got, err := warcry.Game.Ruling("roll-initiative").Distribution(map[string]any{})
	rulestest.Must(t, err)
	for _, f := range []string{"a.singles", "b.singles"} {
		for singles, n := range count {
			p := got.Odds[f][fmt.Sprint(singles)]
			if n == 0 && p == nil {
				continue
			}
			if p == nil || p.Cmp(big.NewRat(n, 46656)) != 0 {
				t.Errorf("%s=%d has odds %v, want %d/46656", f, singles, p, n)
			}
		}
	}
	if p := got.Odds["initiative"]["a"]; p.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("initiative: got %v, want 1/2", p)
	}
}

// Attacks of twelve dice with the most outcomes: Counter needs the number of ones, or Take Cover
// throws for the criticals, and a fall test follows because the target survives.
const twelveDiceInCover = `{"weapon":{"attacks":12,"strength":4,"dmg_hit":2,"dmg_crit":5,"max_range":15},"attacker":{"wounds":20},"target":{"toughness":4,"wounds":300,"in_cover":true,"near_open_edge":true},"reaction":"take-cover"}`
const twelveDice = `{"weapon":{"attacks":12,"strength":4,"dmg_hit":2,"dmg_crit":5,"max_range":1},"attacker":{"wounds":20},"target":{"toughness":4,"wounds":30,"near_open_edge":true},"reaction":"counter"}`

// TestLargestRequestsAreFast computes the odds of the largest requests within a time.
func TestLargestRequestsAreFast(t *testing.T) {
	rulestest.Slow(t)
	jumps := strings.TrimSuffix(strings.Repeat(`{"type":"climb","up":0.1,"on":"deadly"},{"type":"jump","down":2},`, 10), ",")
	crowd := func(format string) string {
		var all []string
		for i := range 15 {
			all = append(all, fmt.Sprintf(format, i, 3+i%3))
		}
		return strings.Join(all, ",")
	}
	rulestest.OddsAreFast(t, warcry.Game, []rulestest.OddsCase{
		{"resolve-attack", twelveDice},
		{"resolve-attack", strings.NewReplacer(`"attacks":12`, `"attacks":30`, `"target"`, `"modifiers":{"attacks":20},"target"`, `"attacker":{`, `"attacker":{"onslaught":true,`).Replace(twelveDice)},
		{"resolve-attack", `{"weapon":{"attacks":30,"strength":3,"dmg_hit":2,"dmg_crit":4,"max_range":15},"modifiers":{"attacks":20},"target":{"toughness":4,"wounds":300,"in_cover":true,"resting_on":"ladder"},"reaction":"take-cover"}`},
		{"roll-dice", `{"notation":"d6","count":30,"threshold":4,"reroll":[1,2,3,4,5,6,7,8]}`},
		{"roll-dice", `{"notation":"d3","count":30,"threshold":3}`},
		{"resolve-move", `{"fighter":{"movement":20,"wounds":300},"path":[` + jumps + `]}`},
		{"terrain-damage", `{"kind":"deadly","fighters":[` + crowd(`{"id":"f%d","wounds":%d}`) + `]}`},
		{"terrain-damage", `{"kind":"impact","fighters":[` + crowd(`{"id":"f%d","wounds":%d}`) + `]}`},
		{"use-ability", `{"ability":"ferocious-demolition","fighter":{"wounds":40,"runemarks":["monster"]},"group":{"value":3,"dice":4},"terrain_distance":1,"moved":[` + crowd(`{"kind":"fighter","id":"f%d","wounds":%d}`) + `]}`},
	})
}

func BenchmarkAttackOdds(b *testing.B) {
	rulestest.BenchmarkOdds(b, warcry.Game, []rulestest.NamedOddsCase{
		{"plain", "resolve-attack", `{"weapon":{"attacks":12,"strength":4,"dmg_hit":2,"dmg_crit":5,"max_range":1},"target":{"toughness":4,"wounds":30}}`},
		{"edge", "resolve-attack", `{"weapon":{"attacks":12,"strength":4,"dmg_hit":2,"dmg_crit":5,"max_range":1},"target":{"toughness":4,"wounds":30,"near_open_edge":true}}`},
		{"counter", "resolve-attack", twelveDice},
		{"cover", "resolve-attack", twelveDiceInCover},
	})
}
