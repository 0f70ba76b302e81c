package ruling

import (
	"math"
	"testing"
)

// TestEstimateIsTheBestFocus compares the floats shown in battles with the fractions of
// best-focus.
func TestEstimateIsTheBestFocus(t *testing.T) {
	for focus := range 4 {
		for _, target := range []SequenceTarget{
			{Defense: 12, Arm: 18, Boxes: 9, State: "none"}, {Defense: 15, Arm: 14, Boxes: 5, State: "none", Tough: true},
		} {
			in := bestFocusInput{
				Attacker: SequenceAttacker{Kind: Melee, Stat: 6, Focus: focus}, Target: target, Charge: true, Boosts: true, Outside: true,
				Weapons: []SequenceWeapon{{ID: "axe", Power: 16}, {ID: "fist", Power: 12}},
			}
			p, err := in.planner(0)
			if err != nil {
				t.Fatal(err)
			}
			from := PlanState{Focus: focus, Boxes: target.Boxes}
			want, _ := p.values[from].Float64()
			if got, ok := p.Estimate(from, map[PlanState]Estimate{}); !ok || math.Abs(got.Chance-want) > 1e-12 {
				t.Errorf("%d focus on %+v: got %v, want %v", focus, target, got.Chance, want)
			}
		}
	}
}
