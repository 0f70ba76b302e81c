package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// featureOf returns the id of the feature of a terrain part.
func (b *Battle) featureOf(part int) string { return b.field.Terrain[part].feature() }

// demolitionOf adds the facts of Ferocious Demolition to u (WC-MABL-3).
func (b *Battle) demolitionOf(c *UseAbility, u *ruling.AbilityUse, i int) *rules.Fault {
	if !b.board {
		d := valueOr(c.TerrainDistance, rules.One)
		u.TerrainDistance = &d
		for k, id := range c.Moved {
			j := b.find(id)
			if j < 0 || !b.inPlay(j) {
				return rules.Faultf(rules.OutOfRange, rules.At("moved", k), "%q is no fighter in play", id)
			}
			u.Moved = append(u.Moved, ruling.Displaced{Kind: "fighter", ID: id, Wounds: b.info[j].profile.Wounds, Allocated: b.s.Fighters[j].Damage})
		}
		return nil
	}
	d := 1000.0
	for k := range b.parts {
		if b.featureOf(k) == c.Feature && b.partStands(k) {
			d = min(d, b.partDistance(i, k))
		}
	}
	m := measuredDec(d)
	u.TerrainDistance = &m
	for j := range b.info {
		if _, part := b.onSurface(b.s.Fighters[j].At.flat(), b.s.Fighters[j].At.z()); b.inPlay(j) && part >= 0 && b.featureOf(part) == c.Feature {
			u.Moved = append(u.Moved, ruling.Displaced{Kind: "fighter", ID: b.id(j), Wounds: b.info[j].profile.Wounds, Allocated: b.s.Fighters[j].Damage})
		}
	}
	return nil
}

// partDistance returns the distance from a fighter's base to a terrain part, in inches.
func (b *Battle) partDistance(i, k int) float64 {
	w, s := &b.s.Fighters[i], &b.parts[k]
	h := max(0, s.distance(w.At.flat(), w.At.flat())-b.info[i].radius)
	return (vec{h, max(0, s.bottom-w.At.z(), w.At.z()-s.top)}).length()
}

// demolish removes a feature and places the fighters that stood on it on the floor, where they
// suffer impact damage one after the other (WC-MABL-3).
func (b *Battle) demolish(t *rules.Turn, c *UseAbility, u ruling.AbilityUse, i int) {
	t.Emit(Demolished{Feature: c.Feature})
	for _, m := range u.Moved {
		j := b.find(m.ID)
		at := b.s.Fighters[j].At
		if b.board {
			at.Z = 0
			if !b.mayStand(j, at) {
				if room, ok := (&placeSearch{centre: at.flat()}).next(b, j); ok {
					at = room
				}
			}
		}
		t.Emit(Placed{Fighter: m.ID, At: at, Law: "WC-MABL-3"})
	}
	for _, m := range ruling.ResolveAbility(t.Roller, u).Moved {
		if m.Damage > 0 {
			b.allocateDamage(t, b.find(m.ID), m.Damage, i, "impact")
		}
	}
}
