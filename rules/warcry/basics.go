package warcry

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// A Player is "a" or "b" in rulings. "" is nobody and is written as null.
type Player string

// MarshalJSON writes nobody as null.
func (p Player) MarshalJSON() ([]byte, error) { return orNull(p).MarshalJSON() }

func (p Player) other() Player {
	switch p {
	case "a":
		return "b"
	case "b":
		return "a"
	}
	return ""
}

// orNull is a text of a result that is null when empty: a rule id, a state, a cause.
type orNull string

func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// both holds a number for each player.
type both struct {
	A int `json:"a"`
	B int `json:"b"`
}

func (b *both) of(p Player) *int {
	if p == "a" {
		return &b.A
	}
	return &b.B
}

// inches is a whole number of inches as a length.
func inches(n int) rules.Dec { return rules.Dec(n) * rules.One }

// has tells whether a fighter bears a runemark (WC-PRO-2).
func has(runemarks []string, mark string) bool { return slices.Contains(runemarks, mark) }

// lowered takes a penalty from a characteristic that has a floor. It never raises
// a value that is below the floor already (ruling A-19).
func lowered(value, penalty, floor int) int { return min(value, max(floor, value-penalty)) }

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

// when returns a fault on a condition.
func when(broken bool, fault *rules.Fault) *rules.Fault {
	if broken {
		return fault
	}
	return nil
}
