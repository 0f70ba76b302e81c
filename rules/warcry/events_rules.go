package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

func (RolledOff) Rule() string         { return "WC-GEN-10" }
func (RolesSet) Rule() string          { return "WC-SET-3" }
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
func (Healed) Rule() string            { return "WC-ABL-12" }
func (Inspired) Rule() string          { return "WC-ABL-13" }
func (Demolished) Rule() string        { return "WC-MABL-3" }
func (ActivationEnded) Rule() string   { return "WC-ACT-9" }
func (Controlled) Rule() string        { return "WC-OBJ-2" }
func (RoundEnded) Rule() string        { return "WC-INIT-5" }
func (HandPlayed) Rule() string        { return "WC-HOUSE-1" }

// Rule returns the rule for warbands with or without a monster.
func (e Divided) Rule() string {
	if e.Law != "" {
		return e.Law
	}
	return "WC-R-17"
}

func (e Deployed) Rule() string {
	if e.Reserve {
		return "WC-RES-2"
	}
	return "WC-SET-10"
}

func (e PhaseBegan) Rule() string {
	switch e.Phase {
	case phaseReserve:
		return "WC-RES-1"
	case phaseAwaken:
		return "WC-SCN-2"
	case phaseFirst:
		return "WC-ACT-1"
	case phaseWild:
		return "WC-INIT-7"
	case phaseRound:
		return "WC-SEQ-1"
	case phaseTally:
		return "WC-OBJ-2"
	}
	return "WC-SET-1"
}

func (e WildDeclared) Rule() string {
	rule := "WC-INIT-10"
	for _, u := range e.Uses {
		switch u.Use {
		case "upgrade":
			return "WC-INIT-9"
		case "single":
			rule = "WC-INIT-8"
		}
	}
	return rule
}

func (e TurnBegan) Rule() string {
	if e.First {
		return "WC-ACT-1"
	}
	return "WC-ACT-2"
}

func (e Activated) Rule() string {
	if e.Second {
		return "WC-WAIT-3"
	}
	return "WC-ACT-5"
}

func (e Moved) Rule() string {
	switch {
	case e.Bonus:
		return "WC-ABL-14"
	case e.On != "":
		return "WC-MOVE-11"
	}
	return "WC-MOVE-1"
}

func (e Reacted) Rule() string { return reactionRules[e.Reaction] }

func (e Damaged) Rule() string {
	if rule, ok := causeRules[e.Cause]; ok {
		return rule
	}
	return "WC-DMG-1"
}

func (e TakenDown) Rule() string {
	if e.Cause == "no-fall-point" {
		return "WC-FALL-4"
	}
	return "WC-DMG-2"
}

func (e Waited) Rule() string {
	if e.Waiting {
		return "WC-WAIT-2"
	}
	return "WC-WAIT-1"
}

func (e Dropped) Rule() string {
	if e.Action {
		return "WC-TRE-7"
	}
	return "WC-TRE-8"
}

func (e AbilityUsed) Rule() string {
	if a, ok := ruling.AbilityRules[e.Ability]; ok {
		return a.Rule
	}
	return "WC-ABL-3"
}

func (e Hampered) Rule() string {
	switch e.Effect {
	case "ropes":
		return "WC-HUNT-1"
	case "eyes":
		return "WC-HUNT-2"
	}
	return "WC-HUNT-3"
}

func (e Placed) Rule() string {
	if e.Law != "" {
		return e.Law
	}
	return "WC-MABL-2"
}

func (e Scored) Rule() string {
	switch e.For {
	case "ley-lines":
		return "WC-SCN-2"
	case "reaper":
		return "WC-SCN-3"
	}
	return "WC-SET-13"
}

func (e BattleEnded) Rule() string {
	if e.Winner == rules.Nobody {
		return "WC-SEQ-2"
	}
	return "WC-SCN-1"
}

var reactionRules = map[string]string{"counter": "WC-REA-10", "take-cover": "WC-REA-11", "strike-them-down": "WC-REA-12"}

var causeRules = map[string]string{
	"attack": "WC-ATK-11", "counter": "WC-REA-10", "strike-them-down": "WC-REA-12", "fall": "WC-FALL-5",
	"impact": "WC-IMP-1", "deadly-terrain": "WC-TER-8", "ability": "WC-DMG-1",
}

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
		ids = append(ids, map[string]string{"single": "WC-INIT-8", "upgrade": "WC-INIT-9", "save": "WC-INIT-10"}[u.Use])
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
	ids := []string{"WC-ACT-8", "WC-REA-1", "WC-REA-2", "WC-REA-3", "WC-REA-4"}
	if e.Reaction == "strike-them-down" {
		return append(ids, "WC-DIS-5")
	}
	return append(ids, "WC-ATK-9")
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
	ids := []string{"WC-ATK-12"}
	if e.Falls {
		ids = append(ids, "WC-FALL-1")
	}
	return ids
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
	switch e.Ability {
	case "rush", "onslaught", "respite", "inspiring-presence", "rampage":
		return append(ids, "WC-ABL-6")
	}
	return ids
}
