package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

func TestVectors(t *testing.T) {
	rulestest.Vectors(t, warcry.Game, "../../../../shared/contract/vectors/warcry.json", 1e-6)
}
