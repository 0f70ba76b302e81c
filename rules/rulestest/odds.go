package rulestest

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// An OddsCase is an input of a ruling with odds.
type OddsCase = struct{ Procedure, Input string }

// oddsOf returns the odds of a case, each of which must sum to 1.
func oddsOf(t testing.TB, g *rules.Game, c OddsCase) rules.Distribution {
	t.Helper()
	got, err := g.Ruling(c.Procedure).Distribution(Tree(t, c.Input))
	if err != nil {
		t.Errorf("%s %.200s: %v", c.Procedure, c.Input, err)
	}
	for f, d := range got.Odds {
		if total := d.Total(); total.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s %.200s: %s sums to %v", c.Procedure, c.Input, f, total)
		}
	}
	return got
}

// compareOdds checks that the odds of a case are those found in another way.
func compareOdds(t testing.TB, c OddsCase, got rules.Distribution, want map[string]odds.Dist[string], way string) {
	t.Helper()
	for _, f := range got.Fields {
		if len(got.Odds[f]) != len(want[f]) {
			t.Errorf("%s %s: %s has %v, %s %v", c.Procedure, c.Input, f, got.Odds[f], way, want[f])
		}
		for v, p := range want[f] {
			if q := got.Odds[f][v]; q == nil || q.Cmp(p) != 0 {
				t.Errorf("%s %s: %s=%s has odds %v, %s %v", c.Procedure, c.Input, f, v, q, way, p)
			}
		}
	}
}

// OddsByTape compares the odds of each case with the results for every tape of dice, in the
// order in which the dice are rolled in play. A roll-off, which has no last throw, is decided by
// its first throw: its faces are 1 and 2.
func OddsByTape(t *testing.T, g *rules.Game, cases []OddsCase) {
	t.Helper()
	for _, c := range cases {
		got := oddsOf(t, g, c)
		want := map[string]odds.Dist[string]{}
		for _, f := range got.Fields {
			want[f] = odds.Dist[string]{}
		}
		eachTape(t, g.Ruling(c.Procedure), Tree(t, c.Input), nil, big.NewRat(1, 1), want)
		compareOdds(t, c, got, want, "by tape")
	}
}

// eachTape adds up the results for every tape that begins with faces.
func eachTape(t *testing.T, r *rules.Ruling, in any, faces []int, weight *big.Rat, sum map[string]odds.Dist[string]) {
	t.Helper()
	result, _, err := r.Resolve(in, dice.NewTape(faces...))
	var need *dice.MissingError
	switch {
	case errors.As(err, &need) && need.Roll.Label(0) == "roll-off":
		eachTape(t, r, in, append(faces[:len(faces):len(faces)], 1, 2), weight, sum)
		return
	case errors.As(err, &need):
		each := new(big.Rat).Mul(weight, big.NewRat(1, int64(need.Roll.Sides)))
		for face := 1; face <= need.Roll.Sides; face++ {
			eachTape(t, r, in, append(faces[:len(faces):len(faces)], face), each, sum)
		}
		return
	case err != nil:
		t.Fatal(err)
	}
	text, err := rules.EncodeResult(result)
	Must(t, err)
	fields := Tree(t, string(text))
	for f, dist := range sum {
		value := fields
		for name := range strings.SplitSeq(f, ".") {
			value = value.(map[string]any)[name]
		}
		key := "null"
		if value != nil {
			key = fmt.Sprint(value)
		}
		if dist[key] == nil {
			dist[key] = new(big.Rat)
		}
		dist[key].Add(dist[key], weight)
	}
}

// OddsByFace compares the odds of each case and its means with a walk over every ordered set of
// faces.
func OddsByFace(t *testing.T, g *rules.Game, cases []OddsCase) {
	t.Helper()
	for _, c := range cases {
		got := oddsOf(t, g, c)
		byFace, err := g.Ruling(c.Procedure).DistributionByFace(Tree(t, c.Input))
		if err != nil {
			t.Fatalf("%s %s: %v", c.Procedure, c.Input, err)
		}
		compareOdds(t, c, got, byFace.Odds, "by face")
		for f, mean := range byFace.Mean {
			if math.Abs(got.Mean[f]-mean) > 1e-12*max(1, math.Abs(mean)) {
				t.Errorf("%s %s: mean of %s is %v, by face %v", c.Procedure, c.Input, f, got.Mean[f], mean)
			}
		}
	}
}

// RequireOddsCases checks that every ruling of a game with odds is among the cases, or one of
// those tested elsewhere.
func RequireOddsCases(t *testing.T, g *rules.Game, cases []OddsCase, elsewhere ...string) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range cases {
		seen[c.Procedure] = true
	}
	for _, procedure := range elsewhere {
		seen[procedure] = true
	}
	for _, r := range g.Rulings {
		if len(r.Odds) > 0 && !seen[r.Name] {
			t.Errorf("%s has odds and is not among the cases", r.Name)
		}
	}
}

// OddsAreFast works out the odds of each case, the largest that requests may have, and fails
// when one takes longer than two minutes.
func OddsAreFast(t *testing.T, g *rules.Game, cases []OddsCase) {
	t.Helper()
	for _, c := range cases {
		began := time.Now()
		oddsOf(t, g, c)
		took := time.Since(began)
		t.Logf("%s: %v for %.60s", c.Procedure, took, c.Input)
		if took > 2*time.Minute {
			t.Errorf("%s: took %v", c.Procedure, took)
		}
	}
}

// A NamedOddsCase is an OddsCase of a benchmark.
type NamedOddsCase = struct{ Name, Procedure, Input string }

// BenchmarkOdds measures the odds of each case.
func BenchmarkOdds(b *testing.B, g *rules.Game, cases []NamedOddsCase) {
	for _, c := range cases {
		r, in := g.Ruling(c.Procedure), Tree(b, c.Input)
		b.Run(c.Name, func(b *testing.B) {
			b.ReportAllocs()
			began := CPUTime()
			for b.Loop() {
				_, err := r.Distribution(in)
				Must(b, err)
			}
			b.ReportMetric(float64((CPUTime()-began).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}
