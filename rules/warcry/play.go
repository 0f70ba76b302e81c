package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// Play carries out a command by emitting events, or refuses it with a *rules.Fault.
func (b *Battle) Play(t *rules.Turn, c rules.Command) error {
	if by := c.By(); by != 0 && by != 1 {
		return rules.Faultf(rules.OutOfRange, "by", "no seat %d", by)
	}
	if fault := b.play(t, c); fault != nil {
		return fault
	}
	return nil
}

func (b *Battle) play(t *rules.Turn, c rules.Command) *rules.Fault {
	if amend, is := c.(Amend); is {
		return b.playAmend(t, amend)
	}
	if b.s.Phase == phaseCombat {
		return b.playCombat(t, c)
	}
	return b.playPhase(t, c)
}

// phaseCommands holds the phase of each command outside the combat phase. Where only one player
// may give it, rule says so and who is the message of the fault.
var phaseCommands = map[string]struct{ phase, rule, who string }{
	"roll-roles":      {phase: phaseMuster},
	"divide":          {phaseGroups, "WC-R-19", "the defender divides first, each once"},
	"draw-card":       {phase: phasePlan},
	"orient":          {phaseOrient, "WC-SET-7", "the player who did not place the terrain chooses"},
	"roll-colours":    {phase: phaseColours},
	"deploy":          {phase: phaseDeploy},
	"roll-initiative": {phase: phaseRound},
	"declare-wild":    {phaseWild, "WC-INIT-7", "the player with the initiative declares first, each once"},
	"awaken":          {phaseAwaken, "WC-SCN-2", "the player without the initiative wakes an objective"},
	"first-turn":      {phaseFirst, "WC-ACT-1", "the player with the initiative chooses"},
	"tally":           {phase: phaseTally},
	"report-control":  {phase: phaseTally},
}

// playPhase carries out the commands outside the combat phase.
func (b *Battle) playPhase(t *rules.Turn, c rules.Command) *rules.Fault {
	p, ok := phaseCommands[c.Kind()]
	if !ok || p.phase != b.s.Phase && !(p.phase == phaseDeploy && b.s.Phase == phaseReserve) {
		return b.wrongPhase()
	}
	if fault := rules.ForbidIf(p.rule != "" && c.By() != b.s.Next, p.rule, "by", p.who); fault != nil {
		return fault
	}
	switch c := c.(type) {
	case RollRoles:
		b.playRoles(t)
	case Divide:
		return b.playDivide(t, c)
	case DrawCard:
		return b.playDraw(t, c)
	case Orient:
		b.playOrient(t, c)
	case RollColours:
		b.playColours(t)
	case Deploy:
		return b.playDeploy(t, c)
	case RollInitiative:
		b.playInitiative(t)
	case DeclareWild:
		return b.playWild(t, c)
	case Awaken:
		return b.playAwaken(t, c)
	case FirstTurn:
		return b.playFirst(t, c)
	case Tally:
		return b.playTally(t, c)
	case ReportControl:
		return b.playControl(t, c)
	}
	return nil
}

// playCombat carries out the commands of the combat phase.
func (b *Battle) playCombat(t *rules.Turn, c rules.Command) *rules.Fault {
	switch c := c.(type) {
	case Activate:
		return b.playActivate(t, c)
	case Move:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playMove(t, c, i) })
	case Attack:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playAttack(t, c, i) })
	case Disengage:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playDisengage(t, c, i) })
	case Wait:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playWait(t, i) })
	case DropTreasure:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playDrop(t, c, i) })
	case UseAbility:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playAbility(t, c, i) })
	case ForgoBonus:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playForgo(t, i) })
	case EndActivation:
		return b.asActing(t, c.fighterCommand, func(i int) *rules.Fault { return b.playEnd(t, i) })
	case Manual:
		return b.playManual(t, c)
	}
	return b.wrongPhase()
}

// wrongPhase refuses a command that belongs to another phase.
func (b *Battle) wrongPhase() *rules.Fault {
	return rules.Breaks("WC-SEQ-1", "kind", "not in the phase %s", b.s.Phase)
}

// asActing checks that a fighter is the activated one, carries out its command, and ends the
// activation when it can do nothing more.
func (b *Battle) asActing(t *rules.Turn, d fighterCommand, do func(i int) *rules.Fault) *rules.Fault {
	i := b.find(d.Fighter)
	switch {
	case i < 0:
		return rules.Faultf(rules.OutOfRange, "fighter", "no fighter %q", d.Fighter)
	case b.info[i].seat != d.Seat:
		return rules.Breaks("WC-GEN-1", "fighter", "is not yours")
	case b.s.Acting != i:
		return rules.Breaks("WC-ACT-2", "fighter", "is not activated")
	}
	if fault := do(i); fault != nil {
		return fault
	}
	if b.s.Acting != i {
		return nil
	}
	if a := &b.s.Act; !b.inPlay(i) || a.Actions <= 0 && a.Bonus == 0 && (a.Used || !b.mayUseAbility(i)) {
		b.endActivation(t, i)
	}
	return nil
}

