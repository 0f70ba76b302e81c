package ruling

import (
	"oriflamme/rules"
)

type turnsInput struct {
	Available fighterCounts `json:"available"`
	FirstTurn Player        `json:"first_turn" in:"a|b"`
}

// turnTaken is one turn of a combat phase: to activate or to pass.
type turnTaken struct {
	Player Player `json:"player"`
	Turn   string `json:"turn"`
}

type turnsResult struct {
	Turns          []turnTaken `json:"turns"`
	LastActivation Player      `json:"last_activation"`
}

// turnSequence returns the turns of a combat phase. Players alternate, a player who can
// activate a fighter must do so, and two passes in a row end the phase (WC-ACT-1 to WC-ACT-4).
func turnSequence(available PerPlayer, first Player) turnsResult {
	var r turnsResult
	for player, passes := first, 0; passes < 2; player = player.other() {
		if left := available.Of(player); *left > 0 {
			*left--
			passes = 0
			r.Turns = append(r.Turns, turnTaken{player, "activate"})
			r.LastActivation = player
			continue
		}
		passes++
		r.Turns = append(r.Turns, turnTaken{player, "pass"})
	}
	return r
}

var turnSequenceRuling = rules.CheckedRuling("turn-sequence", "WC-ACT-1 WC-ACT-2 WC-ACT-3 WC-ACT-4", "", nil,
	func(_ *rules.Roller, in turnsInput) turnsResult {
		return turnSequence(PerPlayer(in.Available), in.FirstTurn)
	})
