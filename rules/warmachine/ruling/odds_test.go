package ruling_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// smallInputs are inputs of few dice for every ruling with odds, except roll-offs, which may
// go on for ever.
var smallInputs = []rulestest.OddsCase{
	{"maintenance-phase", `{"models":[{"id":"a","arm":14,"boxes":9,"effects":[{"id":"f","kind":"fire"},{"id":"c","kind":"corrosion"}]}]}`},
	{"maintenance-phase", `{"models":[{"id":"a","boxes":3,"effects":[{"id":"c","kind":"corrosion"},{"id":"o","kind":"other","damage":2}]},{"id":"b","boxes":1,"effects":[{"id":"c","kind":"corrosion"}]},{"id":"d","effects":[{"id":"c","kind":"corrosion","ends":false}]}]}`},
	{"maintenance-phase", `{"models":[{"id":"a"}]}`},
	{"skill-check", `{"value":9}`},
	{"attack-roll", `{"kind":"melee","stat":6,"defense":13,"boosted":true}`},
	{"attack-roll", `{"kind":"ranged","stat":6,"defense":30,"modifier":-3}`},
	{"attack-roll", `{"kind":"magic","stat":0,"defense":1,"extra_dice":-1}`},
	{"attack-roll", `{"kind":"magic","stat":7,"defense":14,"boosted":true,"extra_dice":1}`},
	{"damage-roll", `{"power":16,"arm":18,"boosted":true,"boxes":10,"tough":true}`},
	{"damage-roll", `{"power":10,"arm":18,"extra_dice":-1,"boxes":3}`},
	{"damage-grid", `{"columns":["....L.","...LLC","..HHM.",".MMCC.","..RRM.","...R.A"],"damage":9}`},
	{"damage-grid", `{"columns":["....L.","...LLC","..HHM.",".MMCC.","..RRM.","...R.A"],"filled":[6,6,0,5,6,6],"damage":7}`},
	{"best-focus", `{"attacker":{"kind":"melee","stat":5,"focus":1},"weapons":[{"id":"axe","power":9,"extra_attack_dice":-1,"extra_damage_dice":-1}],"target":{"defense":9,"arm":12,"boxes":3,"tough":true},"charge":true}`},
	{"attack-sequence", `{"attacker":{"kind":"melee","stat":6,"focus":1},"weapons":[{"id":"axe","power":10}],"target":{"defense":12,"arm":18,"boxes":2,"tough":true},"attacks":[{"type":"initial","weapon":"axe"}]}`},
	{"attack-sequence", `{"attacker":{"kind":"melee","stat":5,"focus":2},"weapons":[{"id":"axe","power":9,"extra_attack_dice":-1,"extra_damage_dice":-1},{"id":"fist","power":8,"extra_attack_dice":-1,"extra_damage_dice":-1}],"target":{"defense":9,"arm":12,"boxes":3,"tough":true},"charge":true,"attacks":[{"type":"initial","weapon":"axe"},{"type":"initial","weapon":"fist"}]}`},
	{"attack-sequence", `{"attacker":{"kind":"ranged","stat":5,"focus":3},"weapons":[{"id":"gun","power":9,"rof":2,"extra_attack_dice":-1,"extra_damage_dice":-1}],"target":{"defense":9,"arm":12,"boxes":2,"state":"stationary"},"attacks":[{"type":"initial","weapon":"gun","boost_damage":true}],"repeat":{"weapon":"gun"}}`},
}

// TestOddsAgreeWithEveryTape resolves rulings with every possible tape of dice.
func TestOddsAgreeWithEveryTape(t *testing.T) {
	rulestest.Slow(t)
	rulestest.OddsByTape(t, warmachine.Game, smallInputs)
}

func TestOddsByClassAgreeWithOddsByFace(t *testing.T) {
	rulestest.Slow(t)
	rulestest.OddsByFace(t, warmachine.Game, smallInputs)
}

// TestRollOffsAreFair expects equal odds for all players.
func TestRollOffsAreFair(t *testing.T) {
	twelve := `"a","b","c","d","e","f","g","h","i","j","k","l"`
	for _, c := range []struct {
		procedure, input, field string
		sides                   int64
	}{
		{"starting-roll", `{"players":["a","b"]}`, "winner", 2},
		{"starting-roll", `{"players":["a","b"],"winner_choice":"opponent"}`, "first_player", 2},
		{"team-order", `{"teams":[{"name":"X","members":["a"]},{"name":"Y","members":["b","c"]}]}`, "first_team", 2},
		{"free-for-all-order", `{"players":["a","b","c"]}`, "first_chooser", 3},
		{"free-for-all-order", `{"players":[` + twelve + `]}`, "first_chooser", 12},
	} {
		got, err := warmachine.Game.Ruling(c.procedure).Distribution(rulestest.Tree(t, c.input))
		rulestest.Must(t, err)
		if n := int64(len(got.Odds[c.field])); n != c.sides {
			t.Errorf("%s: %d values of %s, want %d", c.procedure, n, c.field, c.sides)
		}
		for v, p := range got.Odds[c.field] {
			if p.Cmp(big.NewRat(1, c.sides)) != 0 {
				t.Errorf("%s: %s=%s has odds %v", c.procedure, c.field, v, p)
			}
		}
	}
}

