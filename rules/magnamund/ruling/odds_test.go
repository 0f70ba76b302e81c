package ruling_test

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// smallInputs holds inputs whose dice can be walked face by face, for every ruling with
// odds.
var smallInputs = []rulestest.OddsCase{
	{"percentile", `{"percentage":55}`},
	{"percentile", `{"percentage":-3}`},
	{"percentile", `{"percentage":100}`},
	{"roll-off", `{"purpose":"initiative","contestants":["a","b"]}`},
	{"hero-progression", `{"category":"kai-lord","method":"random","chosen":["healing","camouflage","hunting"]}`},
	{"hero-progression", `{"category":"hero","battles_survived":3}`},
	{"fire", `{"phase":"fire-1","weapon":"sling","distance":3,"max_range":9,"long_range":true,"base_percentage":25,"target":{"category":"soldier"}}`},
	{"fire-pool", `{"shooters":[{"unit":"u","count":5,"base_percentage":25,"long_range":false}],"first_target":{"id":"g","category":"soldier"}}`},
	{"fire-pool", `{"shooters":[{"unit":"u","count":4,"base_percentage":25,"long_range":false}],"first_target":{"id":"g","category":"hero"}}`},
	{"melee", `{"weapon":"sword","base_percentage":48,"target":{"category":"soldier"},"battle_madness":true}`},
	{"melee-pool", `{"attackers":[{"unit":"u","count":3,"base_percentage":37}],"targets":[{"id":"a","category":"monster"},{"id":"b","category":"soldier"}]}`},
	{"wound", `{"source":"melee","target":{"category":"hero","strength":true},"poisoned":true}`},
	{"wound", `{"source":"psychic-power","target":{"category":"monster","hard_as_iron":true}}`},
	{"wound", `{"source":"spell","target":{"category":"soldier"}}`},
	{"morale-test", `{"index_fixed":4,"index_dice":3,"modifiers":[-1],"bands":{"carry_on_min":12,"retreat_min":9}}`},
	{"morale-test", `{"index_fixed":4,"index_dice":2}`},
	{"morale-test", `{"index_fixed":4,"index_dice":2,"brutality":true}`},
	{"animal-communication", `{"phase":"fire-1","target":"mount","distance":4}`},
	{"healing", `{"phase":"fire-1","patient_category":"hero","distance":1,"wound":{"location":"legs","severity":"serious"}}`},
	{"psychic-power", `{"phase":"fire-1","distance":4,"target":{"category":"soldier"},"psychic_shield":false}`},
	{"mind-over-matter", `{"projectiles":5}`},
	{"hypnosis", `{"phase":"fire-1","turn":2,"distance":3,"target_category":"kai-lord"}`},
	{"hidden-troops", `{"pieces":[{"id":"a"}],"sixth_sense":true}`},
	{"spell", `{"spell":"heal","magic_power":50,"distance":1,"patient_category":"hero","wound":{"location":"body","severity":"serious"}}`},
	{"spell", `{"spell":"doom-and-despair","magic_power":50,"distance":1,"unit":"u"}`},
}

// largeInputs need three dice in a row: a million faces.
var largeInputs = []rulestest.OddsCase{
	{"psychic-power", `{"phase":"fire-1","distance":4,"target":{"category":"monster","damage_table":` + ogreInput + `}}`},
	{"spell", `{"spell":"lightning","magic_power":40}`},
}

const (
	calmInput = `{"light":{},"wound":{},"serious":{"dead":true},"critical":{"dead":true}}`
	ogreInput = `{"head":` + calmInput + `,"legs":` + calmInput + `,"arms":{"light":{},"wound":{},"serious":{},"critical":{}},"body":` + calmInput + `}`
)

func TestOddsByClassAgreeWithOddsByFace(t *testing.T) {
	rulestest.Slow(t)
	cases := slices.Concat(smallInputs, largeInputs)
	rulestest.RequireOddsCases(t, magnamund.Game, cases)
	rulestest.OddsByFace(t, magnamund.Game, cases)
}

