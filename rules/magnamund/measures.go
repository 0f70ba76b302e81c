package magnamund

import (
	"strconv"

	"oriflamme/rules"
)

// measures are the figures for which a command's odds are given.
var measures = []rules.Measure{
	{Name: "killed", Of: func(_, _ rules.Battle, events []rules.Event) string { return strconv.Itoa(countEvents[Killed](events)) }},
	{Name: "wounded", Of: func(_, _ rules.Battle, events []rules.Event) string {
		return strconv.Itoa(countEvents[Wounded](events))
	}},
}

// countEvents counts the events of one type.
func countEvents[E rules.Event](events []rules.Event) (n int) {
	for _, e := range events {
		if _, ok := e.(E); ok {
			n++
		}
	}
	return n
}
