package warmaster_test

import (
	"regexp"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

// TestEveryRule accounts for every rule of the specification.
func TestEveryRule(t *testing.T) {
	rulestest.EveryRule(t, warmaster.Game, "../../../shared/rules/warmaster.md", regexp.MustCompile(`WR-[A-Z]+-\d+`), rulestest.Proofs{})
}
