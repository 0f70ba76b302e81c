package ruling

import (
	"slices"

	"oriflamme/rules"
)

// newRuling makes a rules.Ruling of a rule: check looks for contradictions across
// fields and forbidden requests, settle throws the dice and tells the result.
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

// withOddsByField marks a ruling whose odds are walked once for each field.
func withOddsByField(r rules.Ruling) rules.Ruling {
	r.OddsByField = true
	return r
}

// FirstFault returns the FirstFault fault there is.
func FirstFault(faults ...*rules.Fault) *rules.Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// WithField is a fault that stands for many, of one field.
func WithField(f *rules.Fault, field string) *rules.Fault {
	moved := *f
	moved.Field = field
	return &moved
}

// OutOfRangeIf is the fault of a field that does not fit the others.
func OutOfRangeIf(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.OutOfRange, field, "%s", why)
	}
	return nil
}

// ForbidIf is the fault of a field that a rule forbids.
func ForbidIf(broken bool, rule, field, why string) *rules.Fault {
	if broken {
		return &rules.Fault{Code: rules.Illegal, Rule: rule, Field: field, Message: why}
	}
	return nil
}

// missingFieldIf is the fault of a field that others make necessary.
func missingFieldIf(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.MissingField, field, "%s", why)
	}
	return nil
}

// firstRepeated finds the first of the names that stands earlier in the list too.
// Inputs are checked for it after their single fields, so not by their tags.
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

// repeatedID is the fault of a list two of whose members have the same id.
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

// orNull is a text that is null in results when it is empty.
type orNull string

// MarshalJSON writes null for the empty text.
func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return rules.EncodeResult(string(s))
}
