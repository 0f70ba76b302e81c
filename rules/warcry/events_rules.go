package warcry

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

func (RolledOff) Rule() string         { return "WC-GEN-10" }
func (RolesSet) Rule() string          { return "WC-SET-3" }
func (CardDrawn) Rule() string         { return "WC-SET-4" }
func (Oriented) Rule() string          { return "WC-SET-7" }
func (ColoursSet) Rule() string        { return "WC-SET-8" }
func (GroupPlaced) Rule() string       { return "WC-SET-9" }
func (InitiativeRolled) Rule() string  { return "WC-INIT-4" }
func (WildGranted) Rule() string       { return "WC-INIT-6" }
func (InitiativeSettled) Rule() string { return "WC-INIT-11" }
func (Awakened) Rule() string          { return "WC-SCN-2" }
func (Passed) Rule() string            { return "WC-ACT-3" }
func (Attacked) Rule() string          { return "WC-ATK-10" }
func (FallTested) Rule() string        { return "WC-TER-7" }
func (Fell) Rule() string              { return "WC-FALL-2" }
func (Disengaged) Rule() string        { return "WC-DIS-1" }
func (PickedUp) Rule() string          { return "WC-TRE-1" }
func (BonusForgone) Rule() string      { return "WC-ACT-6" }
func (Healed) Rule() string            { return "WC-ABL-12" }
func (Inspired) Rule() string          { return "WC-ABL-13" }
func (Demolished) Rule() string        { return "WC-MABL-3" }
func (ActivationEnded) Rule() string   { return "WC-ACT-9" }
func (PresenceNoted) Rule() string     { return "WC-OBJ-2" }
func (Controlled) Rule() string        { return "WC-OBJ-2" }
func (RoundEnded) Rule() string        { return "WC-INIT-5" }
func (HandPlayed) Rule() string        { return "WC-HOUSE-1" }

// ruleIf returns the first rule when a fact holds, else the second.
func ruleIf(holds bool, rule, otherwise string) string {
	if holds {
		return rule
	}
	return otherwise
}

// Rule returns the rule for warbands with or without a monster.
func (e Divided) Rule() string { return cmp.Or(e.Law, "WC-R-17") }

func (e Deployed) Rule() string    { return ruleIf(e.Reserve, "WC-RES-2", "WC-SET-10") }
func (e PhaseBegan) Rule() string  { return cmp.Or(phaseRules[e.Phase], "WC-SET-1") }
func (e TurnBegan) Rule() string   { return ruleIf(e.First, "WC-ACT-1", "WC-ACT-2") }
func (e Activated) Rule() string   { return ruleIf(e.Second, "WC-WAIT-3", "WC-ACT-5") }
func (e Reacted) Rule() string     { return reactionRules[e.Reaction] }
func (e Damaged) Rule() string     { return cmp.Or(causeRules[e.Cause], "WC-DMG-1") }
func (e TakenDown) Rule() string   { return ruleIf(e.Cause == "no-fall-point", "WC-FALL-4", "WC-DMG-2") }
func (e Waited) Rule() string      { return ruleIf(e.Waiting, "WC-WAIT-2", "WC-WAIT-1") }
func (e Dropped) Rule() string     { return ruleIf(e.Action, "WC-TRE-7", "WC-TRE-8") }
func (e AbilityUsed) Rule() string { return cmp.Or(ruling.AbilityRules[e.Ability].Rule, "WC-ABL-3") }
func (e Hampered) Rule() string    { return cmp.Or(hamperRules[e.Effect], "WC-HUNT-3") }
func (e Placed) Rule() string      { return cmp.Or(e.Law, "WC-MABL-2") }
func (e Scored) Rule() string      { return cmp.Or(scoreRules[e.For], "WC-SET-13") }
func (e BattleEnded) Rule() string { return ruleIf(e.Winner == rules.Nobody, "WC-SEQ-2", "WC-SCN-1") }

// Rule returns the rule of an upgrade before that of a single, and this before that of a saved die.
func (e WildDeclared) Rule() string {
	used := func(use string) bool {
		return slices.ContainsFunc(e.Uses, func(u WildUse) bool { return u.Use == use })
	}
	switch {
	case used("upgrade"):
		return wildRules["upgrade"]
	case used("single"):
		return wildRules["single"]
	}
	return wildRules["save"]
}

// Rule returns the rule of bonus moves before that of climbing.
func (e Moved) Rule() string {
	switch {
	case e.Bonus:
		return "WC-ABL-14"
	case e.On != "":
		return "WC-MOVE-11"
	}
	return "WC-MOVE-1"
}

