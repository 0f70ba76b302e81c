package warmachine

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// Explain returns what an attack or a spell needs to hit, the total of the dice and its
// parts, and the odds of an opposed roll of strength.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	b = b.reader()
	if !b.combat || b.checkPhase(c) != nil {
		return nil
	}
	s, notes, ok := b.attackOfCommand(c)
	switch {
	case !ok:
		return nil
	case s.name == pushing || s.name == contestBreakLock:
		return notes
	}
	in := b.attackRollOf(&s)
	all := b.attackNotes(&s, in)
	if in.Automatic() != "" && s.power == 0 {
		return append(all, notes...)
	}
	if s.power > 0 {
		all = append(all, rules.Note{Key: "damage-number", Rule: "WM-X-DMG-1", With: map[string]string{
			"power": strconv.Itoa(b.damageBonus(&s)), "arm": strconv.Itoa(b.arm(s.target.unit)), "need": strconv.Itoa(b.arm(s.target.unit) - b.damageBonus(&s) + 1),
		}})
	}
	return append(append(all, notes...), b.focusAdvice(&s, in)...)
}

// attackOfCommand returns the attack that a command makes and further notes on it; ok if it
// makes one.
func (b *Battle) attackOfCommand(c rules.Command) (s attackState, more []rules.Note, ok bool) {
	switch c := c.(type) {
	case Attack:
		s, d := b.attackOf(c)
		if d.rule != "" || b.readSpray(&s, c) != nil {
			return s, nil, false
		}
		if s.spray {
			more = []rules.Note{{Key: "spray-reaches", Rule: sprayRule, With: map[string]string{"n": strconv.Itoa(1 + len(s.inSpray))}}}
		}
		return s, more, true
	case Cast:
		s, profile, fault := b.castOf(c)
		return s, nil, fault == nil && profile.Offensive
	case PowerAttack:
		if c.Attack == trample {
			x, fault := b.trampleOf(c)
			if fault != nil {
				return s, nil, false
			}
			more = []rules.Note{{Key: "trample-over", Rule: trampleRule, With: map[string]string{"n": strconv.Itoa(len(x.over))}}}
			return b.powerStrike(modelRef{b.s.Acting, 0}, x.over[0], c), more, true
		}
		s, fault := b.powerAttackOf(c)
		if fault != nil {
			return s, nil, false
		}
		if c.Attack == pushing || c.Attack == throwing {
			rule := throwRule
			if c.Attack == pushing {
				rule = "WM-X-PA-1"
			}
			more = b.contestNotes(s.attacker.unit, s.target.unit, 0, rule)
		}
		return s, more, true
	case BreakLock:
		if i, j := b.s.Acting, b.find(c.Target); j != noUnit && b.holds(j, i) {
			return attackState{name: contestBreakLock}, b.contestNotes(i, j, 1, lockRule), true
		}
	}
	return s, nil, false
}

// contestNotes returns by how much one die must beat the other in an opposed roll of
// strength.
func (b *Battle) contestNotes(by, at, more int, rule string) []rules.Note {
	own, other := b.info[by].profile.Str, b.info[at].profile.Str
	return []rules.Note{{Key: "trial", Rule: rule, With: map[string]string{
		"own": strconv.Itoa(own), "other": strconv.Itoa(other), "need": signed(other - own + more),
	}}}
}

// attackNotes returns what the dice of an attack roll need, with the reasons.
func (b *Battle) attackNotes(s *attackState, in ruling.AttackRoll) []rules.Note {
	if why := in.Automatic(); why != "" {
		return []rules.Note{{Key: "target-automatic", Rule: "WM-X-ATK-1", With: map[string]string{"why": why}}}
	}
	stat := map[string]string{ruling.Melee: "mat", ruling.Ranged: "rat", ruling.Magic: "focus"}[s.kind]
	n := in.Def() - in.Bonus()
	figures := map[string]string{
		"need": strconv.Itoa(n), "stat": stat, "value": strconv.Itoa(in.Stat), "bonus": signed(in.Bonus() - in.Stat),
		"base": strconv.Itoa(in.Defense), "def": strconv.Itoa(in.Def()), "target": b.id(s.target),
	}
	key := "target-number"
	if in.Bonus() == in.Stat && in.Def() == in.Defense {
		key = "target-number-plain"
	}
	switch dice := ruling.DiceCount(in.Boosted, in.ExtraDice); {
	case n <= dice:
		key = "target-any"
	case n > 6*dice:
		key = "target-sixes"
	}
	all := []rules.Note{{Key: key, Rule: "WM-X-ATK-1", With: figures}}
	if s.charge && b.info[s.attacker.unit].profile.rides() {
		all = append(all, rules.Note{Key: "because-cavalry", Rule: cavalryRule, With: map[string]string{"n": strconv.Itoa(cavalryBonus)}})
	}
	if s.grapple == slamming && s.attackModifier < 0 {
		all = append(all, rules.Note{Key: "because-larger", Rule: slamRule, With: map[string]string{"n": strconv.Itoa(largerPenalty)}})
	}
	return append(all, b.reasons(in)...)
}

