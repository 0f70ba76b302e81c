package warmachine

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// orNull is a text of a result that is null when empty.
type orNull string

// MarshalJSON writes an empty text as null.
func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// A breach is a rule that is broken and who or what breaks it.
type breach struct {
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
}

// rulesOf lists the distinct rules of breaches in order.
func rulesOf(all []breach) []string {
	var ids []string
	for _, b := range all {
		if !slices.Contains(ids, b.Rule) {
			ids = append(ids, b.Rule)
		}
	}
	return ids
}

// ruling makes a rules.Ruling of a rule: check looks for contradictions across
// fields and forbidden requests, settle throws the dice and tells the result.
func ruling[I, O any](name, ids, oddsFields string, check func(I) *rules.Fault, settle func(*rules.Cup, I) O) rules.Ruling {
	return rules.NewRuling(name, ids, oddsFields, func(in I) (rules.Judge, error) {
		if check != nil {
			if fault := check(in); fault != nil {
				return nil, fault
			}
		}
		return func(c *rules.Cup) any { return settle(c, in) }, nil
	})
}

// plain makes a rules.Ruling of a rule without dice.
func plain[I, O any](name, ids string, check func(I) *rules.Fault, answer func(I) O) rules.Ruling {
	return ruling(name, ids, "", check, func(_ *rules.Cup, in I) O { return answer(in) })
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

// when returns a fault on a condition.
func when(broken bool, fault *rules.Fault) *rules.Fault {
	if broken {
		return fault
	}
	return nil
}

// missing and unknown are the faults of fields that belong to a condition;
// strange is that of a name or figure that fits nothing.
func missing(path string) *rules.Fault {
	return rules.Faultf(rules.MissingField, path, "is required here")
}

func unknown(path string) *rules.Fault {
	return rules.Faultf(rules.UnknownField, path, "is not a field here")
}

func strange(path, format string, args ...any) *rules.Fault {
	return rules.Faultf(rules.OutOfRange, path, format, args...)
}

// under is the path of a field of a member of a list.
func under(list string, i int, field string) string { return rules.Join(rules.At(list, i), field) }

// belongs checks a field that must be there on a condition and only then.
func belongs(condition, there bool, path string) *rules.Fault {
	switch {
	case condition && !there:
		return missing(path)
	case !condition && there:
		return unknown(path)
	}
	return nil
}

// twice finds the first name that an earlier one equals; at gives its path.
func twice(names []string, at func(i int) string) *rules.Fault {
	seen := make(map[string]bool, len(names))
	for i, n := range names {
		if seen[n] {
			return strange(at(i), "%q is there twice", n)
		}
		seen[n] = true
	}
	return nil
}

// idsTwice is twice for objects with a field id.
func idsTwice[T any](list []T, name string, id func(T) string) *rules.Fault {
	return twice(each(list, id), func(i int) string { return under(name, i, "id") })
}

// each makes a list of what a function makes of the members of another.
func each[T, U any](list []T, of func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// orElse is a value that may be left out.
func orElse[T any](v *T, otherwise T) T {
	if v == nil {
		return otherwise
	}
	return *v
}

// chained gives a ruling odds that follow a chain of merged states.
func chained[I any](r rules.Ruling, check func(I) *rules.Fault, chances func(in I, most int) (map[string]odds.Dist[string], error)) rules.Ruling {
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

// telling reads which odds an input has; it is asked of inputs without fault.
func telling[I any](all []string, of func(I) []string) func(tree any) []string {
	return func(tree any) []string {
		var in I
		if rules.DecodeTree(tree, "", &in) != nil {
			return all
		}
		return of(in)
	}
}