// TestFirstChooserOfThree counts who chooses first over all rolls of three players without a
// tie at the top. The odds assume that this is fair.
func TestFirstChooserOfThree(t *testing.T) {
	r := warmachine.Game.Ruling("free-for-all-order")
	count := map[string]int{}
	in := rulestest.Tree(t, `{"players":["a","b","c"]}`)
	for n := range 216 {
		result, _, err := r.Resolve(in, dice.NewTape(n%6+1, n/6%6+1, n/36+1))
		if err != nil {
			continue
		}
		text, err := rules.EncodeResult(result)
		rulestest.Must(t, err)
		count[rulestest.Tree(t, string(text)).(map[string]any)["first_chooser"].(string)]++
	}
	if count["a"] != 40 || count["b"] != 40 || count["c"] != 40 {
		t.Errorf("got %v, want 40 of the 120 rolls without a tie each", count)
	}
}

const largestInputs = `{"attacker":{"kind":"melee","stat":7,"focus":10},"weapons":[{"id":"a","power":8},{"id":"b","power":9},{"id":"c","power":10,"extra_damage_dice":4},{"id":"d","power":11,"extra_attack_dice":4},{"id":"e","power":12},{"id":"f","power":13}],` +
	`"target":{"defense":13,"arm":18,"boxes":100,"tough":true},"charge":true,"attacks":[{"type":"initial","weapon":"a","boost_attack":true,"boost_damage":true},{"type":"initial","weapon":"b"},{"type":"initial","weapon":"c"},{"type":"initial","weapon":"d"},{"type":"initial","weapon":"e"},{"type":"initial","weapon":"f","boost_damage":true}],` +
	`"repeat":{"weapon":"c","boost_damage":true}}`

// TestGreatRequestsAreAnsweredSoon asks for the odds of the largest requests within a time
// limit.
func TestGreatRequestsAreAnsweredSoon(t *testing.T) {
	rulestest.Slow(t)
	var burning []string
	for i := range 20 {
		burning = append(burning, fmt.Sprintf(`{"id":"m%d","arm":12,"boxes":%d,"effects":[{"id":"f","kind":"fire"},{"id":"g","kind":"fire"},{"id":"c","kind":"corrosion"}]}`, i, 1+i%9))
	}
	rulestest.OddsAreFast(t, warmachine.Game, []rulestest.OddsCase{
		{"attack-sequence", largestInputs},
		{"attack-roll", `{"kind":"ranged","stat":6,"defense":16,"boosted":true,"extra_dice":4}`},
		{"damage-roll", `{"power":6,"arm":16,"boosted":true,"extra_dice":4,"boxes":20,"tough":true}`},
		{"maintenance-phase", `{"models":[` + strings.Join(burning, ",") + `]}`},
	})
}

func BenchmarkOdds(b *testing.B) {
	rulestest.BenchmarkOdds(b, warmachine.Game, []rulestest.NamedOddsCase{
		{"attack", "attack-roll", `{"kind":"melee","stat":6,"defense":13,"boosted":true}`},
		{"attack-of-seven-dice", "attack-roll", `{"kind":"ranged","stat":6,"defense":16,"boosted":true,"extra_dice":4}`},
		{"damage", "damage-roll", `{"power":16,"arm":18,"boosted":true,"boxes":10,"tough":true}`},
		{"sequence", "attack-sequence", `{"attacker":{"kind":"melee","stat":6,"focus":3},"weapons":[{"id":"axe","power":16},{"id":"fist","power":12}],"target":{"defense":12,"arm":18,"boxes":30},"charge":true,"attacks":[{"type":"initial","weapon":"axe"},{"type":"initial","weapon":"fist"}],"repeat":{"weapon":"axe"}}`},
		{"longest-sequence", "attack-sequence", largestInputs},
		{"best-of-three-focus", "best-focus", `{"attacker":{"kind":"melee","stat":6,"focus":3},"weapons":[{"id":"axe","power":16}],"target":{"defense":12,"arm":18,"boxes":10}}`},
	})
}
