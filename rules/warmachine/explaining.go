package warmachine

import (
	"strconv"

	"oriflamme/rules"
)

// Explain tells what an attack or a spell needs to hit: the die total, and of what
// it is made up; and what a trial of strength comes to.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	if !b.combat || b.timely(c) != nil {
		return nil
	}
	s, trial, ok := b.foretold(c)
	switch {
	case !ok:
		return nil
	case s.name == pushing || s.name == breaking:
		return trial
	}
	in := b.roll(&s)
	all := b.aim(&s, in)
	if in.automatic() != "" && s.power == 0 {
		return append(all, trial...)
	}
	if s.power > 0 {
		all = append(all, rules.Note{Key: "damage-number", Rule: "WM-X-DMG-1", With: map[string]string{
			"power": strconv.Itoa(b.damageBonus(&s)), "arm": strconv.Itoa(b.arm(s.at.i)), "need": strconv.Itoa(b.arm(s.at.i) - b.damageBonus(&s) + 1),
		}})
	}
	return append(append(all, trial...), b.advice(&s, in)...)
}

// foretold is the attack that a command makes, and what else is to be told of it.
func (b *Battle) foretold(c rules.Command) (s strike, more []rules.Note, ok bool) {
	switch c := c.(type) {
	case Attack:
		s, d := b.aimed(c)
		if d.rule != "" || b.sprayed(&s, c) != nil {
			return s, nil, false
		}
		if s.spray {
			more = []rules.Note{{Key: "spray-reaches", Rule: sprayLaw, With: map[string]string{"n": strconv.Itoa(1 + len(s.under))}}}
		}
		return s, more, true
	case Cast:
		s, card, fault := b.spelled(c)
		return s, nil, fault == nil && card.Offensive
	case PowerAttack:
		if c.Attack == trample {
			x, fault := b.trampling(c)
			if fault != nil {
				return s, nil, false
			}
			more = []rules.Note{{Key: "trample-over", Rule: trampleLaw, With: map[string]string{"n": strconv.Itoa(len(x.over))}}}
			return b.trampleStrike(ref{b.s.Acting, 0}, x.over[0], c), more, true
		}
		s, fault := b.wrestled(c)
		if fault != nil {
			return s, nil, false
		}
		if c.Attack == pushing || c.Attack == throwing {
			law := throwLaw
			if c.Attack == pushing {
				law = "WM-X-PA-1"
			}
			more = b.trial(s.by.i, s.at.i, 0, law)
		}
		return s, more, true
	case BreakLock:
		if i, j := b.s.Acting, b.find(c.Target); j != none && b.holds(j, i) {
			return strike{name: breaking}, b.trial(i, j, 1, lockLaw), true
		}
	}
	return s, nil, false
}

// trial tells by how much a die must beat the other's in a trial of strength.
func (b *Battle) trial(by, at, more int, law string) []rules.Note {
	own, other := b.cards[by].p.Str, b.cards[at].p.Str
	return []rules.Note{{Key: "trial", Rule: law, With: map[string]string{
		"own": strconv.Itoa(own), "other": strconv.Itoa(other), "need": signed(other - own + more),
	}}}
}

// aim tells what the dice of an attack roll need, and why.
func (b *Battle) aim(s *strike, in attackRoll) []rules.Note {
	if why := in.automatic(); why != "" {
		return []rules.Note{{Key: "target-automatic", Rule: "WM-X-ATK-1", With: map[string]string{"why": why}}}
	}
	stat := map[string]string{melee: "mat", ranged: "rat", magic: "focus"}[s.kind]
	n := in.def() - in.bonus()
	figures := map[string]string{
		"need": strconv.Itoa(n), "stat": stat, "value": strconv.Itoa(in.Stat), "bonus": signed(in.bonus() - in.Stat),
		"base": strconv.Itoa(in.Defense), "def": strconv.Itoa(in.def()), "target": b.id(s.at),
	}
	key := "target-number"
	if in.bonus() == in.Stat && in.def() == in.Defense {
		key = "target-number-plain"
	}
	switch dice := diceCount(in.Boosted, in.ExtraDice); {
	case n <= dice:
		key = "target-any"
	case n > 6*dice:
		key = "target-sixes"
	}
	all := []rules.Note{{Key: key, Rule: "WM-X-ATK-1", With: figures}}
	if s.charge && b.cards[s.by.i].p.rides() {
		all = append(all, rules.Note{Key: "because-cavalry", Rule: cavalryLaw, With: map[string]string{"n": strconv.Itoa(cavalryBonus)}})
	}
	if s.grapple == slamming && s.attackModifier < 0 {
		all = append(all, rules.Note{Key: "because-larger", Rule: slamLaw, With: map[string]string{"n": strconv.Itoa(largerPenalty)}})
	}
	return append(all, b.reasons(in)...)
}

// reasons are what changes an attack roll, each with its rule.
func (b *Battle) reasons(in attackRoll) []rules.Note {
	var all []rules.Note
	for _, r := range []struct {
		is        bool
		key, rule string
	}{
		{in.BackStrike, "back-strike", "WM-X-BACK-1"},
		{in.Aiming && in.Kind == ranged, "aiming", "WM-X-RNG-2"},
		{in.TargetInMelee && in.Kind != melee && !in.Spray, "into-melee", "WM-X-RNG-3"},
		{in.Cover && in.Kind != melee && !in.Spray, "cover", "WM-X-RNG-4"},
		{in.Concealment && !in.Cover && in.Kind != melee && !in.Spray, "concealment", "WM-X-RNG-4"},
		{in.ElevatedTarget && in.Kind != melee, "elevated", "WM-X-RNG-5"},
		{in.TargetState == "knocked-down", "helpless", "WM-X-KD-1"},
		{in.TargetState == stationary, "stationary", stillLaw},
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
