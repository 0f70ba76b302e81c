package underworlds_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	list[0] = steadyHands(list[0])
	rulestest.Run(t, underworlds.Game, list, 70)
}

func TestRostersAreLegal(t *testing.T) {
	list, names := rulestest.Setups(t, "")
	for i, s := range list {
		for _, r := range s.Rosters {
			for _, f := range underworlds.Game.CheckRoster(r) {
				t.Errorf("%s: %s: %v", names[i], r.Name, &f)
			}
		}
	}
}

// play plays a battle between two bots from its setup and returns it with its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := underworlds.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots)
}

// playOn has two bots play a battle that has begun to its end.
func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 160)}
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
		bots := [2]rules.Bot{underworlds.Game.Bots[0], underworlds.Game.Bots[1]}
		greedy := rules.Seat(1)
		if n%2 == 1 {
			bots[0], bots[1], greedy = bots[1], bots[0], 0
		}
		b, _ := play(t, list[n/2%len(list)], fmt.Sprintf("greedy %d", n), bots)
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
	rulestest.Golden(t, underworlds.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := play(t, s, "golden "+name, [2]rules.Bot{underworlds.Game.Bots[1], underworlds.Game.Bots[1]})
		return rec
	})
}

func FuzzCommand(f *testing.F) {
	list, _ := rulestest.Setups(f, "")
	for _, seed := range []string{
		`{"kind":"roll-off","by":0}`, `{"kind":"pass","by":1}`, `{"kind":"draw-power","by":0}`,
		`{"kind":"move","by":0,"fighter":"a1","hex":[3,2]}`, `{"kind":"attack","by":1,"fighter":"b1","target":"a1","weapon":3}`,
		`{"kind":"charge","by":0,"fighter":"a1","hex":[0,3],"target":"b2"}`, `{"kind":"play-ploy","by":0,"card":"hard-over"}`,
		`{"kind":"play-upgrade","by":0,"fighter":"a1","card":"crowbar"}`, `{"kind":"place-objective","by":0,"hex":[50,50]}`,
	} {
		f.Add([]byte(seed), uint16(40), uint8(0))
	}
	f.Fuzz(func(t *testing.T, raw []byte, steps uint16, which uint8) {
		c, err := underworlds.Game.DecodeCommand(raw)
		if err != nil {
			return
		}
		b, err := underworlds.Game.Begin(list[int(which)%len(list)])
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
	list, _ := rulestest.Setups(t, "board-tide")
	for name, change := range map[string]func(*rules.Setup){
		"no board": func(s *rules.Setup) { s.Field = json.RawMessage(`{"boards":[]}`) },
		"strange":  func(s *rules.Setup) { s.Field = json.RawMessage(`{"strange":1}`) },
		"small board": func(s *rules.Setup) {
			s.Field = json.RawMessage(`{"boards":[{"id":"x","name":{"fr":"x"},"hexes":[[0,0]],"starting":[[0,0]]}]}`)
		},
		"option":     func(s *rules.Setup) { s.Options = map[string]string{"reveal-surge": "never"} },
		"one player": func(s *rules.Setup) { s.Rosters = s.Rosters[:1] },
		"same ids":   func(s *rules.Setup) { s.Rosters = []rules.Roster{s.Rosters[0], s.Rosters[0]} },
		"strange card": func(s *rules.Setup) {
			r := s.Rosters[1]
			r.Extra = json.RawMessage(`{"power":[{"id":"x","name":{"fr":"x"},"kind":"ploy","rivals_deck":"x","effect":{"id":"luck"}}]}`)
			s.Rosters = []rules.Roster{s.Rosters[0], r}
		},
	} {
		s := list[0]
		change(&s)
		if _, err := underworlds.Game.Begin(s); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	bots := [2]rules.Bot{underworlds.Game.Bots[0], underworlds.Game.Bots[0]}
	b.ReportAllocs()
	steps := 0
	var started []rules.Battle
	for _, s := range list {
		battle, err := underworlds.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		started = append(started, battle)
	}
	began := rulestest.CPUTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playOn(b, started[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), bots)
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(rulestest.CPUTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
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
		if _, err := rules.PlayInPlace(battle, legal[rng.IntN(len(legal))], src, rules.ChooseFirst); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		battle.Legal()
	}
}
