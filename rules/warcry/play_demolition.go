package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// featureOf returns the id of the feature of a terrain part.
func (b *Battle) featureOf(part int) string { return b.field.Terrain[part].feature() }

// demolitionOf adds the facts of Ferocious Demolition to u (WC-MABL-3).
func (b *Battle) demolitionOf(c *UseAbility, u *ruling.AbilityUse, i int) *rules.Fault {
	if !b.board {
		if f := stated("terrain_distance", c.TerrainDistance); b.keepsFacts() && f != nil {
			return f
		}
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
	if b.exactTerrain() {
		gone := b.fallsWith(c.Feature)
		for j := range b.info {
			w := &b.s.Fighters[j]
			_, part := b.onSurface(w.pos, w.z)
			if b.inPlay(j) && (part >= 0 && gone>>part&1 == 1 || w.ClimbsOn != "" && w.Climbing >= 0 && gone>>w.Climbing&1 == 1) {
				u.Moved = append(u.Moved, ruling.Displaced{Kind: "fighter", ID: b.id(j), Wounds: b.info[j].profile.Wounds, Allocated: w.Damage})
			}
		}
		return nil
	}
	for j := range b.info {
		if _, part := b.onSurface(b.s.Fighters[j].At.flat(), b.s.Fighters[j].At.z()); b.inPlay(j) && part >= 0 && b.featureOf(part) == c.Feature {
			u.Moved = append(u.Moved, ruling.Displaced{Kind: "fighter", ID: b.id(j), Wounds: b.info[j].profile.Wounds, Allocated: b.s.Fighters[j].Damage})
		}
	}
	return nil
}

// fallsWith returns, as bits, the standing parts of a feature and of all features that stand on it
// (WC-MABL-3).
func (b *Battle) fallsWith(feature string) (gone uint64) {
	for more := []string{feature}; len(more) > 0; more = more[1:] {
		for k := range b.parts {
			if b.featureOf(k) != more[0] || !b.partStands(k) || gone>>k&1 == 1 {
				continue
			}
			gone |= 1 << k
			for n := range b.parts {
				if b.parts[n].bottom > 0 && b.partStands(n) && gone>>n&1 == 0 && b.carries(k, n) {
					more = append(more, b.featureOf(n))
				}
			}
		}
	}
	return gone
}

// featuresOf returns the ids of the features of parts.
func (b *Battle) featuresOf(parts uint64) (ids []string) {
	for k := range b.parts {
		if f := b.featureOf(k); parts>>k&1 == 1 && !slices.Contains(ids, f) {
			ids = append(ids, f)
		}
	}
	return ids
}

// askDebris asks where on the floor a fighter from a demolished feature is placed that has no room
// straight below: as near to it as possible (WC-MABL-3). Without any room it stays there.
func (b *Battle) askDebris(t *rules.Turn, i, j int, below Point) Point {
	search := placeSearch{centre: below.flat()}
	best, ok := search.next(b, j)
	for ; ok && best.Z > 0; best, ok = search.next(b, j) {
		search.k++
	}
	if !ok {
		return below
	}
	distance := func(p Point) float64 { return p.flat().sub(below.flat()).length() }
	q := rules.ValueQuestion{Rule: "WC-MABL-3", Seat: b.info[i].seat, Why: "debris-point", Of: rules.ShapePoint, Unit: b.id(j)}
	offers := []rules.Offer[Point]{{Key: "debris-nearest", Value: best, Spots: []rules.Spot{b.spotAt(j, best)}}}
	return rules.AskValue(t, q, offers, func(p Point) *rules.Fault {
		return rules.ForbidIf(p.Z != 0 || !b.mayStand(j, p) || distance(p) > distance(best)+tolerance, "WC-MABL-3", "", "must be floor with room, as near as possible")
	})
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
	features := []string{c.Feature}
	if b.board && b.exactTerrain() {
		features = b.featuresOf(b.fallsWith(c.Feature))
	}
	for _, f := range features {
		t.Emit(Demolished{Feature: f})
	}
	for _, m := range u.Moved {
		j := b.find(m.ID)
		at := b.s.Fighters[j].At
		if b.board {
			at.Z = 0
			if !b.mayStand(j, at) && b.placesAnywhere() {
				at = b.askDebris(t, i, j, at)
			} else if !b.mayStand(j, at) {
				if room, ok := (&placeSearch{centre: at.flat()}).next(b, j); ok {
					at = room
				}
			}
		}
		e := Placed{Fighter: m.ID, At: at, Law: "WC-MABL-3"}
		if b.tableKnows() { // as near as possible to where it was: its contacts remain
			e.Near = b.ids(func(k int) bool { return b.touching(j, k) })
		}
		t.Emit(e)
	}
	for _, m := range ruling.ResolveAbility(t.Roller, u).Moved {
		if m.Damage > 0 {
			b.allocateDamage(t, b.find(m.ID), m.Damage, i, "impact")
		}
	}
}
