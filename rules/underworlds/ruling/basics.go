package ruling

import "oriflamme/rules"

// A Player is "a" or "b" in rulings. "" stands for no player and is written as null.
type Player string

// MarshalJSON writes "" as null.
func (p Player) MarshalJSON() ([]byte, error) { return rules.NullableText(p).MarshalJSON() }

// Opponent returns the other player, "" for "".
func (p Player) Opponent() Player {
	switch p {
	case "a":
		return "b"
	case "b":
		return "a"
	}
	return ""
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

// Players are both players, in the order of results.
var Players = [2]Player{"a", "b"}

// A violation is a broken rule with a code that says how.
type violation struct {
	Rule string `json:"rule"`
	Code string `json:"code"`
}

// violations collects violations.
type violations []violation

func (v *violations) add(broken bool, rule, code string) {
	if broken {
		*v = append(*v, violation{rule, code})
	}
}

// withModifiers returns a value with all its modifiers, not below 0 (WU-MOD-1, WU-MOD-2,
// ruling A-27).
func withModifiers(base int, modifiers []int) int {
	for _, m := range modifiers {
		base += m
	}
	return max(0, base)
}

// IsLarge reports whether a fighter is Large by its Wounds, modifiers included
// (WU-BOUNTY-2).
func IsLarge(wounds int) bool { return wounds >= 5 }

// Bounty returns the glory for taking out a fighter with a number of Wounds (WU-BOUNTY-1,
// WU-BOUNTY-2).
func Bounty(wounds int) int {
	if IsLarge(wounds) {
		return 2
	}
	return 1
}

// Tokens are the numbers of tokens beside a fighter (WU-TOK-1).
type Tokens struct {
	Move    int `json:"move" in:"0..10" default:"0"`
	Charge  int `json:"charge" in:"0..10" default:"0"`
	Guard   int `json:"guard" in:"0..10" default:"0"`
	Stagger int `json:"stagger" in:"0..10" default:"0"`
}

// check refuses Guard together with Stagger tokens: receiving one kind removes the other.
func (t Tokens) check(path string) *rules.Fault {
	return rules.FaultIf(t.Guard > 0 && t.Stagger > 0, rules.Breaks("WU-STAG-1", rules.Join(path, "stagger"), "a Guard token and a Stagger token exclude each other"))
}

// Keywords are the keywords of an Attack action (WU-KW).
type Keywords struct {
	Cleave          bool `json:"cleave" default:"false"`
	Ensnare         bool `json:"ensnare" default:"false"`
	Grievous        int  `json:"grievous" in:"0..6" default:"0"`
	Knockback       int  `json:"knockback" in:"0..6" default:"0"`
	Scything        bool `json:"scything" default:"false"`
	Stagger         bool `json:"stagger" default:"false"`
	CriticalStagger bool `json:"critical_stagger" default:"false"`
}
