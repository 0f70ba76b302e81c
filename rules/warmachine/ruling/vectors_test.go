package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, warmachine.Game, "../../../../shared/contract/vectors/warmachine.json", 0.0011)
}
