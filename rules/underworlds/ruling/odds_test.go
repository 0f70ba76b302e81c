package ruling_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// smallInputs are combats of few dice, so that every tape can be played.
var smallInputs = []string{
	`{"attack":{"dice":2,"symbol":"smash","damage":2,"keywords":{"grievous":1}},"attacker_supporters":1,"target":{"dice":1,"symbol":"block","wounds":3,"stagger_tokens":1},"attack_rerolls":{"mode":"failures"}}`,
	`{"attack":{"dice":2,"symbol":"fury","damage":2,"keywords":{"cleave":true}},"attacker_supporters":2,"target":{"dice":2,"symbol":"block","wounds":5,"guard_tokens":1},"target_supporters":1}`,
	`{"attack":{"dice":2,"symbol":"smash","damage":1,"keywords":{"ensnare":true,"knockback":1}},"cornered":true,"cornered_at_step_7":false,"target":{"dice":2,"symbol":"dodge","wounds":2,"counters":1},"target_supporters":2}`,
	`{"attack":{"dice":2,"symbol":"fury","damage":3,"damage_modifiers":[-6]},"target":{"dice":1,"symbol":"dodge","wounds":3},"attack_rerolls":{"mode":"failures","other_rules":1},"defence_rerolls":{"mode":"failures","other_rules":2}}`,
	`{"attack":{"dice":1,"symbol":"smash","damage":3},"target":{"dice":2,"symbol":"dodge","wounds":3,"stagger_tokens":2},"attack_rerolls":{"groups":[{"by":"stagger","dice":[0]}]},"defence_rerolls":{"groups":[{"by":"rule","dice":[1]}]}}`,
	`{"attack":{"dice":0,"symbol":"smash","damage":3},"target":{"dice":1,"symbol":"dodge","wounds":3}}`,
	`{"attack":{"dice":2,"symbol":"smash","damage":3},"attacker_supporters":2,"target":{"dice":0,"symbol":"dodge","wounds":8},"cornered":true}`,
	`{"attack":{"dice":1,"symbol":"fury","damage":3},"target":{"dice":2,"symbol":"block","wounds":8,"guard_tokens":1},"target_supporters":2,"cornered":true,"guard_never_trapped":true}`,
}

// TestCombatOddsAreThoseOfEveryTape compares odds with every possible tape of dice, in the
// order in which they are rolled in play.
func TestCombatOddsAreThoseOfEveryTape(t *testing.T) {
	r := underworlds.Game.Ruling("combat")
	for _, input := range smallInputs {
		in := rulestest.Tree(t, input)
		got, err := r.Distribution(in)
		if err != nil {
			t.Errorf("%s: %v", input, err)
			continue
		}
		want := map[string]map[string]*big.Rat{}
		for _, f := range r.Odds {
			want[f] = map[string]*big.Rat{}
		}
		forEachTape(t, r, in, nil, big.NewRat(1, 1), want)
		for _, f := range r.Odds {
			if len(got.Odds[f]) != len(want[f]) {
				t.Errorf("%s: %s has %v, want %v", input, f, got.Odds[f], want[f])
			}
			for v, p := range want[f] {
				if q := got.Odds[f][v]; q == nil || q.Cmp(p) != 0 {
					t.Errorf("%s: %s=%s has odds %v, want %v", input, f, v, q, p)
				}
			}
		}
	}
}

func forEachTape(t *testing.T, r *rules.Ruling, in any, faces []int, weight *big.Rat, sum map[string]map[string]*big.Rat) {
	t.Helper()
	result, _, err := r.Resolve(in, dice.NewTape(faces...))
	if err != nil {
		sixth := new(big.Rat).Mul(weight, big.NewRat(1, 6))
		for face := 1; face <= 6; face++ {
			forEachTape(t, r, in, append(faces[:len(faces):len(faces)], face), sixth, sum)
		}
		return
	}
	text, err := rules.EncodeResult(result)
	if err != nil {
		t.Fatal(err)
	}
	fields := rulestest.Tree(t, string(text)).(map[string]any)
	for f, dist := range sum {
		value := fmt.Sprint(fields[f])
		if dist[value] == nil {
			dist[value] = new(big.Rat)
		}
		dist[value].Add(dist[value], weight)
	}
}

