package warmachine

import (
	"slices"

	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: stats with the changes made by damage, spells
// and focus.

// Indices of the systems of a damage grid, as in ruling.Systems.
const (
	cortexSystem   = 3
	movementSystem = 4
	nodeSystem     = 5
)

// crippled reports whether a system of a unit is crippled; false for units without a grid.
func (b *Battle) crippled(i, system int) bool {
	c := &b.info[i]
	return len(c.profile.Grid) > 0 && c.gridDepths.Crippled(system, b.s.Units[i].Filled)
}

// effectBonus returns the sum of what spells and feats in play add to a stat of a unit.
func (b *Battle) effectBonus(i int, what string) int {
	sum := 0
	for n := range b.s.Effects {
		e := &b.s.Effects[n]
		if e.On != i {
			continue
		}
		for _, x := range b.effectsOf(e.By, e.Spell) {
			if x.Kind == what {
				sum += x.Amount
			}
		}
	}
	return sum
}

// effectsOf returns the effects of a spell or feat of a unit, nil if it has none with that id.
func (b *Battle) effectsOf(by int, id string) []Effect {
	p := &b.info[by].profile
	if n := p.spell(id); n != noUnit {
		return p.Spells[n].Effects
	}
	if p.Feat != nil && p.Feat.ID == id {
		return p.Feat.Effects
	}
	return nil
}

// spd returns SPD with the changes by damage and spells (WM-X-GRID-4, WM-MOVE-10).
func (b *Battle) spd(i int) int {
	spd := b.info[i].profile.Spd
	if b.combat && b.crippled(i, movementSystem) {
		spd = ruling.LameSpd
	}
	return max(0, spd+b.effectBonus(i, "spd"))
}

// def returns DEF with the changes by damage, effects and spells.
func (b *Battle) def(i int) int {
	def := b.info[i].profile.Def
	if b.crippled(i, movementSystem) {
		def = min(ruling.LameDef, def)
	}
	return max(0, def+b.effectBonus(i, "def"))
}

// arm returns ARM with the focus left on a warcaster (WM-X-FOC-5).
func (b *Battle) arm(i int) int {
	arm := b.info[i].profile.Arm + b.effectBonus(i, "arm")
	if b.info[i].profile.Kind == "warcaster" {
		arm += b.s.Units[i].Focus
	}
	return arm
}

// weaponCrippled reports whether the system that holds a weapon is crippled (WM-X-GRID-5).
func (b *Battle) weaponCrippled(i, w int) bool {
	bearer := b.info[i].profile.Weapons[w].System
	return bearer != "" && b.crippled(i, ruling.SystemNamed(bearer))
}

// This file holds facts from outside the rulebook: models that can do nothing because they are
// knocked down (WM-X-KD-1) or stationary (WM-X-STAT-2). The duration of being stationary is a
// ruling of this program (WM-RULING-11): one round (WM-TURN-2).

// stationary is the effect that keeps a model from moving and acting. A stationary model has no
// melee range and DEF 5, and every melee attack hits it.
const (
	stationary     = "stationary"
	stationaryRule = "WM-X-STAT-2"
)

// helpless reports whether a model is knocked down or stationary.
func (m *modelState) helpless() bool { return m.Down || m.StationaryUntil > 0 }

// idleRule returns the rule that keeps a model from acting, or "".
func (m *modelState) idleRule() string {
	switch {
	case m.StationaryUntil > 0:
		return stationaryRule
	case m.Down:
		return "WM-X-KD-1"
	}
	return ""
}

// setStationary makes a model stationary for one round, or ends the effect. A stationary model
// loses the locks that it holds.
func (b *Battle) setStationary(r modelRef, on bool) {
	m := b.model(r)
	if m.StationaryUntil = 0; !on {
		return
	}
	m.StationaryUntil = b.s.Turns + len(b.teams)
	b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == r.unit })
}

// allStationary reports whether every remaining model of a unit is stationary: its activation
// ends as soon as it begins.
func (b *Battle) allStationary(i int) bool {
	return !slices.ContainsFunc(b.s.Units[i].Models, func(m modelState) bool { return !m.Gone && m.StationaryUntil == 0 })
}

// This file holds facts from outside the rulebook: melee ranges (WM-X-MELEE-1).

const (
	shortReach = ruling.Inch / 2
	longReach  = 2 * ruling.Inch
)

// reach returns the melee range of a weapon, 0 for a ranged one.
func (w *WeaponProfile) reach() ruling.Inches {
	switch {
	case w.Kind != ruling.Melee:
		return 0
	case w.Reach:
		return longReach
	}
	return shortReach
}
