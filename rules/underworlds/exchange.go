package underworlds

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/hex"
)

// exchange is both rolls of an Attack action and what they are judged by.
type exchange struct {
	attack, defence   roll // the attacker's successes with the bonus for a trapped target
	attacking         counts
	cornered, canMove bool
	caught            bool // the target is trapped
}

// exchange throws the attack and the defence (WU-COMBAT-2 to WU-COMBAT-6); it is
// not ok when a reaction between them ended the action.
func (b *Battle) exchange(t *rules.Turn, x *blow) (e exchange, ok bool) {
	e.attacking = attackCounts(x.weapon.Symbol, b.supporting(x, x.attacker, x.target))
	if t.Walked() && t.Fallen() == 0 && b.undisturbed(x) {
		b.compared(t, x, &e)
		return e, true
	}
	e.attack = b.attackRoll(t, x, e.attacking)
	if !b.goesOn(t, x, "combat-2-attack-roll") {
		return e, false
	}
	e.defence = rerolls{Mode: "failures"}.throw(t.Cup, "defence", b.defenceDice(x), 0, b.defending(x))
	if !b.goesOn(t, x, "combat-3-defence-roll") {
		return e, false
	}
	b.trap(t, x, &e)
	if e.caught = e.caught && e.attack.successes > 0; e.caught {
		e.attack.successes++
	}
	return e, true
}

func (b *Battle) defenceDice(x *blow) int {
	return b.raised(b.face(x.target).Defence, b.bonus(x.target, "defence")+x.defence)
}

func (b *Battle) defending(x *blow) counts {
	return defenceCounts(b.face(x.target).Symbol, b.supporting(x, x.target, x.attacker), b.onGuard(x.target), x.weapon.Keywords)
}

func (b *Battle) onGuard(i int) bool { return b.s.Warriors[i].Tokens.Guard > 0 }

// trap tells whether the target is cornered, can be moved, and is trapped if the
// attack has a success (WU-COMBAT-6).
func (b *Battle) trap(t *rules.Turn, x *blow, e *exchange) {
	onGuard := b.onGuard(x.target)
	e.cornered = b.cornered(t, x)
	e.canMove = movable(false, onGuard, x.weapon.Keywords.Knockback)
	e.caught = trapped(e.cornered, e.canMove, onGuard, b.switches.guardNeverTrapped)
}

// undisturbed holds when nobody has anything to use between the rolls.
func (b *Battle) undisturbed(x *blow) bool {
	m := moment{window: "combat-2-attack-roll", also: "combat-3-defence-roll", blow: x, actor: x.attacker}
	return !b.listens(0, &m) && !b.listens(1, &m)
}

// compared throws both rolls at once for odds, which ask only how they compare.
func (b *Battle) compared(t *rules.Turn, x *blow, e *exchange) {
	b.trap(t, x, e)
	mayTrap, n, m := e.caught, b.raised(x.weapon.Dice, x.dice), b.defenceDice(x)
	free := min(n, rerolls{Mode: "failures"}.free(b.s.Warriors[x.target].Tokens.Stagger > 0))
	aFails, dFails := e.attacking.failing(), b.defending(x).failing()
	read := func(faces []int) (a, d roll, caught bool) {
		a, d = tallied(faces[:n+free], n, aFails), tallied(faces[n+free:], m, dFails)
		if caught = mayTrap && a.successes > 0; caught {
			a.successes++
		}
		return a, d, caught
	}
	cuts := []int{min(aFails, dFails) + 1, max(aFails, dFails) + 1, critical}
	e.attack, e.defence, e.caught = read(t.Throw(dice.Roll{
		Why: "attack", N: n + free + m, Sides: 6, Read: dice.Pool, Cuts: slices.Compact(cuts), Hands: []int{n, free, m},
		Alike: func(faces []int) int {
			a, d, caught := read(faces)
			k := 2 * slices.Index(results, judged(a.successes, a.criticals, d.successes, d.criticals))
			if caught {
				k++
			}
			return k
		},
	}))
}

// results are those of an Attack action.
var results = []string{criticalHit, criticalDefence, hit, draw, miss}

// attackRoll throws the attack dice; against a staggered target the attacking
// player may re-roll one, and chooses which (WU-STAG-1, ruling A-41). Odds take
// the first that fails.
func (b *Battle) attackRoll(t *rules.Turn, x *blow, attacking counts) roll {
	again, n := rerolls{Mode: "failures"}, b.raised(x.weapon.Dice, x.dice)
	staggered, steady := b.s.Warriors[x.target].Tokens.Stagger > 0, b.steady(x.attacker)
	if !staggered && !steady || t.Walked() && t.Fallen() == 0 {
		return again.throw(t.Cup, "attack", n, again.free(staggered), attacking)
	}
	made, first := again.throw(t.Cup, "attack", n, 0, attacking), hex.None
	if staggered {
		first = b.rerollOne(t, x, &made, attacking, hex.None, "WU-STAG-1", "reroll")
	}
	if steady && made.successes < n && b.rerollOne(t, x, &made, attacking, first, "WU-HOUSE-10", "steady") != hex.None {
		t.Emit(Steadied{b.fighters[x.attacker].id})
	}
	return made
}

// rerollOne lets the attacking player re-roll a die of an attack roll, but not the
// one that was re-rolled before, and returns which it was, or hex.None.
func (b *Battle) rerollOne(t *rules.Turn, x *blow, made *roll, attacking counts, before int, rule, question string) int {
	options, dice := rerollable(made.last, attacking, before)
	k := dice[t.Ask(rule, b.fighters[x.attacker].seat, question, options...)]
	if k != hex.None {
		made.last[k] = t.Roll("attack-reroll", 1, 6)[0]
		made.criticals, made.successes = 0, 0
		made.read(attacking)
	}
	return k
}

// rerollable lists the symbols of a roll of which a die may be re-rolled, and a
// die of each, but for one die; the first that fails comes first, and there is "none".
func rerollable(faces []int, count counts, but int) (options []string, dice []int) {
	add := func(k int) {
		if name := attackFaces[faces[k]]; k != but && !slices.Contains(options, name) {
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
