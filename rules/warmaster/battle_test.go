package warmaster_test

import (
	"fmt"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	list[0] = rulestest.Marked(list[0], "carrying-voice")
	rulestest.Run(t, warmaster.Game, list, 50, wrong)
}

func TestRostersAreLegal(t *testing.T) { rulestest.RostersAreLegal(t, warmaster.Game) }

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	list, _ := rulestest.Setups(t, "board")
	if tally := rulestest.Match(t, warmaster.Game, list, 40); tally.Won <= 2*tally.Lost {
		t.Error("greedy does not win more than twice as often as it loses")
	}
}

// TestGreedyCarriesOutOrders checks that the best bot gives orders that units can carry out, and has them
// carried out before it gives others.
func TestGreedyCarriesOutOrders(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	given, carriedOut := 0, 0
	for _, s := range list {
		_, record := rulestest.PlayBattle(t, warmaster.Game, s, "orders", warmaster.Game.Bots[1])
		waits := false
		for _, step := range record.Steps {
			for _, e := range step.Events {
				switch e := e.(type) {
				case warmaster.Tested:
					waits = e.Success
					given += rules.BoolToInt(e.Success)
				case warmaster.Moved, warmaster.Charged:
					carriedOut += rules.BoolToInt(waits)
					waits = false
				}
			}
		}
	}
	t.Logf("%d of %d orders carried out", carriedOut, given)
	if given < 10 || carriedOut < given*9/10 {
		t.Errorf("%d of %d orders carried out", carriedOut, given)
	}
}

func TestGoldenBattles(t *testing.T) { rulestest.Golden(t, warmaster.Game) }

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	for i := range list {
		list[i].Options = nil
	}
	rulestest.BenchmarkBattles(b, warmaster.Game, list)
}

func FuzzCommand(f *testing.F) {
	rulestest.FuzzCommands(f, warmaster.Game,
		`{"kind":"start"}`, `{"kind":"order","by":0,"character":"a1","unit":"a4","with":["a5"],"distance_cm":15}`,
		`{"kind":"charge","by":1,"unit":"b5","target":"a4","distance_cm":12}`, `{"kind":"evade","by":0,"unit":"a4","enemy":"b4","distance_cm":8}`,
		`{"kind":"move","by":0,"unit":"a4","place":{"x_cm":90,"y_cm":30,"heading":[3,4],"form":"column"}}`,
		`{"kind":"fight","by":0,"units":[{"unit":"a4","stands":[{"target":"b4"},{},{}]}]}`,
		`{"kind":"retreat","by":1,"unit":"b4","stands":[{"meets":[{"what":"enemy-stand"}]}]}`,
		`{"kind":"drive-back","by":1,"unit":"b4","obstacles":[{"what":"table-edge","at_cm":2}]}`,
	)
}

// TestSetupIsStrict checks that fields, options and armies that make no sense are refused.
func TestSetupIsStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	rulestest.RefusesSetups(t, warmaster.Game, list[0], []rulestest.BadSetup{
		{"field", rulestest.BadField(`{"strange":1}`), ""},
		{"heading", rulestest.BadField(terrain(`"heading":[5,12]`)), ""},
		{"size", rulestest.BadField(terrain(`"depth_cm":7.7`)), ""},
		{"shallow", rulestest.BadField(`{"table":{"depth_cm":90}}`), ""},
		{"option", func(s *rules.Setup) { s.Options = map[string]string{"luck": "on"} }, ""},
		{"value", func(s *rules.Setup) { s.Options = map[string]string{"turns": "99"} }, ""},
		{"one army", func(s *rules.Setup) { s.Rosters = s.Rosters[:1] }, ""},
		{"same", func(s *rules.Setup) { s.Rosters = []rules.Roster{s.Rosters[0], s.Rosters[0]} }, ""},
		{"headless", func(s *rules.Setup) {
			s.Rosters = []rules.Roster{{Name: "x", Units: s.Rosters[0].Units[3:]}, s.Rosters[1]}
		}, ""},
		{"leaders", func(s *rules.Setup) {
			s.Rosters = []rules.Roster{{Name: "x", Units: s.Rosters[0].Units[:3]}, s.Rosters[1]}
		}, ""},
		{"dimension", func(s *rules.Setup) { s.Mode = "dream" }, ""},
	})
}

// terrain is a table with a wood that has the given member besides the usual ones.
func terrain(member string) string {
	wood := map[string]string{`"heading"`: `"heading":[0,1]`, `"depth_cm"`: `"depth_cm":10`}
	wood[member[:strings.Index(member, ":")]] = member
	return fmt.Sprintf(`{"table":{"terrain":[{"id":"w","kind":"wood","x_cm":50,"y_cm":50,"width_cm":10,%s,%s}]}}`, wood[`"heading"`], wood[`"depth_cm"`])
}

// TestStatements runs the statement book of the game.
func TestStatements(t *testing.T) { rulestest.Statements(t, warmaster.Game) }
