package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: what the Maintenance and
// Control Phases cost and roll.

// upkeep pays for the spells that are kept, one point each (WM-X-FOC-4), and ends
// the others of the player (WM-CTRL-3).
func (b *Battle) upkeep(t *rules.Turn, keep []string) *rules.Fault {
	for n, spell := range keep {
		by := b.upkeepCaster(spell)
		if by == noUnit {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "is not in play")
		}
		if b.s.Units[by].Focus < UpkeepCost {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "nobody can pay for it")
		}
		t.Emit(FocusSpent{b.info[by].id, "upkeep", UpkeepCost, "WM-X-FOC-4"})
	}
	for k := 0; k < len(b.s.Effects); {
		e := b.s.Effects[k]
		if e.Until == 0 && b.info[e.By].seat == b.s.Turn && !slices.Contains(keep, e.Spell) {
			t.Emit(SpellEnded{b.info[e.By].id, e.Spell, "WM-CTRL-3"})
			continue
		}
		k++
	}
	return nil
}

// upkeepCaster is the caster of an upkeep spell of the player that is in play, or none.
func (b *Battle) upkeepCaster(spell string) int {
	for _, e := range b.s.Effects {
		if e.Spell == spell && e.Until == 0 && b.info[e.By].seat == b.s.Turn {
			return e.By
		}
	}
	return noUnit
}

// playShake has a warcaster or warjack get up in the Control Phase, or come round from
// being stationary (WM-X-FOC-3).
func (b *Battle) playShake(t *rules.Turn, c Shake) *rules.Fault {
	i, fault := b.ownUnit(c.Unit, "unit")
	switch {
	case fault != nil:
		return fault
	case !b.combat || !b.info[i].profile.spendsFocus():
		return rules.Breaks("WM-X-FOC-3", "unit", "it does not spend focus")
	case !b.s.Units[i].Models[0].helpless():
		return rules.Breaks("WM-X-FOC-3", "unit", "it stands")
	case b.s.Units[i].Focus == 0:
		return rules.Breaks("WM-X-FOC-3", "unit", "it has no focus")
	}
	t.Emit(FocusSpent{c.Unit, "shake", 1, "WM-X-FOC-3"})
	effect := knockDown
	if b.s.Units[i].Models[0].StationaryUntil > 0 {
		effect = stationary
	}
	t.Emit(EffectChecked{c.Unit, effect, true})
	return nil
}

// marshalRule is the rule by which a 'jack marshal lends a point (WM-X-JM-1): it
// pays for one run, charge, additional attack or boost and is gone with the activation.
const marshalRule = "WM-X-JM-1"

// maintain rolls for the continuous effects on the player's models, then resolves
// those that stay, all at once (WM-MAINT-2, WM-MAINT-3). It reports whether the
// battle ended with it.
func (b *Battle) maintain(t *rules.Turn) (over bool) {
	type burn struct {
		at     modelRef
		effect string
	}
	var stay []burn
	for i := range b.info {
		if b.info[i].seat != b.s.Turn {
			continue
		}
		for k := range b.s.Units[i].Models {
			r := modelRef{i, k}
			m := b.model(r)
			for _, effect := range [2]string{fire, corrosion} {
				if m.Gone || effect == fire && !m.Fire || effect == corrosion && !m.Corrode {
					continue
				}
				ends := ContinuousEffectEnds(t.Roller)
				t.Emit(EffectChecked{b.id(r), effect, ends})
				if !ends {
					stay = append(stay, burn{r, effect})
				}
			}
		}
	}
	for _, x := range stay {
		if !b.modelInPlay(x.at) {
			continue
		}
		amount := CorrosionDamage
		if x.effect == fire {
			amount = FireDamage(t.Roller, b.arm(x.at.unit))
		}
		b.damageModel(t, x.at, noUnit, 0, amount, "WM-MAINT-3")
	}
	return len(stay) > 0 && b.endIfWon(t)
}
