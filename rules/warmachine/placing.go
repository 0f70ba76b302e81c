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
func (s *SpellCard) places() Inches {
	for _, e := range s.Effects {
		if e.Kind == placing {
			return Inches(e.Amount) * Inch
		}
	}
	return 0
}

// spotOf is where a spell puts its target, or the rule that forbids the place. On a
// measured table the players put it there.
func (b *Battle) spotOf(c Cast, card *SpellCard, at ref) (to *Spot, fault *rules.Fault) {
	far := card.places()
	switch {
	case (far == 0 || !b.board) && (c.To != nil || c.Facing != nil):
		return nil, unknown("to")
	case far == 0 || !b.board:
		return nil, nil
	case c.To == nil:
		return nil, missing("to")
	}
	m := b.model(at)
	to = &Spot{c.To.X, c.To.Y, m.Facing}
	if c.Facing != nil {
		to.Facing = Degrees(*c.Facing * 1000 / rules.One).whole()
	}
	if apart(m.at(), *c.To) > far {
		return nil, rules.Breaks("WM-X-FOC-7", "to", "it is put %s inches away at most", far)
	}
	if v := b.placement(at, *c.To).judge().Violations; len(v) > 0 {
		return nil, rules.Breaks(v[0].Rule, "to", "it may not be put there: %s", v[0].Subject)
	}
	return to, nil
}

// placement is what the rules ask of a model that is put at a point.
func (b *Battle) placement(r ref, at Point) placement {
	c := &b.cards[r.i]
	in := placement{Disc: Disc{Place(at), c.radius}, Room: b.onTable(at, c.radius), FriendlyTrooper: c.p.Kind == "unit", Commander: r.k == b.s.Troops[r.i].Lead}
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			if o := (ref{i, k}); o != r && b.up(o) && b.s.Troops[i].Placed {
				in.Others = append(in.Others, b.disc(o))
			}
		}
	}
	for n := range b.pieces {
		p := &b.pieces[n]
		switch {
		case p.bars:
			in.Terrain = append(in.Terrain, barrier{"impassable", p.Polygon})
		case p.stops:
			in.Terrain = append(in.Terrain, barrier{"obstacle", p.Polygon})
		}
	}
	if in.FriendlyTrooper {
		lead, far := b.disc(ref{r.i, b.s.Troops[r.i].Lead}), b.command(r.i)
		in.InFormationBefore, in.InFormationAfter = inFormation(b.disc(r), lead, far), inFormation(in.Disc, lead, far)
	}
	return in
}

// applyShift leaves a model where it was put; what held it lets go.
func (b *Battle) applyShift(e Shifted) {
	r, _ := b.named(e.Unit)
	b.letGo(r.i)
	if e.To == nil {
		return
	}
	b.stirred(r.i)
	m := b.model(r)
	m.X, m.Y, m.Facing = e.To.X, e.To.Y, e.To.Facing
}

// spots are the places that are offered for a spell that puts its target elsewhere:
// round the compass, as far as it goes.
func (b *Battle) spots(c Cast) []Cast {
	p := &b.cards[b.s.Acting].p
	card := &p.Spells[p.spell(c.Spell)]
	at := ref{b.s.Acting, 0}
	if c.Target != "" {
		at, _ = b.named(c.Target)
		if r := b.ids[c.Target]; r.k == none {
			at = b.nearest(ref{b.s.Acting, 0}, r.i)
		}
		c.Target = b.id(at)
	}
	var all []Cast
	from, far := b.model(at).at(), float64(card.places()-shy)
	for n := range compass {
		y, x := math.Sincos(float64(n) * 2 * math.Pi / compass)
		to := Point{from.X + round(x*far), from.Y + round(y*far)}
		c.To = &to
		if _, _, fault := b.spelled(c); fault == nil {
			all = append(all, c)
		}
	}
	return all
}
