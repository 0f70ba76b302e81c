package ruling

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// NullableText is a text of a result that is null when empty.
type NullableText string

// MarshalJSON writes an empty text as null.
func (s NullableText) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// A Breach is a rule that is broken and who or what breaks it.
type Breach struct {
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
}

// rulesOf lists the distinct rules of breaches in order.
func rulesOf(all []Breach) []string {
	var ids []string
	for _, b := range all {
		if !slices.Contains(ids, b.Rule) {
			ids = append(ids, b.Rule)
		}
	}
	return ids
}

// newRuling makes a rules.Ruling of a rule: check looks for contradictions across
// fields and forbidden requests, settle throws the dice and tells the result.
func newRuling[I, O any](name, ids, oddsFields string, check func(I) *rules.Fault, settle func(*rules.Roller, I) O) rules.Ruling {
	return rules.NewRuling(name, ids, oddsFields, func(in I) (rules.Resolver, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *rules.Roller) any { return settle(c, in) }, nil
	})
}

// newRulingWithoutDice makes a rules.Ruling of a rule without dice.
func newRulingWithoutDice[I, O any](name, ids string, check func(I) *rules.Fault, answer func(I) O) rules.Ruling {
	return newRuling(name, ids, "", check, func(_ *rules.Roller, in I) O { return answer(in) })
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

// FaultIf returns a fault on a condition.
func FaultIf(broken bool, fault *rules.Fault) *rules.Fault {
	if broken {
		return fault
	}
	return nil
}

// MissingField and unknown are the faults of fields that belong to a condition;
// strange is that of a name or figure that fits nothing.
func MissingField(path string) *rules.Fault {
	return rules.Faultf(rules.MissingField, path, "is required here")
}

func UnknownField(path string) *rules.Fault {
	return rules.Faultf(rules.UnknownField, path, "is not a field here")
}

func BadValue(path, format string, args ...any) *rules.Fault {
	return rules.Faultf(rules.OutOfRange, path, format, args...)
}

// MemberPath is the path of a field of a member of a list.
func MemberPath(list string, i int, field string) string { return rules.Join(rules.At(list, i), field) }

// CheckPresence checks a field that must be there on a condition and only then.
func CheckPresence(condition, there bool, path string) *rules.Fault {
	switch {
	case condition && !there:
		return MissingField(path)
	case !condition && there:
		return UnknownField(path)
	}
	return nil
}

// firstRepeat finds the first name that an earlier one equals; at gives its path.
func firstRepeat(names []string, at func(i int) string) *rules.Fault {
	seen := make(map[string]bool, len(names))
	for i, n := range names {
		if seen[n] {
			return BadValue(at(i), "%q is there twice", n)
		}
		seen[n] = true
	}
	return nil
}

// repeatedID is twice for objects with a field id.
func repeatedID[T any](list []T, name string, id func(T) string) *rules.Fault {
	return firstRepeat(MapEach(list, id), func(i int) string { return MemberPath(name, i, "id") })
}

// MapEach makes a list of what a function makes of the members of another.
func MapEach[T, U any](list []T, of func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// valueOr is a value that may be left out.
func valueOr[T any](v *T, otherwise T) T {
	if v == nil {
		return otherwise
	}
	return *v
}

// withChances gives a ruling odds that follow a chain of merged states.
func withChances[I any](r rules.Ruling, check func(I) *rules.Fault, chances func(in I, most int) (map[string]odds.Dist[string], error)) rules.Ruling {
	r.Chances = func(tree any, most int) (map[string]odds.Dist[string], error) {
		var in I
		if err := rules.DecodeTree(tree, "", &in); err != nil {
			return nil, err
		}
		if fault := check(in); fault != nil {
			return nil, fault
		}
		return chances(in, most)
	}
	return r
}

// oddsFields reads which odds an input has; it is asked of inputs without fault.
func oddsFields[I any](all []string, of func(I) []string) func(tree any) []string {
	return func(tree any) []string {
		var in I
		if rules.DecodeTree(tree, "", &in) != nil {
			return all
		}
		return of(in)
	}
}
