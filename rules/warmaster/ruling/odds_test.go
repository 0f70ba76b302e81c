package ruling_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

// smallInputs holds inputs with few dice for every ruling with odds, except roll-offs, which
// have no last throw.
var smallInputs = []rulestest.OddsCase{
	{"roll", `{"kind":"sum","count":3}`},
	{"roll", `{"kind":"d3"}`},
	{"roll", `{"kind":"multiple","factor":10}`},
	{"command-test", `{"command":8,"character":"hero","units":[{"distance_cm":20.0001}]}`},
	{"command-test", `{"command":7,"character":"general","units":[{"distance_cm":80,"stands_lost":2},{"distance_cm":2,"prior_orders":1}]}`},
	{"table-edge", `{"kind":"unit","stands_lost":2,"general_present":true,"at_turn_start":true}`},
	{"shooting-volley", `{"shooters":[{"stands":3,"attacks":1}],"target":{"type":"infantry","hits":1,"stands":{"open":1,"defended":1,"fortified":1}}}`},
	{"shooting-volley", `{"shooters":[{"stands":3,"attacks":1}],"target":{"type":"infantry","hits":2,"armour":"5+","hits_marked":1,"stands":{"open":1,"defended":2}}}`},
	{"shooting-volley", `{"shooters":[{"stands":3,"attacks":1}],"target":{"type":"artillery","hits":1,"armour":"3+","phase_hits":1,"stands":{"open":1,"fortified":2},"in_sight":{"fortified":false}}}`},
	{"shooting-volley", `{"shooters":[{"stands":2,"attacks":1}],"target":{"type":"cavalry","hits":1,"armour":"6+","stands":{"defended":1,"fortified":2}}}`},
	{"shooting-volley", `{"shooters":[{"stands":0,"attacks":1}],"target":{"type":"cavalry","hits":1,"stands":{"open":1}}}`},
	{"charge-shooting", `{"attacks":3,"stands":[{"moments":[{"visible":true,"distance_cm":30}]}],"charger":{"hits":2,"size":1,"armour":"6+","hits_marked":1}}`},
	{"drive-back", `{"hits_suffered":2,"type":"artillery","full_pace_cm":8,"obstacles":[{"what":"friend-makes-way","at_cm":4},{"what":"table-edge","at_cm":6}]}`},
	{"drive-back", `{"hits_suffered":2,"type":"infantry","obstacles":[{"what":"friend-makes-way","at_cm":3},{"what":"impassable-terrain","at_cm":5.5},{"what":"enemy-unit","at_cm":6}]}`},
	{"drive-back", `{"hits_suffered":1,"type":"infantry","protection":"fortified"}`},
	{"combat-round", `{"a":{"units":[{"id":"X","attack":2,"hits":1,"armour":"6+","stands":[{"target":"Y"}]}],"support":1},"b":{"units":[{"id":"Y","attack":1,"hits":2,"type":"artillery","protection":"defended","stands":[{"target":"X"}]}]}}`},
	{"combat-round", `{"active":"b","a":{"units":[{"id":"X","attack":1,"hits":1,"stands":[{"target":"Y"},{"target":"Z"}]}]},"b":{"units":[{"id":"Y","attack":1,"hits":1,"armour":"5+","stands":[{"target":"X"}]},{"id":"Z","attack":1,"hits":1,"stands":[{}]}],"charge_shooting_hits":1}}`},
	{"retreat", `{"difference":2,"type":"infantry","enemy_stands":{"front":1},"stands":[{"meets":[{"what":"friend","friend":"f"},{"what":"friend","friend":"g"}]}],"friends":[{"id":"f","makes_way":true},{"id":"g","makes_way":true}]}`},
	{"fall-back", `{"occasion":"draw","type":"infantry"}`},
	{"fall-back", `{"occasion":"winner","type":"infantry","wants":"hold"}`},
}

// TestOddsAgreeWithEveryTape compares odds with those of every tape of dice.
func TestOddsAgreeWithEveryTape(t *testing.T) {
	rulestest.Slow(t)
	rulestest.RequireOddsCases(t, warmaster.Game, smallInputs, "setup")
	rulestest.OddsByTape(t, warmaster.Game, smallInputs)
}

