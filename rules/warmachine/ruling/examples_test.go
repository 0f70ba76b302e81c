package ruling_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

var endpoint = rules.Endpoint{Games: []*rules.Game{warmachine.Game}}

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) { rulestest.Examples(t, warmachine.Game) }