// TestRollOffOdds counts all 6^8 rolls.
func TestRollOffOdds(t *testing.T) {
	const half = 6 * 6 * 6 * 6
	var counts [half][3]int
	for n := range counts {
		for k, rest := 0, n; k < 4; k, rest = k+1, rest/6 {
			switch rest % 6 {
			case 5:
				counts[n][0]++
			case 1:
				counts[n][1]++
			case 0:
				counts[n][2]++
			}
		}
	}
	names := [3]string{"critical", "single-support", "double-support"}
	for bonus, input := range []string{`{"purpose":"board-choice"}`, `{"purpose":"first-turn","finished_placing_first":"a","rerolls":[{"attempt":1,"player":"b","dice":[0,1]}]}`} {
		decided, won, by := int64(0), map[string]int64{}, map[string]int64{}
		for a := range counts {
			for b := range counts {
				x, y := counts[a], counts[b]
				x[0] += bonus
				for k := range x {
					if x[k] == y[k] {
						continue
					}
					decided++
					by[names[k]]++
					if x[k] > y[k] {
						won["a"]++
					} else {
						won["b"]++
					}
					break
				}
			}
		}
		got, err := underworlds.Game.Ruling("roll-off").Distribution(rulestest.Tree(t, input))
		if err != nil {
			t.Fatal(err)
		}
		for field, want := range map[string]map[string]int64{"winner": won, "decided_by": by} {
			for v, n := range want {
				if p := got.Odds[field][v]; p == nil || p.Cmp(big.NewRat(n, decided)) != 0 {
					t.Errorf("%s: %s=%s has odds %v, want %d/%d", input, field, v, p, n, decided)
				}
			}
		}
		if want := float64(half) * half / float64(decided); math.Abs(got.Mean["attempts"]-want) > 1e-12 {
			t.Errorf("%s: mean of attempts is %v, want %v", input, got.Mean["attempts"], want)
		}
	}
}

// TestGreatCombatsAreAnsweredSoon asks for the odds of large requests within a time limit.
func TestGreatCombatsAreAnsweredSoon(t *testing.T) {
	for _, input := range []string{
		`{"attack":{"dice":12,"symbol":"smash","damage":2},"attacker_supporters":1,"target":{"dice":12,"symbol":"block","wounds":3,"stagger_tokens":1},"attack_rerolls":{"mode":"failures","other_rules":6},"defence_rerolls":{"mode":"failures","other_rules":6}}`,
		largestCombat,
		`{"attack":{"dice":12,"dice_modifiers":[6,6],"symbol":"fury","damage":2},"target":{"dice":12,"dice_modifiers":[6],"symbol":"block","wounds":3}}`,
	} {
		began := time.Now()
		got, err := underworlds.Game.Ruling("combat").Distribution(rulestest.Tree(t, input))
		if err != nil {
			t.Fatal(err)
		}
		for f, d := range got.Odds {
			if total := d.Total(); total.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%s sums to %v", f, total)
			}
		}
		if took := time.Since(began); took > 2*time.Minute {
			t.Errorf("%s: took %v", input, took)
		}
	}
}

