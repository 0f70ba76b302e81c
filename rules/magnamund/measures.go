package magnamund

import (
	"oriflamme/rules"
)

// measures are the figures for which a command's odds are given.
var measures = []rules.Measure{
	rules.SumOf("killed", func(Killed) int { return 1 }),
	rules.SumOf("wounded", func(Wounded) int { return 1 }),
}
