package ruling

import (
	"oriflamme/rules"
)

// EndSide is the state of a side at the end of a turn.
type EndSide struct {
	Units       int  `json:"units" in:"1..200"`
	Destroyed   int  `json:"destroyed" in:"0..200"`
	Conceded    bool `json:"conceded" default:"false"`
	GeneralLeft bool `json:"general_left" default:"false"`
}

// EndInput is the state of a battle at the end of a turn.
type EndInput struct {
	TurnsPlayed int  `json:"turns_played" in:"0..1000"`
	TurnLimit   *int `json:"turn_limit" in:"1..1000" default:"-" null:"true"`
	Withdrawal  *int `json:"withdrawal_threshold" in:"1..200" default:"-" null:"true"`
	BySide[EndSide]
}

// EndResult is whether the battle is over, and its score.
type EndResult struct {
	Over      bool               `json:"over"`
	Reasons   []string           `json:"reasons"`
	Withdraws []Side             `json:"withdraws"`
	Score     BySide[int]        `json:"score"`
	UnitsLeft BySide[int]        `json:"units_left"`
	Winner    rules.NullableText `json:"winner"`
}

func (in EndInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.OutOfRangeIf(in.A.Destroyed > in.A.Units, "a.destroyed", "is more than there were"),
		rules.OutOfRangeIf(in.B.Destroyed > in.B.Units, "b.destroyed", "is more than there were"),
		rules.ForbidIf(in.TurnLimit == nil && in.Withdrawal == nil, "WR-PROV-11", "turn_limit", "the battle would never end"),
	)
}

// Resolve decides whether the battle is over, why, and who won (WR-END-1 to WR-END-4,
// WR-PROV-11).
func (in EndInput) Resolve() (r EndResult) {
	withdraws := func(h EndSide) bool { return in.Withdrawal != nil && h.Destroyed >= *in.Withdrawal }
	r.Reasons = Holding([]Condition{
		{in.A.GeneralLeft || in.B.GeneralLeft, "general-left"},
		{in.A.Conceded || in.B.Conceded, "concession"},
		{withdraws(in.A) || withdraws(in.B), "withdrawal"},
		{in.TurnLimit != nil && in.TurnsPlayed >= *in.TurnLimit, "turn-limit"},
	})
	r.Over = len(r.Reasons) > 0
	for _, side := range sides {
		if in.Of(side).GeneralLeft || withdraws(*in.Of(side)) {
			r.Withdraws = append(r.Withdraws, side)
		}
	}
	r.Score = BySide[int]{in.B.Destroyed, in.A.Destroyed}
	r.UnitsLeft = BySide[int]{in.A.Units - in.A.Destroyed, in.B.Units - in.B.Destroyed}
	r.Winner = rules.NullableText(in.winner(r))
	return r
}

func (in EndInput) winner(r EndResult) string {
	switch {
	case !r.Over:
		return ""
	case in.A.Conceded != in.B.Conceded:
		return string(sides[rules.BoolToInt(in.A.Conceded)])
	case r.Score.A != r.Score.B:
		return string(sides[rules.BoolToInt(r.Score.B > r.Score.A)])
	}
	return "draw"
}

var endOfBattleRuling = rules.DicelessRuling("end-of-battle", "WR-END-1 WR-END-3 WR-END-4 WR-EDGE-7 WR-PROV-11", EndInput.check, EndInput.Resolve)
