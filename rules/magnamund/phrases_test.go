package magnamund_test

import (
	"testing"

	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

func TestPhrases(t *testing.T) { rulestest.Phrases(t, magnamund.Game, 24) }
