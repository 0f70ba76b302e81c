package warcry

import (
	"slices"

	"oriflamme/rules"
)

// measures holds the results that the odds of a command are about.
var measures = []rules.Measure{
	damageBy("damage", "attack", "ability", "strike-them-down"),
	damageBy("damage-back", "counter"),
	damageBy("damage-self", "impact", "fall", "deadly-terrain"),
	rules.SumOf("taken-down", func(TakenDown) int { return 1 }),
	{Name: "falls", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if _, ok := e.(Fell); ok {
				return "true"
			}
		}
		return "false"
	}},
}

// damageBy is the measure of the damage with some causes.
func damageBy(name string, causes ...string) rules.Measure {
	return rules.SumOf(name, func(e Damaged) int { return e.Amount * rules.BoolToInt(slices.Contains(causes, e.Cause)) })
}
