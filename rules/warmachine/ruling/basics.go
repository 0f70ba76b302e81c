package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/odds"
)

// A Breach is a broken rule with the entry or model that breaks it.
type Breach struct {
	Rule    string `json:"rule"`
	Subject string `json:"subject"`
}

// breachList collects broken rules.
type breachList []Breach

// note adds a rule if it is broken.
func (l *breachList) note(broken bool, rule, subject string) {
	if broken {
		*l = append(*l, Breach{rule, subject})
	}
}

// A KeyList collects keys that apply: ids of rules, or tags.
type KeyList []string

// When returns the list with more keys if they apply.
func (l KeyList) When(apply bool, keys ...string) KeyList {
	if apply {
		return append(l, keys...)
	}
	return l
}

// rulesOf returns the distinct rules of breaches in order.
func rulesOf(all []Breach) []string {
	var ids []string
	for _, b := range all {
		if !slices.Contains(ids, b.Rule) {
			ids = append(ids, b.Rule)
		}
	}
	return ids
}

// BadValue returns the fault of a name or number that does not fit the other fields.
func BadValue(path, format string, args ...any) *rules.Fault {
	return rules.Faultf(rules.OutOfRange, path, format, args...)
}

// MemberPath returns the path of a field of member i of a list.
func MemberPath(list string, i int, field string) string { return rules.Join(rules.At(list, i), field) }

// CheckPresence refuses a field that is left out although condition holds, or given although
// it does not.
func CheckPresence(condition, there bool, path string) *rules.Fault {
	switch {
	case condition && !there:
		return rules.Missing(path)
	case !condition && there:
		return rules.Unexpected(path)
	}
	return nil
}

// EachFault returns the first fault that a check finds among the members of a list, or nil.
func EachFault[T any](list []T, check func(i int, member T) *rules.Fault) *rules.Fault {
	for i, m := range list {
		if fault := check(i, m); fault != nil {
			return fault
		}
	}
	return nil
}

// firstRepeat refuses the first name that equals an earlier one; at returns its path.
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

// MapEach returns the results of a function for each member of a list.
func MapEach[T, U any](list []T, of func(T) U) []U {
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

// ClassIf returns the class of dice for odds that ask only whether they fit: 1 if they do, or 0.
func ClassIf(fits func(faces []int) bool) func(faces []int) int {
	return func(faces []int) int {
		if fits(faces) {
			return 1
		}
		return 0
	}
}

// valueOr returns the value of a field, or otherwise if it was left out.
func valueOr[T any](v *T, otherwise T) T {
	if v == nil {
		return otherwise
	}
	return *v
}

// withChances gives a ruling odds that are computed step by step over merged states instead
// of by a walk over all dice.
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

// oddsFields lets a ruling offer different odds by input. It calls of only for inputs
// without fault.
func oddsFields[I any](all []string, of func(I) []string) func(tree any) []string {
	return func(tree any) []string {
		var in I
		if rules.DecodeTree(tree, "", &in) != nil {
			return all
		}
		return of(in)
	}
}
