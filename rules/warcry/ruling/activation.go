package ruling

import (
	"oriflamme/rules"
)

// activationInput is a fighter and the steps of one of its activations.
type activationInput struct {
	Runemarks        []string         `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	SecondActivation bool             `json:"second_activation" default:"false"`
	ReactionsBefore  int              `json:"reactions_before" in:"0..1" default:"0"`
	Carrying         bool             `json:"carrying" default:"false"`
	MonsterInPlay    bool             `json:"monster_in_play" default:"false"`
	Sequence         []ActivationStep `json:"sequence" len:"0..12"`
}

// ActivationStep is an action, bonus action or ability in an activation.
type ActivationStep struct {
	Type           string `json:"type" in:"action|bonus-action|ability"`
	Action         string `json:"action" in:"move|attack|disengage|wait|drop-treasure" default:"null" null:"true"`
	Ability        string `json:"ability" in:"rush|onslaught|respite|inspiring-presence|rampage|ropes|aim-for-the-eyes|taunt|monstrous-reach|grab-and-maul|ferocious-demolition|other" default:"null" null:"true"`
	Engaged        bool   `json:"engaged" default:"false"`
	GrantedByOther bool   `json:"granted_by_other" default:"false"` // a bonus action that Rampage does not grant
}

type sequenceFault struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
}

// activeBonuses are the bonuses in force after a step.
type activeBonuses struct {
	MoveBonus         int `json:"move_bonus"`
	MeleeAttacksBonus int `json:"melee_attacks_bonus"`
}

type activationResult struct {
	Legal          bool               `json:"legal"`
	Fault          *sequenceFault     `json:"fault"`
	ActionsAllowed int                `json:"actions_allowed"`
	ActionsUsed    int                `json:"actions_used"`
	Entries        []activeBonuses    `json:"entries"`
	StateAfter     rules.NullableText `json:"state_after"`
	CarryingAfter  bool               `json:"carrying_after"`
}

// ActivationProgress is the state of an activation after some of its steps.
type ActivationProgress struct {
	Runemarks     []string
	Second        bool // the second activation of a fighter that waited
	Reacted       bool
	monsterInPlay bool

	Carrying    bool
	Allowed     int
	Used        int
	waited      bool
	Waiting     bool // the wait was the first of two actions
	AbilityUsed bool
	Rampage     bool // Rampage was used
	BonusMove   bool // still granted by Rampage
	BonusAttack bool
	bonuses     activeBonuses
}

// newActivationProgress returns the state at the start of an activation. It allows one action
// for a monster, in a second activation or after a reaction, else two (WC-ACT-5, WC-WAIT-3,
// WC-REA-6, WC-MON-4).
func newActivationProgress(a activationInput) ActivationProgress {
	k := ActivationProgress{
		Runemarks: a.Runemarks, Second: a.SecondActivation, Reacted: a.ReactionsBefore > 0,
		monsterInPlay: a.MonsterInPlay, Carrying: a.Carrying, Allowed: 2,
	}
	if k.monster() || k.Second || k.Reacted {
		k.Allowed = 1
	}
	return k
}

func (k *ActivationProgress) monster() bool { return HasRunemark(k.Runemarks, "monster") }

// Fault returns the rule that forbids the next step, or "".
func (k *ActivationProgress) Fault(d ActivationStep) string {
	if k.waited {
		switch {
		case k.monster():
			return "WC-MON-6"
		case k.Waiting:
			return "WC-WAIT-2"
		}
		return "WC-WAIT-1"
	}
	switch d.Type {
	case "ability":
		return k.AbilityFault(d.Ability)
	case "bonus-action":
		if rule := k.bonusFault(d); rule != "" {
			return rule
		}
	default:
		if rule := k.actionFault(d.Action); rule != "" {
			return rule
		}
	}
	return k.situationFault(d)
}

// AbilityFault returns the rule that forbids to use an ability next, or "".
func (k *ActivationProgress) AbilityFault(ability string) string {
	if k.AbilityUsed {
		switch {
		case k.monster():
			return "WC-MON-5"
		case k.Second:
			return "WC-WAIT-4"
		}
		return "WC-ABL-1"
	}
	return AbilityBarRule(ability, k.Runemarks, k.monsterInPlay)
}

func (k *ActivationProgress) bonusFault(d ActivationStep) string {
	switch {
	case d.Action == "wait":
		return "WC-ACT-6"
	case d.GrantedByOther, d.Action == "move" && k.BonusMove, d.Action == "attack" && k.BonusAttack:
		return ""
	case k.Rampage:
		return "WC-ABL-14"
	}
	return "WC-ACT-6"
}

func (k *ActivationProgress) actionFault(action string) string {
	if k.Used == k.Allowed {
		switch {
		case k.monster():
			return "WC-MON-4"
		case k.Second:
			return "WC-WAIT-3"
		case k.Reacted:
			return "WC-REA-6"
		}
		return "WC-ACT-5"
	}
	if action == "wait" && k.Reacted {
		return "WC-WAIT-6"
	}
	return ""
}

// situationFault returns the rule that forbids an action because of near enemies or a carried
// treasure, or "".
func (k *ActivationProgress) situationFault(d ActivationStep) string {
	switch {
	case d.Action == "move" && d.Engaged:
		return "WC-MOVE-7"
	case d.Action == "disengage" && !d.Engaged:
		return "WC-DIS-1"
	case d.Action == "disengage" && k.Carrying:
		return "WC-TRE-5"
	case d.Action == "drop-treasure" && !k.Carrying:
		return "WC-TRE-7"
	}
	return ""
}

// Apply updates the state by the next step, which must not break a rule.
func (k *ActivationProgress) Apply(d ActivationStep) {
	if d.Type == "ability" {
		k.AbilityUsed = true
		switch d.Ability {
		case "rush":
			k.bonuses.MoveBonus = 1
		case "onslaught":
			k.bonuses.MeleeAttacksBonus = 1
		case "rampage":
			k.Rampage, k.BonusMove, k.BonusAttack = true, true, true
		}
		return
	}
	if d.Action == "drop-treasure" {
		k.Carrying = false
	}
	if d.Type == "bonus-action" {
		if !d.GrantedByOther {
			k.BonusMove = false
			k.BonusAttack = k.BonusAttack && d.Action == "move"
		}
		return
	}
	k.Used++
	k.BonusMove, k.BonusAttack = false, false
	if d.Action == "wait" {
		k.waited, k.Waiting = true, k.Allowed == 2 && k.Used == 1
	}
}

// stateAfter returns the state of the fighter when the activation ends here.
func (k *ActivationProgress) stateAfter() rules.NullableText {
	switch {
	case k.Waiting:
		return "waiting"
	case k.waited || k.Used == k.Allowed:
		return "done"
	}
	return "unfinished"
}

// checkActivation checks the steps of an activation in order, up to the first one that a rule
// forbids.
func checkActivation(a activationInput) activationResult {
	k := newActivationProgress(a)
	r := activationResult{ActionsAllowed: k.Allowed}
	for i, d := range a.Sequence {
		if rule := k.Fault(d); rule != "" {
			r.Fault = &sequenceFault{i, rule}
			break
		}
		k.Apply(d)
		r.Entries = append(r.Entries, k.bonuses)
	}
	r.Legal, r.ActionsUsed, r.CarryingAfter = r.Fault == nil, k.Used, k.Carrying
	if r.Legal {
		r.StateAfter = k.stateAfter()
	}
	return r
}

// check returns a fault for an activation that contradicts itself.
func (a activationInput) check() *rules.Fault {
	monster := HasRunemark(a.Runemarks, "monster")
	return rules.FirstFault(
		rules.ForbidIf(monster && a.SecondActivation, "WC-MON-6", "second_activation", "monsters never wait for a second activation"),
		rules.ForbidIf(monster && a.ReactionsBefore != 0, "WC-REA-9", "reactions_before", "monsters do not react"),
		rules.ForbidIf(a.SecondActivation && a.ReactionsBefore != 0, "WC-REA-8", "reactions_before", "a reaction ends the waiting"),
		checkEach("sequence", a.Sequence, func(d ActivationStep, at string) *rules.Fault {
			return rules.FirstFault(
				rules.MissingFieldIf(d.Type == "ability" && d.Ability == "", at+".ability", "which ability?"),
				rules.MissingFieldIf(d.Type != "ability" && d.Action == "", at+".action", "which action?"),
			)
		}),
	)
}

var checkActivationRuling = rules.CheckedRuling("check-activation",
	"WC-ACT-5 WC-ACT-6 WC-ACT-7 WC-ABL-1 WC-ABL-10 WC-ABL-11 WC-ABL-14 WC-MOVE-7 WC-DIS-1 WC-TRE-5 WC-TRE-7 WC-WAIT-1 WC-WAIT-2 "+
		"WC-WAIT-3 WC-WAIT-4 WC-WAIT-6 WC-REA-6 WC-MON-4 WC-MON-5 WC-MON-6 WC-MON-8 WC-MON-9", "",
	activationInput.check, func(_ *rules.Roller, in activationInput) activationResult { return checkActivation(in) })
