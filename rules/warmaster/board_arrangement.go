package warmaster

import (
	"encoding/json"
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
)

// An arrangement is a way in which the stands of a unit may stand at the end of a move that
// leaves a choice. Key is a phrase of the content.
type arrangement struct {
	key   string
	spots []Spot
}

// possible returns the arrangements that the player could state, too: in formation, and such as
// accept allows.
func (b *Battle) possible(i int, all []arrangement, accept func([]Spot) *rules.Fault) (some []arrangement) {
	for _, a := range all {
		if _, fault := b.formationOf(i, a.spots, ""); fault == nil && accept(a.spots) == nil {
			some = append(some, a)
		}
	}
	return some
}

// askArrangement lets the player of a unit place its stands: in one of some arrangements, or in
// any other that accept allows. It returns the spots and their formation.
func (b *Battle) askArrangement(t *rules.Turn, rule string, i int, why string, all []arrangement, accept func([]Spot) *rules.Fault) ([]Spot, string) {
	offers := make([]rules.Offer[Place], len(all))
	for k, a := range all {
		offers[k] = rules.Offer[Place]{Key: a.key, Value: placeOf(a.spots)}
		for _, s := range a.spots {
			offers[k].Spots = append(offers[k].Spots, b.spotView(i, s))
		}
	}
	q := rules.ValueQuestion{Rule: rule, Seat: b.info[i].seat, Why: why, Of: rules.ShapeStands, Unit: b.id(i)}
	chosen := rules.AskValue(t, q, offers, func(p Place) *rules.Fault {
		spots, _, fault := b.readPlace(i, &p, "")
		if fault == nil {
			fault = accept(spots)
		}
		return fault
	})
	spots, form, _ := b.readPlace(i, &chosen, "")
	return spots, form
}

// sameSpots reports whether two arrangements have stands at the same spots, in any order.
func sameSpots(one, two []Spot) bool {
	return len(one) == len(two) && !slices.ContainsFunc(one, func(s Spot) bool { return !slices.Contains(two, s) })
}

// withArrangement adds an arrangement to a list that has none like it.
func withArrangement(all []arrangement, key string, spots []Spot) []arrangement {
	if slices.ContainsFunc(all, func(a arrangement) bool { return sameSpots(a.spots, spots) }) {
		return all
	}
	return append(all, arrangement{key, spots})
}

// aroundStand returns the ways in which a unit stands in a formation with one of its stands at a
// spot.
func (b *Battle) aroundStand(i int, at Spot, form string) (all [][]Spot) {
	spots := b.formationSpots(i, at.point(), at[2], form)
	for k := range spots {
		middle := spots[(k+len(spots)/2)%len(spots)] // the middle first
		all = append(all, moveSpots(spots, at.point().Minus(middle.point())))
	}
	return all
}

// point is the centre of a stand.
func (s Spot) point() rect.Point { return rect.Point{X: int64(s[0]), Y: int64(s[1])} }

// huddle arranges a unit around one of its stands, each further stand flush to one that is
// placed, where allowed takes it. It returns nil where a stand finds no place.
func (b *Battle) huddle(i, lead int, at Spot, allowed func([]Spot) bool) []Spot {
	spots := make([]Spot, b.s.Units[i].Stands)
	spots[lead] = at
	placed := []rect.Block{b.blockAt(i, at)}
	for k := range spots {
		if k == lead {
			continue
		}
		found := false
		for n := 0; n < len(placed) && !found; n++ {
			aside := placed[n].ToLeft().Times(2 * b.info[i].halfFront / rect.Grain)
			behind := placed[n].Ahead().Times(-2 * b.info[i].halfDepth / rect.Grain)
			for _, by := range [4]rect.Point{aside, aside.Times(-1), behind, behind.Times(-1)} {
				to := placed[n].Moved(by)
				spot := Spot{int(to.Centre.X), int(to.Centre.Y), to.Dir}
				if anyOverlapping(placed, []rect.Block{to}) || !allowed([]Spot{spot}) {
					continue
				}
				spots[k], found, placed = spot, true, append(placed, to)
				break
			}
		}
		if !found {
			return nil
		}
	}
	return spots
}

// anyNumber is a number of arrangements that no list reaches.
const anyNumber = 1000

// A lead is the stand of a unit that goes straight away from an enemy, and where it ends.
type lead struct {
	stand int
	way   rect.Point
	end   Spot
}

