package ruling_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

var endpoint = rules.Endpoint{Games: []*rules.Game{magnamund.Game}}

// TestExamples plays testdata/examples.txt: a title, a request and its answer.
func TestExamples(t *testing.T) { rulestest.Examples(t, magnamund.Game) }
