package magnamund

import (
	"strconv"

	"oriflamme/rules"
)

// Rules of our own about values (MG-HOUSE-5, MG-HOUSE-6); the book has none.
const (
	lossesRule = "MG-HOUSE-5"
	valueRule  = "MG-HOUSE-6"
)

// valueOf is the value of one troop in points (house rule MG-HOUSE-6): that of the profile,
// or else what category, level and equipment are worth, at least 1.
func (p *Profile) valueOf() int {
	if p.Value != nil {
		return *p.Value
	}
	v := map[string]int{"soldier": 8, "hero": 24, "kai-lord": 24, "magician": 22, "monster": 70}[p.Category]
	if p.Category == "soldier" {
		v += map[string]int{"weak": -3, "veteran": 3}[p.Level]
	}
	v += map[string]int{"mail": 2, "plate": 5}[p.Armour]
	v += map[string]int{"spear": 1, "halberd": 1, "pike": 2, "dagger": -1}[p.Melee]
	v += map[string]int{"sling": 1, "javelin": 2, "short-bow": 2, "long-bow": 3, "crossbow": 3, "arquebus": 4}[p.Ranged]
	v += rules.BoolToInt(p.Shield) + 3*rules.BoolToInt(p.Mounted)
	v += 8*len(p.Powers) + 5*(len(p.Spells)+p.Draw)
	return max(1, v)
}

// valueOfUnit is the value of a unit of a list: of all its troops.
func (p *Profile) valueOfUnit() int {
	if p.Category == "soldier" {
		return p.Strength * p.valueOf()
	}
	return p.valueOf()
}

// valueOfRoster is the value of a list; units that cannot be read count nothing.
func valueOfRoster(r rules.Roster) (total int) {
	for _, u := range r.Units {
		var p Profile
		if rules.Decode(u.Profile, &p) == nil {
			p.applyMarks(u.Marks)
			total += p.valueOfUnit()
		}
	}
	return total
}

// budgets compares the value of a list with its limit; there is none without a limit.
func budgets(r rules.Roster) []rules.Budget {
	var extra Extra
	if len(r.Extra) > 0 && rules.Decode(r.Extra, &extra) != nil || extra.PointsLimit == 0 {
		return nil
	}
	return []rules.Budget{{Key: "value", Used: valueOfRoster(r), Max: extra.PointsLimit, Rule: valueRule}}
}

// checkValue refuses a list whose value exceeds its limit.
func checkValue(r rules.Roster, limit int) *rules.Fault {
	used := valueOfRoster(r)
	if limit == 0 || used <= limit {
		return nil
	}
	f := rules.Breaks(valueRule, "units", "a value of %d exceeds %d", used, limit)
	f.With = map[string]string{"army": r.Name, "points": strconv.Itoa(used), "limit": strconv.Itoa(limit)}
	return f
}

// valuesLost returns what the troops of each side were worth, and what those were worth that
// died or left the board.
func (b *Battle) valuesLost() (all, lost [2]int) {
	for i := range b.troops {
		f := &b.troops[i]
		v := f.profile.valueOf()
		all[f.side] += v
		if b.s.Troops[i].Out {
			lost[f.side] += v
		}
	}
	return all, lost
}

// leastLosses is the side that has lost the smaller part of its value, or noUnit when both
// have lost an equal part (MG-HOUSE-5).
func (b *Battle) leastLosses() int {
	all, lost := b.valuesLost()
	switch first, second := lost[0]*all[1], lost[1]*all[0]; {
	case first < second:
		return 0
	case second < first:
		return 1
	}
	return noUnit
}

// countsLosses reports whether losses decide a battle without another aim at its last turn.
func (b *Battle) countsLosses() bool {
	return b.scenario.Victory.Kind == "elimination" && b.lossesDecide
}
