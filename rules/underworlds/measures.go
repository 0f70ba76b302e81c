package underworlds

import (
	"oriflamme/rules"
)

// measures are the figures that the odds of a command report.
var measures = []rules.Measure{
	rules.SumOf("damage", func(e Damaged) int { return e.Amount }),
	rules.SumOf("out-of-action", func(OutOfAction) int { return 1 }),
	{Name: "result", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			switch e := e.(type) {
			case AttackJudged:
				return e.Result
			case RolledOff:
				return e.DecidedBy
			}
		}
		return "none"
	}},
}
