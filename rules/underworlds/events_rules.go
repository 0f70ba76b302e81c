package underworlds

import "oriflamme/rules/underworlds/ruling"

// Rules that an event shows besides the one that it names.

// AlsoRules returns the rules of the action that a fighter makes (WU-SEQ-8).
func (e Activated) AlsoRules() []string {
	return append([]string{"WU-SEQ-4", "WU-SEQ-8"}, map[string][]string{
		"attack": {"WU-ATK-2"}, "charge": {"WU-CHARGE-1", "WU-SUPER-1"}, "guard": {"WU-GUARD-1"}, "stun": {"WU-STUN-1"},
		"shock": {"WU-SHOCK-1", "WU-SUPER-1"}, "act": {"WU-ACT-6"},
	}[e.Action]...)
}

// AlsoRules returns the rules of the steps of the combat sequence that led to the result.
func (e AttackJudged) AlsoRules() []string {
	return []string{"WU-COMBAT-2", "WU-COMBAT-3", "WU-COMBAT-4", "WU-COMBAT-5"}
}

// AlsoRules returns the rules of the source of the damage.
func (e Damaged) AlsoRules() []string {
	switch {
	case e.By == "":
		return []string{"WU-DMG-4"}
	case e.Card == "":
		return []string{"WU-DMG-3", "WU-COMBAT-9"}
	}
	return []string{"WU-DMG-3"}
}

// AlsoRules returns the rules for the tokens and counters of the fighter.
func (e OutOfAction) AlsoRules() []string { return []string{"WU-COMBAT-10", "WU-OOA-2"} }

// AlsoRules returns the rule of the additional glory for a Large fighter.
func (e GloryGained) AlsoRules() []string {
	if e.For == "bounty" && e.Amount > 1 {
		return []string{"WU-BOUNTY-2"}
	}
	return nil
}

// AlsoRules returns the rules of where a Move action can go.
func (e Moved) AlsoRules() []string { return []string{"WU-MOVE-1", "WU-MOVE-2"} }

// AlsoRules returns the rules of the step in which the card is scored.
func (e Scored) AlsoRules() []string {
	if e.Surge {
		return []string{"WU-SURGE-3", "WU-OBJ-4"}
	}
	return []string{"WU-END-2"}
}

// AlsoRules returns the rule of the end of a power step.
func (Passed) AlsoRules() []string { return []string{"WU-SEQ-9"} }

// AlsoRules returns the rules of the limits of a reaction step.
func (ReactionAnnounced) AlsoRules() []string { return []string{"WU-REACT-1", "WU-REACT-2"} }

// AlsoRules returns the rule that the tokens taken off do not count as removed.
func (RoundEnded) AlsoRules() []string { return []string{"WU-END-9"} }

// AlsoRules returns the rules of the Inspire step.
func (Inspired) AlsoRules() []string { return []string{"WU-INSP-2", "WU-INSP-4"} }

func (e RolledOff) Rule() string {
	return map[string]string{"board-choice": "WU-SETUP-1", "fighter-placement": "WU-SETUP-13", "first-turn": "WU-SEQ-3"}[e.For]
}

func (BoardChosen) Rule() string { return "WU-SETUP-2" }

func (BoardsJoined) Rule() string { return "WU-SETUP-4" }

func (TokensShuffled) Rule() string { return "WU-SETUP-6" }

func (ObjectivePlaced) Rule() string { return "WU-SETUP-8" }

func (ObjectivesTurned) Rule() string { return "WU-SETUP-10" }

func (Shuffled) Rule() string { return "WU-CARD-1" }

func (Drew) Rule() string { return "WU-CARD-5" }

func (Exchanged) Rule() string { return "WU-CARD-2" }

func (MulliganSettled) Rule() string { return "WU-CARD-3" }

func (FighterPlaced) Rule() string { return "WU-SETUP-16" }

func (PhaseBegan) Rule() string { return "WU-SEQ-1" }

func (TurnBegan) Rule() string { return "WU-SEQ-5" }

func (e Activated) Rule() string {
	if e.Fighter == "" {
		return "WU-ACT-2"
	}
	return "WU-ACT-1"
}

func (e Moved) Rule() string {
	if e.Charge {
		return "WU-CHARGE-1"
	}
	return "WU-MOVE-4"
}

func (e Pushed) Rule() string {
	if e.Back {
		return "WU-COMBAT-11"
	}
	return "WU-PUSH-1"
}

func (CardNamed) Rule() string { return "WU-CARD-4" }

func (PlayedByHand) Rule() string { return "WU-POWER-2" }

func (Claimed) Rule() string { return "WU-OBJ-1" }

func (ClaimSettled) Rule() string { return "WU-OBJ-1" }

func (AimStated) Rule() string { return "WU-ATK-2" }

func (e SuperActionMoved) Rule() string {
	if e.Action == "shock" {
		return "WU-SHOCK-2"
	}
	return "WU-CHARGE-2"
}

func (e TokensChanged) Rule() string {
	switch e.Token {
	case "guard":
		return "WU-GUARD-1"
	case "stagger":
		return "WU-STAG-1"
	}
	return "WU-TOK-4"
}

func (AttackDeclared) Rule() string { return "WU-COMBAT-1" }

func (e AttackJudged) Rule() string {
	if e.Trapped {
		return "WU-COMBAT-6"
	}
	if e.Result == ruling.ResultCriticalHit || e.Result == ruling.ResultCriticalDefence {
		return "WU-COMBAT-7"
	}
	return "WU-COMBAT-8"
}

func (Unresolved) Rule() string { return "WU-REACT-10" }

func (Damaged) Rule() string { return "WU-DMG-1" }

func (Healed) Rule() string { return "WU-TOK-5" }

func (OutOfAction) Rule() string { return "WU-OOA-1" }

func (e GloryGained) Rule() string {
	switch e.For {
	case "bounty":
		return "WU-BOUNTY-1"
	case "surge":
		return "WU-SURGE-2"
	}
	return "WU-END-2"
}

func (ConditionMet) Rule() string { return "WU-INSP-3" }

func (Inspired) Rule() string { return "WU-INSP-1" }

func (Revealed) Rule() string { return "WU-SURGE-1" }

func (Scored) Rule() string { return "WU-OBJ-1" }

func (e Discarded) Rule() string {
	return map[string]string{
		"played": "WU-GAMBIT-1", "reaction": "WU-REACT-2", "cycled": "WU-CYCLE-1", "replaced": "WU-ACT-2", "discarded": "WU-END-3",
	}[e.Why]
}

func (UpgradeGiven) Rule() string { return "WU-UPG-1" }

func (UpgradeDestroyed) Rule() string { return "WU-CARD-7" }

func (Laid) Rule() string { return "WU-GAMBIT-3" }

func (Expired) Rule() string { return "WU-GAMBIT-2" }

func (ReactionAnnounced) Rule() string { return "WU-REACT-6" }

func (e ReactionResolved) Rule() string {
	if e.Fizzled {
		return "WU-REACT-8"
	}
	return "WU-REACT-7"
}

func (Waived) Rule() string { return "WU-REACT-3" }

func (ObjectiveMoved) Rule() string { return "WU-PUSH-3" }

func (Passed) Rule() string { return "WU-POWER-1" }

func (RoundEnded) Rule() string { return "WU-END-8" }
