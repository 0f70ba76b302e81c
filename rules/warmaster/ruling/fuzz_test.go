package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, warmaster.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, warmaster.Game, "a", "b", "unit", "enemy", 20, 0.5001, 0.00001, "3/1", "5+", []any{0, 1}, []any{3, 4}, []any{1, 1})
}
