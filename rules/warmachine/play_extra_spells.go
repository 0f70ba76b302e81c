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
	for n, name := range keep {
		k := slices.IndexFunc(b.s.Effects, func(e enchantment) bool {
			return e.Until == 0 && b.info[e.By].seat == b.s.Turn && b.upkeepName(e) == name
		})
		if k < 0 {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "is not in play")
		}
		by := b.s.Effects[k].By
		if b.s.Units[by].Focus < ruling.UpkeepCost {
			return rules.Breaks("WM-CTRL-3", rules.At("keep", n), "nobody can pay for it")
		}
		t.Emit(FocusSpent{b.info[by].id, "upkeep", ruling.UpkeepCost, law{"WM-X-FOC-4"}})
	}
	b.endUpkeep(t, b.s.Turn, keep)
	return nil
}

// endUpkeep ends the upkeep spells of a seat that it does not keep (WM-CTRL-3).
func (b *Battle) endUpkeep(t *rules.Turn, seat rules.Seat, keep []string) {
	ends := func(e enchantment) bool {
		return e.Until == 0 && b.info[e.By].seat == seat && !slices.Contains(keep, b.upkeepName(e))
	}
	for k := slices.IndexFunc(b.s.Effects, ends); k >= 0; k = slices.IndexFunc(b.s.Effects, ends) {
		e := b.s.Effects[k]
		t.Emit(SpellEnded{b.info[e.By].id, e.Spell, law{"WM-CTRL-3"}})
	}
}

// upkeepName returns the name by which EndControl keeps an upkeep spell: its id, after that of its
// caster where two casters of a player know a spell of this id, each their own.
func (b *Battle) upkeepName(e enchantment) string {
	if name := b.info[e.By].id + ":" + e.Spell; b.names[name] != nil {
		return name
	}
	return e.Spell
}

// addSpellNames names the spells that two casters of a player know after their casters.
func (f *fixed) addSpellNames() *rules.Fault {
	for i := range f.info {
		for j := range f.info {
			c, o := &f.info[i], &f.info[j]
			if i == j || c.seat != o.seat || f.setup.Version < 5 {
				continue
			}
			for _, s := range c.profile.Spells {
				if o.profile.spell(s.ID) == noUnit {
					continue
				}
				own := rules.Text{}
				for lang, name := range s.Name {
					own[lang] = name + " (" + c.name + ")"
				}
				f.names[c.id+":"+s.ID] = own
			}
		}
	}
	return nil
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

// marshalOf returns the 'jack marshal in play that may lend a warjack a point, or noUnit.
func (b *Battle) marshalOf(i int) int {
	by := b.info[i].controller
	if !b.combat || by == noUnit || !b.info[by].profile.JackMarshal || !b.unitInPlay(by) || b.crippled(i, cortexSystem) {
		return noUnit
	}
	return by
}

// lendAfterMove has a warjack that comes into the command range of its 'jack marshal be lent its
// point, and one that goes out of it lose the point unspent. At a table the players have stated that
// it acts in command range.
func (b *Battle) lendAfterMove(t *rules.Turn) {
	i := b.s.Acting
	if i == noUnit || !b.board || !b.sinceVersion5() || b.marshalOf(i) == noUnit || !b.unitInPlay(i) {
		return
	}
	near, lent := b.inCommand(b.marshalOf(i), i, false), b.s.Activation.MarshalPointUsed
	switch {
	case near && !lent:
		t.Emit(FocusReceived{b.info[i].id, 1, law{marshalRule}})
	case !near && lent && b.s.Units[i].Focus > 0:
		t.Emit(FocusSpent{b.info[i].id, "out-of-command", 1, law{marshalRule}})
	}
}

// holdsLentPoint reports whether all the focus of the active warjack is the point that its 'jack
// marshal has lent it: it pays for no power attack.
func (b *Battle) holdsLentPoint() bool {
	return b.s.Activation.MarshalPointUsed && b.s.Units[b.s.Acting].Focus == 1 && b.sinceVersion5()
}

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
