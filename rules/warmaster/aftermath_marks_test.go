package warmaster_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

// TestCarryingVoice plays battles in which every character bears the honour.
func TestCarryingVoice(t *testing.T) {
	list, _ := rulestest.Setups(t, "measured")
	rulestest.OncePerBattle(t, warmaster.Game, list[0], "carrying-voice", 4, warmaster.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(warmaster.Repeated); ok {
			return used.Character
		}
		return ""
	})
}
