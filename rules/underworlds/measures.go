package underworlds

import (
	"strconv"

	"oriflamme/rules"
)

// measures are the figures that the odds of a command report.
var measures = []rules.Measure{
	{Name: "damage", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if d, ok := e.(Damaged); ok {
				n += d.Amount
			}
		}
		return strconv.Itoa(n)
	}},
	{Name: "out-of-action", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if _, ok := e.(OutOfAction); ok {
				n++
			}
		}
		return strconv.Itoa(n)
	}},
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
