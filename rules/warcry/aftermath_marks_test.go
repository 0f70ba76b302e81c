package warcry_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestSteadyHand plays battles in which every fighter has the honour.
func TestSteadyHand(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	rulestest.OncePerBattle(t, warcry.Game, list[0], "steady-hand", 6, warcry.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(warcry.Steadied); ok {
			return used.Fighter
		}
		return ""
	})
}
