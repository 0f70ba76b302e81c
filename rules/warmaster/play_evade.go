package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// play moves a unit on its own initiative straight away from the nearest enemy
// that it sees (WR-EVADE-1 to WR-EVADE-8).
func (c Evade) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.actingUnit(c.Seat, c.Unit, phaseOrders)
	if fault != nil {
		return fault
	}
	j, fault := b.enemyUnit(c.Seat, c.Enemy, "enemy")
	if fault != nil {
		return fault
	}
	r, _ := b.allowance(i, "evade")
	if fault := rules.FirstFault(
		b.mayInitiate(i, moveEvade),
		b.checkNearest(i, j, c.Visible, nil, c.From, c.Ignore, c.Past),
		rules.ForbidIf(c.Distance > r.Allowance, "WR-EVADE-2", "distance_cm", "it is farther than the full pace"),
	); fault != nil {
		return fault
	}
	e := Moved{Unit: c.Unit, Why: "evade", Distance: c.Distance, Pace: "full", Form: b.s.Units[i].Form, Cover: "none"}
	through := c.Through
	if b.placesFreely() {
		way, fault := b.evadeWay(i, j, c.Choice, c.Distance)
		if fault == nil {
			fault = rules.ForbidIf(len(through) > 0 && !slices.Equal(through, b.ids(way.through)), "WR-EVADE-8", "through", "the board says otherwise")
		}
		if fault != nil {
			return fault
		}
		all := b.evadeEnds(i, j, way, anyNumber)
		if len(all) == 0 {
			return b.noRoomToEvade(i, way)
		}
		through = b.ids(way.through)
		e.Spots, e.Form = b.askArrangement(t, "WR-EVADE-3", i, "evade-place", all, func(spots []Spot) *rules.Fault {
			return b.checkEvadeEnd(i, j, way, spots)
		})
	} else if b.board {
		f, fault := b.evadeEndOf(i, j, c.Choice, c.Distance)
		if fault == nil {
			fault = rules.ForbidIf(len(through) > 0 && !slices.Equal(through, b.ids(f.through)), "WR-EVADE-8", "through", "the board says otherwise")
		}
		if fault != nil {
			return fault
		}
		e.Spots, e.Form, through = f.spots, f.form, b.ids(f.through)
	} else {
		if fault := b.checkStatedEvade(c, i); fault != nil {
			return fault
		}
		if b.statesFacts() {
			e.Form = b.formOf(i, c.Form)
		}
	}
	t.Emit(e)
	for _, id := range through {
		b.confuse(t, b.find(id), "WR-EVADE-8")
	}
	return nil
}

// checkStatedEvade refuses stated facts of an evade at a measured table that break a rule.
func (b *Battle) checkStatedEvade(c Evade, i int) *rules.Fault {
	if fault := rules.FirstFault(
		b.requireFact(c.End != nil, "end_enemy_distance_cm"), b.requireStated(c.Visible != nil, "visible"), b.requireBursts(c),
		rules.ForbidIf(rules.ValueOr(c.End, 0) < ruling.LeastGap, "WR-EVADE-6", "end_enemy_distance_cm", "an enemy is too near"),
	); fault != nil {
		return fault
	}
	for k, id := range c.Through {
		q, fault := b.ownUnit(c.Seat, id, rules.At("through", k))
		if fault == nil {
			fault = rules.FirstFault(
				rules.OutOfRangeIf(q == i || slices.Contains(c.Through[:k], id), rules.At("through", k), "is there twice, or evades"),
				rules.ForbidIf(b.engaged(q), "WR-EVADE-7", rules.At("through", k), "it fights"),
			)
		}
		if fault != nil {
			return fault
		}
	}
	return nil
}

// requireBursts refuses an evade at a measured table that does not say whether the unit bursts
// through friends.
func (b *Battle) requireBursts(c Evade) *rules.Fault {
	none := c.Bursts
	if none != nil {
		no := !*c.Bursts
		none = &no
	}
	return b.requireList(none, len(c.Through), "bursts_through", "through")
}

