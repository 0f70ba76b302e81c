package warmachine

// Rules that show by an event beside the one that it names.

// cites collects rules by what an event says.
type cites []string

func (c *cites) when(shows bool, rules ...string) {
	if shows {
		*c = append(*c, rules...)
	}
}

// Also tells that focus and effects of old end with a new turn.
func (TurnBegan) Also() []string { return []string{"WM-TURN-1", "WM-TURN-4", "WM-FOCUS-7"} }

// Also tells that troopers are set up in formation.
func (e Placed) Also() []string {
	var c cites
	c.when(len(e.Spots) > 1, "WM-SETUP-5")
	return c
}

// Also tells how a unit is activated, and who stands up.
func (e Activated) Also() []string {
	c := cites{"WM-ACTP-3", "WM-ACT-1"}
	c.when(len(e.Strays) > 0, "WM-UNIT-2")
	c.when(e.Order != "none", "WM-UNIT-1")
	c.when(e.Rises != "", "WM-X-KD-1")
	return c
}

// Also tells what a movement keeps to.
func (e Moved) Also() []string {
	var c cites
	c.when(e.To != nil && e.Movement != forfeit, "WM-MOVE-1", "WM-MOVE-3", "WM-MOVE-5")
	c.when(e.To != nil && e.Model > 0, "WM-UNIT-5")
	c.when(e.Movement == run, "WM-RUN-3")
	c.when(e.Movement == charge, "WM-CHARGE-7")
	c.when(e.Movement == charge && e.To != nil, "WM-CHARGE-9", "WM-CHARGE-15", "WM-MOVE-7")
	c.when(e.Movement == charge && e.Law != failedCharge, "WM-CHARGE-16")
	return c
}

// Also tells what a charge outside the activation keeps to.
func (e ChargedOut) Also() []string {
	c := cites{outLaw, "WM-MOVE-3"}
	c.when(e.Counter, "WM-ABIL-2")
	return c
}

// Also tells what focus buys.
func (e FocusSpent) Also() []string {
	var c cites
	c.when(e.For == additional, "WM-FOCUS-5")
	c.when(e.For == "upkeep", "WM-FOCUS-6")
	return c
}

// Also tells how an attack hit.
func (e AttackRolled) Also() []string {
	var c cites
	c.when(e.Total != nil, "WM-X-ATK-1")
	c.when(e.Critical, "WM-X-ATK-3")
	c.when(e.Spray, "WM-X-SPR-1")
	c.when(len(e.With) > 0, "WM-X-COMB-1")
	c.when(e.Charge, "WM-CHARGE-18")
	c.when(isOut(e.Law), "WM-OOA-2")
	c.when(e.Additional, "WM-COMBAT-7", "WM-COMBAT-11")
	return c
}

// Also tells where damage on a grid goes.
func (e Damaged) Also() []string {
	var c cites
	c.when(e.Column > 0, "WM-X-GRID-1")
	return c
}

// Also tells by whose CMD a check was made.
func (CommandChecked) Also() []string { return []string{"WM-X-CMD-1"} }

// Also tells who fell last.
func (e Fell) Also() []string {
	var c cites
	c.when(e.Left > 0, "WM-X-LEAD-1")
	c.when(e.Wreck, "WM-X-GRID-6")
	return c
}

// Also tells how long a spell lasts.
func (e Enchanted) Also() []string {
	var c cites
	c.when(e.Until > 0, "WM-TURN-2")
	return c
}

// Also tells that an action was performed.
func (e SkillRolled) Also() []string {
	c := cites{"WM-SPEC-1", "WM-ACTION-1"}
	c.when(e.Total > 0, "WM-SKILL-1")
	c.when(!e.Success, "WM-SKILL-3")
	return c
}

// Also tells by what a battle was won.
func (e Ended) Also() []string {
	var c cites
	c.when(e.Reason == "last-warcaster" || e.Reason == "concession", "WM-VICT-2")
	c.when(e.Reason == "simultaneous-loss", "WM-VICT-5")
	return c
}
