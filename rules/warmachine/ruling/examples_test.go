package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) { rulestest.Examples(t, warmachine.Game) }
