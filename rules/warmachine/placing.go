package warmachine

import (
	"math"

	"oriflamme/rules"
)

// Models that a spell puts elsewhere (WM-PLACE-1 to WM-PLACE-6): they have not moved,
// so nobody strikes at them. How far is the spell's amount, from where the model
// stood.

// placing is the effect of a spell that puts a model elsewhere.
const placing = "place"

// places is how far a spell puts its target; 0 if it does not.
func (s *SpellProfile) places() Inches {
	for _, e := range s.Effects {
		if e.Kind == placing {
			return Inches(e.Amount) * Inch
		}
	}
	return 0
}

// spotOf is where a spell puts its target, or the rule that forbids the place. On a
// measured table the players put it there.
func (b *Battle) spotOf(c Cast, profile *SpellProfile, at modelRef) (to *Spot, fault *rules.Fault) {
	far := profile.places()
	switch {
	case (far == 0 || !b.board) && (c.To != nil || c.Facing != nil):
		return nil, UnknownField("to")
	case far == 0 || !b.board:
		return nil, nil
	case c.To == nil:
		return nil, MissingField("to")
	}
	m := b.model(at)
	to = &Spot{c.To.X, c.To.Y, m.Facing}
	if c.Facing != nil {
		to.Facing = Degrees(*c.Facing * 1000 / rules.One).Whole()
	}
	if PointDistance(m.at(), *c.To) > far {
		return nil, rules.Breaks("WM-X-FOC-7", "to", "it is put %s inches away at most", far)
	}
	if v := b.placement(at, *c.To).Resolve().Violations; len(v) > 0 {
		return nil, rules.Breaks(v[0].Rule, "to", "it may not be put there: %s", v[0].Subject)
	}
	return to, nil
}

// placement is what the rules ask of a model that is put at a point.
func (b *Battle) placement(r modelRef, at Point) PlacementInput {
	c := &b.info[r.unit]
	in := PlacementInput{Disc: Disc{Place(at), c.radius}, Room: b.onTable(at, c.radius), FriendlyTrooper: c.profile.Kind == "unit", Commander: r.model == b.s.Units[r.unit].Lead}
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if o := (modelRef{i, k}); o != r && b.modelInPlay(o) && b.s.Units[i].Placed {
				in.Others = append(in.Others, b.disc(o))
			}
		}
	}
	for n := range b.pieces {
		p := &b.pieces[n]
		switch {
		case p.bars:
			in.Terrain = append(in.Terrain, Barrier{"impassable", p.Polygon})
		case p.stops:
			in.Terrain = append(in.Terrain, Barrier{"obstacle", p.Polygon})
		}
	}
	if in.FriendlyTrooper {
		lead, far := b.disc(modelRef{r.unit, b.s.Units[r.unit].Lead}), b.commandRange(r.unit)
		in.InFormationBefore, in.InFormationAfter = InFormation(b.disc(r), lead, far), InFormation(in.Disc, lead, far)
	}
	return in
}

// applyShift leaves a model where it was put; what held it lets go.
func (b *Battle) applyShift(e Shifted) {
	r, _ := b.findModel(e.Unit)
	b.releaseLocks(r.unit)
	if e.To == nil {
		return
	}
	b.forgetExtent(r.unit)
	m := b.model(r)
	m.X, m.Y, m.Facing = e.To.X, e.To.Y, e.To.Facing
}

// spots are the places that are offered for a spell that puts its target elsewhere:
// round the compass, as far as it goes.
func (b *Battle) spots(c Cast) []Cast {
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
	var all []Cast
	from, far := b.model(at).at(), float64(profile.places()-stopShort)
	for n := range compass {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / compass)
		to := Point{from.X + RoundInches(x*far), from.Y + RoundInches(y*far)}
		c.To = &to
		if _, _, fault := b.castOf(c); fault == nil {
			all = append(all, c)
		}
	}
	return all
}