// reasons returns what changes an attack roll, each with its rule.
func (b *Battle) reasons(in ruling.AttackRoll) []rules.Note {
	var all []rules.Note
	for _, r := range []struct {
		is        bool
		key, rule string
	}{
		{in.BackStrike, "back-strike", "WM-X-BACK-1"},
		{in.Aiming && in.Kind == ruling.Ranged, "aiming", "WM-X-RNG-2"},
		{in.TargetInMelee && in.Kind != ruling.Melee && !in.Spray, "into-melee", "WM-X-RNG-3"},
		{in.Cover && in.Kind != ruling.Melee && !in.Spray, "cover", "WM-X-RNG-4"},
		{in.Concealment && !in.Cover && in.Kind != ruling.Melee && !in.Spray, "concealment", "WM-X-RNG-4"},
		{in.ElevatedTarget && in.Kind != ruling.Melee, "elevated", "WM-X-RNG-5"},
		{in.TargetState == "knocked-down", "helpless", "WM-X-KD-1"},
		{in.TargetState == stationary, "stationary", stationaryRule},
		{in.CombinedModels > 0, "combined", "WM-X-COMB-1"},
		{in.ExtraDice < 0, "crippled-weapon", "WM-X-GRID-5"},
	} {
		if r.is {
			all = append(all, rules.Note{Key: "because-" + r.key, Rule: r.rule, With: map[string]string{"n": strconv.Itoa(in.CombinedModels)}})
		}
	}
	return all
}

// signed returns a number with its sign.
func signed(n int) string {
	if n >= 0 {
		return "+" + strconv.Itoa(n)
	}
	return "−" + strconv.Itoa(-n)
}

// This file holds facts from outside the rulebook: the best use of the remaining focus,
// shown before an attack.

// minChance is the lowest chance that is worth showing.
const minChance = 0.005

// focusAdvice returns the use of an attacker's focus that is most likely to destroy its
// target, from the attack about to be made on.
func (b *Battle) focusAdvice(s *attackState, in ruling.AttackRoll) []rules.Note {
	i := s.attacker.unit
	if s.weapon < 0 || !b.info[i].profile.spendsFocus() || b.s.Units[i].Focus == 0 {
		return nil
	}
	saves, err := ruling.ToughSaves()
	if err != nil {
		return nil
	}
	p, at := b.plan(s, in, saves)
	best, ok := p.Estimate(at, map[ruling.PlanState]ruling.Estimate{})
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

// plan prepares a search: the weapons that may be used on the target, first those whose
// initial attack is made, then the weapon of the attack and the others.
func (b *Battle) plan(s *attackState, in ruling.AttackRoll, saves *big.Rat) (*ruling.Planner, ruling.PlanState) {
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
		case profile.Kind != s.kind || profile.Special != "" || profile.Kind == ruling.Melee && b.board && !b.within(s.attacker, s.target, profile.reach()):
		case !s.additional && b.budgetRefusal(k, w, false).rule == "":
			fresh = append(fresh, w)
		case profile.Kind == ruling.Melee || b.attacksMade(k, w) < profile.Rof:
			used = append(used, w)
		}
	}
	list := append(used, fresh...)
	list = list[max(0, len(list)-len(ruling.PlanState{}.Shots)):]
	at := ruling.PlanState{Made: len(list) - min(len(fresh), len(list)), Focus: b.s.Units[i].Focus, Boxes: b.left(s.target), Down: target.Models[s.target.model].helpless()}
	asked := ruling.SequenceInput{
		Attacker: ruling.SequenceAttacker{Kind: s.kind, Stat: in.Bonus(), Focus: at.Focus},
		Target:   ruling.SequenceTarget{Defense: in.Def(), Arm: b.arm(s.target.unit), Boxes: at.Boxes, State: "none", Tough: b.info[s.target.unit].profile.hasAbility("tough")},
		Charge:   s.charge,
	}
	for n, w := range list {
		other := *s
		other.weapon, other.power = w, p.Weapons[w].Power
		crippled := 0
		if b.weaponCrippled(i, w) {
			crippled = -1
		}
		asked.Weapons = append(asked.Weapons, ruling.SequenceWeapon{
			ID: p.Weapons[w].ID, Power: max(0, b.damageBonus(&other)), Rof: p.Weapons[w].Rof, ExtraAttackDice: crippled, ExtraDamageDice: b.extraDamage(&other),
		})
		if s.kind == ruling.Ranged {
			at.Shots[n] = b.attacksMade(k, w)
		}
	}
	return &ruling.Planner{In: asked, Boosts: true, ToughChance: saves, Ways: ruling.AttackWays{}}, at
}

// left returns the number of boxes of a model that are not filled.
func (b *Battle) left(r modelRef) int {
	t, c := &b.s.Units[r.unit], &b.info[r.unit]
	if len(c.profile.Grid) > 0 {
		return ruling.DamageGrid{Columns: c.profile.Grid, Filled: t.Filled}.Left()
	}
	return c.profile.Boxes - t.Models[r.model].Damage
}
