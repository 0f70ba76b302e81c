package ruling_test

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// smallInputs are combats of few dice, so that every tape can be played.
var smallInputs = []rulestest.OddsCase{
	{"combat", `{"attack":{"dice":2,"symbol":"smash","damage":2,"keywords":{"grievous":1}},"attacker_supporters":1,"target":{"dice":1,"symbol":"block","wounds":3,"stagger_tokens":1},"attack_rerolls":{"mode":"failures"}}`},
	{"combat", `{"attack":{"dice":2,"symbol":"fury","damage":2,"keywords":{"cleave":true}},"attacker_supporters":2,"target":{"dice":2,"symbol":"block","wounds":5,"guard_tokens":1},"target_supporters":1}`},
	{"combat", `{"attack":{"dice":2,"symbol":"smash","damage":1,"keywords":{"ensnare":true,"knockback":1}},"cornered":true,"cornered_at_step_7":false,"target":{"dice":2,"symbol":"dodge","wounds":2,"counters":1},"target_supporters":2}`},
	{"combat", `{"attack":{"dice":2,"symbol":"fury","damage":3,"damage_modifiers":[-6]},"target":{"dice":1,"symbol":"dodge","wounds":3},"attack_rerolls":{"mode":"failures","other_rules":1},"defence_rerolls":{"mode":"failures","other_rules":2}}`},
	{"combat", `{"attack":{"dice":1,"symbol":"smash","damage":3},"target":{"dice":2,"symbol":"dodge","wounds":3,"stagger_tokens":2},"attack_rerolls":{"groups":[{"by":"stagger","dice":[0]}]},"defence_rerolls":{"groups":[{"by":"rule","dice":[1]}]}}`},
	{"combat", `{"attack":{"dice":0,"symbol":"smash","damage":3},"target":{"dice":1,"symbol":"dodge","wounds":3}}`},
	{"combat", `{"attack":{"dice":2,"symbol":"smash","damage":3},"attacker_supporters":2,"target":{"dice":0,"symbol":"dodge","wounds":8},"cornered":true}`},
	{"combat", `{"attack":{"dice":1,"symbol":"fury","damage":3},"target":{"dice":2,"symbol":"block","wounds":8,"guard_tokens":1},"target_supporters":2,"cornered":true,"guard_never_trapped":true}`},
}

// TestCombatOddsAreThoseOfEveryTape compares odds with those of every tape of dice.
func TestCombatOddsAreThoseOfEveryTape(t *testing.T) {
	rulestest.OddsByTape(t, underworlds.Game, smallInputs)
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
		rulestest.Must(t, err)
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
	rulestest.OddsAreFast(t, underworlds.Game, []rulestest.OddsCase{
		{"combat", `{"attack":{"dice":12,"symbol":"smash","damage":2},"attacker_supporters":1,"target":{"dice":12,"symbol":"block","wounds":3,"stagger_tokens":1},"attack_rerolls":{"mode":"failures","other_rules":6},"defence_rerolls":{"mode":"failures","other_rules":6}}`},
		{"combat", largestCombat},
		{"combat", `{"attack":{"dice":12,"dice_modifiers":[6,6],"symbol":"fury","damage":2},"target":{"dice":12,"dice_modifiers":[6],"symbol":"block","wounds":3}}`},
	})
}

// TestCombatOddsAreThoseOfTheWalk compares the odds of the closed form with a walk of the
// rule itself over all faces, for many kinds of combats.
func TestCombatOddsAreThoseOfTheWalk(t *testing.T) {
	rulestest.Slow(t)
	rng := rand.New(rand.NewPCG(7, 8))
	var cases []rulestest.OddsCase
	for range 150 {
		flag := func() bool { return rng.IntN(2) == 0 }
		of := func(words ...string) string { return words[rng.IntN(len(words))] }
		in := map[string]any{
			"attack": map[string]any{
				"dice": rng.IntN(4), "symbol": of("smash", "fury"), "damage": rng.IntN(4),
				"keywords": map[string]any{"cleave": flag(), "ensnare": flag(), "grievous": rng.IntN(3), "knockback": rng.IntN(2)},
			},
			"attacker_supporters": rng.IntN(3), "target_supporters": rng.IntN(3), "cornered": flag(), "guard_never_trapped": flag(),
			"target": map[string]any{
				"dice": rng.IntN(3), "symbol": of("block", "dodge"), "wounds": 1 + rng.IntN(6), of("guard_tokens", "stagger_tokens"): rng.IntN(2),
			},
		}
		if flag() {
			in["attack_rerolls"] = map[string]any{"mode": "failures", "other_rules": rng.IntN(2)}
			in["defence_rerolls"] = map[string]any{"mode": "failures", "other_rules": rng.IntN(2)}
		}
		text, err := json.Marshal(in)
		rulestest.Must(t, err)
		cases = append(cases, rulestest.OddsCase{"combat", string(text)})
	}
	rulestest.OddsByFace(t, underworlds.Game, cases)
}

// largestCombat is the combat with the most dice that the contract allows, all with
// re-rolls.
const largestCombat = `{"attack":{"dice":12,"dice_modifiers":[6,6,6,6,6,6,6,6],"symbol":"smash","damage":2},"attacker_supporters":1,"cornered":true,` +
	`"target":{"dice":12,"dice_modifiers":[6,6,6,6,6,6,6,6],"symbol":"block","wounds":3,"stagger_tokens":1},"target_supporters":1,` +
	`"attack_rerolls":{"mode":"failures","other_rules":6},"defence_rerolls":{"mode":"failures","other_rules":6}}`

func BenchmarkCombatOdds(b *testing.B) {
	rulestest.BenchmarkOdds(b, underworlds.Game, []rulestest.NamedOddsCase{
		{"attack", "combat", `{"attack":{"dice":3,"symbol":"smash","damage":2,"keywords":{"grievous":1}},"attacker_supporters":1,"cornered":true,"target":{"dice":2,"symbol":"block","wounds":5}}`},
		{"again", "combat", smallInputs[0].Input},
		{"dozen", "combat", `{"attack":{"dice":12,"symbol":"smash","damage":2},"target":{"dice":12,"symbol":"block","wounds":3}}`},
		{"most", "combat", largestCombat},
	})
}
