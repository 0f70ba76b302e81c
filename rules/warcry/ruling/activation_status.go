package ruling

import (
	"oriflamme/rules"
)

// Engagement is what a fighter has done in this round.
type Engagement struct {
	Monster         bool `json:"monster" default:"false"`
	Activated       bool `json:"activated" default:"false"` // not used for a monster
	Waiting         bool `json:"waiting" default:"false"`
	Reactions       int  `json:"reactions" in:"0..2" default:"0"`
	ActivationsUsed int  `json:"activations_used" in:"0..3" default:"0"` // of a monster
	InReserve       bool `json:"in_reserve" default:"false"`
	TakenDown       bool `json:"taken_down" default:"false"`
}

// Standing is what a fighter may still do in this round.
type Standing struct {
	State                     string `json:"state"` // out, reserve, ready, waiting, done
	MayBeActivated            bool   `json:"may_be_activated"`
	CountsAsActivated         bool   `json:"counts_as_activated"`
	Actions                   int    `json:"actions"`
	Abilities                 int    `json:"abilities"`
	ActivationsLeft           int    `json:"activations_left"`
	MayWait                   bool   `json:"may_wait"`
	WaitGivesSecondActivation bool   `json:"wait_gives_second_activation"`
	MayReact                  bool   `json:"may_react"`
	ReactionsLeft             int    `json:"reactions_left"`
}

// Limits of a round.
const (
	MonsterActivations = 3 // of a monster (WC-MON-4)
	maxReactions       = 2 // of a fighter (WC-REA-5)
)

// Standing returns what a fighter may still do in this round (WC-ACT-2, WC-WAIT-2,
// WC-REA-4 to WC-REA-9, WC-MON-4 to WC-MON-6).
func (e Engagement) Standing() Standing {
	switch {
	case e.TakenDown:
		return Standing{State: "out"}
	case e.InReserve:
		return Standing{State: "reserve"}
	case !e.MayBeActivated():
		return Standing{State: "done", CountsAsActivated: true}
	case e.Monster:
		return Standing{State: "ready", MayBeActivated: true, Actions: 1, Abilities: 1, ActivationsLeft: MonsterActivations - e.ActivationsUsed, MayWait: true}
	case e.Waiting:
		return Standing{
			State: "waiting", MayBeActivated: true, CountsAsActivated: true, Actions: 1, Abilities: 1,
			ActivationsLeft: 1, MayWait: true, MayReact: true, ReactionsLeft: 1,
		}
	}
	fresh := e.Reactions == 0
	return Standing{
		State: "ready", MayBeActivated: true, Actions: maxReactions - e.Reactions, Abilities: 1, ActivationsLeft: 1,
		MayWait: fresh, WaitGivesSecondActivation: fresh, MayReact: true, ReactionsLeft: maxReactions - e.Reactions,
	}
}

// MayBeActivated reports whether a fighter may be activated in this round: a monster up to
// MonsterActivations times, others once, or again while they wait (WC-ACT-2, WC-WAIT-2,
// WC-MON-4).
func (e *Engagement) MayBeActivated() bool {
	switch {
	case e.TakenDown || e.InReserve:
		return false
	case e.Monster:
		return e.ActivationsUsed < MonsterActivations
	}
	return e.Waiting || !e.Activated && e.Reactions < maxReactions
}

// react returns the engagement after one more reaction. A waiting fighter loses its second
// activation (WC-REA-8).
func (e Engagement) react() Engagement {
	e.Reactions++
	e.Waiting = false
	return e
}

// CannotReact returns the rule that bars a fighter from all reactions, or "".
func (e Engagement) CannotReact() string {
	switch {
	case e.TakenDown:
		return "WC-DMG-3"
	case e.InReserve:
		return "WC-CON-7"
	case e.Monster:
		return "WC-REA-9"
	case e.Reactions >= maxReactions:
		return "WC-REA-7"
	case e.Activated && !e.Waiting:
		return "WC-REA-2"
	}
	return ""
}

// check returns a fault for an engagement that contradicts itself.
func (e Engagement) check(path string) *rules.Fault {
	waiting, reactions := rules.Join(path, "waiting"), rules.Join(path, "reactions")
	return rules.FirstFault(
		rules.FaultIf(e.Waiting && e.Monster, rules.Breaks("WC-MON-6", waiting, "monsters never wait for a second activation")),
		rules.FaultIf(e.Waiting && !e.Activated, rules.Faultf(rules.OutOfRange, waiting, "a waiting fighter has been activated")),
		rules.FaultIf(e.Waiting && e.Reactions != 0, rules.Breaks("WC-REA-8", reactions, "a reaction ends the waiting")),
		rules.FaultIf(e.Monster && e.Reactions != 0, rules.Breaks("WC-REA-9", reactions, "monsters do not react")),
	)
}

type fighterStatus struct {
	Standing
	AfterReaction *Standing `json:"after_reaction"`
}

var fighterStatusRuling = rules.CheckedRuling("fighter-status",
	"WC-ACT-2 WC-ACT-5 WC-ACT-7 WC-WAIT-2 WC-WAIT-3 WC-WAIT-6 WC-REA-2 WC-REA-4 WC-REA-5 WC-REA-6 WC-REA-7 WC-REA-8 WC-REA-9 "+
		"WC-MON-4 WC-MON-5 WC-MON-6 WC-DMG-3 WC-CON-7", "",
	func(e Engagement) *rules.Fault { return e.check("") },
	func(_ *rules.Roller, e Engagement) fighterStatus {
		r := fighterStatus{Standing: e.Standing()}
		if r.MayReact {
			after := e.react().Standing()
			r.AfterReaction = &after
		}
		return r
	})
