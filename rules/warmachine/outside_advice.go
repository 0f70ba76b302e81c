package warmachine

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: before an attack is made, the
// best use of the focus that is left, told in a battle.

// minChance is the chance below which no way is worth telling.
const minChance = 0.005

// focusAdvice tells how the focus of an attacker destroys its target most often, from
// the attack that is about to be made on.
func (b *Battle) focusAdvice(s *attackState, in AttackRoll) []rules.Note {
	i := s.attacker.unit
	if s.weapon < 0 || !b.info[i].profile.spendsFocus() || b.s.Units[i].Focus == 0 {
		return nil
	}
	saves, err := ToughSaves()
	if err != nil {
		return nil
	}
	p, at := b.plan(s, in, saves)
	best, ok := p.Estimate(at, map[PlanState]Estimate{})
	if !ok || best.Chance < minChance {
		return nil
	}
	boosts := "unboosted"
	switch {
	case best.First.BoostAttack && best.First.BoostDamage:
		boosts = "boost-both"
	case best.First.BoostAttack:
		boosts = "boost-attack"
	case best.First.BoostDamage:
		boosts = "boost-damage"
	}
	return []rules.Note{{Key: "best-spend", Rule: "WM-X-FOC-3", With: map[string]string{
		"focus": strconv.Itoa(at.Focus), "weapon": p.In.Weapons[best.First.Weapon].ID, "boosts": boosts,
		"chance": strconv.FormatFloat(100*best.Chance, 'f', 0, 64),
	}}}
}

// plan sets a search up: the weapons that may be used on the target, first those
// whose initial attack is made, then that of the attack and the others.
func (b *Battle) plan(s *attackState, in AttackRoll, saves *big.Rat) (*Planner, PlanState) {
	i, k := s.attacker.unit, s.attacker.model
	p, target := &b.info[i].profile, &b.s.Units[s.target.unit]
	var used, fresh []int
	for w := range p.Weapons {
		profile := &p.Weapons[w]
		switch {
		case w == s.weapon && !s.additional:
			fresh = append([]int{w}, fresh...)
		case w == s.weapon:
			used = append(used, w)
		case profile.Kind != s.kind || profile.Special != "" || profile.Kind == Melee && b.board && !b.within(s.attacker, s.target, profile.reach()):
		case !s.additional && b.budgetRefusal(k, w, false).rule == "":
			fresh = append(fresh, w)
		case profile.Kind == Melee || b.attacksMade(k, w) < profile.Rof:
			used = append(used, w)
		}
	}
	list := append(used, fresh...)
	list = list[max(0, len(list)-len(PlanState{}.Shots)):]
	at := PlanState{Made: len(list) - min(len(fresh), len(list)), Focus: b.s.Units[i].Focus, Boxes: b.left(s.target), Down: target.Models[s.target.model].helpless()}
	asked := SequenceInput{
		Attacker: SequenceAttacker{Kind: s.kind, Stat: in.Bonus(), Focus: at.Focus},
		Target:   SequenceTarget{Defense: in.Def(), Arm: b.arm(s.target.unit), Boxes: at.Boxes, State: "none", Tough: b.info[s.target.unit].profile.hasAbility("tough")},
		Charge:   s.charge,
	}
	for n, w := range list {
		other := *s
		other.weapon, other.power = w, p.Weapons[w].Power
		crippled := 0
		if b.weaponCrippled(i, w) {
			crippled = -1
		}
		asked.Weapons = append(asked.Weapons, SequenceWeapon{
			ID: p.Weapons[w].ID, Power: max(0, b.damageBonus(&other)), Rof: p.Weapons[w].Rof, ExtraAttackDice: crippled, ExtraDamageDice: b.extraDamage(&other),
		})
		if s.kind == Ranged {
			at.Shots[n] = b.attacksMade(k, w)
		}
	}
	return &Planner{In: asked, Boosts: true, ToughChance: saves, Ways: AttackWays{}}, at
}

// left is how many boxes of a model are not filled.
func (b *Battle) left(r modelRef) int {
	t, c := &b.s.Units[r.unit], &b.info[r.unit]
	if len(c.profile.Grid) > 0 {
		return DamageGrid{c.profile.Grid, t.Filled}.Left()
	}
	return c.profile.Boxes - t.Models[r.model].Damage
}
