package ruling

import "oriflamme/rules"

type turnsInput struct {
	TurnOrder      []string `json:"turn_order" len:"1..12" each:"1..80"`
	TurnsCompleted int      `json:"turns_completed" in:"0..100000"`
	EffectStarted  int      `json:"effect_started_in_turn" in:"1..100000" default:"-"` // 0: no effect
}

type turnsResult struct {
	Round           int         `json:"round"`
	PlaceInRound    int         `json:"place_in_round"`
	NextPlayer      string      `json:"next_player"`
	RoundsCompleted int         `json:"rounds_completed"`
	Effect          *effectSpan `json:"effect"`
	Phases          []string    `json:"phases"`
	Sequence        []string    `json:"sequence"`
}

// effectSpan is when an effect of one round is in play (WM-TURN-2).
type effectSpan struct {
	Owner       string   `json:"owner"`
	EndsInTurn  int      `json:"ends_in_turn"`
	EndsAt      string   `json:"ends_at"`
	EndsPlayer  string   `json:"ends_player"`
	EndsRound   int      `json:"ends_round"`
	TurnsInPlay []string `json:"turns_in_play"`
}

var (
	// phases are the phases of a turn (WM-TURN-3), steps everything that happens in a turn,
	// in order.
	phases = []string{"maintenance", "control", "activation"}
	steps  = []string{
		"turn-start", "maintenance-discard-focus", "maintenance-expire-effects", "maintenance-resolve-effects",
		"maintenance-other-effects", "control-replenish-focus", "control-allocate-focus", "control-upkeep",
		"control-other-effects", "activation", "turn-end",
	}
)

// turnOf returns whose turn it is and in which round; turn 1 is the first of the game.
func (in turnsInput) turnOf(turn int) (player string, round int) {
	n := len(in.TurnOrder)
	return in.TurnOrder[(turn-1)%n], (turn-1)/n + 1
}

func countTurns(in turnsInput) turnsResult {
	n := len(in.TurnOrder)
	r := turnsResult{
		PlaceInRound: in.TurnsCompleted%n + 1, RoundsCompleted: in.TurnsCompleted / n, Phases: phases, Sequence: steps,
	}
	r.NextPlayer, r.Round = in.turnOf(in.TurnsCompleted + 1)
	if s := in.EffectStarted; s > 0 {
		e := effectSpan{EndsInTurn: s + n, EndsAt: "turn-start"}
		e.Owner, _ = in.turnOf(s)
		e.EndsPlayer, e.EndsRound = in.turnOf(s + n)
		for turn := s; turn < s+n; turn++ {
			player, _ := in.turnOf(turn)
			e.TurnsInPlay = append(e.TurnsInPlay, player)
		}
		r.Effect = &e
	}
	return r
}

var turnCounterRuling = rules.DicelessRuling("turn-counter", "WM-SETUP-7 WM-TURN-1 WM-TURN-2 WM-TURN-3 WM-TURN-4",
	func(in turnsInput) *rules.Fault {
		return firstRepeat(in.TurnOrder, func(i int) string { return rules.At("turn_order", i) })
	}, countTurns)
