package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, warmaster.Game, "../../../../shared/contract/vectors/warmaster.json", 1e-6)
}
