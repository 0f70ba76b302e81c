package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// attackRolls is both rolls of an Attack action with what their comparison depends on.
type attackRolls struct {
	attack, defence   ruling.DiceRoll // the attacker's successes with the bonus for a trapped target
	attacking         ruling.SuccessFaces
	cornered, canMove bool
	trapped           bool // the target is trapped
}

// throwAttack throws the attack and the defence dice (WU-COMBAT-2 to WU-COMBAT-6). ok is
// false when a reaction between the rolls ended the action.
func (b *Battle) throwAttack(t *rules.Turn, x *attackState) (e attackRolls, ok bool) {
	e.attacking = ruling.AttackCounts(x.weapon.Symbol, b.supportersCounted(x, x.attacker, x.target))
	if t.ForOdds() && t.PresetDice() == 0 && b.noReactionPossible(x) {
		b.throwBothForOdds(t, x, &e)
		return e, true
	}
	e.attack = b.attackRoll(t, x, e.attacking)
	if !b.reactAndGoOn(t, x, "combat-2-attack-roll") {
		return e, false
	}
	e.defence = ruling.Rerolls{Mode: "failures"}.Throw(t.Roller, "defence", b.defenceDice(x), 0, b.defenceCountsOf(x))
	if !b.reactAndGoOn(t, x, "combat-3-defence-roll") {
		return e, false
	}
	b.settleTrapped(t, x, &e)
	if e.trapped = e.trapped && e.attack.Successes > 0; e.trapped {
		e.attack.Successes++
	}
	return e, true
}

// defenceDice returns the number of dice of the defence roll.
func (b *Battle) defenceDice(x *attackState) int {
	return b.withFloor(b.face(x.target).Defence, b.bonus(x.target, "defence")+x.defence)
}

// defenceCountsOf returns the faces that are successes of the defence roll.
func (b *Battle) defenceCountsOf(x *attackState) ruling.SuccessFaces {
	return ruling.DefenceCounts(b.face(x.target).Symbol, b.supportersCounted(x, x.target, x.attacker), b.onGuard(x.target), x.weapon.Keywords)
}

// settleTrapped determines whether the target is cornered, can be moved, and is trapped if
// the attack has a success (WU-COMBAT-6).
func (b *Battle) settleTrapped(t *rules.Turn, x *attackState, e *attackRolls) {
	onGuard := b.onGuard(x.target)
	e.cornered = b.cornered(t, x)
	e.canMove = ruling.CanBeDriven(false, onGuard, x.weapon.Keywords.Knockback)
	e.trapped = ruling.IsTrapped(e.cornered, e.canMove, onGuard, b.options.guardNeverTrapped)
}

// noReactionPossible reports whether no player has a reaction to use between the rolls.
func (b *Battle) noReactionPossible(x *attackState) bool {
	m := reactionStep{window: "combat-2-attack-roll", also: "combat-3-defence-roll", attack: x, actor: x.attacker}
	return !b.mayReact(0, &m) && !b.mayReact(1, &m)
}

// throwBothForOdds throws both rolls at once for odds, which depend only on how they
// compare.
func (b *Battle) throwBothForOdds(t *rules.Turn, x *attackState, e *attackRolls) {
	b.settleTrapped(t, x, e)
	mayTrap, n, m := e.trapped, b.withFloor(x.weapon.Dice, x.dice), b.defenceDice(x)
	free := min(n, b.oddsRerolls(x))
	aFails, dFails := e.attacking.Failing(), b.defenceCountsOf(x).Failing()
	read := func(faces []int) (a, d ruling.DiceRoll, caught bool) {
		a, d = ruling.ReadForOdds(faces[:n+free], n, aFails), ruling.ReadForOdds(faces[n+free:], m, dFails)
		if caught = mayTrap && a.Successes > 0; caught {
			a.Successes++
		}
		return a, d, caught
	}
	cuts := []int{min(aFails, dFails) + 1, max(aFails, dFails) + 1, ruling.Critical}
	e.attack, e.defence, e.trapped = read(t.Throw(dice.Roll{
		Why: "attack", N: n + free + m, Sides: 6, Read: dice.Pool, Cuts: slices.Compact(cuts), PoolSizes: []int{n, free, m},
		ClassOf: func(faces []int) int {
			a, d, caught := read(faces)
			k := 2 * slices.Index(attackResults, ruling.AttackResult(a.Successes, a.Criticals, d.Successes, d.Criticals))
			if caught {
				k++
			}
			return k
		},
	}))
}

// attackResults are the results of an Attack action.
var attackResults = []string{ruling.ResultCriticalHit, ruling.ResultCriticalDefence, ruling.ResultHit, ruling.ResultDraw, ruling.ResultMiss}

// attackRoll throws the attack dice. Against a staggered target the attacking player may
// re-roll one die and chooses which (WU-STAG-1, ruling A-41). Odds take the first die that
// fails.
func (b *Battle) attackRoll(t *rules.Turn, x *attackState, attacking ruling.SuccessFaces) ruling.DiceRoll {
	again, n := ruling.Rerolls{Mode: "failures"}, b.withFloor(x.weapon.Dice, x.dice)
	staggered, steady := b.staggered(x.target), b.hasSteadyHand(x.attacker)
	if !staggered && !steady || t.ForOdds() && t.PresetDice() == 0 {
		return again.Throw(t.Roller, "attack", n, b.oddsRerolls(x), attacking)
	}
	made, first := again.Throw(t.Roller, "attack", n, 0, attacking), hex.None
	if staggered {
		first = b.rerollOne(t, x, &made, attacking, hex.None, "WU-STAG-1", "reroll")
	}
	if steady && made.Successes < n && b.rerollOne(t, x, &made, attacking, first, "WU-HOUSE-10", "steady") != hex.None {
		t.Emit(Steadied{b.fighters[x.attacker].id})
	}
	return made
}

// oddsRerolls returns how many dice that fail odds take to be re-rolled: one against a staggered
// target, and one by a steady hand.
func (b *Battle) oddsRerolls(x *attackState) int {
	n := ruling.Rerolls{Mode: "failures"}.FreeRerolls(b.staggered(x.target))
	if b.hasSteadyHand(x.attacker) {
		n++
	}
	return n
}

// rerollOne lets the attacking player re-roll a die of an attack roll, except the die that
// was re-rolled before, and returns its index, or hex.None.
func (b *Battle) rerollOne(t *rules.Turn, x *attackState, made *ruling.DiceRoll, attacking ruling.SuccessFaces, before int, rule, question string) int {
	options, dice := rerollable(made.Final, attacking, before)
	k := dice[t.Ask(rule, b.fighters[x.attacker].seat, question, options...)]
	if k != hex.None {
		made.Final[k] = t.Roll("attack-reroll", 1, 6)[0]
		made.Criticals, made.Successes = 0, 0
		made.Count(attacking)
	}
	return k
}

// rerollable returns the symbols of which a die may be re-rolled and the index of one die
// for each, leaving out die but. The first failure comes first; "none" is an option too.
func rerollable(faces []int, count ruling.SuccessFaces, but int) (options []string, dice []int) {
	add := func(k int) {
		if name := ruling.AttackFaces[faces[k]]; k != but && !slices.Contains(options, name) {
			options, dice = append(options, name), append(dice, k)
		}
	}
	for k, f := range faces {
		if !count[f] {
			add(k)
		}
	}
	options, dice = append(options, "none"), append(dice, hex.None)
	for k := range faces {
		add(k)
	}
	return options, dice
}
