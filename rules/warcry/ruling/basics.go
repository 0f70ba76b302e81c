package ruling

import (
	"slices"

	"oriflamme/rules"
)

// A Player is "a" or "b" in rulings; "" is nobody and becomes null in JSON.
type Player string

// MarshalJSON writes nobody as null.
func (p Player) MarshalJSON() ([]byte, error) { return rules.NullableText(p).MarshalJSON() }

func (p Player) other() Player {
	switch p {
	case "a":
		return "b"
	case "b":
		return "a"
	}
	return ""
}

// PerPlayer holds a number for each player.
type PerPlayer struct {
	A int `json:"a"`
	B int `json:"b"`
}

// fighterCounts holds a number of fighters of each player.
type fighterCounts struct {
	A int `json:"a" in:"0..60"`
	B int `json:"b" in:"0..60"`
}

// Of returns the number of a player, which may be changed.
func (b *PerPlayer) Of(p Player) *int {
	if p == "a" {
		return &b.A
	}
	return &b.B
}

// Inches returns a whole number of inches as a length.
func Inches(n int) rules.Dec { return rules.Dec(n) * rules.One }

// HasRunemark reports whether a fighter has a runemark (WC-PRO-2).
func HasRunemark(runemarks []string, mark string) bool { return slices.Contains(runemarks, mark) }

// HasRunemarks reports whether a fighter has all of some runemarks.
func HasRunemarks(runemarks, all []string) bool {
	return !slices.ContainsFunc(all, func(mark string) bool { return !HasRunemark(runemarks, mark) })
}

// WithPenalty subtracts a penalty from a characteristic, down to a floor. It never raises a
// value that is below the floor already (ruling A-19).
func WithPenalty(value, penalty, floor int) int { return min(value, max(floor, value-penalty)) }

// addIf appends the id of a rule to a list if the rule is broken.
func addIf(list []string, broken bool, rule string) []string {
	if broken {
		list = append(list, rule)
	}
	return list
}

// checkEach returns the first fault of the members of the list at a path.
func checkEach[T any](path string, list []T, check func(member T, at string) *rules.Fault) *rules.Fault {
	for i, member := range list {
		if fault := check(member, rules.At(path, i)); fault != nil {
			return fault
		}
	}
	return nil
}
