package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// TestExamples plays testdata/examples.txt. The field "rules" of answers is not compared.
func TestExamples(t *testing.T) { rulestest.Examples(t, underworlds.Game, "rules") }
