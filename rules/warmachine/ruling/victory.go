package ruling

import (
	"slices"

	"oriflamme/rules"
)

// VictoryInput is the state of all sides when victory is checked.
type VictoryInput struct {
	Players            []Contender `json:"players" len:"2..12"`
	ConcessionAccepted bool        `json:"concession_accepted" default:"true"`
	ObjectivesMetBy    []string    `json:"objectives_met_by" len:"0..12" each:"1..80" default:"[]"`
	Eliminate          bool        `json:"eliminate_without_warcasters" default:"false"` // ruling A-18
}

// Contender is one player of a battle.
type Contender struct {
	ID         string `json:"id" in:"1..80"`
	Team       string `json:"team" in:"1..80" default:"-"`
	Warcasters int    `json:"warcasters" in:"0..50"`
	Conceded   bool   `json:"conceded" default:"false"`
}

func (c Contender) side() string {
	if c.Team != "" {
		return c.Team
	}
	return c.ID
}

// VictoryResult is whether the game is over, and its winner.
type VictoryResult struct {
	Outcome           string             `json:"outcome"`
	Winner            rules.NullableText `json:"winner"`
	Reason            rules.NullableText `json:"reason"`
	WithoutWarcasters []string           `json:"without_warcasters"`
	StillPlaying      []string           `json:"still_playing"`
}

func (in VictoryInput) sides() []string {
	var names []string
	for _, p := range in.Players {
		if !slices.Contains(names, p.side()) {
			names = append(names, p.side())
		}
	}
	return names
}

func (in VictoryInput) check() *rules.Fault {
	teams, names := slices.ContainsFunc(in.Players, func(p Contender) bool { return p.Team != "" }), in.sides()
	return rules.FirstFault(
		rules.RepeatedID("players", in.Players, func(p Contender) string { return p.ID }),
		EachFault(in.Players, func(i int, p Contender) *rules.Fault {
			return rules.FaultIf(teams && p.Team == "", rules.Missing(MemberPath("players", i, "team")))
		}),
		rules.FaultIf(len(names) < 2, BadValue("players", "are all on one side")),
		EachFault(in.ObjectivesMetBy, func(i int, name string) *rules.Fault {
			return rules.FaultIf(!slices.Contains(names, name), BadValue(rules.At("objectives_met_by", i), "%q is no side", name))
		}),
	)
}

// Resolve determines the winner (WM-VICT-2 to WM-VICT-6): by an objective, by concession, or
// as the last side with warcasters. Several sides at once make a draw (ruling A-17).
func (in VictoryInput) Resolve() VictoryResult {
	var left, led []string // sides that remain, and those of them with warcasters
	r := VictoryResult{Outcome: "ongoing"}
	for _, name := range in.sides() {
		stays, warcasters := false, 0
		for _, p := range in.Players {
			if p.side() == name && !(p.Conceded && in.ConcessionAccepted) {
				stays = true
				warcasters += p.Warcasters
			}
		}
		if stays {
			left = append(left, name)
		}
		if stays && warcasters > 0 {
			led = append(led, name)
		}
		if warcasters == 0 {
			r.WithoutWarcasters = append(r.WithoutWarcasters, name)
		}
	}
	r.StillPlaying = left
	if in.Eliminate {
		r.StillPlaying = led
	}
	met := slices.DeleteFunc(slices.Clone(left), func(name string) bool { return !slices.Contains(in.ObjectivesMetBy, name) })
	switch {
	case len(met) > 0:
		r.decide(met, "objective", "objective")
	case len(left) < 2:
		r.decide(left, "concession", "concession")
	case len(led) < 2:
		r.decide(led, "last-warcaster", "simultaneous-loss")
	}
	return r
}

// decide ends the game: a single side wins, several make a draw.
func (r *VictoryResult) decide(sides []string, won, drawn rules.NullableText) {
	if len(sides) == 1 {
		r.Outcome, r.Winner, r.Reason = "win", rules.NullableText(sides[0]), won
		return
	}
	r.Outcome, r.Reason = "draw", drawn
}

var victoryCheckRuling = rules.DicelessRuling("victory-check", "WM-VICT-1 WM-VICT-2 WM-VICT-3 WM-VICT-4 WM-VICT-5 WM-VICT-6",
	VictoryInput.check, VictoryInput.Resolve)
