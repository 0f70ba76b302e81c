package ruling

import (
	"encoding/json"
	"slices"
	"strconv"

	"oriflamme/rules"
)

// A Player is "a" or "b" in rulings. "" is nobody and is written as null.
type Player string

// MarshalJSON writes nobody as null.
func (p Player) MarshalJSON() ([]byte, error) { return orNull(p).MarshalJSON() }

func (p Player) Opponent() Player {
	switch p {
	case "a":
		return "b"
	case "b":
		return "a"
	}
	return ""
}

// orNull is a text of a result that is null when empty: a rule, a card, a cause.
type orNull string

func (s orNull) MarshalJSON() ([]byte, error) {
	if s == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(s))
}

// byPlayer holds a value for each player.
type byPlayer[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

func (p *byPlayer[T]) of(who Player) *T {
	if who == "a" {
		return &p.A
	}
	return &p.B
}

// Players are both, in the order of results.
var Players = [2]Player{"a", "b"}

// A violation tells which rule is broken, and how.
type violation struct {
	Rule string `json:"rule"`
	Code string `json:"code"`
}

func sortViolations(list []violation) {
	slices.SortFunc(list, func(x, y violation) int {
		if x.Rule != y.Rule {
			return CompareStrings(x.Rule, y.Rule)
		}
		return CompareStrings(x.Code, y.Code)
	})
}

func CompareStrings(x, y string) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// withModifiers is a base with all its modifiers, not below 0 (WU-MOD-1, WU-MOD-2, ruling A-27).
func withModifiers(base int, modifiers []int) int {
	for _, m := range modifiers {
		base += m
	}
	return max(0, base)
}

// IsLarge holds for a fighter with so many Wounds, modifiers included (WU-BOUNTY-2).
func IsLarge(wounds int) bool { return wounds >= 5 }

// Bounty is the glory for taking out a fighter of so many Wounds (WU-BOUNTY-1, WU-BOUNTY-2).
func Bounty(wounds int) int {
	if IsLarge(wounds) {
		return 2
	}
	return 1
}

// Tokens are the tokens beside a fighter (WU-TOK-1).
type Tokens struct {
	Move    int `json:"move" in:"0..10" default:"0"`
	Charge  int `json:"charge" in:"0..10" default:"0"`
	Guard   int `json:"guard" in:"0..10" default:"0"`
	Stagger int `json:"stagger" in:"0..10" default:"0"`
}

// check refuses Guard and Stagger tokens at once: receiving one removes the other.
func (t Tokens) check(path string) *rules.Fault {
	return FaultIf(t.Guard > 0 && t.Stagger > 0, rules.Breaks("WU-STAG-1", rules.Join(path, "stagger"), "a Guard token and a Stagger token exclude each other"))
}

// Keywords are those of an Attack action (WU-KW).
type Keywords struct {
	Cleave          bool `json:"cleave" default:"false"`
	Ensnare         bool `json:"ensnare" default:"false"`
	Grievous        int  `json:"grievous" in:"0..6" default:"0"`
	Knockback       int  `json:"knockback" in:"0..6" default:"0"`
	Scything        bool `json:"scything" default:"false"`
	Stagger         bool `json:"stagger" default:"false"`
	CriticalStagger bool `json:"critical_stagger" default:"false"`
}

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

// newRulingWithoutDice makes a ruling without dice.
func newRulingWithoutDice[I, O any](name, ids string, check func(I) *rules.Fault, settle func(I) O) rules.Ruling {
	return newRuling(name, ids, "", check, func(_ *rules.Roller, in I) O { return settle(in) })
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

// MissingField is the fault of a field that this case needs.
func MissingField(field string) *rules.Fault {
	return rules.Faultf(rules.MissingField, field, "is needed here")
}

// unknownField is the fault of a field that this case does not have.
func unknownField(field string) *rules.Fault {
	return rules.Faultf(rules.UnknownField, field, "is not a field here")
}

func Itoa(n int) string { return strconv.Itoa(n) }
