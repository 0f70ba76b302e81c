package ruling_test

import (
	"testing"

	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, magnamund.Game, "../../../../shared/contract/vectors/magnamund.json", 1e-6)
}
