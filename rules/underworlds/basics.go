package underworlds

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

func (p Player) other() Player {
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

// pair holds a value for each player.
type pair[T any] struct {
	A T `json:"a"`
	B T `json:"b"`
}

func (p *pair[T]) of(who Player) *T {
	if who == "a" {
		return &p.A
	}
	return &p.B
}

// players are both, in the order of results.
var players = [2]Player{"a", "b"}

// A violation tells which rule is broken, and how.
type violation struct {
	Rule string `json:"rule"`
	Code string `json:"code"`
}

func sortViolations(list []violation) {
	slices.SortFunc(list, func(x, y violation) int {
		if x.Rule != y.Rule {
			return compare(x.Rule, y.Rule)
		}
		return compare(x.Code, y.Code)
	})
}

func compare(x, y string) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// modified is a base with all its modifiers, not below 0 (WU-MOD-1, WU-MOD-2, ruling A-27).
func modified(base int, modifiers []int) int {
	for _, m := range modifiers {
		base += m
	}
	return max(0, base)
}

// large holds for a fighter with so many Wounds, modifiers included (WU-BOUNTY-2).
func large(wounds int) bool { return wounds >= 5 }

// bounty is the glory for taking out a fighter of so many Wounds (WU-BOUNTY-1, WU-BOUNTY-2).
func bounty(wounds int) int {
	if large(wounds) {
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
	return when(t.Guard > 0 && t.Stagger > 0, rules.Breaks("WU-STAG-1", rules.Join(path, "stagger"), "a Guard token and a Stagger token exclude each other"))
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

// plain makes a ruling without dice.
func plain[I, O any](name, ids string, check func(I) *rules.Fault, settle func(I) O) rules.Ruling {
	return ruling(name, ids, "", check, func(_ *rules.Cup, in I) O { return settle(in) })
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

// missing is the fault of a field that this case needs.
func missing(field string) *rules.Fault {
	return rules.Faultf(rules.MissingField, field, "is needed here")
}

// strange is the fault of a field that this case does not have.
func strange(field string) *rules.Fault {
	return rules.Faultf(rules.UnknownField, field, "is not a field here")
}

func itoa(n int) string { return strconv.Itoa(n) }