func TestRollOffsAreEven(t *testing.T) {
	for input, place := range map[string]map[string]int64{
		`{"separation_cm":80,"method":"alternate-units","units":{"a":3,"b":3}}`: {"a": 1, "b": 1},
		`{"separation_cm":80,"method":"alternate-units","units":{"a":2,"b":3}}`: {"b": 2},
		`{"separation_cm":80,"method":"secret-map","units":{"a":2,"b":3}}`:      {"null": 2},
	} {
		got, err := warmaster.Game.Ruling("setup").Distribution(rulestest.Tree(t, input))
		rulestest.Must(t, err)
		if p := got.Odds["first_player"]["a"]; p.Cmp(big.NewRat(1, 2)) != 0 {
			t.Errorf("%s: the first turn is a's with %v", input, p)
		}
		if len(got.Odds["first_to_place"]) != len(place) {
			t.Errorf("%s: got %v", input, got.Odds["first_to_place"])
		}
		for side, halves := range place {
			if p := got.Odds["first_to_place"][side]; p == nil || p.Cmp(big.NewRat(halves, 2)) != 0 {
				t.Errorf("%s: %s places first with %v", input, side, p)
			}
		}
	}
}

// engagement is an engagement of units that fight one against one.
func engagement(units, stands, attack, hits int, armour string) string {
	side := func(own, other string) string {
		var all []string
		for n := range units {
			targets := strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`{"target":"%s%d"},`, other, n), stands), ",")
			all = append(all, fmt.Sprintf(`{"id":"%s%d","attack":%d,"hits":%d,"armour":%q,"stands":[%s]}`, own, n, attack, hits, armour, targets))
		}
		return `{"units":[` + strings.Join(all, ",") + `]}`
	}
	return `{"a":` + side("a", "b") + `,"b":` + side("b", "a") + `}`
}

// TestGreatRequestsAreAnsweredSoon measures the odds of the largest requests.
func TestGreatRequestsAreAnsweredSoon(t *testing.T) {
	rulestest.Slow(t)
	ways := strings.TrimSuffix(strings.Repeat(`{"what":"friend-makes-way","at_cm":9},`, 8), ",")
	stands := strings.TrimSuffix(strings.Repeat(`{"moments":[{"visible":true,"distance_cm":9}]},`, 12), ",")
	rulestest.OddsAreFast(t, warmaster.Game, []rulestest.OddsCase{
		{"roll", `{"kind":"sum","count":10}`},
		{"shooting-volley", `{"shooters":[{"stands":3,"attacks":20}],"target":{"type":"infantry","hits":20,"armour":"5+","stands":{"open":12}}}`},
		{"shooting-volley", `{"shooters":[{"stands":3,"attacks":20}],"target":{"type":"infantry","hits":1,"armour":"4+","stands":{"open":4,"defended":4,"fortified":4}}}`},
		{"shooting-volley", `{"shooters":[{"stands":3,"attacks":20}],"target":{"type":"infantry","hits":5,"armour":"6+","stands":{"open":1,"defended":10,"fortified":1}}}`},
		{"charge-shooting", `{"attacks":20,"stands":[` + stands + `],"charger":{"hits":3,"size":12,"armour":"5+"}}`},
		{"drive-back", `{"hits_suffered":40,"type":"infantry","flying":true,"full_pace_cm":200,"obstacles":[` + ways + `]}`},
		{"combat-round", engagement(3, 3, 2, 3, "5+")},
		{"combat-round", engagement(3, 3, 20, 3, "5+")},
		{"combat-round", engagement(2, 12, 10, 5, "4+")},
	})
}

// BenchmarkEngagement works out the odds of a round of 18 dice a side.
func BenchmarkEngagement(b *testing.B) {
	rulestest.BenchmarkOdds(b, warmaster.Game, []rulestest.NamedOddsCase{{"18 dice a side", "combat-round", engagement(3, 3, 2, 3, "5+")}})
}
