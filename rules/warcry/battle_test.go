package warcry_test

import (
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
		if _, err := rules.PlayInPlace(battle, legal[rng.IntN(len(legal))], src, rules.ChooseFirst); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		battle.Legal()
	}
}
