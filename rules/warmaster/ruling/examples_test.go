package ruling_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

var endpoint = rules.Endpoint{Games: []*rules.Game{warmaster.Game}}

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) { rulestest.Examples(t, warmaster.Game) }
