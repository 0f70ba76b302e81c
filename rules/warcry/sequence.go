package warcry

import "oriflamme/rules"

// activationInput is a fighter and what it does in one activation.
type activationInput struct {
	Runemarks        []string  `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	SecondActivation bool      `json:"second_activation" default:"false"`
	ReactionsBefore  int       `json:"reactions_before" in:"0..1" default:"0"`
	Carrying         bool      `json:"carrying" default:"false"`
	MonsterInPlay    bool      `json:"monster_in_play" default:"false"`
	Sequence         []doneNow `json:"sequence" len:"0..12"`
}

// doneNow is one thing done in an activation.
type doneNow struct {
	Type           string `json:"type" in:"action|bonus-action|ability"`
	Action         string `json:"action" in:"move|attack|disengage|wait|drop-treasure" default:"null" null:"true"`
	Ability        string `json:"ability" in:"rush|onslaught|respite|inspiring-presence|rampage|ropes|aim-for-the-eyes|taunt|monstrous-reach|grab-and-maul|ferocious-demolition|other" default:"null" null:"true"`
	Engaged        bool   `json:"engaged" default:"false"`
	GrantedByOther bool   `json:"granted_by_other" default:"false"` // a bonus action not of Rampage
}

type sequenceFault struct {
	Index int    `json:"index"`
	Rule  string `json:"rule"`
}

// bonuses are in force after one thing done.
type bonuses struct {
	MoveBonus         int `json:"move_bonus"`
	MeleeAttacksBonus int `json:"melee_attacks_bonus"`
}

type activationResult struct {
	Legal          bool           `json:"legal"`
	Fault          *sequenceFault `json:"fault"`
	ActionsAllowed int            `json:"actions_allowed"`
	ActionsUsed    int            `json:"actions_used"`
	Entries        []bonuses      `json:"entries"`
	StateAfter     orNull         `json:"state_after"`
	CarryingAfter  bool           `json:"carrying_after"`
}

// conduct follows an activation from one thing done to the next.
type conduct struct {
	runemarks     []string
	second        bool // the second activation of a fighter that waited
	reacted       bool
	monsterInPlay bool

	carrying    bool
	allowed     int
	used        int
	waited      bool
	waiting     bool // the wait was the first of two actions
	abilityUsed bool
	rampage     bool // Rampage was used
	bonusMove   bool // still granted by Rampage
	bonusAttack bool
	in          bonuses
}

// newConduct begins an activation: one action for a monster, in a second
// activation or after a reaction, else two (WC-ACT-5, WC-WAIT-3, WC-REA-6, WC-MON-4).
func newConduct(a activationInput) conduct {
	k := conduct{
		runemarks: a.Runemarks, second: a.SecondActivation, reacted: a.ReactionsBefore > 0,
		monsterInPlay: a.MonsterInPlay, carrying: a.Carrying, allowed: 2,
	}
	if k.monster() || k.second || k.reacted {
		k.allowed = 1
	}
	return k
}

func (k *conduct) monster() bool { return has(k.runemarks, "monster") }

// fault returns the rule that forbids the next thing, or "".
func (k *conduct) fault(d doneNow) string {
	if k.waited {
		switch {
		case k.monster():
			return "WC-MON-6"
		case k.waiting:
			return "WC-WAIT-2"
		}
		return "WC-WAIT-1"
	}
	switch d.Type {
	case "ability":
		return k.abilityFault(d.Ability)
	case "bonus-action":
		if rule := k.bonusFault(d); rule != "" {
			return rule
		}
	default:
		if rule := k.actionFault(d.Action); rule != "" {
			return rule
		}
	}
	return k.momentFault(d)
}

func (k *conduct) abilityFault(ability string) string {
	if k.abilityUsed {
		switch {
		case k.monster():
			return "WC-MON-5"
		case k.second:
			return "WC-WAIT-4"
		}
		return "WC-ABL-1"
	}
	return barredAbility(ability, k.runemarks, k.monsterInPlay)
}

func (k *conduct) bonusFault(d doneNow) string {
	switch {
	case d.Action == "wait":
		return "WC-ACT-6"
	case d.GrantedByOther, d.Action == "move" && k.bonusMove, d.Action == "attack" && k.bonusAttack:
		return ""
	case k.rampage:
		return "WC-ABL-14"
	}
	return "WC-ACT-6"
}

func (k *conduct) actionFault(action string) string {
	if k.used == k.allowed {
		switch {
		case k.monster():
			return "WC-MON-4"
		case k.second:
			return "WC-WAIT-3"
		case k.reacted:
			return "WC-REA-6"
		}
		return "WC-ACT-5"
	}
	if action == "wait" && k.reacted {
		return "WC-WAIT-6"
	}
	return ""
}

// momentFault judges an action by where the fighter stands and what it carries.
func (k *conduct) momentFault(d doneNow) string {
	switch {
	case d.Action == "move" && d.Engaged:
		return "WC-MOVE-7"
	case d.Action == "disengage" && !d.Engaged:
		return "WC-DIS-1"
	case d.Action == "disengage" && k.carrying:
		return "WC-TRE-5"
	case d.Action == "drop-treasure" && !k.carrying:
		return "WC-TRE-7"
	}
	return ""
}

// do goes on to the next thing, which breaks no rule.
func (k *conduct) do(d doneNow) {
	if d.Type == "ability" {
		k.abilityUsed = true
		switch d.Ability {
		case "rush":
			k.in.MoveBonus = 1
		case "onslaught":
			k.in.MeleeAttacksBonus = 1
		case "rampage":
			k.rampage, k.bonusMove, k.bonusAttack = true, true, true
		}
		return
	}
	if d.Action == "drop-treasure" {
		k.carrying = false
	}
	if d.Type == "bonus-action" {
		if !d.GrantedByOther {
			k.bonusMove = false
			k.bonusAttack = k.bonusAttack && d.Action == "move"
		}
		return
	}
	k.used++
	k.bonusMove, k.bonusAttack = false, false
	if d.Action == "wait" {
		k.waited, k.waiting = true, k.allowed == 2 && k.used == 1
	}
}

// stateAfter is the state of the fighter when nothing more is done.
func (k *conduct) stateAfter() orNull {
	switch {
	case k.waiting:
		return "waiting"
	case k.waited || k.used == k.allowed:
		return "done"
	}
	return "unfinished"
}

// checkActivation judges what a fighter does, one thing after the other, up to
// the first that is forbidden.
func checkActivation(a activationInput) activationResult {
	k := newConduct(a)
	r := activationResult{ActionsAllowed: k.allowed}
	for i, d := range a.Sequence {
		if rule := k.fault(d); rule != "" {
			r.Fault = &sequenceFault{i, rule}
			break
		}
		k.do(d)
		r.Entries = append(r.Entries, k.in)
	}
	r.Legal, r.ActionsUsed, r.CarryingAfter = r.Fault == nil, k.used, k.carrying
	if r.Legal {
		r.StateAfter = k.stateAfter()
	}
	return r
}

// check refuses activations that cannot be.
func (a activationInput) check() *rules.Fault {
	switch monster := has(a.Runemarks, "monster"); {
	case monster && a.SecondActivation:
		return rules.Breaks("WC-MON-6", "second_activation", "monsters never wait for a second activation")
	case monster && a.ReactionsBefore != 0:
		return rules.Breaks("WC-REA-9", "reactions_before", "monsters do not react")
	case a.SecondActivation && a.ReactionsBefore != 0:
		return rules.Breaks("WC-REA-8", "reactions_before", "a reaction ends the waiting")
	}
	for i, d := range a.Sequence {
		at := rules.At("sequence", i)
		switch {
		case d.Type == "ability" && d.Ability == "":
			return rules.Faultf(rules.MissingField, at+".ability", "which ability?")
		case d.Type != "ability" && d.Action == "":
			return rules.Faultf(rules.MissingField, at+".action", "which action?")
		}
	}
	return nil
}

var checkActivationRuling = ruling("check-activation",
	"WC-ACT-5 WC-ACT-6 WC-ACT-7 WC-ABL-1 WC-ABL-10 WC-ABL-11 WC-ABL-14 WC-MOVE-7 WC-DIS-1 WC-TRE-5 WC-TRE-7 WC-WAIT-1 WC-WAIT-2 "+
		"WC-WAIT-3 WC-WAIT-4 WC-WAIT-6 WC-REA-6 WC-MON-4 WC-MON-5 WC-MON-6 WC-MON-8 WC-MON-9", "",
	activationInput.check, func(_ *rules.Cup, in activationInput) activationResult { return checkActivation(in) })
