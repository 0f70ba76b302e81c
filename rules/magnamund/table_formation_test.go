package magnamund

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestMovementEndsInFormation plays measured battles at random: when the movement step of a side
// ends, the other side has spoken about each unit that could have closed up, and the step goes on
// for the unit that it names (MG-COH-1, ruling MG-AMB-15).
func TestMovementEndsInFormation(t *testing.T) {
	setups, names := rulestest.Setups(t, "measured")
	ended, wentOn := 0, 0
	for n := range 4 * len(setups) {
		s, name := setups[n%len(setups)], names[n%len(setups)]
		b := rulestest.Begin(t, Game, s)
		rng := rand.New(rand.NewPCG(uint64(n), 31))
		src, choose := dice.Seeded(fmt.Sprint("formation ", n)), rules.ChooseRandom(rng.IntN)
		for c := rules.Sample(b, rng.IntN); c != nil; c = rules.Sample(b, rng.IntN) {
			before := b.Clone().(*Battle)
			step, err := rules.PlayInPlace(b, c, src, choose)
			rulestest.Must(t, err)
			if _, ends := c.(EndStep); !ends || before.s.Phase != phaseMovement {
				continue
			}
			named := ""
			said := map[string]bool{}
			for _, e := range step.Events {
				switch e := e.(type) {
				case FormationStated:
					for _, id := range e.Units {
						said[id] = true
					}
				case MustCloseUp:
					named = e.Unit
				}
			}
			after := b.(*Battle)
			if goesOn := after.s.Phase == phaseMovement && after.s.Side == before.s.Side && after.s.Turn == before.s.Turn; goesOn != (named != "") {
				t.Fatalf("%s: %q must close up, and the step goes on: %v", name, named, goesOn)
			}
			for u, unit := range before.units {
				memory := before.s.Units[u]
				if unit.side == before.s.Side && before.couldCloseUp(u) && !memory.Whole && !memory.Apart && !said[unit.id] {
					t.Fatalf("%s: nobody was asked about %s", name, unit.id)
				}
				if said[unit.id] && (memory.Whole || memory.Apart) {
					t.Fatalf("%s: the table knew about %s", name, unit.id)
				}
			}
			ended += rules.BoolToInt(named == "")
			wentOn += rules.BoolToInt(named != "")
		}
	}
	if ended < 20 || wentOn < 5 {
		t.Errorf("%d movement steps ended and %d went on: too few to tell", ended, wentOn)
	}
}
