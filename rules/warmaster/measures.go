package warmaster

import (
	"strconv"

	"oriflamme/rules"
)

// measures are the figures by which the odds of a command are told.
var measures = []rules.Measure{
	{Name: "success", Of: func(_, _ rules.Battle, events []rules.Event) string {
		for _, e := range events {
			if t, ok := e.(Tested); ok {
				return strconv.FormatBool(t.Success)
			}
		}
		return "-"
	}},
	{Name: "hits", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			switch e := e.(type) {
			case Volleyed:
				n += e.Unsaved
			case Attacked:
				n += e.Unsaved
			}
		}
		return strconv.Itoa(n)
	}},
	{Name: "stands", Of: func(_, _ rules.Battle, events []rules.Event) string {
		n := 0
		for _, e := range events {
			if h, ok := e.(HitsTaken); ok {
				n += h.Removed
			}
		}
		return strconv.Itoa(n)
	}},
}
