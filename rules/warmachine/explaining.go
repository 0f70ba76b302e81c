package warmachine

import (
	"strconv"

	"oriflamme/rules"
)

// Explain tells what an attack or a spell needs to hit: the die total, and of what
// it is made up.
func (b *Battle) Explain(c rules.Command) []rules.Note {
	if !b.combat || b.timely(c) != nil {
		return nil
	}
	var s strike
	switch c := c.(type) {
	case Attack:
		aimed, d := b.aimed(c)
		if d.rule != "" {
			return nil
		}
		s = aimed
	case Cast:
		spelled, card, fault := b.spelled(c)
		if fault != nil || !card.Offensive {
			return nil
		}
		s = spelled
	default:
		return nil
	}
	in := b.roll(&s)
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
	switch dice := diceCount(in.Boosted, in.ExtraDice); {
	case n <= dice:
		key = "target-any"
	case n > 6*dice:
		key = "target-sixes"
	}
	all := []rules.Note{{Key: key, Rule: "WM-X-ATK-1", With: figures}}
	all = append(all, b.reasons(in)...)
	if s.power > 0 {
		all = append(all, rules.Note{Key: "damage-number", Rule: "WM-X-DMG-1", With: map[string]string{
			"power": strconv.Itoa(b.damageBonus(&s)), "arm": strconv.Itoa(b.arm(s.at.i)), "need": strconv.Itoa(b.arm(s.at.i) - b.damageBonus(&s) + 1),
		}})
	}
	return append(all, b.advice(&s, in)...)
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
		{in.TargetInMelee && in.Kind != melee, "into-melee", "WM-X-RNG-3"},
		{in.Cover && in.Kind != melee, "cover", "WM-X-RNG-4"},
		{in.Concealment && !in.Cover && in.Kind != melee, "concealment", "WM-X-RNG-4"},
		{in.ElevatedTarget && in.Kind != melee, "elevated", "WM-X-RNG-5"},
		{helpless(in.TargetState), "helpless", "WM-X-KD-1"},
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
