package rules

import (
	"errors"
	"fmt"
	"strings"
)

// A Code is the kind of a Fault. The codes are part of the contract of rulings.
type Code string

// The codes of faults.
const (
	UnknownGame      Code = "unknown-game"
	UnknownProcedure Code = "unknown-procedure"
	MissingField     Code = "missing-field"
	UnknownField     Code = "unknown-field"
	WrongType        Code = "wrong-type"
	OutOfRange       Code = "out-of-range"
	Illegal          Code = "illegal"
	NotEnoughDice    Code = "not-enough-dice"
	TooManyDice      Code = "too-many-dice"
	BadDie           Code = "bad-die"
)

// A Fault is an error in a request, a command or a roster: what is wrong, in which field and
// by which rule. Message is English and for developers; people read a sentence translated
// from Code, Field, Rule and With.
type Fault struct {
	Code    Code              `json:"code"`
	Field   string            `json:"field"`
	Message string            `json:"message"`
	Rule    string            `json:"rule,omitempty"` // set with Illegal, and in every fault of a roster
	With    map[string]string `json:"-"`              // numbers and names for the translated sentence
}

func (f *Fault) Error() string {
	if f.Rule != "" {
		return fmt.Sprintf("%s: %s (%s): %s", f.Code, f.Field, f.Rule, f.Message)
	}
	return fmt.Sprintf("%s: %s: %s", f.Code, f.Field, f.Message)
}

// Faultf returns a fault of a field, with a formatted message and no rule.
func Faultf(code Code, field, format string, args ...any) *Fault {
	return &Fault{Code: code, Field: field, Message: formatMessage(format, args)}
}

// Missing returns the fault of a field that is left out and that the others require.
func Missing(field string) *Fault { return Faultf(MissingField, field, "is required here") }

// Unexpected returns the fault of a field that is given although the others exclude it.
func Unexpected(field string) *Fault { return Faultf(UnknownField, field, "is not a field here") }

// Within returns a fault with a path before its field, or nil for nil. An error that is no
// Fault becomes one of the wrong type.
func Within(path string, err error) *Fault {
	if err == nil {
		return nil
	}
	var f *Fault
	if !errors.As(err, &f) {
		return Faultf(WrongType, path, "%v", err)
	}
	moved := *f
	moved.Field = path
	if f.Field != "" {
		moved.Field = Join(path, f.Field)
	}
	return &moved
}

// Breaks returns the fault of a field whose value a rule forbids, with code Illegal.
func Breaks(rule, field, format string, args ...any) *Fault {
	return &Fault{Code: Illegal, Rule: rule, Field: field, Message: formatMessage(format, args)}
}

// formatMessage is fmt.Sprintf, but returns a plain text at once: bots try many commands that
// are refused, and formatting would cost time.
func formatMessage(format string, args []any) string {
	if len(args) == 0 && !strings.Contains(format, "%") {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// FirstFault returns the first fault that is not nil, or nil.
func FirstFault(faults ...*Fault) *Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// FaultIf returns fault if broken is true, or nil.
func FaultIf(broken bool, fault *Fault) *Fault {
	if broken {
		return fault
	}
	return nil
}

// OutOfRangeIf returns, if broken is true, a fault of a field whose value does not fit the
// others. Why is a plain text, and so it is in the next three functions.
func OutOfRangeIf(broken bool, field, why string) *Fault {
	return codeIf(broken, OutOfRange, field, why)
}

// MissingFieldIf returns, if broken is true, a fault of a missing field that other fields
// require.
func MissingFieldIf(broken bool, field, why string) *Fault {
	return codeIf(broken, MissingField, field, why)
}

// UnknownFieldIf returns, if broken is true, a fault of a field that other fields exclude.
func UnknownFieldIf(broken bool, field, why string) *Fault {
	return codeIf(broken, UnknownField, field, why)
}

// ForbidIf returns, if broken is true, a fault of a field whose value a rule forbids.
func ForbidIf(broken bool, rule, field, why string) *Fault {
	if broken {
		return &Fault{Code: Illegal, Rule: rule, Field: field, Message: why}
	}
	return nil
}

// codeIf returns a fault with a code if broken is true.
func codeIf(broken bool, code Code, field, why string) *Fault {
	if broken {
		return &Fault{Code: code, Field: field, Message: why}
	}
	return nil
}

// RepeatedID returns a fault of the first member of a list whose id equals that of an earlier
// member. Rulings use it where a repeated id must be found after the faults of all single
// fields, which is later than the tag distinct does (see Decode).
func RepeatedID[T any](list string, members []T, id func(T) string) *Fault {
	seen := make(map[string]bool, len(members))
	for i, m := range members {
		if seen[id(m)] {
			return Faultf(OutOfRange, At(list, i)+".id", "%q is there twice", id(m))
		}
		seen[id(m)] = true
	}
	return nil
}
