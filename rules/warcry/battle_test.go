package warcry_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	list[0] = rulestest.Marked(list[0], "steady-hand")
	rulestest.Run(t, warcry.Game, list, 70, wrongCommands)
}

func TestRostersAreLegal(t *testing.T) { rulestest.RostersAreLegal(t, warcry.Game) }

func TestStatements(t *testing.T) { rulestest.Statements(t, warcry.Game) }

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	list, _ := rulestest.Setups(t, "board")
	if tally := rulestest.Match(t, warcry.Game, list, 60); tally.Won <= tally.Lost {
		t.Error("greedy does not win more than it loses")
	}
}

func TestGoldenBattles(t *testing.T) { rulestest.Golden(t, warcry.Game) }

func FuzzCommand(f *testing.F) {
	rulestest.FuzzCommands(f, warcry.Game,
		`{"kind":"roll-roles","by":0}`, `{"kind":"activate","by":1,"fighter":"g-chief-1"}`,
		`{"kind":"move","by":0,"fighter":"t-reeve-1","path":[{"type":"normal","to":{"x":3,"y":4}}]}`,
		`{"kind":"attack","by":0,"fighter":"t-reeve-1","target":"g-chief-1","weapon":9}`,
		`{"kind":"use-ability","by":0,"fighter":"t-reeve-1","ability":"rush","value":6}`,
		`{"kind":"deploy","by":0,"group":"dagger","places":[{"fighter":"t-reeve-1","at":{"x":11,"y":4}}]}`,
		`{"kind":"tally","by":0,"objectives":[{"id":"well","a":1,"b":0}],"through":[0]}`,
		`{"kind":"manual","by":0,"fighter":"t-reeve-1","damage":3,"to":{"x":1,"y":1}}`,
	)
}

func TestSetupIsStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-ley")
	rulestest.RefusesSetups(t, warcry.Game, list[0], []rulestest.BadSetup{
		{"unknown", rulestest.BadField(`{"strange":1}`), ""},
		{"polygon", rulestest.BadField(`{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1}],"top":1}]}`), ""},
		{"crossed", rulestest.BadField(`{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":2},{"x":2,"y":1},{"x":1,"y":2}],"top":1}]}`), ""},
		{"flat", rulestest.BadField(`{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":1},{"x":2,"y":2}],"bottom":2,"top":1}]}`), ""},
		{"quarters", rulestest.BadField(`{"terrain_by":0}`), ""},
		{"scoring", rulestest.BadField(`{"victory":{"scoring":[{"kind":"luck"}]}}`), ""},
	})
}

func TestWarbandsBringTheirAbilities(t *testing.T) {
	all := []json.RawMessage{
		[]byte(`{"id": "leap", "warband": "white"}`), []byte(`{"id": "hop", "warband": "black"}`),
		[]byte(`{"id": "any", "warband": ""}`), []byte(`{"id": "odd", "warband": "grey"}`),
	}
	list := rules.Roster{Units: []rules.Unit{{ID: "u1", Profile: []byte(`{"warband": "white", "abilities": ["odd"]}`)}}}
	deck := warcry.Game.Decks[len(warcry.Game.Decks)-1]
	got, err := deck.FromRosters(all, []rules.Roster{list, {}})
	if err != nil || len(got) != 3 {
		t.Errorf("got %s (%v), want leap, any and odd", got, err)
	}
}

// TestSteadyHand plays battles in which every fighter has the honour.
func TestSteadyHand(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	rulestest.OncePerBattle(t, warcry.Game, list[0], "steady-hand", 6, warcry.Game.Bots[0], func(e rules.Event) string {
		if used, ok := e.(warcry.Steadied); ok {
			return used.Fighter
		}
		return ""
	})
}

// TestBattlesSideBySideKeepTheirRecords plays battles at the same time: one command must not
// overwrite what another has recorded.
func TestBattlesSideBySideKeepTheirRecords(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	for n := range 8 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			_, rec := rulestest.PlayBattle(t, warcry.Game, list[n%len(list)], fmt.Sprintf("beside %d", n), warcry.Game.Bots[0])
			if len(rec.Steps) < 50 {
				t.Errorf("%d steps", len(rec.Steps))
			}
			if _, err := rules.Replay(warcry.Game, rec); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBotsThatTakeAnyCommandAreNotAsked(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-ley")
	b := rulestest.Begin(t, warcry.Game, list[0])
	for anyCommand, want := range map[bool]int{true: 0, false: 1} {
		asked := 0
		bot := rules.Bot{Any: anyCommand, Choose: func(_ rules.Battle, legal []rules.Command, _ func(int) int) rules.Command {
			asked++
			return legal[0]
		}}
		if c := rules.Choose(b, []rules.Bot{bot, bot}, rand.New(rand.NewPCG(1, 2)).IntN); c == nil || asked != want {
			t.Errorf("got %v, asked %d times, want %d", c, asked, want)
		}
	}
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	rulestest.BenchmarkBattles(b, warcry.Game, list)
}

func BenchmarkLegal(b *testing.B) {
	list, _ := rulestest.Setups(b, "board-ley")
	battle, _ := warcry.Game.Begin(list[0])
	rng := rand.New(rand.NewPCG(1, 2))
	src := dice.Seeded("legal")
	for n := 0; ; n++ {
		legal := battle.Legal()
		if n > 60 && legal[0].Kind() == "move" {
			break // the longest list: the commands of a fighter that was just activated
		}
		_, err := rules.PlayInPlace(battle, legal[rng.IntN(len(legal))], src, rules.ChooseFirst)
		rulestest.Must(b, err)
	}
	b.ReportAllocs()
	for b.Loop() {
		battle.Legal()
	}
}