// leadsAway lists the stands that may lead a unit straight away from another: those of the
// closest pairs, each with its direction once (WR-EVADE-1, WR-DRIVE-7).
func (b *Battle) leadsAway(i, j int) (all []lead) {
	for _, pair := range b.closestPairs(i, j) {
		l := lead{stand: pair[0], way: b.s.Units[i].blocks[pair[0]].Away(b.s.Units[j].blocks[pair[1]])}
		if l.way == (rect.Point{}) { // a Wizard inside the unit is on no side of it
			l.way = b.s.Units[i].blocks[0].Centre.Minus(b.s.Units[j].blocks[0].Centre)
		}
		if l.way == (rect.Point{}) {
			l.way = b.s.Units[i].blocks[0].Ahead().Times(-1)
		}
		if !slices.ContainsFunc(all, func(o lead) bool { return o.stand == l.stand && o.way == l.way }) {
			all = append(all, l)
		}
	}
	return all
}

// after returns the lead with its end after a distance.
func (l lead) after(b *Battle, i int, distance rules.Dec) lead {
	l.end = moveSpots(b.s.Units[i].Spots[l.stand:l.stand+1], along(l.way, distance))[0]
	return l
}

// checkAround refuses spots of a unit that has gone away from another: a stand is where a lead
// ends, facing as it faced unless it turns freely; no other is nearer to the enemy than that
// stand; all are on the table, where nobody else is (WR-EVADE-3, WR-DRIVE-7).
func (b *Battle) checkAround(i, enemy int, leads []lead, spots []Spot, turns bool, rule string) *rules.Fault {
	if _, fault := b.formationOf(i, spots, ""); fault != nil {
		return fault
	}
	blocks := b.blocksOf(i, spots)
	least := int64(-1)
	for _, l := range leads {
		for k, s := range spots {
			if s.point() == l.end.point() && (turns || s[2] == l.end[2]) {
				least = max(least, leastDistance(blocks[k:k+1], b.s.Units[enemy].blocks))
			}
		}
	}
	if least < 0 {
		return rules.Breaks(rule, "", "no stand is where the first one ends")
	}
	for k, r := range blocks {
		if fault := rules.FirstFault(
			rules.ForbidIf(leastDistance(blocks[k:k+1], b.s.Units[enemy].blocks) < least, rule, "", "a stand is nearer to the enemy than the first one"),
			rules.ForbidIf(!b.ground.onTable(r), "WR-EDGE-1", "", "the table ends there"),
			b.checkRoom(i, r, false, ""),
		); fault != nil {
			return fault
		}
	}
	return nil
}

// arrangementsAround lists ways in which a unit stands around its first stand: as it stood, in
// line, or else in column, or else as it finds room. It stops when it has found most of them.
func (b *Battle) arrangementsAround(i int, leads []lead, headings []int, most int, accept func([]Spot) *rules.Fault) (all []arrangement) {
	p := &b.s.Units[i]
	for _, l := range leads {
		if spots := moveSpots(p.Spots, l.end.point().Minus(p.Spots[l.stand].point())); l.end[2] == p.Spots[l.stand][2] && accept(spots) == nil {
			all = withArrangement(all, "as-before", spots)
			break
		}
	}
	for _, form := range [2]string{"line", "column"} {
		if form == "column" && len(all) > 0 {
			break
		}
		for _, dir := range headings {
			if len(all) >= most {
				return all
			}
			all = b.addFirst(all, i, leads, dir, form, accept)
		}
	}
	if len(all) > 0 || p.Stands == 1 {
		return all
	}
	for _, l := range leads {
		spots := b.huddle(i, l.stand, l.end, func(s []Spot) bool { return b.standsFree(i, s) })
		if spots != nil && accept(spots) == nil {
			return withArrangement(all, "irregular", spots)
		}
	}
	return all
}

// addFirst adds the first accepted arrangement in a formation that faces a direction.
func (b *Battle) addFirst(all []arrangement, i int, leads []lead, dir int, form string, accept func([]Spot) *rules.Fault) []arrangement {
	for _, l := range leads {
		for _, spots := range b.aroundStand(i, Spot{l.end[0], l.end[1], dir}, form) {
			if accept(spots) == nil {
				return withArrangement(all, form, spots)
			}
		}
	}
	return all
}

var _ rules.ReplyPlacer = (*Battle)(nil)

// snapWithin is how far a finger may be from a place, in board units, to mean it.
const snapWithin = 150

