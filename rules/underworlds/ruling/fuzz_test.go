package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, underworlds.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, underworlds.Game, "a", "b", "any")
}