// Bonus actions that the fighter may still make, as bits of activationState.Bonus.
const (
	bonusAttack = 1
	bonusMove   = 2
)

// activationProgress returns what the acting fighter has done so far, as input for the rulings.
func (b *Battle) activationProgress(i int) ruling.ActivationProgress {
	a, w := &b.s.Act, &b.s.Fighters[i]
	return ruling.ActivationProgress{
		Runemarks: b.info[i].profile.Runemarks, Second: a.Second, Reacted: w.Reactions > 0, Carrying: w.Carrying >= 0,
		Allowed: a.Made + a.Actions, Used: a.Made, AbilityUsed: a.Used, Rampage: a.Rampage,
		BonusMove: a.Bonus&bonusMove != 0, BonusAttack: a.Bonus&bonusAttack != 0,
	}
}

// mayAct returns a fault for an action that the fighter cannot make now, or a bonus action that
// nothing grants. The action itself checks for near enemies.
func (b *Battle) mayAct(i int, bonus bool, action string) *rules.Fault {
	d := ruling.ActivationStep{Type: "action", Action: action, Engaged: action == "disengage"}
	field := "fighter"
	if bonus {
		d.Type, field = "bonus-action", "bonus"
	}
	k := b.activationProgress(i)
	if rule := k.Fault(d); rule != "" {
		return rules.Breaks(rule, field, "no %s now", action)
	}
	if !bonus && b.bonusPending() {
		return rules.Breaks(b.bonusRule(), "fighter", "the bonus actions are made first, or given up")
	}
	return nil
}

// bonusPending reports whether bonus actions must be made or given up before another action
// (WC-ABL-14).
func (b *Battle) bonusPending() bool { return b.s.Act.Bonus != 0 && b.bonusFirst() }

// bonusRule returns the rule that grants the bonus actions of this activation.
func (b *Battle) bonusRule() string { return ruleIf(b.s.Act.Rampage, "WC-ABL-14", "WC-ACT-6") }

// playForgo gives up the bonus actions of an activation.
func (b *Battle) playForgo(t *rules.Turn, i int) *rules.Fault {
	if !b.bonusPending() {
		return rules.Breaks("WC-ACT-6", "fighter", "has no bonus action to give up")
	}
	t.Emit(BonusForgone{Fighter: b.id(i)})
	return nil
}

// health returns the Wounds and damage of a fighter, as input for the rulings.
func (b *Battle) health(i int) ruling.Health {
	return ruling.Health{Wounds: b.info[i].profile.Wounds, Allocated: b.s.Fighters[i].Damage}
}

// engagement returns what a fighter has done this round, as input for the rulings.
func (b *Battle) engagement(i int) ruling.Engagement {
	w := &b.s.Fighters[i]
	return ruling.Engagement{
		Monster: w.monster, Activated: w.Activated, Waiting: w.Waiting, Reactions: w.Reactions,
		ActivationsUsed: min(w.Activations, ruling.MonsterActivations), InReserve: !w.Placed, TakenDown: w.Out,
	}
}

// mayBeActivated reports whether a fighter may be activated in this round (WC-ACT-2).
func (b *Battle) mayBeActivated(i int) bool {
	e := b.engagement(i)
	return e.MayBeActivated()
}

// allocateDamage allocates damage whose dice have been thrown, and takes the fighter down when
// the damage reaches its Wounds (WC-DMG-1, WC-DMG-2).
func (b *Battle) allocateDamage(t *rules.Turn, i, amount, by int, cause string) {
	h := b.health(i)
	if dealt := h.Suffer(amount); dealt > 0 {
		t.Emit(Damaged{Fighter: b.id(i), Amount: dealt, By: b.id(by), Cause: cause})
	}
	if h.TakenDown() {
		b.takeDown(t, i, by, cause)
	}
}

// takeDown removes a fighter; the treasure that it carries is dropped first (WC-DMG-5).
func (b *Battle) takeDown(t *rules.Turn, i, by int, cause string) {
	for _, step := range ruling.Removal(b.s.Fighters[i].Carrying >= 0) {
		if step == "place-treasure" {
			b.dropOnFall(t, i)
			continue
		}
		t.Emit(TakenDown{Fighter: b.id(i), By: b.id(by), Cause: cause})
	}
}
