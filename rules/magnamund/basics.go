package magnamund

import (
	"slices"

	"oriflamme/rules"
)

// ruling makes a rules.Ruling of a rule: check looks for contradictions across
// fields and forbidden requests, settle throws the dice and tells the result.
func ruling[I, O any](name, ids, odds string, check func(I) *rules.Fault, settle func(*rules.Cup, I) O) rules.Ruling {
	return rules.NewRuling(name, ids, odds, func(in I) (rules.Judge, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *rules.Cup) any { return settle(c, in) }, nil
	})
}

// fieldByField marks a ruling whose odds are walked once for each field.
func fieldByField(r rules.Ruling) rules.Ruling {
	r.Apart = true
	return r
}

// first returns the first fault there is.
func first(faults ...*rules.Fault) *rules.Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// placed is a fault that stands for many, of one field.
func placed(f *rules.Fault, field string) *rules.Fault {
	moved := *f
	moved.Field = field
	return &moved
}

// outside is the fault of a field that does not fit the others.
func outside(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.OutOfRange, field, "%s", why)
	}
	return nil
}

// forbid is the fault of a field that a rule forbids.
func forbid(broken bool, rule, field, why string) *rules.Fault {
	if broken {
		return &rules.Fault{Code: rules.Illegal, Rule: rule, Field: field, Message: why}
	}
	return nil
}

// lacking is the fault of a field that others make necessary.
func lacking(broken bool, field, why string) *rules.Fault {
	if broken {
		return rules.Faultf(rules.MissingField, field, "%s", why)
	}
	return nil
}

// repeated finds the first of the names that stands earlier in the list too.
// Inputs are checked for it after their single fields, so not by their tags.
func repeated(names ...string) (at int, found bool) {
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if seen[name] {
			return i, true
		}
		seen[name] = true
	}
	return 0, false
}

// twice is the fault of a list two of whose members have the same id.
func twice[T any](list string, members []T, id func(T) string) *rules.Fault {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = id(m)
	}
	if i, found := repeated(names...); found {
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

// uneven reports whether a list has two different values.
func uneven(words []string) bool {
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
