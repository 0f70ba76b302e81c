package rulestest

import (
	"errors"
	"testing"

	"oriflamme/rules"
)

// RostersAreLegal checks that no list of testdata/setups breaks a rule of its game.
func RostersAreLegal(t *testing.T, g *rules.Game) {
	t.Helper()
	list, names := Setups(t, "")
	for i, s := range list {
		for _, r := range s.Rosters {
			for _, f := range g.CheckRoster(r) {
				t.Errorf("%s: %s: %v", names[i], r.Name, &f)
			}
		}
	}
}

// A BadSetup is a change of a valid setup that makes no battle.
type BadSetup = struct {
	Title  string
	Change func(*rules.Setup) // changes a copy; lists that it changes it must copy first
	Field  string             // the field that the fault names; "" to accept any error
}

// BadField is the change of a setup that sets its battlefield.
func BadField(field string) func(*rules.Setup) {
	return func(s *rules.Setup) { s.Field = []byte(field) }
}

// RefusesSetups makes changes of a valid setup, one at a time, and checks that none begins a
// battle.
func RefusesSetups(t *testing.T, g *rules.Game, good rules.Setup, bad []BadSetup) {
	t.Helper()
	Begin(t, g, good)
	for _, c := range bad {
		s := good
		c.Change(&s)
		_, err := g.Begin(s)
		var f *rules.Fault
		if err == nil || c.Field != "" && (!errors.As(err, &f) || f.Field != c.Field) {
			t.Errorf("%s: got %v, want a fault of %q", c.Title, err, c.Field)
		}
	}
}
