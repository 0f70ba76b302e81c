package warmachine

import "oriflamme/rules/warmachine/ruling"

// Kind methods return the names of events in records, Rule methods the rules that events
// follow.

func (RolledOff) Kind() string       { return "rolled-off" }
func (PlaceTaken) Kind() string      { return "place-taken" }
func (EdgeChosen) Kind() string      { return "edge-chosen" }
func (Placed) Kind() string          { return "placed" }
func (Deployed) Kind() string        { return "deployed" }
func (TurnBegan) Kind() string       { return "turn-began" }
func (EffectChecked) Kind() string   { return "effect-checked" }
func (FocusReceived) Kind() string   { return "focus-received" }
func (FocusAllocated) Kind() string  { return "focus-allocated" }
func (SpellEnded) Kind() string      { return "spell-ended" }
func (ControlEnded) Kind() string    { return "control-ended" }
func (Activated) Kind() string       { return "activated" }
func (Moved) Kind() string           { return "moved" }
func (ChargedOut) Kind() string      { return "charged-out" }
func (Shifted) Kind() string         { return "shifted" }
func (FocusSpent) Kind() string      { return "focus-spent" }
func (AttackRolled) Kind() string    { return "attack-rolled" }
func (Modified) Kind() string        { return "modified" }
func (Engaged) Kind() string         { return "engaged" }
func (Sheltered) Kind() string       { return "sheltered" }
func (Damaged) Kind() string         { return "damaged" }
func (Saved) Kind() string           { return "saved" }
func (Struck) Kind() string          { return "struck" }
func (Fell) Kind() string            { return "fell" }
func (Deviated) Kind() string        { return "deviated" }
func (SpellCast) Kind() string       { return "spell-cast" }
func (FeatUsed) Kind() string        { return "feat-used" }
func (Enchanted) Kind() string       { return "enchanted" }
func (Healed) Kind() string          { return "healed" }
func (SkillRolled) Kind() string     { return "skill-rolled" }
func (Pushed) Kind() string          { return "pushed" }
func (Opposed) Kind() string         { return "opposed" }
func (Hurled) Kind() string          { return "hurled" }
func (Locked) Kind() string          { return "locked" }
func (Unlocked) Kind() string        { return "unlocked" }
func (CommandChecked) Kind() string  { return "command-checked" }
func (Fled) Kind() string            { return "fled" }
func (Awaited) Kind() string         { return "awaited" }
func (Settled) Kind() string         { return "settled" }
func (ActivationEnded) Kind() string { return "activation-ended" }
func (Fulfilled) Kind() string       { return "fulfilled" }
func (Contested) Kind() string       { return "contested" }
func (Conceded) Kind() string        { return "conceded" }
func (Ended) Kind() string           { return "ended" }

// Rule returns the rule that asked for the check.
func (e CommandChecked) Rule() string {
	if e.For == causeRally {
		return "WM-X-CMD-3"
	}
	return "WM-X-CMD-2"
}

func (RolledOff) Rule() string      { return "WM-SETUP-3" }
func (EdgeChosen) Rule() string     { return "WM-SETUP-4" }
func (Deployed) Rule() string       { return "WM-SETUP-6" }
func (TurnBegan) Rule() string      { return "WM-MAINT-1" }
func (EffectChecked) Rule() string  { return "WM-MAINT-2" }
func (FocusAllocated) Rule() string { return "WM-CTRL-2" }
func (ControlEnded) Rule() string   { return "WM-TURN-3" }
func (Activated) Rule() string      { return "WM-ACTP-1" }
func (Shifted) Rule() string        { return "WM-PLACE-1" }
func (Engaged) Rule() string        { return "WM-X-MELEE-2" }
func (Sheltered) Rule() string      { return "WM-X-RNG-4" }
func (Saved) Rule() string          { return "WM-X-DIS-1" }
func (Fell) Rule() string           { return "WM-X-DIS-1" }
func (Deviated) Rule() string       { return "WM-X-AOE-2" }
func (FeatUsed) Rule() string       { return "WM-X-FOC-6" }
func (SkillRolled) Rule() string    { return "WM-SKILL-2" }
func (Pushed) Rule() string         { return "WM-X-PA-1" }
func (Locked) Rule() string         { return "WM-X-PA-6" }
func (Unlocked) Rule() string       { return "WM-X-PA-6" }
func (Fled) Rule() string           { return "WM-X-CMD-2" }
func (Settled) Rule() string        { return "WM-COMBAT-10" }
func (Fulfilled) Rule() string      { return "WM-VICT-3" }
func (Conceded) Rule() string       { return "WM-VICT-2" }
func (Ended) Rule() string          { return "WM-VICT-4" }

