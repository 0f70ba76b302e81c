package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, warcry.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, warcry.Game, "a", "b", "monster", "fly")
}
