package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, underworlds.Game, "../../../../shared/contract/vectors/underworlds.json", 1e-6)
}
