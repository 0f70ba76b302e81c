package warmachine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// playBattle has bots play a battle to its end.
func playBattle(t testing.TB, s rules.Setup, seed string, bots []rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := warmachine.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playFrom(t, b, s, seed, bots)
}

func playFrom(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots []rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 800)}
	src, rng := dice.Seeded(seed), rand.New(rand.NewPCG(uint64(len(seed)), 7))
	for _, c := range seed {
		rng = rand.New(rand.NewPCG(rng.Uint64(), uint64(c)))
	}
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	for range 20_000 {
		c := rules.Choose(b, bots, rng.IntN)
		if c == nil {
			if _, over := b.Outcome(); !over {
				t.Fatal("nothing is legal and the battle is not over")
			}
			return b, rec
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			t.Fatalf("%+v: %v", c, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	t.Fatal("the battle does not end")
	return nil, rec
}

// botsFor returns the same bot for every seat.
func botsFor(s rules.Setup, name string) []rules.Bot {
	var all []rules.Bot
	for range s.Rosters {
		for _, b := range warmachine.Game.Bots {
			if b.Name == name {
				all = append(all, b)
			}
		}
	}
	return all
}

func BenchmarkBattle(b *testing.B) {
	list := setups(b, "board-25")
	var begun []rules.Battle
	for _, s := range list {
		battle, err := warmachine.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		begun = append(begun, battle)
	}
	b.ReportAllocs()
	steps := 0
	began := rulestest.CPUTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playFrom(b, begun[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), botsFor(list[0], "random"))
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(rulestest.CPUTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
}

// FuzzCommand tries any command at any moment of a battle: it is carried out or refused, and
// a refused command leaves the battle as it was.
func FuzzCommand(f *testing.F) {
	list := setups(f, "")
	for n, seed := range []string{
		`{"kind":"start"}`, `{"kind":"deploy","by":0,"unit":"a5","at":[24,5]}`, `{"kind":"end-control","by":0,"keep":["forge-ward"]}`,
		`{"kind":"move","by":0,"movement":"charge","target":"b4.2","path":[[24,30]]}`,
		`{"kind":"move","by":1,"movement":"run","path":[[24,20],[26,22]],"facing":90}`,
		`{"kind":"attack","by":0,"target":"b4","weapon":"ember-rifle","with":["a5.2","a5.3"],"cover":true}`,
		`{"kind":"cast","by":0,"spell":"rivet-storm","target":"b4","through":"a3","boost_damage":true}`,
		`{"kind":"feat","by":1,"on":["a1"]}`, `{"kind":"special","by":0,"action":"repair","target":"a2"}`,
		`{"kind":"power-attack","by":0,"attack":"push","target":"b2"}`, `{"kind":"blast","by":0,"under":["b4.1"]}`,
		`{"kind":"activate","by":0,"unit":"a5","order":"charge","strays":["a5.2"]}`, `{"kind":"settle","by":0,"destroyed":true}`,
	} {
		f.Add([]byte(seed), uint16(30*n), uint8(n))
	}
	f.Fuzz(func(t *testing.T, raw []byte, steps uint16, which uint8) {
		c, err := warmachine.Game.DecodeCommand(raw)
		if err != nil {
			return
		}
		b, err := warmachine.Game.Begin(list[int(which)%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(steps), uint64(which)))
		src := dice.Seeded(fmt.Sprint(steps))
		choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
		for range steps % 400 {
			next := rules.Sample(b, rng.IntN)
			if next == nil {
				break
			}
			if _, err := rules.PlayInPlace(b, next, src, choose); err != nil {
				t.Fatal(err)
			}
		}
		before, _ := b.MarshalJSON()
		_, _, _ = rules.Play(b, c, src, choose)
		if e, tells := b.(rules.Explainer); tells {
			e.Explain(c)
		}
		if after, _ := b.MarshalJSON(); !bytes.Equal(before, after) {
			t.Errorf("%s changed the battle it was tried on", raw)
		}
	})
}

// BenchmarkAttackOdds asks for the odds of one attack in a battle: a boosted charge attack
// of a heavy warjack on another, down to the column of the grid.
func BenchmarkAttackOdds(b *testing.B) {
	battle, err := warmachine.Game.Begin(setups(b, "measured-furnace")[0])
	if err != nil {
		b.Fatal(err)
	}
	for _, text := range []string{
		`{"kind":"start"}`, `{"kind":"deploy","by":0}`, `{"kind":"deploy","by":1}`, `{"kind":"allocate","by":0,"warjack":"a2","points":3}`,
		`{"kind":"end-control","by":0}`, `{"kind":"activate","by":0,"unit":"a2"}`,
		`{"kind":"move","by":0,"movement":"charge","target":"b2","distance":6}`,
	} {
		c, err := warmachine.Game.DecodeCommand([]byte(text))
		if err == nil {
			src := dice.Source(dice.NewTape())
			if text == `{"kind":"start"}` {
				src = dice.NewTape(6, 1)
			}
			battle, _, err = rules.Play(battle, c, src, rules.ChooseFirst)
		}
		if err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	c, err := warmachine.Game.DecodeCommand([]byte(`{"kind":"attack","by":0,"target":"b2","weapon":"drop-hammer","boost_attack":true}`))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := rules.Odds(warmachine.Game, battle, c, nil); err != nil {
			b.Fatal(err)
		}
	}
}
