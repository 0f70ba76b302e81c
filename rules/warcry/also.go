package warcry

// Also names the making of singles and ability dice.
func (e InitiativeRolled) Also() []string {
	ids := []string{"WC-INIT-1"}
	for _, faces := range [2][6]int{e.A, e.B} {
		singles, groups := sortInitiative(faces[:])
		if len(singles) > 0 {
			ids = append(ids, "WC-INIT-2")
		}
		if len(groups) > 0 {
			ids = append(ids, "WC-INIT-3")
		}
	}
	return ids
}

// Also names every use that was made of the wild dice.
func (e WildDeclared) Also() []string {
	var ids []string
	for _, u := range e.Uses {
		ids = append(ids, map[string]string{"single": "WC-INIT-8", "upgrade": "WC-INIT-9", "save": "WC-INIT-10"}[u.Use])
	}
	return ids
}

// Also names the beginning and the end of the battle.
func (e PhaseBegan) Also() []string {
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

// Also names the end of the combat phase: both players have passed.
func (RoundEnded) Also() []string { return []string{"WC-ACT-4"} }

// Also names what a reaction is: one answer within an enemy's activation, by a
// fighter that still has an action to give for it.
func (e Reacted) Also() []string {
	ids := []string{"WC-ACT-8", "WC-REA-1", "WC-REA-2", "WC-REA-3", "WC-REA-4"}
	if e.Reaction == "strike-them-down" {
		return append(ids, "WC-DIS-5")
	}
	return append(ids, "WC-ATK-9")
}

// Also names the weapon and its kind, the need of a visible target and its cover.
func (e Attacked) Also() []string {
	ids := []string{"WC-ATK-1", "WC-ATK-2", "WC-ATK-6"}
	if e.Cover {
		ids = append(ids, "WC-ATK-8", "WC-COV-1")
	}
	return ids
}

// Also names the moment of the test, and what comes of failing it.
func (e FallTested) Also() []string {
	ids := []string{"WC-ATK-12"}
	if e.Falls {
		ids = append(ids, "WC-FALL-1")
	}
	return ids
}

// Also names the fall to a point that could be used.
func (Fell) Also() []string { return []string{"WC-FALL-1", "WC-FALL-3"} }

// Also names the allocation of damage, and the blow behind a fall.
func (e Damaged) Also() []string {
	if e.Cause == "fall" {
		return []string{"WC-DMG-1", "WC-IMP-1"}
	}
	return []string{"WC-DMG-1"}
}

// Also names the measure of a climb, and that nobody falls off stairs and ladders.
func (e Moved) Also() []string {
	switch e.On {
	case "":
		return []string{"WC-MOVE-2"}
	case "stairs", "ladder":
		return []string{"WC-MOVE-2", "WC-MOVE-16", "WC-TER-11"}
	}
	return []string{"WC-MOVE-2", "WC-MOVE-16"}
}

// Also names the drop before a fighter is removed.
func (e Dropped) Also() []string {
	if e.Action {
		return []string{"WC-TRE-9"}
	}
	return []string{"WC-DMG-5", "WC-TRE-9"}
}

// Also names the move that costs no more for what is picked up in it, and how
// far a token is.
func (PickedUp) Also() []string { return []string{"WC-TRE-6", "WC-GEN-13"} }

// Also names how far a marker is, and that control lasts until now.
func (Controlled) Also() []string { return []string{"WC-OBJ-3", "WC-GEN-13"} }

// Also names the effects that end with the activation.
func (ActivationEnded) Also() []string { return []string{"WC-WAIT-5"} }

// Also names the group of dice that was spent, its value, and who may use what
// everybody may.
func (e AbilityUsed) Also() []string {
	ids := []string{"WC-ABL-3", "WC-ABL-4", "WC-ACT-7"}
	switch e.Ability {
	case "rush", "onslaught", "respite", "inspiring-presence", "rampage":
		return append(ids, "WC-ABL-6")
	}
	return ids
}
