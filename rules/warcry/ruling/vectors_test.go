package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, warcry.Game, "../../../../shared/contract/vectors/warcry.json", 1e-6)
}

// TestExamples runs the requests of testdata/examples.txt.
func TestExamples(t *testing.T) { rulestest.Examples(t, warcry.Game) }

func FuzzResolve(f *testing.F) { rulestest.FuzzRequests(f, warcry.Game) }

func TestMutatedInputs(t *testing.T) {
	rulestest.MutateRequests(t, warcry.Game, "a", "b", "monster", "fly")
}
