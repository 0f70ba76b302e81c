package warmachine

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: the costs and rolls of the Maintenance
// and Control Phases.

// upkeep pays for the spells that the player keeps, one point each (WM-X-FOC-4), and ends
// the player's other spells (WM-CTRL-3).
func (b *Battle) upkeep(t *rules.Turn, keep []string) *rules.Fault {
	for n, spell := range keep {
		by := b.upkeepCaster(spell)
		if by == noUnit {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "is not in play")
		}
		if b.s.Units[by].Focus < ruling.UpkeepCost {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "nobody can pay for it")
		}
		t.Emit(FocusSpent{b.info[by].id, "upkeep", ruling.UpkeepCost, law{"WM-X-FOC-4"}})
	}
	ends := func(e enchantment) bool {
		return e.Until == 0 && b.info[e.By].seat == b.s.Turn && !slices.Contains(keep, e.Spell)
	}
	for k := slices.IndexFunc(b.s.Effects, ends); k >= 0; k = slices.IndexFunc(b.s.Effects, ends) {
		e := b.s.Effects[k]
		t.Emit(SpellEnded{b.info[e.By].id, e.Spell, law{"WM-CTRL-3"}})
	}
	return nil
}

// upkeepCaster returns the caster of an upkeep spell of the player that is in play, or
// noUnit.
func (b *Battle) upkeepCaster(spell string) int {
	for _, e := range b.s.Effects {
		if e.Spell == spell && e.Until == 0 && b.info[e.By].seat == b.s.Turn {
			return e.By
		}
	}
	return noUnit
}

// playShake has a warcaster or warjack stand up in the Control Phase, or stop being
// stationary (WM-X-FOC-3).
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
	t.Emit(FocusSpent{c.Unit, "shake", 1, law{"WM-X-FOC-3"}})
	effect := knockDown
	if b.s.Units[i].Models[0].StationaryUntil > 0 {
		effect = stationary
	}
	t.Emit(EffectChecked{c.Unit, effect, true})
	return nil
}

// marshalRule is the rule by which a 'jack marshal lends a point (WM-X-JM-1). The point pays
// for one run, charge, additional attack or boost and is lost at the end of the activation.
const marshalRule = "WM-X-JM-1"

// maintain rolls for the continuous effects on the player's models, then resolves those that
// continue, all at once (WM-MAINT-2, WM-MAINT-3). It reports whether the battle ended.
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
				ends := ruling.ContinuousEffectEnds(t.Roller)
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
		amount := ruling.CorrosionDamage
		if x.effect == fire {
			amount = ruling.FireDamage(t.Roller, b.arm(x.at.unit))
		}
		b.damageModel(t, x.at, noUnit, 0, amount, "WM-MAINT-3")
	}
	return len(stay) > 0 && b.endIfWon(t)
}

// Models that a spell places (WM-PLACE-1 to WM-PLACE-6) have not moved, so no enemy makes a
// free strike. The amount of the spell is the greatest distance from their place.

// placing is the effect of a spell that places a model.
const placing = "place"

// places returns how far a spell may place its target; 0 if it does not place it.
func (s *SpellProfile) places() ruling.Inches {
	for _, e := range s.Effects {
		if e.Kind == placing {
			return ruling.Inches(e.Amount) * ruling.Inch
		}
	}
	return 0
}

// spotOf returns where a spell places its target, or the fault that forbids the place. On a
// measured table the players place it, and the spot is nil.
func (b *Battle) spotOf(c Cast, profile *SpellProfile, at modelRef) (to *Spot, fault *rules.Fault) {
	far := profile.places()
	switch {
	case (far == 0 || !b.board) && (c.To != nil || c.Facing != nil):
		return nil, rules.Unexpected("to")
	case far == 0 || !b.board:
		return nil, nil
	case c.To == nil:
		return nil, rules.Missing("to")
	}
	m := b.model(at)
	to = &Spot{c.To.X, c.To.Y, m.Facing}
	if c.Facing != nil {
		to.Facing = ruling.Degrees(*c.Facing * 1000 / rules.One).Whole()
	}
	if ruling.PointDistance(m.at(), *c.To) > far {
		return nil, rules.Breaks("WM-X-FOC-7", "to", "it is put %s inches away at most", far)
	}
	if v := b.placement(at, *c.To).Resolve().Violations; len(v) > 0 {
		return nil, rules.Breaks(v[0].Rule, "to", "it may not be put there: %s", v[0].Subject)
	}
	return to, nil
}

// placement returns the input of the ruling on placing a model at a point.
func (b *Battle) placement(r modelRef, at ruling.Point) ruling.PlacementInput {
	c := &b.info[r.unit]
	in := ruling.PlacementInput{Disc: ruling.Disc{Place: ruling.Place(at), Radius: c.radius}, Others: b.otherBases(r), Room: b.onTable(at, c.radius), FriendlyTrooper: c.profile.Kind == "unit", Commander: r.model == b.s.Units[r.unit].Lead}
	for n := range b.pieces {
		p := &b.pieces[n]
		switch {
		case p.bars:
			in.Terrain = append(in.Terrain, ruling.Barrier{Kind: "impassable", Polygon: p.Polygon})
		case p.stops:
			in.Terrain = append(in.Terrain, ruling.Barrier{Kind: "obstacle", Polygon: p.Polygon})
		}
	}
	if in.FriendlyTrooper {
		lead, far := b.disc(b.lead(r.unit)), b.commandRange(r.unit)
		in.InFormationBefore, in.InFormationAfter = ruling.InFormation(b.disc(r), lead, far), ruling.InFormation(in.Disc, lead, far)
	}
	return in
}

// applyShift places a model and ends the locks on it.
func (b *Battle) applyShift(e Shifted) {
	r, _ := b.findModel(e.Unit)
	b.releaseLocks(r.unit)
	if e.To == nil {
		return
	}
	b.forgetExtent(r.unit)
	b.model(r).Spot = *e.To
}

// offeredPlacements returns the places that are offered for a spell that places its target: in all
// directions, as far as it allows.
func (b *Battle) offeredPlacements(c Cast) []rules.Command {
	p := &b.info[b.s.Acting].profile
	profile := &p.Spells[p.spell(c.Spell)]
	at := modelRef{b.s.Acting, 0}
	if c.Target != "" {
		at, _ = b.findModel(c.Target)
		if r := b.ids[c.Target]; r.model == noUnit {
			at = b.nearest(modelRef{b.s.Acting, 0}, r.unit)
		}
		c.Target = b.id(at)
	}
	var all []rules.Command
	from, far := b.model(at).at(), float64(profile.places()-stopGap)
	for n := range directionCount {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / directionCount)
		to := ruling.Point{X: from.X + ruling.RoundInches(x*far), Y: from.Y + ruling.RoundInches(y*far)}
		c.To = &to
		if _, _, fault := b.castOf(c); fault == nil {
			all = append(all, c)
		}
	}
	return all
}
