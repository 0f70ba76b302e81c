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

// Also names what a reaction is: an answer within an enemy's activation that
// costs an action.
func (e Reacted) Also() []string {
	ids := []string{"WC-ACT-8", "WC-REA-1", "WC-REA-4"}
	if e.Reaction != "strike-them-down" {
		ids = append(ids, "WC-ATK-9")
	}
	return ids
}

// Also names the weapon, the need of a visible target and its cover.
func (e Attacked) Also() []string {
	ids := []string{"WC-ATK-1", "WC-ATK-2"}
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

// Also names the climb without a fall of stairs and ladders.
func (e Moved) Also() []string {
	if e.On == "stairs" || e.On == "ladder" {
		return []string{"WC-MOVE-2", "WC-TER-11"}
	}
	return []string{"WC-MOVE-2"}
}

// Also names the drop before a fighter is removed.
func (e Dropped) Also() []string {
	if e.Action {
		return []string{"WC-TRE-9"}
	}
	return []string{"WC-DMG-5", "WC-TRE-9"}
}

// Also names the move that costs no more for what is picked up in it.
func (PickedUp) Also() []string { return []string{"WC-TRE-6"} }

// Also names the group of dice that was spent.
func (AbilityUsed) Also() []string { return []string{"WC-ABL-3", "WC-ACT-7"} }
