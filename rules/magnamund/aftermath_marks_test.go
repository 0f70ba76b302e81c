package magnamund_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// TestSteadfast plays battles in which every unit bears the honour.
func TestSteadfast(t *testing.T) {
	rulestest.OncePerBattle(t, magnamund.Game, setupOf(t, "quick"), "steadfast", 3, magnamund.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(magnamund.Steeled); ok {
			return used.Unit
		}
		return ""
	})
}
