package warmachine_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// TestSteadyHand plays battles in which every unit has the honour.
func TestSteadyHand(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-25-slag")
	rulestest.OncePerBattle(t, warmachine.Game, list[0], "steady-hand", 3, warmachine.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(warmachine.Steadied); ok {
			return used.Unit
		}
		return ""
	})
}
