package warmachine

import "oriflamme/rules"

// This file holds facts from outside the rulebook: continuous effects.

// ContinuousEffectEnds throws the die that tells whether an effect ends: on 1 or 2 (WM-X-CE-1).
func ContinuousEffectEnds(c *rules.Roller) bool {
	return c.Pool("continuous-effect-end", 1, 6, 3)[0] < 3
}

// Damage of continuous effects (WM-X-CE-2): the power of fire, and corrosion.
const (
	firePower       = 12
	CorrosionDamage = 1
)

// FireDamage is a damage roll of fire.
func FireDamage(c *rules.Roller, arm int) int {
	return max(0, firePower+c.Sum("fire-damage", 2, 6)-arm)
}
