package underworlds_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	list[0] = rulestest.Marked(list[0], "steady-hand")
	rulestest.Run(t, underworlds.Game, list, 84, amendments)
}

// amendments are corrections that no bot makes.
func amendments(b rules.Battle) []string {
	v := b.View(rules.Nobody)
	if v.Round == 0 {
		return nil
	}
	return []string{
		`{"kind":"amend","by":0,"reason":"count","changes":[{"what":"glory","side":1,"value":4},{"what":"turns","value":2}]}`,
		`{"kind":"amend","by":1,"reason":"token","changes":[{"what":"guard","fighter":"a1","value":1},{"what":"stagger","fighter":"b1","value":1},{"what":"inspired","fighter":"a1","value":1}]}`,
		`{"kind":"amend","by":1,"reason":"nobody","changes":[{"what":"wounds","fighter":"z9","value":1}]}`,
		`{"kind":"amend","by":1}`,
	}
}

func TestRostersAreLegal(t *testing.T) { rulestest.RostersAreLegal(t, underworlds.Game) }

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	list, _ := rulestest.Setups(t, "board")
	if tally := rulestest.Match(t, underworlds.Game, list, 60); tally.Won <= tally.Lost {
		t.Error("greedy does not win more than it loses")
	}
}

func TestGoldenBattles(t *testing.T) { rulestest.Golden(t, underworlds.Game) }

func FuzzCommand(f *testing.F) {
	rulestest.FuzzCommands(f, underworlds.Game,
		`{"kind":"roll-off","by":0}`, `{"kind":"pass","by":1}`, `{"kind":"draw-power","by":0}`,
		`{"kind":"move","by":0,"fighter":"a1","hex":[3,2]}`, `{"kind":"attack","by":1,"fighter":"b1","target":"a1","weapon":3}`,
		`{"kind":"charge","by":0,"fighter":"a1","hex":[0,3],"target":"b2"}`, `{"kind":"play-ploy","by":0,"card":"hard-over"}`,
		`{"kind":"play-upgrade","by":0,"fighter":"a1","card":"crowbar"}`, `{"kind":"place-objective","by":0,"hex":[50,50]}`,
	)
}

func TestSetupIsStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-tide")
	rulestest.RefusesSetups(t, underworlds.Game, list[0], []rulestest.BadSetup{
		{"no board", rulestest.BadField(`{"boards":[]}`), ""},
		{"strange", rulestest.BadField(`{"strange":1}`), ""},
		{"small board", rulestest.BadField(`{"boards":[{"id":"x","name":{"fr":"x"},"hexes":[[0,0]],"starting":[[0,0]]}]}`), ""},
		{"option", func(s *rules.Setup) { s.Options = map[string]string{"reveal-surge": "never"} }, ""},
		{"one player", func(s *rules.Setup) { s.Rosters = s.Rosters[:1] }, ""},
		{"same ids", func(s *rules.Setup) { s.Rosters = []rules.Roster{s.Rosters[0], s.Rosters[0]} }, ""},
		{"a card in both decks", func(s *rules.Setup) {
			r := s.Rosters[1]
			r.Extra = json.RawMessage(`{"objectives":[{"id":"x","name":{"fr":"x"},"kind":"objective","rivals_deck":"x"}],"power":[{"id":"x","name":{"fr":"x"},"kind":"ploy","rivals_deck":"x"}]}`)
			s.Rosters = []rules.Roster{s.Rosters[0], r}
		}, "rosters[1].extra"},
		{"strange card", func(s *rules.Setup) {
			r := s.Rosters[1]
			r.Extra = json.RawMessage(`{"power":[{"id":"x","name":{"fr":"x"},"kind":"ploy","rivals_deck":"x","effect":{"id":"luck"}}]}`)
			s.Rosters = []rules.Roster{s.Rosters[0], r}
		}, ""},
	})
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	rulestest.BenchmarkBattles(b, underworlds.Game, list)
}

func BenchmarkLegal(b *testing.B) {
	list, _ := rulestest.Setups(b, "board-tide")
	battle, _ := underworlds.Game.Begin(list[0])
	rng := rand.New(rand.NewPCG(1, 2))
	src := dice.Seeded("legal")
	for n := 0; ; n++ {
		legal := battle.Legal()
		if n > 20 && len(legal) > 40 {
			break // this is the longest list: everything that a fresh fighter can do
		}
		_, err := rules.PlayInPlace(battle, legal[rng.IntN(len(legal))], src, rules.ChooseFirst)
		rulestest.Must(b, err)
	}
	b.ReportAllocs()
	for b.Loop() {
		battle.Legal()
	}
}

func TestStatements(t *testing.T) { rulestest.Statements(t, underworlds.Game) }
