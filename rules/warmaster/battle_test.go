package warmaster_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

func TestRun(t *testing.T) {
	list, _ := rulestest.Setups(t, "")
	list[0] = rulestest.Marked(list[0], "carrying-voice")
	rulestest.Run(t, warmaster.Game, list, 50, wrong)
}

func TestRostersAreLegal(t *testing.T) {
	list, names := rulestest.Setups(t, "")
	for i, s := range list {
		for _, r := range s.Rosters {
			for _, f := range warmaster.Game.CheckRoster(r) {
				t.Errorf("%s: %s: %v", names[i], r.Name, &f)
			}
		}
	}
}

// play plays a battle between two bots and returns its record.
func play(t testing.TB, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	t.Helper()
	b, err := warmaster.Game.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return playOn(t, b, s, seed, bots)
}

// playOn plays a battle that has already begun.
func playOn(t testing.TB, b rules.Battle, s rules.Setup, seed string, bots [2]rules.Bot) (rules.Battle, rules.Record) {
	rec := rules.Record{Setup: s, Steps: make([]rules.Step, 0, 320)}
	rng := rand.New(rand.NewPCG(uint64(len(seed)), 7))
	for _, c := range seed {
		rng = rand.New(rand.NewPCG(rng.Uint64()^uint64(c), 7))
	}
	src := dice.Seeded(seed)
	choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
	for len(rec.Steps) < 20_000 {
		c := rules.Choose(b, bots[:], rng.IntN)
		if c == nil {
			return b, rec
		}
		step, err := rules.PlayInPlace(b, c, src, choose)
		if err != nil {
			raw, _ := rules.EncodeCommand(c)
			t.Fatalf("%s: %s: %v", seed, raw, err)
		}
		rec.Steps = append(rec.Steps, step)
	}
	t.Fatalf("%s: the battle does not end", seed)
	return b, rec
}

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	list, _ := rulestest.Setups(t, "board")
	won, lost := 0, 0
	const battles = 40
	for n := range battles {
		bots := [2]rules.Bot{warmaster.Game.Bots[0], warmaster.Game.Bots[1]}
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
	t.Logf("greedy won %d and lost %d of %d", won, lost, battles)
	if won <= 2*lost {
		t.Errorf("greedy won %d and lost %d", won, lost)
	}
}

func TestGoldenBattles(t *testing.T) {
	rulestest.Golden(t, warmaster.Game, func(s rules.Setup, name string) rules.Record {
		_, rec := play(t, s, "golden "+name, [2]rules.Bot{warmaster.Game.Bots[1], warmaster.Game.Bots[1]})
		return rec
	})
}

func BenchmarkBattle(b *testing.B) {
	list, _ := rulestest.Setups(b, "board")
	bots := [2]rules.Bot{warmaster.Game.Bots[0], warmaster.Game.Bots[0]}
	b.ReportAllocs()
	var started []rules.Battle
	for _, s := range list {
		s.Options = nil
		battle, err := warmaster.Game.Begin(s)
		if err != nil {
			b.Fatal(err)
		}
		started = append(started, battle)
	}
	steps := 0
	began := rulestest.CPUTime()
	for n := 0; b.Loop(); n++ {
		_, rec := playOn(b, started[n%len(list)].Clone(), list[n%len(list)], fmt.Sprint(n), bots)
		steps += len(rec.Steps)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "battles/s")
	b.ReportMetric(float64(b.N)/(rulestest.CPUTime()-began).Seconds(), "battles/cpu-s")
	b.ReportMetric(float64(steps)/float64(b.N), "commands/battle")
}

func FuzzCommand(f *testing.F) {
	list, _ := rulestest.Setups(f, "")
	for _, seed := range []string{
		`{"kind":"start"}`, `{"kind":"order","by":0,"character":"a1","unit":"a4","with":["a5"],"distance_cm":15}`,
		`{"kind":"charge","by":1,"unit":"b5","target":"a4","distance_cm":12}`, `{"kind":"evade","by":0,"unit":"a4","enemy":"b4","distance_cm":8}`,
		`{"kind":"move","by":0,"unit":"a4","place":{"x_cm":90,"y_cm":30,"heading":[3,4],"form":"column"}}`,
		`{"kind":"fight","by":0,"units":[{"unit":"a4","stands":[{"target":"b4"},{},{}]}]}`,
		`{"kind":"retreat","by":1,"unit":"b4","stands":[{"meets":[{"what":"enemy-stand"}]}]}`,
		`{"kind":"drive-back","by":1,"unit":"b4","obstacles":[{"what":"table-edge","at_cm":2}]}`,
	} {
		f.Add([]byte(seed), uint16(40), uint8(0))
	}
	f.Fuzz(func(t *testing.T, raw []byte, steps uint16, which uint8) {
		c, err := warmaster.Game.DecodeCommand(raw)
		if err != nil {
			return
		}
		b, err := warmaster.Game.Begin(list[int(which)%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(uint64(steps), uint64(which)))
		src := dice.Seeded(fmt.Sprint(steps))
		choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
		for range steps % 200 {
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

// TestSetupIsStrict checks that fields, options and armies that make no sense are refused.
func TestSetupIsStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	for name, change := range map[string]func(*rules.Setup){
		"field":    func(s *rules.Setup) { s.Field = []byte(`{"strange":1}`) },
		"heading":  func(s *rules.Setup) { s.Field = terrain(`"heading":[5,12]`) },
		"size":     func(s *rules.Setup) { s.Field = terrain(`"depth_cm":7.7`) },
		"shallow":  func(s *rules.Setup) { s.Field = []byte(`{"table":{"depth_cm":90}}`) },
		"option":   func(s *rules.Setup) { s.Options = map[string]string{"luck": "on"} },
		"value":    func(s *rules.Setup) { s.Options = map[string]string{"turns": "99"} },
		"one army": func(s *rules.Setup) { s.Rosters = s.Rosters[:1] },
		"same":     func(s *rules.Setup) { s.Rosters = []rules.Roster{s.Rosters[0], s.Rosters[0]} },
		"headless": func(s *rules.Setup) {
			s.Rosters = []rules.Roster{{Name: "x", Units: s.Rosters[0].Units[3:]}, s.Rosters[1]}
		},
		"leaders": func(s *rules.Setup) {
			s.Rosters = []rules.Roster{{Name: "x", Units: s.Rosters[0].Units[:3]}, s.Rosters[1]}
		},
		"dimension": func(s *rules.Setup) { s.Mode = "dream" },
	} {
		s := list[0]
		change(&s)
		if _, err := warmaster.Game.Begin(s); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// terrain is a table with a wood that has the given member besides the usual ones.
func terrain(member string) []byte {
	wood := map[string]string{`"heading"`: `"heading":[0,1]`, `"depth_cm"`: `"depth_cm":10`}
	wood[member[:strings.Index(member, ":")]] = member
	return fmt.Appendf(nil, `{"table":{"terrain":[{"id":"w","kind":"wood","x_cm":50,"y_cm":50,"width_cm":10,%s,%s}]}}`, wood[`"heading"`], wood[`"depth_cm"`])
}
