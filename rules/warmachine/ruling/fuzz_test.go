package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, warmachine.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, warmachine.Game, 0.0005, 1e300, "a", "b", "u", "melee", "ranged", "run", "charge", "additional")
}
