package ruling

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// A Player is "a" or "b" in rulings. "" is nobody and is written as null.
type Player string

// MarshalJSON writes nobody as null.
func (p Player) MarshalJSON() ([]byte, error) { return nullableText(p).MarshalJSON() }

func (p Player) other() Player {
	switch p {
	case "a":
		return "b"
	case "b":
		return "a"
	}
	return ""
}

// nullableText is a text of a result that is null when empty: a rule id, a state, a cause.
type nullableText string

func (s nullableText) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// PerPlayer holds a number for each player.
type PerPlayer struct {
	A int `json:"a"`
	B int `json:"b"`
}

func (b *PerPlayer) Of(p Player) *int {
	if p == "a" {
		return &b.A
	}
	return &b.B
}

// Inches is a whole number of Inches as a length.
func Inches(n int) rules.Dec { return rules.Dec(n) * rules.One }

// HasRunemark tells whether a fighter bears a runemark (WC-PRO-2).
func HasRunemark(runemarks []string, mark string) bool { return slices.Contains(runemarks, mark) }

// WithPenalty takes a penalty from a characteristic that has a floor. It never raises
// a value that is below the floor already (ruling A-19).
func WithPenalty(value, penalty, floor int) int { return min(value, max(floor, value-penalty)) }

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

// fieldByField marks a ruling whose odds are walked once for each field.
func fieldByField(r rules.Ruling) rules.Ruling {
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

// faultIf returns a fault on a condition.
func faultIf(broken bool, fault *rules.Fault) *rules.Fault {
	if broken {
		return fault
	}
	return nil
}
