package site

import (
	"strings"

	"oriflamme/rules"
)

// DefaultRuling returns the ruling that most people look for: an attack, or else any ruling with odds.
func DefaultRuling(g *rules.Game) *rules.Ruling {
	var any *rules.Ruling
	for i, r := range g.Rulings {
		if len(r.Odds) == 0 {
			continue
		}
		if any == nil || strings.Contains(r.Name, "attack") && !strings.Contains(any.Name, "attack") {
			any = &g.Rulings[i]
		}
	}
	return any
}
