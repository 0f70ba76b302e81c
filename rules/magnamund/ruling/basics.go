package ruling

import (
	"slices"

	"oriflamme/rules"
)

// WithField returns a copy of a fault for a field; many refusals share one value without a
// field.
func WithField(f *rules.Fault, field string) *rules.Fault {
	moved := *f
	moved.Field = field
	return &moved
}

// firstRepeated finds the first name that occurs earlier in the list too. It runs after the
// checks of single fields, which is why inputs do not use the struct tag for it.
func firstRepeated(names ...string) (at int, found bool) {
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if seen[name] {
			return i, true
		}
		seen[name] = true
	}
	return 0, false
}

// firstFaultOf returns the first fault that check finds in a member of a list; at is the path
// of the member.
func firstFaultOf[T any](list string, members []T, check func(at string, member T) *rules.Fault) *rules.Fault {
	for i, m := range members {
		if f := check(rules.At(list, i), m); f != nil {
			return f
		}
	}
	return nil
}

// sum adds up modifiers.
func sum(ns []int) int {
	total := 0
	for _, n := range ns {
		total += n
	}
	return total
}

// hasDifferent reports whether a list has two different values.
func hasDifferent(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return w != words[0] })
}
