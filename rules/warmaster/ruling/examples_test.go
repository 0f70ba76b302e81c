package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

// TestExamples answers the requests of testdata/examples.txt and compares the answers.
func TestExamples(t *testing.T) { rulestest.Examples(t, warmaster.Game) }
