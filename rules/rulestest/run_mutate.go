package rulestest

import (
	"encoding/json"
	"math/rand/v2"
	"sort"
)

// mutate changes one thing in a JSON command: a number, a text, a boolean or a member of a
// list, or it removes a member.
func mutate(raw json.RawMessage, rng *rand.Rand) json.RawMessage {
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		panic(err)
	}
	mutateObject(tree, rng, true)
	out, err := json.Marshal(tree)
	if err != nil {
		panic(err)
	}
	return out
}

func mutateObject(obj map[string]any, rng *rand.Rand, top bool) {
	var keys []string
	for k := range obj {
		if !top || k != "kind" {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		obj["strange"] = 1
		return
	}
	sort.Strings(keys)
	k := keys[rng.IntN(len(keys))]
	if rng.IntN(10) == 0 {
		delete(obj, k)
		return
	}
	obj[k] = mutateValue(obj[k], rng)
}

func mutateValue(v any, rng *rand.Rand) any {
	switch v := v.(type) {
	case map[string]any:
		mutateObject(v, rng, false)
		return v
	case []any:
		if len(v) == 0 || rng.IntN(4) == 0 {
			return append(v, any(float64(rng.IntN(4))))
		}
		i := rng.IntN(len(v))
		if rng.IntN(4) == 0 {
			return append(v[:i:i], v[i+1:]...)
		}
		v[i] = mutateValue(v[i], rng)
		return v
	case float64:
		return []any{v + 1, v - 1, v * 3, -v, 1 - v, 0.5, "x", nil}[rng.IntN(8)]
	case bool:
		return !v
	case string:
		return []any{"", "x", v + "2", nil}[rng.IntN(4)]
	}
	return []any{float64(rng.IntN(12)), "x", true}[rng.IntN(3)]
}
