package warcry_test

import (
	"bytes"
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

func TestRostersAreLegal(t *testing.T) {
	list, names := rulestest.Setups(t, "")
	for i, s := range list {
		for _, r := range s.Rosters {
			for _, f := range warcry.Game.CheckRoster(r) {
				t.Errorf("%s: %s: %v", names[i], r.Name, &f)
			}
		}
	}
}

// playBattle plays a battle between two bots and returns its end and its record.
func playBattle(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := warcry.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playFrom(t, b, s, seed, bots)
}

// playFrom plays a battle from its present state to its end.
func playFrom(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 320)}
	rng := rand.New(rand.NewPCG(uint64(len(seed)), 7))
	for _, c := range seed {
		rng = rand.New(rand.NewPCG(rng.Uint64()^uint64(c), 7))
	}
	src := dice.Seeded(seed)
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	pick := rng.IntN
	for {
		c := rules.Choose(b, bots[:], pick)
		if c == nil {
			return b, rec
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			t.Fatalf("%s: %v", seed, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
}

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	list, _ := rulestest.Setups(t, "board")
	won, lost := 0, 0
	for n := range 60 {
		bots := [2]rules.Bot{warcry.Game.Bots[0], warcry.Game.Bots[1]}
		greedy := rules.Seat(1)
		if n%2 == 1 {
			bots[0], bots[1], greedy = bots[1], bots[0], 0
		}
		b, _ := playBattle(t, list[n/2%len(list)], fmt.Sprintf("greedy %d", n), bots)
		switch o, over := b.Outcome(); {
		case !over:
			t.Fatal("not over")
		case o.Winner == greedy:
			won++
		case o.Winner != rules.Nobody:
			lost++
		}
	}
	t.Logf("greedy won %d and lost %d of 60", won, lost)
	if won <= lost {
		t.Errorf("greedy won %d and lost %d", won, lost)
	}
}

func TestGoldenBattles(t *testing.T) {
	rulestest.Golden(t, warcry.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := playBattle(t, s, "golden "+name, [2]rules.Bot{warcry.Game.Bots[1], warcry.Game.Bots[1]})
		return rec
	})
}

func FuzzCommand(f *testing.F) {
	list, _ := rulestest.Setups(f, "")
	for _, seed := range []string{
		`{"kind":"roll-roles","by":0}`, `{"kind":"activate","by":1,"fighter":"g-chief-1"}`,
		`{"kind":"move","by":0,"fighter":"t-reeve-1","path":[{"type":"normal","to":{"x":3,"y":4}}]}`,
		`{"kind":"attack","by":0,"fighter":"t-reeve-1","target":"g-chief-1","weapon":9}`,
		`{"kind":"use-ability","by":0,"fighter":"t-reeve-1","ability":"rush","value":6}`,
		`{"kind":"deploy","by":0,"group":"dagger","places":[{"fighter":"t-reeve-1","at":{"x":11,"y":4}}]}`,
		`{"kind":"tally","by":0,"objectives":[{"id":"well","a":1,"b":0}],"through":[0]}`,
		`{"kind":"manual","by":0,"fighter":"t-reeve-1","damage":3,"to":{"x":1,"y":1}}`,
	} {
		f.Add([]byte(seed), uint16(40), uint8(0))
	}
	f.Fuzz(func(t *testing.T, raw []byte, steps uint16, which uint8) {
		c, err := warcry.Game.DecodeCommand(raw)
		if err != nil {
			return
		}
		b, err := warcry.Game.Begin(list[int(which)%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(steps), uint64(which)))
		src := dice.Seeded(fmt.Sprint(steps))
		choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
		for range steps % 200 {
			legal := b.Legal()
			if len(legal) == 0 {
				break
			}
			if _, err := rules.PlayInPlace(b, legal[rng.IntN(len(legal))], src, choose); err != nil {
				t.Fatal(err)
			}
		}
		before, _ := b.MarshalJSON()
		_, _, _ = rules.Play(b, c, src, choose)
		if after, _ := b.MarshalJSON(); !bytes.Equal(before, after) {
			t.Errorf("%s changed the battle it was tried on", raw)
		}
	})
}

func TestSetupIsStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-ley")
	for name, field := range map[string]string{
		"unknown":  `{"strange":1}`,
		"polygon":  `{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1}],"top":1}]}`,
		"crossed":  `{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":2},{"x":2,"y":1},{"x":1,"y":2}],"top":1}]}`,
		"flat":     `{"terrain":[{"id":"x","kind":"obstacle","polygon":[{"x":1,"y":1},{"x":2,"y":1},{"x":2,"y":2}],"bottom":2,"top":1}]}`,
		"quarters": `{"terrain_by":0}`,
		"scoring":  `{"victory":{"scoring":[{"kind":"luck"}]}}`,
	} {
		s := list[0]
		s.Field = json.RawMessage(field)
		if _, err := warcry.Game.Begin(s); err == nil {
			t.Errorf("%s: field %s is accepted", name, field)
		}
	}
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	bots := [2]rules.Bot{warcry.Game.Bots[0], warcry.Game.Bots[0]}
	b.ReportAllocs()
	steps := 0
	var begun []rules.Battle
	for _, s := range list {
		battle, err := warcry.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		begun = append(begun, battle)
	}
	began := rulestest.CPUTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playFrom(b, begun[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), bots)
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(rulestest.CPUTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
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
