package warmachine

import (
	"strconv"

	"oriflamme/rules"
)

// Explain tells what an attack or a spell needs to hit: the die total, and of what
// it is made up; and what a trial of strength comes to.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	if !b.combat || b.checkPhase(c) != nil {
		return nil
	}
	s, trial, ok := b.attackOfCommand(c)
	switch {
	case !ok:
		return nil
	case s.name == pushing || s.name == contestBreakLock:
		return trial
	}
	in := b.attackRollOf(&s)
	all := b.attackNotes(&s, in)
	if in.Automatic() != "" && s.power == 0 {
		return append(all, trial...)
	}
	if s.power > 0 {
		all = append(all, rules.Note{Key: "damage-number", Rule: "WM-X-DMG-1", With: map[string]string{
			"power": strconv.Itoa(b.damageBonus(&s)), "arm": strconv.Itoa(b.arm(s.target.unit)), "need": strconv.Itoa(b.arm(s.target.unit) - b.damageBonus(&s) + 1),
		}})
	}
	return append(append(all, trial...), b.focusAdvice(&s, in)...)
}

// attackOfCommand is the attack that a command makes, and what else is to be told of it.
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
			return b.trampleStrike(modelRef{b.s.Acting, 0}, x.over[0], c), more, true
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

// contestNotes tells by how much a die must beat the other's in a contestNotes of strength.
func (b *Battle) contestNotes(by, at, more int, rule string) []rules.Note {
	own, other := b.info[by].profile.Str, b.info[at].profile.Str
	return []rules.Note{{Key: "trial", Rule: rule, With: map[string]string{
		"own": strconv.Itoa(own), "other": strconv.Itoa(other), "need": signed(other - own + more),
	}}}
}

// attackNotes tells what the dice of an attack roll need, and why.
func (b *Battle) attackNotes(s *attackState, in AttackRoll) []rules.Note {
	if why := in.Automatic(); why != "" {
		return []rules.Note{{Key: "target-automatic", Rule: "WM-X-ATK-1", With: map[string]string{"why": why}}}
	}
	stat := map[string]string{Melee: "mat", Ranged: "rat", Magic: "focus"}[s.kind]
	n := in.Def() - in.Bonus()
	figures := map[string]string{
		"need": strconv.Itoa(n), "stat": stat, "value": strconv.Itoa(in.Stat), "bonus": signed(in.Bonus() - in.Stat),
		"base": strconv.Itoa(in.Defense), "def": strconv.Itoa(in.Def()), "target": b.id(s.target),
	}
	key := "target-number"
	if in.Bonus() == in.Stat && in.Def() == in.Defense {
		key = "target-number-plain"
	}
	switch dice := DiceCount(in.Boosted, in.ExtraDice); {
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

// reasons are what changes an attack roll, each with its rule.
func (b *Battle) reasons(in AttackRoll) []rules.Note {
	var all []rules.Note
	for _, r := range []struct {
		is        bool
		key, rule string
	}{
		{in.BackStrike, "back-strike", "WM-X-BACK-1"},
		{in.Aiming && in.Kind == Ranged, "aiming", "WM-X-RNG-2"},
		{in.TargetInMelee && in.Kind != Melee && !in.Spray, "into-melee", "WM-X-RNG-3"},
		{in.Cover && in.Kind != Melee && !in.Spray, "cover", "WM-X-RNG-4"},
		{in.Concealment && !in.Cover && in.Kind != Melee && !in.Spray, "concealment", "WM-X-RNG-4"},
		{in.ElevatedTarget && in.Kind != Melee, "elevated", "WM-X-RNG-5"},
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

func signed(n int) string {
	if n >= 0 {
		return "+" + strconv.Itoa(n)
	}
	return "−" + strconv.Itoa(-n)
}
