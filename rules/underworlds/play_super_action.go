package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// superActionRules are the rules that a Charge and a Shock need a target of their second part.
var superActionRules = map[string]string{"charge": "WU-CHARGE-2", "shock": "WU-SHOCK-2"}

// awaitSecondPart opens the reaction step after the move of a Charge or Shock. The second part
// is a command of its own, unless nothing can be chosen any more: then the action ends
// unresolved (ruling A-17).
func (b *Battle) awaitSecondPart(t *rules.Turn, i int, action string) {
	b.afterAction(t, i)
	if b.inPlay(i) && b.canFinishFrom(i, b.s.Fighters[i].At, action) {
		t.Emit(SuperActionMoved{b.id(i), action})
		return
	}
	b.endUnresolved(t, i, action)
}

func (b *Battle) endUnresolved(t *rules.Turn, i int, action string) {
	t.Emit(Unresolved{b.id(i), action})
	b.afterAction(t, i)
}

// canFinishFrom reports whether the second part of a Charge or Shock has an enemy to choose
// from a cell; on a measured table, where the fighter is stated to stand.
func (b *Battle) canFinishFrom(i, from int, action string) bool {
	if action == "charge" {
		return b.hasTarget(i, from)
	}
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		if b.measured && b.statedBeside(i, j) && !b.staggered(j) || !b.measured && b.stunnable(from, j) {
			return true
		}
	}
	return false
}

// hasTarget reports whether a fighter has a target from a cell.
func (b *Battle) hasTarget(i, from int) bool {
	for _, w := range b.weapons(i) {
		for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
			if b.measured && b.mayReach(i, j, &w) || !b.measured && b.canTarget(from, j, &w) {
				return true
			}
		}
	}
	return false
}

// mayReach reports whether an enemy may be in reach of a weapon on a measured table: beside the
// fighter, or farther when the Range allows it.
func (b *Battle) mayReach(i, j int, w *AttackAction) bool {
	return b.statedBeside(i, j) || w.Range > 1 && !w.Keywords.Scything
}

// canFinishStated reports whether the second part of a Charge or Shock may have a target at the
// stated end of its move.
func (b *Battle) canFinishStated(i int, d action) bool {
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		beside := slices.Contains(d.Stand.Beside, b.id(j))
		if d.action == "shock" {
			if beside && !b.staggered(j) {
				return true
			}
			continue
		}
		for _, w := range b.weapons(i) {
			if beside || w.Range > 1 && !w.Keywords.Scything {
				return true
			}
		}
	}
	return false
}

// finishAction carries out the Attack action of a Charge, or the Stun action of a Shock. On a
// measured table, where only the players see what is in reach, the player may give it up.
func (b *Battle) finishAction(t *rules.Turn, c rules.Command) *rules.Fault {
	u := b.s.Unfinished
	i := b.find(u.Fighter)
	if _, passes := c.(Pass); passes && b.measured {
		b.endUnresolved(t, i, u.Action)
		return nil
	}
	name, d, ok := actionOf(c)
	if !ok || d.action != secondParts[u.Action] || name != u.Fighter {
		return rules.Breaks(superActionRules[u.Action], "kind", "%s must %s now", u.Fighter, secondParts[u.Action])
	}
	j, weapon, fault := b.targetOf(i, d)
	switch {
	case fault != nil:
		return fault
	case b.measured:
		fault = b.checkStated(i, j, d, &weapon)
	default:
		fault = b.checkOnBoard(i, j, d, &weapon)
	}
	if fault != nil {
		return fault
	}
	if u.Action == "charge" {
		b.attackAll(t, i, j, d.weapon, d.aim, true)
		return nil
	}
	b.giveStagger(t, j, b.fighters[i].seat)
	b.giveStagger(t, i, b.fighters[i].seat)
	b.afterAction(t, i)
	return nil
}

// secondParts are the actions that end a Charge and a Shock.
var secondParts = map[string]string{"charge": "attack", "shock": "stun"}

// targetOf returns the target of an action and the weapon that it names.
func (b *Battle) targetOf(i int, d action) (j int, weapon AttackAction, fault *rules.Fault) {
	j = b.find(d.target)
	if j == hex.None || !b.inPlay(j) || b.fighters[j].seat == b.fighters[i].seat {
		return j, weapon, rules.Breaks("WU-ATK-2", "target", "is no enemy in play")
	}
	weapon, found := b.attackActionOf(i, d.weapon)
	return j, weapon, rules.ForbidIf(d.action == "attack" && !found, "WU-ATK-1", "weapon", "has no such Attack action")
}

// legalSecondPart returns what ends a Charge or Shock.
func (b *Battle) legalSecondPart() (list []rules.Command) {
	u := b.s.Unfinished
	i := b.find(u.Fighter)
	seat := b.fighters[i].seat
	d := fighterCommand{bySeat{seat}, u.Fighter}
	if b.measured {
		list = append(list, Pass{bySeat{seat}})
	}
	if u.Action == "shock" {
		return b.stunCommands(list, i, d)
	}
	for k, weapon := range b.weapons(i) {
		list = b.attackCommands(list, i, d, k, &weapon)
	}
	return list
}

// stunCommands adds the Stun actions of a fighter.
func (b *Battle) stunCommands(list []rules.Command, i int, d fighterCommand) []rules.Command {
	for _, j := range b.canBeStunned(i) {
		list = append(list, Stun{d, b.id(j)})
	}
	return list
}

// attackCommands adds the Attack actions of a fighter with a weapon.
func (b *Battle) attackCommands(list []rules.Command, i int, d fighterCommand, k int, w *AttackAction) []rules.Command {
	for j := range b.fightersOf(opponent(b.fighters[i].seat)) {
		if b.measured {
			for _, aim := range b.plausibleAims(i, j, w, b.statedBeside(i, j)) {
				list = append(list, Attack{d, b.id(j), k, aim})
			}
		} else if b.canTarget(b.s.Fighters[i].At, j, w) {
			list = append(list, Attack{d, b.id(j), k, nil})
		}
	}
	return list
}
