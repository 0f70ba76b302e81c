package ruling_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

var endpoint = rules.Endpoint{Games: []*rules.Game{warcry.Game}}

// TestExamples runs the requests of testdata/examples.txt.
func TestExamples(t *testing.T) { rulestest.Examples(t, warcry.Game) }
