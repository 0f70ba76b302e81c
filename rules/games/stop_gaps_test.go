package games_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestStopGapsOfBattles names the stop-gaps on which battles stand: those that their version, their lists, their field and their
// options call for.
func TestStopGapsOfBattles(t *testing.T) {
	const (
		combats  = "fall-back=free re-form=around-one-stand"
		retreats = "divisor=losing-units rounding=up confusion=next-orders make-way=six characters=profile"
	)
	for _, c := range []struct {
		setup string
		edit  func(*rules.Setup)
		want  string
	}{
		{"warcry/board-ley-lines", nil, "counter-stops-attack=no"},
		{"underworlds/board-open-road", nil, "least-value=zero"},
		{"underworlds/board-open-road", func(s *rules.Setup) {
			s.Rosters[1].Extra = json.RawMessage(`{"format":"nemesis"}`)
			s.Options = map[string]string{"least-value": "one"}
		}, "least-value=one nemesis-decks=two-decks"},
		{"warmachine/board-book-alone", nil, ""},
		{"warmachine/board-25-slag", nil, "combat-module=on"},
		{"warmachine/board-free-for-all", nil, "combat-module=on without-warcasters=out"},
		{"magnamund/quick", nil, "last-turn=losses"},
		{"magnamund/quick", func(s *rules.Setup) { s.Version = 3 }, ""},
		{"magnamund/quick", func(s *rules.Setup) { s.Options = map[string]string{"last-turn": "draw"} }, ""},
		{"magnamund/quick", func(s *rules.Setup) {
			s.Field = json.RawMessage(`{"scenario":{"width":20,"height":20,"victory":{"kind":"survive"}}}`)
		}, ""},
		{"warmaster/board-ford", nil, "withdrawal=half score=points general=loses command=profile blunders=double-six-confuses " + combats +
			" cover=terrain " + retreats + " flyers=fly artillery=never-charges magic=by-hand attacks-floor=0"},
		{"warmaster/board-ford", func(s *rules.Setup) { s.Version = 2 }, "withdrawal=off score=points command=profile blunders=double-six-confuses " + combats +
			" cover=terrain " + retreats + " flyers=fly artillery=never-charges magic=by-hand attacks-floor=0"},
		{"warmaster/measured-plains", nil, "withdrawal=half score=points general=loses command=profile blunders=told " + combats +
			" cover=terrain " + retreats + " flyers=fly magic=off attacks-floor=0"},
		{"warmaster/measured-plains", func(s *rules.Setup) { s.Mode = rules.Board }, "withdrawal=half score=points general=loses command=profile blunders=told " + combats +
			" " + retreats + " flyers=fly magic=off hills=block attacks-floor=0"},
	} {
		game, file, _ := strings.Cut(c.setup, "/")
		raw, err := os.ReadFile("../" + game + "/testdata/setups/" + file + ".json")
		rulestest.Must(t, err)
		var s rules.Setup
		rulestest.Must(t, json.Unmarshal(raw, &s))
		if c.edit != nil {
			c.edit(&s)
		}
		var got []string
		for _, g := range games.All {
			if g.ID == game {
				for _, o := range g.StopGaps(s) {
					got = append(got, o.ID+"="+o.In(s))
				}
			}
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s, version %d: %q, want %q", c.setup, s.Version, text, c.want)
		}
	}
}
