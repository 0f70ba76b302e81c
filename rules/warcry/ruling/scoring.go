package ruling

import (
	"slices"

	"oriflamme/rules"
)

// roundScore holds what scores in a round of the two printed battles.
type roundScore struct {
	Scenario   string          `json:"scenario" in:"ley-lines|reaper"`
	Initiative Player          `json:"initiative" in:"a|b" default:"null" null:"true"`
	Awaken     string          `json:"awaken" in:"1..200" default:"null" null:"true"`
	AwakenBy   Player          `json:"awaken_by" in:"a|b" default:"null" null:"true"`
	Objectives []LeyLine       `json:"objectives" len:"0..20" distinct:"id" default:"[]"`
	TakenDown  []DownedFighter `json:"taken_down" len:"0..60" default:"[]"`
}

// LeyLine is an objective of the battle Ley Lines, which can be awakened.
type LeyLine struct {
	ID         string `json:"id" in:"1..200"`
	Awakened   bool   `json:"awakened"`
	Controller Player `json:"controller" in:"a|b" default:"null" null:"true"`
}

// DownedFighter is a fighter taken down in the round.
type DownedFighter struct {
	Owner  Player `json:"owner" in:"a|b"`
	Points int    `json:"points" in:"0..2000"`
}

type roundScoreResult struct {
	Awakened   []string   `json:"awakened"`
	BloodCount *PerPlayer `json:"blood_count"`
	VP         PerPlayer  `json:"vp"`
}

// ScoreLeyLines gives each player a point for every awakened objective they control (WC-SCN-2).
func ScoreLeyLines(objectives []LeyLine) (awakened []string, vp PerPlayer) {
	for _, o := range objectives {
		if !o.Awakened {
			continue
		}
		awakened = append(awakened, o.ID)
		if o.Controller != "" {
			*vp.Of(o.Controller)++
		}
	}
	return awakened, vp
}

// ScoreReaper gives a point to the player who took down enemies worth more points (WC-SCN-3).
func ScoreReaper(takenDown []DownedFighter) (blood, vp PerPlayer) {
	for _, f := range takenDown {
		*blood.Of(f.Owner.other()) += f.Points
	}
	return blood, Majority(blood)
}

// Majority returns 1 for the player with the greater number, if there is one.
func Majority(n PerPlayer) PerPlayer {
	return PerPlayer{rules.BoolToInt(n.A > n.B), rules.BoolToInt(n.B > n.A)}
}

func (s roundScore) resolve() (r roundScoreResult) {
	if s.Scenario == "reaper" {
		blood, vp := ScoreReaper(s.TakenDown)
		return roundScoreResult{BloodCount: &blood, VP: vp}
	}
	objectives := slices.Clone(s.Objectives)
	for i := range objectives {
		objectives[i].Awakened = objectives[i].Awakened || s.Awaken != "" && objectives[i].ID == s.Awaken
	}
	r.Awakened, r.VP = ScoreLeyLines(objectives)
	return r
}

// check returns a fault for an awakening that a rule forbids (WC-SCN-2).
func (s roundScore) check() *rules.Fault {
	if s.Scenario != "ley-lines" || s.Awaken == "" {
		return nil
	}
	if s.Initiative == "" {
		return rules.Faultf(rules.MissingField, "initiative", "is needed to awaken an objective")
	}
	i := slices.IndexFunc(s.Objectives, func(o LeyLine) bool { return o.ID == s.Awaken })
	if i < 0 {
		return rules.Faultf(rules.OutOfRange, "awaken", "there is no objective %q", s.Awaken)
	}
	return rules.FirstFault(
		rules.FaultIf(s.AwakenBy == s.Initiative, rules.Breaks("WC-SCN-2", "awaken_by", "the player without the initiative awakens")),
		rules.FaultIf(s.Objectives[i].Awakened, rules.Breaks("WC-SCN-2", "awaken", "that objective is awake")),
	)
}

var scoreRoundRuling = rules.CheckedRuling("score-round", "WC-SCN-2 WC-SCN-3 WC-OBJ-3", "", roundScore.check,
	func(_ *rules.Roller, in roundScore) roundScoreResult { return in.resolve() })
