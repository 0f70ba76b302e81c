package warmaster_test

import (
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestPhrases(t *testing.T) { rulestest.Phrases(t, warmaster.Game, 15) }
