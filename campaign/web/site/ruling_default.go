package site

import (
	"strings"

	"oriflamme/rules"
)

// DefaultRuling is the ruling that most people come for: an attack, else any with odds.
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
