package rulestest

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// MutateJSON returns a copy of a JSON value in which one thing is replaced by an odd value,
// removed or doubled.
func MutateJSON(rng *rand.Rand, v any, odd []any) any {
	switch x := v.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(x))
		if len(names) == 0 {
			return odd[rng.IntN(len(odd))]
		}
		x = maps.Clone(x)
		name := names[rng.IntN(len(names))]
		if rng.IntN(12) == 0 {
			delete(x, name)
		} else {
			x[name] = MutateJSON(rng, x[name], odd)
		}
		return x
	case []any:
		if len(x) == 0 || rng.IntN(8) == 0 {
			return append(slices.Clone(x), odd[rng.IntN(len(odd))])
		}
		i := rng.IntN(len(x))
		x = slices.Clone(x)
		if rng.IntN(8) == 0 {
			return append(x, x[i])
		}
		x[i] = MutateJSON(rng, x[i], odd)
		return x
	}
	return odd[rng.IntN(len(odd))]
}
