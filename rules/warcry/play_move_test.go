package warcry

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestWholeJump jumps from a platform 3 inches high in several legs: the whole descent counts
// (WC-MOVE-9, WC-MOVE-10).
func TestWholeJump(t *testing.T) {
	type end struct{ x, z rules.Dec } // where a leg ends, in thousandths of an inch
	for _, c := range []struct {
		name    string
		version int
		path    []end
		rolls   int
	}{
		{"one leg of 3 inches", 2, []end{{2000, 0}}, 1},
		{"two legs of 1.5 inches", 2, []end{{2000, 1500}, {2000, 0}}, 1},
		{"a leg that ends in the air", 2, []end{{2000, 1010}}, 1},
		{"three legs, the last on the way", 2, []end{{2200, 2500}, {2100, 1500}, {2000, 200}}, 1},
		{"two legs as battles of version 1 count them", 1, []end{{2000, 1500}, {2000, 0}}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := battleOnDeck(t, c.version)
			jump := Move{fighterCommand: b.fighterCommand(0)}
			for _, leg := range c.path {
				jump.Path = append(jump.Path, Leg{Type: "jump", To: &Point{1000 * leg.x, 11 * rules.One, 1000 * leg.z}})
			}
			_, step, err := rules.Play(b, jump, dice.Seeded("jump"), rules.ChooseFrom(nil))
			rulestest.Must(t, err)
			for _, d := range step.Dice {
				if d.For != "impact" {
					t.Errorf("wants dice for %q", d.For)
				}
			}
			if len(step.Dice) != c.rolls {
				t.Errorf("%d dice of impact, not %d", len(step.Dice), c.rolls)
			}
		})
	}
}

// battleOnDeck returns a battle in which the first fighter is activated on the deck, 3 inches above
// the floor, with no other fighter near it.
func battleOnDeck(t *testing.T, version int) *Battle {
	t.Helper()
	list, _ := rulestest.Setups(t, "board-hold")
	list[0].Version = version
	begun, err := begin(list[0])
	rulestest.Must(t, err)
	b := begun.(*Battle)
	b.s.Phase, b.s.Round, b.s.Acting, b.s.Act.Actions = phaseCombat, 1, 0, 2
	for i := range b.s.Fighters {
		w := &b.s.Fighters[i]
		w.Placed = true
		w.put(Point{X: rules.Dec(1+i%12) * 1_500_000, Y: rules.Dec(28-2*(i/12)) * rules.One})
	}
	b.s.Fighters[0].put(Point{3_500_000, 11 * rules.One, 3 * rules.One})
	return b
}