// TestOddsOfAHeroShotAt compares the odds with the bands of the wound table multiplied by
// hand.
func TestOddsOfAHeroShotAt(t *testing.T) {
	in := rulestest.Tree(t, `{"phase":"fire-1","weapon":"sling","distance":3,"max_range":9,"long_range":false,"base_percentage":40,"poisoned":true,"target":{"category":"hero"}}`)
	got, err := magnamund.Game.Ruling("fire").Distribution(in)
	rulestest.Must(t, err)
	// Poison makes 71 and more critical: 30 in 100, deadly to head and body, 60 in 100.
	killed := new(big.Rat).Mul(big.NewRat(40, 100), big.NewRat(30*60, 100*100))
	for v, want := range map[string]*big.Rat{
		"killed": killed, "miss": big.NewRat(60, 100), "wounded": new(big.Rat).Sub(big.NewRat(40, 100), killed),
	} {
		if p := got.Odds["outcome"][v]; p == nil || p.Cmp(want) != 0 {
			t.Errorf("%s has odds %v, want %v", v, p, want)
		}
	}
}

// greatVolley is the largest pool that a request may have: a thousand shooters at a hero
// among heroes.
func greatVolley() string {
	shooters := ""
	for i := range 100 {
		if i > 0 {
			shooters += ","
		}
		shooters += fmt.Sprintf(`{"unit":"u","count":100,"base_percentage":%d,"long_range":false}`, i)
	}
	return `{"shooters":[` + shooters + `],"first_target":{"id":"g","category":"hero","hard_as_iron":true},"others":[{"id":"h","distance":1,"category":"hero"}]}`
}

func TestGreatVolleyHasOdds(t *testing.T) {
	got, err := magnamund.Game.Ruling("fire-pool").Distribution(rulestest.Tree(t, greatVolley()))
	rulestest.Must(t, err)
	if p := got.Odds["hits"]["4950"]; p == nil || p.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("got %v, want 4950 hits for certain", got.Odds["hits"])
	}
}

// TestResolvingTwiceIsTheSame checks that a throw leaves nothing behind in a checked input.
func TestResolvingTwiceIsTheSame(t *testing.T) {
	in := `{"id":"x","game":"magnamund","procedure":"melee-pool","input":{"attackers":[{"unit":"u","count":3,"base_percentage":100}],` +
		`"targets":[{"id":"a","category":"hero","hard_as_iron":true}]},"dice":[1,1,1,21,1,41]}`
	first, again := endpoint.Resolve([]byte(in)), endpoint.Resolve([]byte(in))
	if first.Error != nil || !bytes.Equal(first.Result, again.Result) {
		t.Errorf("got %v %s, then %s", first.Error, first.Result, again.Result)
	}
	resolver, err := magnamund.Game.Ruling("melee-pool").Read(rulestest.Tree(t, in).(map[string]any)["input"])
	rulestest.Must(t, err)
	one, two := resolveSeeded(t, resolver), resolveSeeded(t, resolver)
	if one != two {
		t.Errorf("one judge says %s, then %s", one, two)
	}
}

func resolveSeeded(t *testing.T, resolver rules.Resolver) string {
	t.Helper()
	text, err := rules.EncodeResult(resolver(rules.NewRoller(dice.Seeded("twice"))))
	rulestest.Must(t, err)
	return string(text)
}

func BenchmarkOdds(b *testing.B) {
	rulestest.BenchmarkOdds(b, magnamund.Game, []rulestest.NamedOddsCase{
		{"shot at a soldier", "fire", smallInputs[6].Input},
		{"shot at a hero", "fire", `{"phase":"fire-1","weapon":"sling","distance":3,"max_range":9,"long_range":false,"base_percentage":40,"target":{"category":"hero"}}`},
		{"blow at a hero", "melee", `{"weapon":"sword","base_percentage":35,"poisoned":true,"target":{"category":"hero","strength":true}}`},
		{"pool", "fire-pool", smallInputs[7].Input},
		{"great pool", "fire-pool", greatVolley()},
		{"pool in melee", "melee-pool", smallInputs[10].Input},
		{"wound", "wound", `{"source":"melee","target":{"category":"hero"}}`},
		{"mind blast", "psychic-power", `{"phase":"fire-1","distance":4,"target":{"category":"kai-lord"},"psychic_shield":true}`},
		{"lightning", "spell", largeInputs[1].Input},
	})
}
