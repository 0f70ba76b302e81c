package warmaster_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"oriflamme/rules/warmaster"
)

// exampleRequests are the requests of testdata/examples.txt.
func exampleRequests(t testing.TB) []map[string]any {
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	var requests []map[string]any
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, `"input"`) {
			requests = append(requests, tree(t, line).(map[string]any))
		}
	}
	return requests
}

// answersWhole wants a result or an error for any line, and no panic.
func answersWhole(t *testing.T, line []byte) {
	a := desk.Resolve(line)
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
	f.Fuzz(func(t *testing.T, line []byte) { answersWhole(t, line) })
}

// TestMutatedInputs changes inputs at random and wants an answer to each.
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
		changed := tree(t, string(input))
		for range 1 + rng.IntN(3) {
			changed = mutate(rng, changed)
		}
		line, err := json.Marshal(map[string]any{"id": "m", "game": "warmaster", "procedure": r["procedure"], "input": changed, "seed": n})
		if err != nil {
			t.Fatal(err)
		}
		answersWhole(t, line)
		seen[r["procedure"].(string)] = true
	}
	if len(seen) != len(warmaster.Rulings) {
		t.Errorf("%d of %d procedures have an example", len(seen), len(warmaster.Rulings))
	}
}

var strange = []any{nil, true, false, 0, 1, 2, 3, 5, 6, 12, 60, 100, 300, -1, 0.5, 1.5, 2.001, 1e9, "", "a", "b", "unit", "enemy", "x", 20, 0.5001, 0.00001, "3/1", "5+", []any{0, 1}, []any{3, 4}, []any{1, 1}, []any{}, map[string]any{}}

// mutate replaces, removes or doubles something somewhere in a JSON value.
func mutate(rng *rand.Rand, v any) any {
	switch x := v.(type) {
	case map[string]any:
		x = maps.Clone(x)
		names := make([]string, 0, len(x))
		for name := range x {
			names = append(names, name)
		}
		if len(names) == 0 {
			return strange[rng.IntN(len(strange))]
		}
		// Any order will do: what is found is reported with the whole line.
		name := names[rng.IntN(len(names))]
		if rng.IntN(12) == 0 {
			delete(x, name)
		} else {
			x[name] = mutate(rng, x[name])
		}
		return x
	case []any:
		x = append([]any(nil), x...) // the strange ones are shared
		if len(x) == 0 || rng.IntN(8) == 0 {
			return append(x[:len(x):len(x)], strange[rng.IntN(len(strange))])
		}
		i := rng.IntN(len(x))
		if rng.IntN(8) == 0 {
			return append(x[:len(x):len(x)], x[i])
		}
		x[i] = mutate(rng, x[i])
		return x
	}
	return strange[rng.IntN(len(strange))]
}
