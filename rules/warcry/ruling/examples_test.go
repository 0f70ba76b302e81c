package ruling_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestExamples runs the requests of testdata/examples.txt.
func TestExamples(t *testing.T) { rulestest.Examples(t, warcry.Game) }