// ReplyAt returns the places of a unit's stands that a person points at: stand by stand, or the
// unit as a whole. The stand nearest to an offered place goes there, and the others go flush to
// their neighbours where that is meant.
func (b *Battle) ReplyAt(q *rules.Question, spots []rules.Spot) (json.RawMessage, []rules.Spot, *rules.Fault) {
	i := b.find(q.Unit)
	switch {
	case !b.board || i == noUnit || q.Shape != rules.ShapeStands || len(q.Spots) == 0:
		return nil, nil, rules.Faultf(rules.OutOfRange, "", "no place answers this question")
	case len(spots) == 1 && b.s.Units[i].Stands > 1:
		spots = movedTo(q.Spots, spots[0])
	}
	if len(spots) != b.s.Units[i].Stands {
		return nil, nil, rules.Faultf(rules.OutOfRange, "", "the unit has %d stands", b.s.Units[i].Stands)
	}
	at := make([]Spot, len(spots))
	for k, s := range spots {
		at[k] = b.spotOf(s)
	}
	var offered []Spot
	for _, o := range q.Spots {
		for _, s := range o {
			offered = append(offered, b.spotOf(s))
		}
	}
	at = b.snapped(i, at, offered)
	p := placeOf(at)
	if _, _, fault := b.readPlace(i, &p, ""); fault != nil {
		return nil, nil, fault
	}
	value, err := rules.EncodeResult(p)
	if err != nil {
		return nil, nil, rules.Faultf(rules.WrongType, "", "%v", err)
	}
	var shown []rules.Spot
	for _, s := range at {
		shown = append(shown, b.spotView(i, s))
	}
	return value, shown, nil
}

// movedTo moves the stands of the offered answer that is nearest to a spot together, so that the middle
// of them all, at which a page shows an answer, is there, and turns them about it to face as it does.
func movedTo(offered [][]rules.Spot, to rules.Spot) (all []rules.Spot) {
	facing, least := turnOf(directionOf(to.Turn)), math.Inf(1)
	for _, stands := range offered {
		var x, y float64
		for _, s := range stands {
			x, y = x+s.X/float64(len(stands)), y+s.Y/float64(len(stands))
		}
		turn := math.Remainder(facing-stands[0].Turn, 360)
		off := math.Hypot(to.X-x, to.Y-y) + math.Abs(turn)/360
		if off >= least {
			continue
		}
		least, all = off, slices.Clone(stands)
		sin, cos := math.Sincos(turn * math.Pi / 180)
		for k, s := range stands {
			all[k].X, all[k].Y = to.X+(s.X-x)*cos-(s.Y-y)*sin, to.Y+(s.X-x)*sin+(s.Y-y)*cos
			all[k].Turn += turn
		}
	}
	return all
}

// spotOf is the spot nearest to one on a view; it faces the nearest of the twenty directions.
func (b *Battle) spotOf(s rules.Spot) Spot {
	return Spot{int(math.Round(s.X * boardUnitsPerCM)), int(math.Round(s.Y * boardUnitsPerCM)), directionOf(s.Turn)}
}

// directionOf returns the index of the direction of the board nearest to a turn on a view, in degrees.
func directionOf(turn float64) (best int) {
	least := math.Inf(1)
	for d := range rect.Directions {
		if off := math.Abs(math.Remainder(turnOf(d)-turn, 360)); off < least {
			best, least = d, off
		}
	}
	return best
}

// snapped moves the stand nearest to an offered place there, the others along with it, and then
// each of them to an offered place or flush to a placed stand, if that is near.
func (b *Battle) snapped(i int, at, offered []Spot) []Spot {
	first, to, least := 0, offered[0], int64(math.MaxInt64)
	for k, s := range at {
		for _, o := range offered {
			if d := o.point().Minus(s.point()).Square(); d < least {
				first, to, least = k, o, d
			}
		}
	}
	at = moveSpots(at, to.point().Minus(at[first].point()))
	placed := []rect.Block{b.blockAt(i, at[first])}
	for k := range at {
		if k == first {
			continue
		}
		candidates := offered
		for _, r := range placed {
			aside, behind := r.ToLeft().Times(2*b.info[i].halfFront/rect.Grain), r.Ahead().Times(-2*b.info[i].halfDepth/rect.Grain)
			for _, by := range [4]rect.Point{aside, aside.Times(-1), behind, behind.Times(-1)} {
				c := r.Centre.Plus(by)
				candidates = append(candidates[:len(candidates):len(candidates)], Spot{int(c.X), int(c.Y), at[k][2]})
			}
		}
		best, near := at[k], int64(snapWithin*snapWithin)
		for _, c := range candidates {
			if d := c.point().Minus(at[k].point()).Square(); d <= near && !anyOverlapping(placed, []rect.Block{b.blockAt(i, Spot{c[0], c[1], at[k][2]})}) {
				best, near = Spot{c[0], c[1], at[k][2]}, d
			}
		}
		at[k] = best
		placed = append(placed, b.blockAt(i, best))
	}
	return at
}
