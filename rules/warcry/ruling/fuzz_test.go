package ruling_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry/ruling"
)

// exampleRequests returns the requests of testdata/examples.txt.
func exampleRequests(t testing.TB) []map[string]any {
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	var requests []map[string]any
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"input"`) {
			requests = append(requests, rulestest.Tree(t, line).(map[string]any))
		}
	}
	return requests
}

// wantAnswer requires a result or an error for a line, and no panic.
func wantAnswer(t *testing.T, line []byte) {
	a := endpoint.Resolve(line)
	if (a.Error == nil) == (a.Result == nil) {
		t.Errorf("%s: neither an error nor a result: %+v", line, a)
	}
	text, err := json.Marshal(a)
	if err != nil || !json.Valid(text) {
		t.Errorf("%s: answer %s: %v", line, text, err)
	}
}

func FuzzResolve(f *testing.F) {
	for _, r := range exampleRequests(f) {
		line, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) { wantAnswer(t, line) })
}

// TestMutatedInputs changes inputs at random and requires an answer to each.
func TestMutatedInputs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	requests := exampleRequests(t)
	seen := map[string]bool{}
	for n := range 6_000 {
		r := requests[n%len(requests)]
		input, err := json.Marshal(r["input"])
		if err != nil {
			t.Fatal(err)
		}
		changed := rulestest.Tree(t, string(input))
		for range 1 + rng.IntN(3) {
			changed = rulestest.MutateJSON(rng, changed, oddValues)
		}
		line, err := json.Marshal(map[string]any{"id": "m", "game": "warcry", "procedure": r["procedure"], "input": changed, "seed": n})
		if err != nil {
			t.Fatal(err)
		}
		wantAnswer(t, line)
		seen[r["procedure"].(string)] = true
	}
	if len(seen) != len(ruling.Rulings) {
		t.Errorf("%d of %d procedures have an example", len(seen), len(ruling.Rulings))
	}
}

var oddValues = []any{nil, true, false, 0, 1, 2, 3, 5, 6, 12, 60, 100, 300, -1, 0.5, 1.5, 2.001, 1e9, "", "a", "b", "monster", "fly", "x", []any{}, map[string]any{}}
