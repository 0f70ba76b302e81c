package warmachine

import "oriflamme/rules"

// playMove uses the normal movement of the active troop (WM-ACT-1).
func (b *Battle) playMove(t *rules.Turn, c Move) *rules.Fault {
	a := b.s.Act
	if a.Movement != "" || a.Attacks > 0 {
		return rules.Breaks("WM-ACT-1", "movement", "the movement is used, or an action was made")
	}
	switch c.Movement {
	case charge:
		return b.playCharge(t, c)
	case forfeit:
		t.Emit(Moved{Unit: b.cards[b.s.Acting].id, Movement: forfeit, Law: "WM-ACT-4"})
		return nil
	}
	i := b.s.Acting
	p := b.cards[i].p
	may := allow(allowanceAsked{
		Kind: c.Movement, ModelType: p.modelType(), Spd: b.spd(i), NormalMovement: true, HasAction: true,
		Focus: b.s.Troops[i].Focus, Order: a.Order, InFormation: true, CanRun: !b.crippled(i)[movementSystem],
	})
	if !may.Allowed {
		return rules.Breaks(may.Violations[0], "movement", "it may not %s", c.Movement)
	}
	if inchesOf(c.Distance) > may.MaxDistance {
		return rules.Breaks("WM-MOVE-8", "distance", "it moves %s inches at most", may.MaxDistance)
	}
	if may.FocusAfter < b.s.Troops[i].Focus {
		t.Emit(FocusSpent{b.cards[i].id, c.Movement, "WM-FOCUS-3"})
	}
	law := "WM-ADV-1"
	if c.Movement == run {
		law = "WM-RUN-1"
	}
	t.Emit(Moved{Unit: b.cards[i].id, Movement: c.Movement, Distance: c.Distance, Law: law})
	if may.After.ActivationEnds {
		b.endActivation(t, "WM-RUN-3")
	}
	return nil
}

// playCharge charges a target (WM-CHARGE-1 to WM-CHARGE-19).
func (b *Battle) playCharge(t *rules.Turn, c Move) *rules.Fault {
	i, target := b.s.Acting, b.find(c.Target)
	p := b.cards[i].p
	if target < 0 || b.cards[target].seat == b.s.Turn {
		return strange("target", "%q is no enemy", c.Target)
	}
	if !b.alive(target) {
		return rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	}
	may := declare(declared{
		ModelType: p.modelType(), Spd: b.spd(i), TargetInLOS: c.LOS, InActivation: true, HasMovement: true, HasAction: true,
		HasReach: p.armed(melee), Focus: b.s.Troops[i].Focus, Order: b.s.Act.Order, InFormation: true,
	})
	switch {
	case !may.Allowed:
		return rules.Breaks(may.Violations[0], "movement", "it may not charge")
	case b.crippled(i)[movementSystem]:
		return rules.Breaks("WM-X-GRID-4", "movement", "its movement is crippled")
	case inchesOf(c.Distance) > *may.ChargeDistance:
		return rules.Breaks("WM-CHARGE-10", "distance", "it charges %s inches at most", *may.ChargeDistance)
	}
	if may.FocusAfter < b.s.Troops[i].Focus {
		t.Emit(FocusSpent{b.cards[i].id, charge, "WM-FOCUS-4"})
	}
	t.Emit(Moved{Unit: b.cards[i].id, Movement: charge, Target: c.Target, Distance: c.Distance, Law: "WM-CHARGE-10"})
	if !c.InReach {
		b.endActivation(t, "WM-CHARGE-19")
	}
	return nil
}

// armed tells whether a profile has a weapon of a kind.
func (p *Profile) armed(kind string) bool {
	for _, w := range p.Weapons {
		if w.Kind == kind {
			return true
		}
	}
	return false
}
