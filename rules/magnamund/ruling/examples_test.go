package ruling_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

var endpoint = rules.Endpoint{Games: []*rules.Game{magnamund.Game}}

// TestExamples answers the requests of testdata/examples.txt and compares the answers.
func TestExamples(t *testing.T) { rulestest.Examples(t, magnamund.Game) }
