package ruling

import (
	"slices"

	"oriflamme/rules"
)

// newRuling makes a rules.Ruling. ids are the rules that it cites, odds the result fields
// that have odds. check refuses contradictions across fields and forbidden requests; settle
// throws the dice and returns the result.
func newRuling[I, O any](name, ids, odds string, check func(I) *rules.Fault, settle func(*rules.Roller, I) O) rules.Ruling {
	return rules.NewRuling(name, ids, odds, func(in I) (rules.Resolver, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *rules.Roller) any { return settle(c, in) }, nil
	})
}

// withOddsByField marks a ruling whose odds come from one walk for each field.
func withOddsByField(r rules.Ruling) rules.Ruling {
	r.OddsByField = true
	return r
}

// FirstFault returns the first fault that is not nil.
func FirstFault(faults ...*rules.Fault) *rules.Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// WithField returns a copy of a fault for a field; many refusals share one value without a
// field.
func WithField(f *rules.Fault, field string) *rules.Fault {
	moved := *f
	moved.Field = field
	return &moved
}

// OutOfRangeIf returns a fault of a field whose value does not fit the others.
func OutOfRangeIf(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.OutOfRange, field, "%s", why)
	}
	return nil
}

// ForbidIf returns a fault of a field whose value a rule forbids.
func ForbidIf(broken bool, rule, field, why string) *rules.Fault {
	if broken {
		return &rules.Fault{Code: rules.Illegal, Rule: rule, Field: field, Message: why}
	}
	return nil
}

// missingFieldIf returns a fault of a missing field that other fields require.
func missingFieldIf(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.MissingField, field, "%s", why)
	}
	return nil
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

// repeatedID refuses a list in which two members have the same id.
func repeatedID[T any](list string, members []T, id func(T) string) *rules.Fault {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = id(m)
	}
	if i, found := firstRepeated(names...); found {
		return rules.Faultf(rules.OutOfRange, rules.At(list, i)+".id", "%q is there twice", names[i])
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

// orNull is a string of a result that is written as null when empty.
type orNull string

// MarshalJSON writes the empty string as null.
func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return rules.EncodeResult(string(s))
}