// TestCombatOddsAreThoseOfTheWalk compares the odds of the closed form with a walk of the
// rule itself over all faces, for many kinds of combats.
func TestCombatOddsAreThoseOfTheWalk(t *testing.T) {
	rulestest.Slow(t)
	r := underworlds.Game.Ruling("combat")
	rng := rand.New(rand.NewPCG(7, 8))
	for range 150 {
		flag := func() bool { return rng.IntN(2) == 0 }
		of := func(words ...string) string { return words[rng.IntN(len(words))] }
		target := map[string]any{
			"dice": json.Number(fmt.Sprint(rng.IntN(3))), "symbol": of("block", "dodge"), "wounds": json.Number(fmt.Sprint(1 + rng.IntN(6))),
			of("guard_tokens", "stagger_tokens"): json.Number(fmt.Sprint(rng.IntN(2))),
		}
		in := map[string]any{
			"attack": map[string]any{
				"dice": json.Number(fmt.Sprint(rng.IntN(4))), "symbol": of("smash", "fury"), "damage": json.Number(fmt.Sprint(rng.IntN(4))),
				"keywords": map[string]any{"cleave": flag(), "ensnare": flag(), "grievous": json.Number(fmt.Sprint(rng.IntN(3))), "knockback": json.Number(fmt.Sprint(rng.IntN(2)))},
			},
			"attacker_supporters": json.Number(fmt.Sprint(rng.IntN(3))), "target_supporters": json.Number(fmt.Sprint(rng.IntN(3))),
			"target": target, "cornered": flag(), "guard_never_trapped": flag(),
		}
		if flag() {
			in["attack_rerolls"] = map[string]any{"mode": "failures", "other_rules": json.Number(fmt.Sprint(rng.IntN(2)))}
			in["defence_rerolls"] = map[string]any{"mode": "failures", "other_rules": json.Number(fmt.Sprint(rng.IntN(2)))}
		}
		got, err := r.Distribution(in)
		if err != nil {
			t.Fatalf("%v: %v", in, err)
		}
		want, err := r.DistributionByFace(in)
		if err != nil {
			t.Fatalf("%v: %v", in, err)
		}
		for _, f := range r.Odds {
			if len(got.Odds[f]) != len(want.Odds[f]) {
				t.Errorf("%v: %s has %v, want %v", in, f, got.Odds[f], want.Odds[f])
			}
			for v, p := range want.Odds[f] {
				if q := got.Odds[f][v]; q == nil || q.Cmp(p) != 0 {
					t.Errorf("%v: %s=%s has odds %v, want %v", in, f, v, q, p)
				}
			}
			if math.Abs(got.Mean[f]-want.Mean[f]) > 1e-12 {
				t.Errorf("%v: mean of %s is %v, want %v", in, f, got.Mean[f], want.Mean[f])
			}
		}
	}
}

// largestCombat is the combat with the most dice that the contract allows, all with
// re-rolls.
const largestCombat = `{"attack":{"dice":12,"dice_modifiers":[6,6,6,6,6,6,6,6],"symbol":"smash","damage":2},"attacker_supporters":1,"cornered":true,` +
	`"target":{"dice":12,"dice_modifiers":[6,6,6,6,6,6,6,6],"symbol":"block","wounds":3,"stagger_tokens":1},"target_supporters":1,` +
	`"attack_rerolls":{"mode":"failures","other_rules":6},"defence_rerolls":{"mode":"failures","other_rules":6}}`

func BenchmarkCombatOdds(b *testing.B) {
	r := underworlds.Game.Ruling("combat")
	for name, input := range map[string]string{
		"attack": `{"attack":{"dice":3,"symbol":"smash","damage":2,"keywords":{"grievous":1}},"attacker_supporters":1,"cornered":true,"target":{"dice":2,"symbol":"block","wounds":5}}`,
		"again":  smallInputs[0],
		"dozen":  `{"attack":{"dice":12,"symbol":"smash","damage":2},"target":{"dice":12,"symbol":"block","wounds":3}}`,
		"most":   largestCombat,
	} {
		in := rulestest.Tree(b, input)
		b.Run(name, func(b *testing.B) {
			began := rulestest.CPUTime()
			for b.Loop() {
				if _, err := r.Distribution(in); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((rulestest.CPUTime()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}
