package ruling_test

import (
	"fmt"
	"math/big"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// chanceOf returns the chance that a ruling destroys its target.
func chanceOf(t *testing.T, ruling, input string) *big.Rat {
	t.Helper()
	d, err := warmachine.Game.Ruling(ruling).Distribution(rulestest.Tree(t, input))
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	if p := d.Odds["destroyed"]["true"]; p != nil {
		return p
	}
	return new(big.Rat)
}

// TestBestFocusBeatsEveryPlan compares the best use of focus with every fixed plan of boosts
// and additional attacks, and with itself without boosts.
func TestBestFocusBeatsEveryPlan(t *testing.T) {
	for _, target := range []string{
		`{"defense":12,"arm":18,"boxes":10}`, `{"defense":16,"arm":14,"boxes":5,"tough":true}`, `{"defense":10,"arm":20,"boxes":14,"state":"knocked-down"}`,
	} {
		for focus := range 4 {
			head := fmt.Sprintf(`"attacker":{"kind":"melee","stat":6,"focus":%d},"weapons":[{"id":"axe","power":16}],"target":%s`, focus, target)
			best := chanceOf(t, "best-focus", "{"+head+"}")
			plain := chanceOf(t, "best-focus", "{"+head+`,"boosts":false}`)
			if best.Cmp(plain) < 0 {
				t.Errorf("%s: with boosts %v, without %v", head, best, plain)
			}
			same := false
			for n := range 16 {
				plan := fmt.Sprintf(`{%s,"attacks":[{"type":"initial","weapon":"axe","boost_attack":%v,"boost_damage":%v}],"repeat":{"weapon":"axe","boost_attack":%v,"boost_damage":%v}}`,
					head, n&1 > 0, n&2 > 0, n&4 > 0, n&8 > 0)
				p := chanceOf(t, "attack-sequence", plan)
				if p.Cmp(best) > 0 {
					t.Errorf("%s: best is %v, but a plan has %v", plan, best, p)
				}
				same = same || n == 0 && p.Cmp(plain) == 0
			}
			if !same {
				t.Errorf("%s: without boosts it is %v, not what the plan of plain attacks has", head, plain)
			}
		}
	}
}