// Rules that an event shows besides the one that it names.

// AlsoRules returns the rules by which old focus and effects end with a new turn.
func (TurnBegan) AlsoRules() []string { return []string{"WM-TURN-1", "WM-TURN-4", "WM-FOCUS-7"} }

// AlsoRules returns the rule that troopers are set up in formation.
func (e Placed) AlsoRules() []string { return ruling.KeyList(nil).When(len(e.Spots) > 1, "WM-SETUP-5") }

// AlsoRules returns the rules of activating a unit and of standing up.
func (e Activated) AlsoRules() []string {
	return ruling.KeyList{"WM-ACTP-3", "WM-ACT-1"}.
		When(len(e.Strays) > 0, "WM-UNIT-2").
		When(e.Order != "none", "WM-UNIT-1").
		When(e.Rises != "", "WM-X-KD-1")
}

// AlsoRules returns the rules that a movement follows.
func (e Moved) AlsoRules() []string {
	return ruling.KeyList(nil).
		When(e.To != nil && e.Movement != ruling.Forfeit, "WM-MOVE-1", "WM-MOVE-3", "WM-MOVE-5").
		When(e.To != nil && e.Model > 0, "WM-UNIT-5").
		When(e.Movement == ruling.Run, "WM-RUN-3").
		When(e.Movement == ruling.Charge, "WM-CHARGE-7").
		When(e.Movement == ruling.Charge && e.To != nil, "WM-CHARGE-9", "WM-CHARGE-15", "WM-MOVE-7").
		When(e.Movement == ruling.Charge && e.Law != failedChargeRule, "WM-CHARGE-16")
}

// AlsoRules returns the rules that a charge outside the activation follows.
func (e ChargedOut) AlsoRules() []string {
	return ruling.KeyList{chargeOutRule, "WM-MOVE-3"}.When(e.Counter, "WM-ABIL-2")
}

// AlsoRules returns the rules of what focus buys.
func (e FocusSpent) AlsoRules() []string {
	return ruling.KeyList(nil).When(e.For == ruling.Additional, "WM-FOCUS-5").When(e.For == "upkeep", "WM-FOCUS-6")
}

// AlsoRules returns the rules of how an attack hits.
func (e AttackRolled) AlsoRules() []string {
	return ruling.KeyList(nil).
		When(e.Total != nil, "WM-X-ATK-1").
		When(e.Critical, "WM-X-ATK-3").
		When(e.Spray, "WM-X-SPR-1").
		When(len(e.With) > 0, "WM-X-COMB-1").
		When(e.Charge, "WM-CHARGE-18").
		When(isChargeOutRule(e.Law), "WM-OOA-2").
		When(e.Additional, "WM-COMBAT-7", "WM-COMBAT-11")
}

// AlsoRules returns the rules of damage on a grid.
func (e Damaged) AlsoRules() []string { return ruling.KeyList(nil).When(e.Column > 0, "WM-X-GRID-1") }

// AlsoRules returns the rule of command checks.
func (CommandChecked) AlsoRules() []string { return []string{"WM-X-CMD-1"} }

// AlsoRules returns the rules of the last model that is destroyed.
func (e Fell) AlsoRules() []string {
	return ruling.KeyList(nil).When(e.Left > 0, "WM-X-LEAD-1").When(e.Wreck, "WM-X-GRID-6")
}

// AlsoRules returns the rules of how long a spell lasts.
func (e Enchanted) AlsoRules() []string { return ruling.KeyList(nil).When(e.Until > 0, "WM-TURN-2") }

// AlsoRules returns the rules of an action.
func (e SkillRolled) AlsoRules() []string {
	return ruling.KeyList{"WM-SPEC-1", "WM-ACTION-1"}.When(e.Total > 0, "WM-SKILL-1").When(!e.Success, "WM-SKILL-3")
}

// AlsoRules returns the rules by which a battle is won.
func (e Ended) AlsoRules() []string {
	return ruling.KeyList(nil).
		When(e.Reason == "last-warcaster" || e.Reason == "concession", "WM-VICT-2").
		When(e.Reason == "simultaneous-loss", "WM-VICT-5")
}
