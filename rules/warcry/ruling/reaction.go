package ruling

import (
	"oriflamme/rules"
)

// ReactionInput is a reaction that a fighter would make to an enemy action.
type ReactionInput struct {
	Reaction              string     `json:"reaction" in:"counter|take-cover|strike-them-down"`
	Reactor               Engagement `json:"reactor" default:"{}"`
	ReactorIsMount        bool       `json:"reactor_is_mount" default:"false"`
	EnemyActivation       bool       `json:"enemy_activation" default:"true"`
	ReactionsToThisAction int        `json:"reactions_to_this_action" in:"0..10" default:"0"`
	TooLate               bool       `json:"too_late" default:"false"` // the hit rolls were made, or the enemy has moved
	Action                string     `json:"action" in:"move|melee-attack|ranged-attack|disengage|wait|drop-treasure"`
	Targeted              bool       `json:"targeted" default:"false"`
	InCover               bool       `json:"in_cover" default:"false"`
	Visible               bool       `json:"visible" default:"true"` // the enemy is visible to the reacting fighter
	Distance              *rules.Dec `json:"distance" in:"0..1000" digits:"3" default:"null" null:"true"`
}

// ReactionFaults returns the rules that forbid a reaction, general ones first (WC-REA-1 to
// WC-REA-12). An action allows one reaction in all (ruling A-12).
func ReactionFaults(r ReactionInput) []string {
	var faults []string
	barred := r.Reactor.CannotReact()
	faults = addIf(faults, !r.EnemyActivation, "WC-REA-1")
	faults = addIf(faults, barred != "", barred)
	faults = addIf(faults, r.ReactionsToThisAction > 0, "WC-REA-3")
	switch r.Reaction {
	case "counter":
		faults = addIf(faults, r.Action != "melee-attack" || !r.Targeted || r.TooLate, "WC-REA-10")
	case "take-cover":
		faults = addIf(faults, r.Action != "ranged-attack" || !r.Targeted || !r.InCover || r.ReactorIsMount || r.TooLate, "WC-REA-11")
	case "strike-them-down":
		faults = addIf(faults, r.Action != "disengage" || !r.Visible || r.Distance == nil || *r.Distance > rules.One || r.TooLate, "WC-REA-12")
	}
	return faults
}

type reactionResult struct {
	Legal        bool      `json:"legal"`
	Faults       []string  `json:"faults"`
	ReactorAfter *Standing `json:"reactor_after"`
}

var checkReactionRuling = rules.CheckedRuling("check-reaction",
	"WC-REA-1 WC-REA-2 WC-REA-3 WC-REA-4 WC-REA-5 WC-REA-6 WC-REA-7 WC-REA-8 WC-REA-9 WC-REA-10 WC-REA-11 WC-REA-12 WC-DMG-3 WC-CON-7", "",
	func(in ReactionInput) *rules.Fault {
		return rules.FirstFault(
			in.Reactor.check("reactor"),
			rules.FaultIf(in.Reaction == "strike-them-down" && in.Distance == nil, rules.Faultf(rules.MissingField, "distance", "is needed to strike them down")),
		)
	},
	func(_ *rules.Roller, in ReactionInput) reactionResult {
		r := reactionResult{Faults: ReactionFaults(in)}
		if len(r.Faults) == 0 {
			after := in.Reactor.react().Standing()
			r.Legal, r.ReactorAfter = true, &after
		}
		return r
	})
