package magnamund_test

import (
	"testing"

	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// TestStatements runs the statement book of the game.
func TestStatements(t *testing.T) { rulestest.Statements(t, magnamund.Game) }