// evadeEnd is where an evading unit ends on the board.
type evadeEnd struct {
	spots   []Spot
	form    string
	through []int // friends that it bursts through
}

// evadeWay is the way of the first stand of an evading unit, and the friends that it bursts
// through.
type evadeWay struct {
	lead
	through []int
}

// evadeWay moves the stand nearest to the enemy straight away from it (WR-EVADE-1, WR-EVADE-2).
func (b *Battle) evadeWay(i, j, choice int, distance rules.Dec) (w evadeWay, fault *rules.Fault) {
	pairs := b.closestPairs(i, j)
	if choice >= len(pairs) {
		return w, rules.Faultf(rules.OutOfRange, "choice", "there are %d pairs", len(pairs))
	}
	from := b.s.Units[i].blocks[pairs[choice][0]]
	w.lead = lead{stand: pairs[choice][0], way: from.Away(b.s.Units[j].blocks[pairs[choice][1]])}
	if w.way == (rect.Point{}) {
		return w, rules.Breaks("WR-STATE-3", "unit", "it touches the enemy")
	}
	w.lead = w.after(b, i, distance)
	w.through, fault = b.checkEvadePath(i, from, along(w.way, distance))
	return w, fault
}

// checkEvadeEnd refuses spots at which an evading unit may not end: around its first stand, which
// may turn, and 1 cm from every enemy (WR-EVADE-2, WR-EVADE-3, WR-EVADE-6).
func (b *Battle) checkEvadeEnd(i, j int, w evadeWay, spots []Spot) *rules.Fault {
	return rules.FirstFault(
		b.checkAround(i, j, []lead{w.lead}, spots, true, "WR-EVADE-3"),
		rules.ForbidIf(!b.clearOf(i, b.blocksOf(i, spots)), "WR-EVADE-6", "", "an enemy is too near"),
	)
}

// evadeEnds lists ways in which an evading unit may stand: facing as before, away from the enemy
// or towards it, or else in any direction; at most so many.
func (b *Battle) evadeEnds(i, j int, w evadeWay, most int) []arrangement {
	accept := func(spots []Spot) *rules.Fault { return b.checkEvadeEnd(i, j, w, spots) }
	all := b.arrangementsAround(i, []lead{w.lead}, b.evadeFacings(w.end[2], w.way), most, accept)
	if len(all) == 0 && b.evadesFacingAnyWay() {
		return b.arrangementsAround(i, []lead{w.lead}, facingsFrom(w.end[2]), most, accept)
	}
	return all
}

// noRoomToEvade is the fault of an evade for which a unit finds no room: on a friend, or anywhere
// else (WR-EVADE-6, WR-EVADE-7).
func (b *Battle) noRoomToEvade(i int, w evadeWay) *rules.Fault {
	end := []rect.Block{b.blockAt(i, w.end)}
	for _, j := range w.through {
		if anyOverlapping(end, b.s.Units[j].blocks) {
			return rules.Breaks("WR-EVADE-7", "distance_cm", "it must come out beyond %s", b.id(j))
		}
	}
	return rules.Breaks("WR-EVADE-6", "distance_cm", "there is no room for the unit")
}

// mayEvade reports whether a unit finds a place when it evades over a distance.
func (b *Battle) mayEvade(i, j int, distance rules.Dec) bool {
	if !b.placesFreely() {
		_, fault := b.evadeEndOf(i, j, 0, distance)
		return fault == nil
	}
	w, fault := b.evadeWay(i, j, 0, distance)
	return fault == nil && len(b.evadeEnds(i, j, w, 1)) > 0
}

