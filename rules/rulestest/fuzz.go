package rulestest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// FuzzRequests sends requests to the endpoint of a game, of which the first are those of
// testdata/examples.txt. Each must be answered with a result or an error.
func FuzzRequests(f *testing.F, g *rules.Game) {
	for _, r := range exampleRequests(f) {
		line, err := json.Marshal(r)
		Must(f, err)
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) { wantAnswer(t, g, line) })
}

// oddValues are of every type, and at and beyond the bounds that fields have.
var oddValues = []any{nil, true, false, 0, 1, 2, 3, 5, 6, 12, 60, 100, 300, -1, 0.5, 1.5, 2.001, 1e9, "", "x", []any{}, map[string]any{}}

// MutateRequests changes the inputs of testdata/examples.txt at random and checks that each is
// answered, and that every procedure has an example. Odd are values of the game that replace
// others, besides those that are odd in every game.
func MutateRequests(t *testing.T, g *rules.Game, odd ...any) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	odd = slices.Concat(oddValues, odd)
	requests := exampleRequests(t)
	seen := map[string]bool{}
	for n := range 6_000 {
		r := requests[n%len(requests)]
		changed := Tree(t, encoded(t, r["input"]))
		for range 1 + rng.IntN(3) {
			changed = MutateJSON(rng, changed, odd)
		}
		line := encoded(t, map[string]any{"id": "m", "game": g.ID, "procedure": r["procedure"], "input": changed, "seed": n})
		wantAnswer(t, g, []byte(line))
		seen[r["procedure"].(string)] = true
	}
	if len(seen) != len(g.Rulings) {
		t.Errorf("%d of %d procedures have an example", len(seen), len(g.Rulings))
	}
}

// exampleRequests returns the requests of testdata/examples.txt.
func exampleRequests(t testing.TB) (requests []map[string]any) {
	t.Helper()
	text, err := os.ReadFile("testdata/examples.txt")
	Must(t, err)
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"input"`) {
			requests = append(requests, Tree(t, line).(map[string]any))
		}
	}
	return requests
}

// wantAnswer fails unless a request line is answered with a result or an error.
func wantAnswer(t *testing.T, g *rules.Game, line []byte) {
	t.Helper()
	a := rules.Endpoint{Games: []*rules.Game{g}}.Resolve(line)
	if (a.Error == nil) == (a.Result == nil) {
		t.Errorf("%s: neither an error nor a result: %+v", line, a)
	}
	text, err := json.Marshal(a)
	if err != nil || !json.Valid(text) {
		t.Errorf("%s: answer %s: %v", line, text, err)
	}
}

// FuzzCommands tries commands at any moment of battles of testdata/setups, played at random. A
// command is carried out or refused, and to try or explain it leaves the battle as it was. The
// seeds are the first commands that are tried.
func FuzzCommands(f *testing.F, g *rules.Game, seeds ...string) {
	list, _ := Setups(f, "")
	for n, seed := range seeds {
		f.Add([]byte(seed), uint16(40), uint8(0))
		f.Add([]byte(seed), uint16(30*n), uint8(n))
	}
	f.Fuzz(func(t *testing.T, raw []byte, steps uint16, which uint8) {
		c, err := g.DecodeCommand(raw)
		if err != nil {
			return
		}
		b := Begin(t, g, list[int(which)%len(list)])
		pick := rand.New(rand.NewPCG(uint64(steps), uint64(which))).IntN
		src := dice.Seeded(fmt.Sprint(steps))
		choose := rules.ChooseRandom(pick)
		for range steps % 400 {
			next := rules.Sample(b, pick)
			if next == nil {
				break
			}
			_, err := rules.PlayInPlace(b, next, src, choose)
			Must(t, err)
		}
		before := battleJSON(t, b)
		_, _, _ = rules.Play(b, c, src, choose)
		if e, explains := b.(rules.Explainer); explains {
			e.Explain(c)
		}
		if after := battleJSON(t, b); !bytes.Equal(before, after) {
			t.Errorf("%s changed the battle it was tried on", raw)
		}
	})
}
