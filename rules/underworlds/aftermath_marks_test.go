package underworlds_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// TestSteadyHand plays battles in which every fighter has the honour.
func TestSteadyHand(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	rulestest.OncePerBattle(t, underworlds.Game, list[0], "steady-hand", 4, underworlds.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(underworlds.Steadied); ok {
			return used.Fighter
		}
		return ""
	})
}
