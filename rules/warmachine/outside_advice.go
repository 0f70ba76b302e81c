package warmachine

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: before an attack is made, the
// best use of the focus that is left, told in a battle.

// slimmest is the chance below which no way is worth telling.
const slimmest = 0.005

// advice tells how the focus of an attacker destroys its target most often, from
// the attack that is about to be made on.
func (b *Battle) advice(s *strike, in attackRoll) []rules.Note {
	i := s.by.i
	if s.weapon < 0 || !b.cards[i].p.spends() || b.s.Troops[i].Focus == 0 {
		return nil
	}
	saves, err := toughSaves()
	if err != nil {
		return nil
	}
	p, at := b.plan(s, in, saves)
	best, ok := p.foresee(at, map[footing]foreseen{})
	if !ok || best.chance < slimmest {
		return nil
	}
	boosts := "unboosted"
	switch {
	case best.first.boostAttack && best.first.boostDamage:
		boosts = "boost-both"
	case best.first.boostAttack:
		boosts = "boost-attack"
	case best.first.boostDamage:
		boosts = "boost-damage"
	}
	return []rules.Note{{Key: "best-spend", Rule: "WM-X-FOC-3", With: map[string]string{
		"focus": strconv.Itoa(at.focus), "weapon": p.in.Weapons[best.first.weapon].ID, "boosts": boosts,
		"chance": strconv.FormatFloat(100*best.chance, 'f', 0, 64),
	}}}
}

// plan sets a search up: the weapons that may be used on the target, first those
// whose initial attack is made, then that of the attack and the others.
func (b *Battle) plan(s *strike, in attackRoll, saves *big.Rat) (*planner, footing) {
	i, k := s.by.i, s.by.k
	p, target := &b.cards[i].p, &b.s.Troops[s.at.i]
	var used, fresh []int
	for w := range p.Weapons {
		card := &p.Weapons[w]
		switch {
		case w == s.weapon && !s.additional:
			fresh = append([]int{w}, fresh...)
		case w == s.weapon:
			used = append(used, w)
		case card.Kind != s.kind || card.Special != "" || card.Kind == melee && b.board && !b.within(s.by, s.at, card.reach()):
		case !s.additional && b.budget(k, w, false).rule == "":
			fresh = append(fresh, w)
		case card.Kind == melee || b.shots(k, w) < card.Rof:
			used = append(used, w)
		}
	}
	list := append(used, fresh...)
	list = list[max(0, len(list)-len(footing{}.shots)):]
	at := footing{made: len(list) - min(len(fresh), len(list)), focus: b.s.Troops[i].Focus, boxes: b.left(s.at), down: target.Models[s.at.k].helpless()}
	asked := sequence{
		Attacker: sequenceAttacker{Kind: s.kind, Stat: in.bonus(), Focus: at.focus},
		Target:   sequenceTarget{Defense: in.def(), Arm: b.arm(s.at.i), Boxes: at.boxes, State: "none", Tough: b.cards[s.at.i].p.has("tough")},
		Charge:   s.charge,
	}
	for n, w := range list {
		other := *s
		other.weapon, other.power = w, p.Weapons[w].Power
		crippled := 0
		if b.lameWeapon(i, w) {
			crippled = -1
		}
		asked.Weapons = append(asked.Weapons, sequenceWeapon{
			ID: p.Weapons[w].ID, Power: max(0, b.damageBonus(&other)), Rof: p.Weapons[w].Rof, ExtraAttackDice: crippled, ExtraDamageDice: b.extraDamage(&other),
		})
		if s.kind == ranged {
			at.shots[n] = b.shots(k, w)
		}
	}
	return &planner{in: asked, boosts: true, saves: saves, ways: attackWays{}}, at
}

// left is how many boxes of a model are not filled.
func (b *Battle) left(r ref) int {
	t, c := &b.s.Troops[r.i], &b.cards[r.i]
	if len(c.p.Grid) > 0 {
		return damageGrid{c.p.Grid, t.Filled}.left()
	}
	return c.p.Boxes - t.Models[r.k].Damage
}
