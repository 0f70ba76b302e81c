package ruling_test

import (
	"testing"

	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, magnamund.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, magnamund.Game, "n", "soldier", "hero", "monster", "forward")
}
