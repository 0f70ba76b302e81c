package ruling

import "oriflamme/rules"

// This file holds facts from outside the rulebook: bases.

// BaseRadii are the radii of bases by size, of diameters 30, 40 and 50 mm (WM-X-BASE-1).
var BaseRadii = [3]Inches{591, 787, 984}

// This file holds facts from outside the rulebook: continuous effects.

// ContinuousEffectEnds throws a die and reports whether an effect ends: on 1 or 2
// (WM-X-CE-1).
func ContinuousEffectEnds(c *rules.Roller) bool {
	return c.Pool("continuous-effect-end", 1, 6, 3)[0] < 3
}

// Damage of continuous effects (WM-X-CE-2): the power of fire, and the damage of corrosion.
const (
	firePower       = 12
	CorrosionDamage = 1
)

// FireDamage makes a damage roll of fire.
func FireDamage(c *rules.Roller, arm int) int {
	return max(0, firePower+c.Sum("fire-damage", 2, 6)-arm)
}

// This file holds facts from outside the rulebook: focus.

// MostAllocated is the most focus that a warjack may be allocated (WM-X-FOC-2). UpkeepCost
// is the cost of keeping an upkeep spell in play (WM-X-FOC-4).
const (
	MostAllocated = 3
	UpkeepCost    = 1
)

// ControlArea returns the radius of a control area: twice the current FOCUS in inches
// (WM-X-FOC-1).
func ControlArea(focus int) Inches { return 2 * Inches(focus) * Inch }

// This file holds facts from outside the rulebook: the reach of formation.

// InFormation reports whether a trooper is within the command range of its unit
// commander (WM-X-FORM-1).
func InFormation(trooper, commander Disc, commandRange Inches) bool {
	return BaseGap(trooper.Point(), trooper.Radius, commander.Point(), commander.Radius) <= commandRange
}

// This file holds facts from outside the rulebook: 'jack marshals.

// warjacksPerMarshal is the most warjacks that a 'jack marshal controls (WM-X-JM-1).
const warjacksPerMarshal = 2

// overloadedMarshals returns the 'jack marshals that control too many warjacks.
func (a ArmyInput) overloadedMarshals() (all breachList) {
	var ids []string
	copies := map[string]int{}
	for _, e := range a.Others {
		if !e.JackMarshal {
			continue
		}
		if copies[e.ID] == 0 {
			ids = append(ids, e.ID)
		}
		copies[e.ID] += e.Count
	}
	led := map[string]int{}
	for _, j := range a.Marshalled {
		led[j.Marshal]++
	}
	for _, id := range ids {
		all.note(led[id] > warjacksPerMarshal*copies[id], "WM-X-JM-1", id)
	}
	return all
}

// RoughTerrainCost returns the movement that a path in rough terrain costs beyond its
// length: each inch costs two (WM-X-TER-1).
func RoughTerrainCost(way Inches) Inches { return way }