// Each map holds the rule for each value of a field of an event.
var (
	phaseRules = map[string]string{
		phasePlan: "WC-SET-4", phaseReserve: "WC-RES-1", phaseAwaken: "WC-SCN-2", phaseFirst: "WC-ACT-1", phaseWild: "WC-INIT-7", phaseRound: "WC-SEQ-1", phaseTally: "WC-OBJ-2",
	}
	causeRules = map[string]string{
		"attack": "WC-ATK-11", "counter": "WC-REA-10", "strike-them-down": "WC-REA-12", "fall": "WC-FALL-5",
		"impact": "WC-IMP-1", "deadly-terrain": "WC-TER-8", "ability": "WC-DMG-1",
	}
	reactionRules = map[string]string{"counter": "WC-REA-10", "take-cover": "WC-REA-11", "strike-them-down": "WC-REA-12"}
	hamperRules   = map[string]string{"ropes": "WC-HUNT-1", "eyes": "WC-HUNT-2"}
	scoreRules    = map[string]string{"ley-lines": "WC-SCN-2", "reaper": "WC-SCN-3"}
	wildRules     = map[string]string{"single": "WC-INIT-8", "upgrade": "WC-INIT-9", "save": "WC-INIT-10"}
)

// AlsoRules returns the rules of singles and ability dice.
func (e InitiativeRolled) AlsoRules() []string {
	ids := []string{"WC-INIT-1"}
	for _, faces := range [2][6]int{e.A, e.B} {
		singles, groups := ruling.SortInitiative(faces[:])
		if len(singles) > 0 {
			ids = append(ids, "WC-INIT-2")
		}
		if len(groups) > 0 {
			ids = append(ids, "WC-INIT-3")
		}
	}
	return ids
}

// AlsoRules returns the rules of the uses of wild dice.
func (e WildDeclared) AlsoRules() []string {
	var ids []string
	for _, u := range e.Uses {
		ids = append(ids, wildRules[u.Use])
	}
	return ids
}

// AlsoRules returns the rules of the start and the end of the battle.
func (e PhaseBegan) AlsoRules() []string {
	switch {
	case e.Phase == phaseRound && e.Round == 1:
		return []string{"WC-SET-15"}
	case e.Phase == phaseReserve:
		return []string{"WC-SET-12"}
	case e.Phase == phaseOver:
		return []string{"WC-SEQ-3"}
	}
	return nil
}

// AlsoRules returns the rule that ends the combat phase when both players have passed.
func (RoundEnded) AlsoRules() []string { return []string{"WC-ACT-4"} }

// AlsoRules returns the general rules of reactions: one reaction in an enemy's activation, by a
// fighter that can still give up an action for it.
func (e Reacted) AlsoRules() []string {
	return []string{
		"WC-ACT-8", "WC-REA-1", "WC-REA-2", "WC-REA-3", "WC-REA-4", ruleIf(e.Reaction == "strike-them-down", "WC-DIS-5", "WC-ATK-9"),
	}
}

// AlsoRules returns the rules of the weapon and its kind, the visible target and its cover.
func (e Attacked) AlsoRules() []string {
	ids := []string{"WC-ATK-1", "WC-ATK-2", "WC-ATK-6"}
	if e.Cover {
		ids = append(ids, "WC-ATK-8", "WC-COV-1")
	}
	return ids
}

// AlsoRules returns the rules of when the test is taken and what happens when it fails.
func (e FallTested) AlsoRules() []string {
	if e.Falls {
		return []string{"WC-ATK-12", "WC-FALL-1"}
	}
	return []string{"WC-ATK-12"}
}

// AlsoRules returns the rules of the point of the fall.
func (Fell) AlsoRules() []string { return []string{"WC-FALL-1", "WC-FALL-3"} }

// AlsoRules returns the rules of allocating damage and of the impact of a fall.
func (e Damaged) AlsoRules() []string {
	if e.Cause == "fall" {
		return []string{"WC-DMG-1", "WC-IMP-1"}
	}
	return []string{"WC-DMG-1"}
}

// AlsoRules returns the rules of climbing and of resting on stairs and ladders.
func (e Moved) AlsoRules() []string {
	switch e.On {
	case "":
		return []string{"WC-MOVE-2"}
	case "stairs", "ladder":
		return []string{"WC-MOVE-2", "WC-MOVE-16", "WC-TER-11"}
	}
	return []string{"WC-MOVE-2", "WC-MOVE-16"}
}

// AlsoRules returns the rules of dropping treasure, as an action or before the fighter is removed.
func (e Dropped) AlsoRules() []string {
	if e.Action {
		return []string{"WC-TRE-9"}
	}
	return []string{"WC-DMG-5", "WC-TRE-9"}
}

// AlsoRules returns the rules of picking up during a move and of the distance to a token.
func (PickedUp) AlsoRules() []string { return []string{"WC-TRE-6", "WC-GEN-13"} }

// AlsoRules returns the rules of the distance to a marker and of how long control lasts.
func (Controlled) AlsoRules() []string { return []string{"WC-OBJ-3", "WC-GEN-13"} }

// AlsoRules returns the rule of the effects that end with the activation.
func (ActivationEnded) AlsoRules() []string { return []string{"WC-WAIT-5"} }

// AlsoRules returns the rules of the dice that were spent, their value, and who may use universal
// abilities.
func (e AbilityUsed) AlsoRules() []string {
	ids := []string{"WC-ABL-3", "WC-ABL-4", "WC-ACT-7"}
	if ruling.AbilityRules[e.Ability].Universal() {
		ids = append(ids, "WC-ABL-6")
	}
	return ids
}