// evadeEndOf moves the stand nearest to the enemy straight away from it and places the
// others in formation around it, none nearer to the enemy (WR-EVADE-3).
func (b *Battle) evadeEndOf(i, j, choice int, distance rules.Dec) (f evadeEnd, fault *rules.Fault) {
	pairs := b.closestPairs(i, j)
	if choice >= len(pairs) {
		return f, rules.Faultf(rules.OutOfRange, "choice", "there are %d pairs", len(pairs))
	}
	lead := pairs[choice][0]
	from := b.s.Units[i].blocks[lead]
	way := from.Away(b.s.Units[j].blocks[pairs[choice][1]])
	if way == (rect.Point{}) {
		return f, rules.Breaks("WR-STATE-3", "unit", "it touches the enemy")
	}
	by := along(way, distance)
	if f.through, fault = b.checkEvadePath(i, from, by); fault != nil {
		return f, fault
	}
	end := from.Centre.Plus(by)
	fault = rules.Breaks("WR-EVADE-6", "distance_cm", "there is no room for the unit")
	for _, form := range [2]string{"line", "column"} {
		for _, dir := range b.evadeFacings(from.Dir, way) {
			spots := b.formationSpots(i, end, dir, form)
			for _, s := range spots {
				moved := moveSpots(spots, end.Minus(rect.Point{X: int64(s[0]), Y: int64(s[1])}))
				if b.mayEvadeTo(i, moved) {
					f.spots, f.form = moved, form
					if len(moved) == 1 {
						f.form = "single"
					}
					return f, nil
				}
			}
		}
	}
	return f, fault
}

// evadeFacings lists the facings to try at the end of an evade: as before, away from the
// enemy, and towards it. Of two directions that are equally near to the way it is the one that
// needs less turning.
func (b *Battle) evadeFacings(dir int, way rect.Point) []int {
	best, most := dir, -1.0
	for d, h := range rect.Directions {
		k := float64(h[0])*float64(way.X) + float64(h[1])*float64(way.Y)
		if k > most || k == most && b.evadesFacingAnyWay() && turnBetween(d, dir) < turnBetween(best, dir) {
			best, most = d, k
		}
	}
	return []int{dir, best, (best + 10) % 20}
}

// turnBetween is the number of steps of a turn from one direction of the board to another.
func turnBetween(one, other int) int {
	n := (one - other + len(rect.Directions)) % len(rect.Directions)
	return min(n, len(rect.Directions)-n)
}

// facingsFrom lists all directions of the board, those with the least turn from a direction first.
func facingsFrom(dir int) []int {
	all := []int{dir}
	for n := 1; len(all) < len(rect.Directions); n++ {
		all = append(all, (dir+n)%len(rect.Directions))
		if len(all) < len(rect.Directions) {
			all = append(all, (dir-n+len(rect.Directions))%len(rect.Directions))
		}
	}
	return all
}

// closestPairs lists the pairs of stands of two units with the least distance.
func (b *Battle) closestPairs(i, j int) (pairs [][2]int) {
	least := int64(-1)
	for k, r := range b.s.Units[i].blocks {
		for l, s := range b.s.Units[j].blocks {
			d := r.Distance(s)
			if least < 0 || d < least {
				least, pairs = d, nil
			}
			if d == least {
				pairs = append(pairs, [2]int{k, l})
			}
		}
	}
	return pairs
}

// checkEvadePath finds the friends that the first stand passes over, or refuses the way
// (WR-EVADE-5, WR-EVADE-7).
func (b *Battle) checkEvadePath(i int, from rect.Block, by rect.Point) (through []int, fault *rules.Fault) {
	if b.flies(i) {
		return nil, nil
	}
	for _, a := range b.ground.areas {
		if !b.mayEnter(i, a) && from.SweepRelation(by, a.block) == rect.Overlap {
			return nil, rules.Breaks("WR-EVADE-5", "distance_cm", "%s is in the way", a.Kind)
		}
	}
	for j, s := range b.otherStands(i) {
		if from.SweepRelation(by, *s) != rect.Overlap || slices.Contains(through, j) {
			continue
		}
		if b.info[j].seat != b.info[i].seat || b.engaged(j) {
			return nil, rules.Breaks("WR-EVADE-5", "distance_cm", "%s is in the way", b.id(j))
		}
		through = append(through, j)
	}
	return through, nil
}

// mayEvadeTo reports whether an evading unit may end at some spots.
func (b *Battle) mayEvadeTo(i int, spots []Spot) bool {
	return b.standsFree(i, spots) && b.clearOf(i, b.blocksOf(i, spots))
}
