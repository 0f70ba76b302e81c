package rules_test

import (
	"encoding/json"
	"testing"

	"oriflamme/rules"
)

func TestWithPoints(t *testing.T) {
	g := &rules.Game{PointsField: "points_limit"}
	for _, c := range []struct {
		game   *rules.Game
		extra  string
		points int
		want   string
	}{
		{g, `{"leader":2,"points_limit":5000}`, 1200, `{"leader":2,"points_limit":1200}`},
		{g, ``, 1200, `{"points_limit":1200}`},
		{g, `{"points_limit":5000}`, 0, `{"points_limit":5000}`},
		{g, `[]`, 1200, `[]`},
		{g, `null`, 1200, `null`},
		{&rules.Game{}, `{}`, 1200, `{}`},
	} {
		got := c.game.WithPoints(rules.Roster{Extra: json.RawMessage(c.extra)}, c.points)
		if string(got.Extra) != c.want {
			t.Errorf("%s within %d: %s", c.extra, c.points, got.Extra)
		}
	}
}
