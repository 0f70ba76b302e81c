package warmachine

// Rules that show by an event beside the one that it names.

// cites collects rules by what an event says.
type cites []string

func (c *cites) when(shows bool, rules ...string) {
	if shows {
		*c = append(*c, rules...)
	}
}

// AlsoRules tells that focus and effects of old end with a new turn.
func (TurnBegan) AlsoRules() []string { return []string{"WM-TURN-1", "WM-TURN-4", "WM-FOCUS-7"} }

// AlsoRules tells that troopers are set up in formation.
func (e Placed) AlsoRules() []string {
	var c cites
	c.when(len(e.Spots) > 1, "WM-SETUP-5")
	return c
}

// AlsoRules tells how a unit is activated, and who stands up.
func (e Activated) AlsoRules() []string {
	c := cites{"WM-ACTP-3", "WM-ACT-1"}
	c.when(len(e.Strays) > 0, "WM-UNIT-2")
	c.when(e.Order != "none", "WM-UNIT-1")
	c.when(e.Rises != "", "WM-X-KD-1")
	return c
}

// AlsoRules tells what a movement keeps to.
func (e Moved) AlsoRules() []string {
	var c cites
	c.when(e.To != nil && e.Movement != Forfeit, "WM-MOVE-1", "WM-MOVE-3", "WM-MOVE-5")
	c.when(e.To != nil && e.Model > 0, "WM-UNIT-5")
	c.when(e.Movement == Run, "WM-RUN-3")
	c.when(e.Movement == Charge, "WM-CHARGE-7")
	c.when(e.Movement == Charge && e.To != nil, "WM-CHARGE-9", "WM-CHARGE-15", "WM-MOVE-7")
	c.when(e.Movement == Charge && e.Law != failedChargeRule, "WM-CHARGE-16")
	return c
}

// AlsoRules tells what a charge outside the activation keeps to.
func (e ChargedOut) AlsoRules() []string {
	c := cites{chargeOutRule, "WM-MOVE-3"}
	c.when(e.Counter, "WM-ABIL-2")
	return c
}

// AlsoRules tells what focus buys.
func (e FocusSpent) AlsoRules() []string {
	var c cites
	c.when(e.For == Additional, "WM-FOCUS-5")
	c.when(e.For == "upkeep", "WM-FOCUS-6")
	return c
}

// AlsoRules tells how an attack hit.
func (e AttackRolled) AlsoRules() []string {
	var c cites
	c.when(e.Total != nil, "WM-X-ATK-1")
	c.when(e.Critical, "WM-X-ATK-3")
	c.when(e.Spray, "WM-X-SPR-1")
	c.when(len(e.With) > 0, "WM-X-COMB-1")
	c.when(e.Charge, "WM-CHARGE-18")
	c.when(isChargeOutRule(e.Law), "WM-OOA-2")
	c.when(e.Additional, "WM-COMBAT-7", "WM-COMBAT-11")
	return c
}

// AlsoRules tells where damage on a grid goes.
func (e Damaged) AlsoRules() []string {
	var c cites
	c.when(e.Column > 0, "WM-X-GRID-1")
	return c
}

// AlsoRules tells by whose CMD a check was made.
func (CommandChecked) AlsoRules() []string { return []string{"WM-X-CMD-1"} }

// AlsoRules tells who fell last.
func (e Fell) AlsoRules() []string {
	var c cites
	c.when(e.Left > 0, "WM-X-LEAD-1")
	c.when(e.Wreck, "WM-X-GRID-6")
	return c
}

// AlsoRules tells how long a spell lasts.
func (e Enchanted) AlsoRules() []string {
	var c cites
	c.when(e.Until > 0, "WM-TURN-2")
	return c
}

// AlsoRules tells that an action was performed.
func (e SkillRolled) AlsoRules() []string {
	c := cites{"WM-SPEC-1", "WM-ACTION-1"}
	c.when(e.Total > 0, "WM-SKILL-1")
	c.when(!e.Success, "WM-SKILL-3")
	return c
}

// AlsoRules tells by what a battle was won.
func (e Ended) AlsoRules() []string {
	var c cites
	c.when(e.Reason == "last-warcaster" || e.Reason == "concession", "WM-VICT-2")
	c.when(e.Reason == "simultaneous-loss", "WM-VICT-5")
	return c
}
