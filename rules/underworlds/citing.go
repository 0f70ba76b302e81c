package underworlds

// Rules that show by an event beside the one it names.

// Also lists the rules of the action that a fighter makes (WU-SEQ-8).
func (e Activated) Also() []string {
	return append([]string{"WU-SEQ-4", "WU-SEQ-8"}, map[string][]string{
		"attack": {"WU-ATK-2"}, "charge": {"WU-CHARGE-1", "WU-SUPER-1"}, "guard": {"WU-GUARD-1"}, "stun": {"WU-STUN-1"},
		"shock": {"WU-SHOCK-1", "WU-SUPER-1"}, "act": {"WU-ACT-6"},
	}[e.Action]...)
}

// Also lists the steps of the combat sequence that came to the result.
func (e AttackJudged) Also() []string {
	return []string{"WU-COMBAT-2", "WU-COMBAT-3", "WU-COMBAT-4", "WU-COMBAT-5"}
}

// Also tells who dealt the damage.
func (e Damaged) Also() []string {
	switch {
	case e.By == "":
		return []string{"WU-DMG-4"}
	case e.Card == "":
		return []string{"WU-DMG-3", "WU-COMBAT-9"}
	}
	return []string{"WU-DMG-3"}
}

// Also lists what happens to the tokens and counters of the fighter.
func (e OutOfAction) Also() []string { return []string{"WU-COMBAT-10", "WU-OOA-2"} }

// Also names the further point for a Large fighter.
func (e GloryGained) Also() []string {
	if e.For == "bounty" && e.Amount > 1 {
		return []string{"WU-BOUNTY-2"}
	}
	return nil
}

// Also tells where a Move action can go.
func (e Moved) Also() []string { return []string{"WU-MOVE-1", "WU-MOVE-2"} }

// Also names the minor step, or the step of the end phase, in which it is scored.
func (e Scored) Also() []string {
	if e.Surge {
		return []string{"WU-SURGE-3", "WU-OBJ-4"}
	}
	return []string{"WU-END-2"}
}

// Also names the end of a power step.
func (Passed) Also() []string { return []string{"WU-SEQ-9"} }

// Also names the limits of a reaction step.
func (ReactionAnnounced) Also() []string { return []string{"WU-REACT-1", "WU-REACT-2"} }

// Also tells that no token counts as removed.
func (RoundEnded) Also() []string { return []string{"WU-END-9"} }

// Also names the Inspire step.
func (Inspired) Also() []string { return []string{"WU-INSP-2", "WU-INSP-4"} }
