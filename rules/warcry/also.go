package warcry

// AlsoRules names the making of singles and ability dice.
func (e InitiativeRolled) AlsoRules() []string {
	ids := []string{"WC-INIT-1"}
	for _, faces := range [2][6]int{e.A, e.B} {
		singles, groups := SortInitiative(faces[:])
		if len(singles) > 0 {
			ids = append(ids, "WC-INIT-2")
		}
		if len(groups) > 0 {
			ids = append(ids, "WC-INIT-3")
		}
	}
	return ids
}

// AlsoRules names every use that was made of the wild dice.
func (e WildDeclared) AlsoRules() []string {
	var ids []string
	for _, u := range e.Uses {
		ids = append(ids, map[string]string{"single": "WC-INIT-8", "upgrade": "WC-INIT-9", "save": "WC-INIT-10"}[u.Use])
	}
	return ids
}

// AlsoRules names the beginning and the end of the battle.
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

// AlsoRules names the end of the combat phase: both players have passed.
func (RoundEnded) AlsoRules() []string { return []string{"WC-ACT-4"} }

// AlsoRules names what a reaction is: one answer within an enemy's activation, by a
// fighter that still has an action to give for it.
func (e Reacted) AlsoRules() []string {
	ids := []string{"WC-ACT-8", "WC-REA-1", "WC-REA-2", "WC-REA-3", "WC-REA-4"}
	if e.Reaction == "strike-them-down" {
		return append(ids, "WC-DIS-5")
	}
	return append(ids, "WC-ATK-9")
}

// AlsoRules names the weapon and its kind, the need of a visible target and its cover.
func (e Attacked) AlsoRules() []string {
	ids := []string{"WC-ATK-1", "WC-ATK-2", "WC-ATK-6"}
	if e.Cover {
		ids = append(ids, "WC-ATK-8", "WC-COV-1")
	}
	return ids
}

// AlsoRules names the moment of the test, and what comes of failing it.
func (e FallTested) AlsoRules() []string {
	ids := []string{"WC-ATK-12"}
	if e.Falls {
		ids = append(ids, "WC-FALL-1")
	}
	return ids
}

// AlsoRules names the fall to a point that could be used.
func (Fell) AlsoRules() []string { return []string{"WC-FALL-1", "WC-FALL-3"} }

// AlsoRules names the allocation of damage, and the blow behind a fall.
func (e Damaged) AlsoRules() []string {
	if e.Cause == "fall" {
		return []string{"WC-DMG-1", "WC-IMP-1"}
	}
	return []string{"WC-DMG-1"}
}

// AlsoRules names the measure of a climb, and that nobody falls off stairs and ladders.
func (e Moved) AlsoRules() []string {
	switch e.On {
	case "":
		return []string{"WC-MOVE-2"}
	case "stairs", "ladder":
		return []string{"WC-MOVE-2", "WC-MOVE-16", "WC-TER-11"}
	}
	return []string{"WC-MOVE-2", "WC-MOVE-16"}
}

// AlsoRules names the drop before a fighter is removed.
func (e Dropped) AlsoRules() []string {
	if e.Action {
		return []string{"WC-TRE-9"}
	}
	return []string{"WC-DMG-5", "WC-TRE-9"}
}

// AlsoRules names the move that costs no more for what is picked up in it, and how
// far a token is.
func (PickedUp) AlsoRules() []string { return []string{"WC-TRE-6", "WC-GEN-13"} }

// AlsoRules names how far a marker is, and that control lasts until now.
func (Controlled) AlsoRules() []string { return []string{"WC-OBJ-3", "WC-GEN-13"} }

// AlsoRules names the effects that end with the activation.
func (ActivationEnded) AlsoRules() []string { return []string{"WC-WAIT-5"} }

// AlsoRules names the group of dice that was spent, its value, and who may use what
// everybody may.
func (e AbilityUsed) AlsoRules() []string {
	ids := []string{"WC-ABL-3", "WC-ABL-4", "WC-ACT-7"}
	switch e.Ability {
	case "rush", "onslaught", "respite", "inspiring-presence", "rampage":
		return append(ids, "WC-ABL-6")
	}
	return ids
}
