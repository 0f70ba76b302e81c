package warcry_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

var desk = rules.Desk{Games: []*rules.Game{warcry.Game}}

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) { rulestest.Examples(t, warcry.Game) }
