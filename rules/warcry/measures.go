package warcry

import (
	"strconv"

	"oriflamme/rules"
)

// measures holds the results that the odds of a command are about.
var measures = []rules.Measure{
	{Name: "damage", Of: func(_, _ rules.Battle, events []rules.Event) string {
		return strconv.Itoa(damageDealt(events, "attack", "ability", "strike-them-down"))
	}},
	{Name: "damage-back", Of: func(_, _ rules.Battle, events []rules.Event) string {
		return strconv.Itoa(damageDealt(events, "counter"))
	}},
	{Name: "damage-self", Of: func(_, _ rules.Battle, events []rules.Event) string {
		return strconv.Itoa(damageDealt(events, "impact", "fall", "deadly-terrain"))
	}},
	{Name: "taken-down", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if _, ok := e.(TakenDown); ok {
				n++
			}
		}
		return strconv.Itoa(n)
	}},
	{Name: "falls", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if _, ok := e.(Fell); ok {
				return "true"
			}
		}
		return "false"
	}},
}

// damageDealt returns the sum of the damage with some causes.
func damageDealt(events []rules.Event, causes ...string) int {
	n := 0
	for _, e := range events {
		if d, ok := e.(Damaged); ok {
			for _, c := range causes {
				if d.Cause == c {
					n += d.Amount
				}
			}
		}
	}
	return n
}
