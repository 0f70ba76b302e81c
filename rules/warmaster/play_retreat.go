package warmaster

import (
	"math"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// play moves a beaten unit back (WR-RET-1 to WR-RET-10).
func (c Retreat) play(b *Battle, t *rules.Turn) *rules.Fault {
	i := b.find(c.Unit)
	if fault := rules.FirstFault(
		b.checkPhase(c.Seat, phaseRetreat),
		rules.ForbidIf(!slices.Contains(b.s.Fight.Waiting, i), "WR-RET-1", "unit", "it does not retreat now"),
	); fault != nil {
		return fault
	}
	p := &b.s.Units[i]
	in := ruling.RetreatInput{
		Difference: b.s.Fight.Retreat, LosingUnits: 1, Type: b.info[i].profile.Type, Protection: b.protection(i), HitsMarked: p.Marked,
		Formation: "regular", Guide: c.Guide,
	}
	if p.Form == "irregular" || p.Form == "broken" {
		in.Formation = "irregular"
	}
	if c.AwayFrom != "any" {
		in.AwayFrom = c.AwayFrom
	}
	var step rect.Point
	var friends []int
	if b.board {
		if fault := rules.OutOfRangeIf(c.Enemies != nil || len(c.Stands)+len(c.Friends) > 0, "stands", "the board tells them"); fault != nil {
			return fault
		}
		b.countEnemies(i, &in)
		if fault := in.Check(); fault != nil {
			return fault
		}
		step = b.retreatVector(i, in)
		friends = b.findMeetings(t, i, &in, step)
	} else if fault := b.readStatedRetreat(i, c, &in); fault != nil {
		return fault
	}
	r := in.Resolve(t.Roller)
	b.emitRetreat(t, i, in, r, step, friends)
	b.nextStep(t)
	return nil
}

// readStatedRetreat takes the facts that players state of a retreat.
func (b *Battle) readStatedRetreat(i int, c Retreat, in *ruling.RetreatInput) *rules.Fault {
	if fault := b.requireList(c.Clear, len(c.Stands), "way_clear", "stands"); fault != nil {
		return fault
	}
	n := b.s.Units[i].Stands
	in.Stands, in.Friends, in.EnemyStands = c.Stands, c.Friends, rules.ValueOr(c.Enemies, ruling.EdgeCounts{Front: 1})
	if len(in.Stands) == 0 {
		in.Stands = make([]ruling.RetreatingStand, n)
		for k := range in.Stands {
			in.Stands[k].EnemyStands = in.EnemyStands
		}
	}
	for k, f := range c.Friends {
		j, fault := b.ownUnit(b.info[i].seat, f.ID, rules.At("friends", k)+".id")
		if fault == nil {
			fault = rules.ForbidIf(b.engaged(j) || j == i, "WR-RET-4", rules.At("friends", k)+".id", "it fights")
		}
		if fault != nil {
			return fault
		}
	}
	return rules.FirstFault(rules.OutOfRangeIf(len(in.Stands) != n, "stands", "one line a stand"), in.Check())
}

// countEnemies counts the enemy stands on the edges of a unit and of each of its stands.
// Stands on corners count if no edge has any; without any contact the side that faces the
// nearest enemy of the engagement counts (ruling A-35).
func (b *Battle) countEnemies(i int, in *ruling.RetreatInput) {
	blocks := b.s.Units[i].blocks
	in.Stands = make([]ruling.RetreatingStand, len(blocks))
	for _, corners := range [2]bool{false, true} {
		for _, j := range b.enemiesTouching(i) {
			for _, q := range b.s.Units[j].blocks {
				sides := [4]bool{}
				for k, r := range blocks {
					if r.RelationTo(q) != rect.Touch {
						continue
					}
					how := rect.ContactOf(r.Rect(1), q.Rect(1))
					if how.Along == corners {
						continue
					}
					side := how.A.Side
					if how.A.Corner {
						side = [4]rect.Side{rect.Front, rect.Front, rect.Rear, rect.Rear}[how.A.At]
					}
					*in.Stands[k].EnemyStands.Of(side)++
					sides[side] = true
				}
				for side, yes := range sides {
					if yes {
						*in.EnemyStands.Of(rect.Side(side))++
					}
				}
			}
		}
		if in.EnemyStands.Sum() > 0 {
			return
		}
	}
	side := b.sideTowards(i)
	*in.EnemyStands.Of(side)++
	for k := range in.Stands {
		*in.Stands[k].EnemyStands.Of(side)++
	}
}

// sideTowards is the side of a unit's first stand that faces the nearest enemy of
// the engagement.
func (b *Battle) sideTowards(i int) rect.Side {
	r := b.s.Units[i].blocks[0]
	best, least := rect.Front, int64(-1)
	for _, j := range b.stillInPlay(b.s.Fight.Units[opponent(b.info[i].seat)]) {
		for _, q := range b.s.Units[j].blocks {
			d := q.Centre.Minus(r.Centre)
			if least >= 0 && d.Square() >= least {
				continue
			}
			least = d.Square()
			most := int64(-1 << 62)
			for s := rect.Front; s <= rect.Left; s++ {
				if k := d.Dot(rect.Toward(r.Outward(s))); k > most {
					best, most = s, k
				}
			}
		}
	}
	return best
}

// retreatVector is the vector of a retreat on the board.
func (b *Battle) retreatVector(i int, in ruling.RetreatInput) rect.Point {
	counts, _ := in.Counts()
	from := in.AwayFrom
	if from == "" {
		from = counts.Directions()[0]
	}
	side := rect.Side(slices.Index(ruling.SideNames[:], from))
	h := rect.Toward(b.s.Units[i].blocks[in.LeadingStand()].Outward(side))
	return h.Times(-int64(in.Difference) * grainsPerCM)
}

// findMeetings finds what each stand of a retreating unit meets on the board, and asks
// friends to make way (WR-RET-4 to WR-RET-6).
func (b *Battle) findMeetings(t *rules.Turn, i int, in *ruling.RetreatInput, step rect.Point) (friends []int) {
	answers, stop := map[int]bool{}, b.retreatStop(i, step)
	for k, r := range b.s.Units[i].blocks {
		end := r.Moved(step)
		add := func(what string, friend *string) {
			in.Stands[k].Meets = append(in.Stands[k].Meets, ruling.RetreatObstacle{What: what, Friend: friend})
		}
		if !b.ground.onTable(end) {
			add("table-edge", nil)
		}
		for _, a := range b.ground.areas {
			if !b.mayEnter(i, a) && r.SweepRelation(step, a.block) == rect.Overlap {
				add("impassable-terrain", nil)
				break
			}
		}
		for j := range b.info {
			if j == i || b.info[j].isCharacter() || !b.inPlay(j) {
				continue
			}
			over, touching := b.sweeps(j, r, r.Moved(stop), step)
			switch enemy := b.info[j].seat != b.info[i].seat; {
			case enemy && over:
				add("enemy-stand", nil)
			case enemy && touching && !slices.Contains(b.s.Fight.Units[b.info[j].seat], j) && !(b.sparesWhoFight() && b.engaged(j)):
				add("unengaged-enemy-contact", nil)
			case enemy || !over:
			case b.s.Units[j].Retreated > 0:
				add("retreated-friend", nil)
			case b.engaged(j):
				add("engaged-friend", nil)
			default:
				if _, found := answers[j]; !found {
					answers[j] = b.makesWay(t, j, i, step)
					in.Friends = append(in.Friends, ruling.FriendInWay{ID: b.id(j), MakesWay: answers[j], FullPace: ruling.CM(b.info[j].pace.Full)})
					if answers[j] {
						friends = append(friends, j)
					}
				}
				id := b.id(j)
				add("friend", &id)
			}
		}
	}
	return friends
}

// sweeps reports whether a stand passes over a unit on its way, and whether it ends in
// contact with it.
func (b *Battle) sweeps(j int, r, end rect.Block, step rect.Point) (over, touching bool) {
	for _, s := range b.s.Units[j].blocks {
		over = over || r.SweepRelation(step, s) == rect.Overlap
		touching = touching || end.RelationTo(s) != rect.Apart
	}
	return over, touching
}

// makesWay asks a friend to make way; a friend that finds no way refuses (WR-PROV-8).
func (b *Battle) makesWay(t *rules.Turn, friend, unit int, step rect.Point) bool {
	if t.Ask("WR-RET-4", b.info[friend].seat, "make-way", "make-way", "refuse") != 0 {
		return false
	}
	end := b.blocksOf(unit, b.endOfRetreat(unit, step))
	if !anyOverlapping(b.s.Units[friend].blocks, end) {
		return true
	}
	_, ok := b.sidestep(friend, end, unit)
	return ok
}

// emitRetreat emits the events of a retreat.
func (b *Battle) emitRetreat(t *rules.Turn, i int, in ruling.RetreatInput, r ruling.RetreatResult, step rect.Point, friends []int) {
	p := &b.s.Units[i]
	var gone []int
	law := ""
	for k, s := range r.Stands {
		if s.Destroyed {
			gone, law = append(gone, k), string(s.Reason)
		}
	}
	if r.UnitDestroyed {
		t.Emit(HitsTaken{Unit: b.id(i), Why: "retreat", Law: law, Removed: p.Stands})
		b.destroy(t, i, b.creditedWinner(i), "retreat", "WR-DEST-1")
		return
	}
	if len(gone) > 0 {
		e := HitsTaken{Unit: b.id(i), Why: "retreat", Law: law, Removed: len(gone), Marked: p.Marked}
		if b.board {
			e.Which, e.Form = gone, b.formationAfter(i, gone)
		} else if r.StandsLeft == 1 {
			e.Form = "single"
		}
		t.Emit(e)
	}
	e := Retreated{Unit: b.id(i), Distance: in.Difference, AwayFrom: r.AwayFrom, Formed: in.Regular(), Passed: r.FriendsPassed}
	if b.board {
		e.Spots = b.endOfRetreat(i, step)
		for _, j := range friends {
			b.clearWay(t, j, b.blocksOf(i, e.Spots), i)
		}
		if r.LeavesTable && !b.stopsAtEdge() {
			e.Spots = b.backOnTable(i, e.Spots)
		}
	}
	t.Emit(e)
	if b.option("make-way") == "six" {
		if r.UnitConfused {
			b.confuse(t, i, "WR-PROV-8")
		}
		for _, id := range r.ConfusedFriends {
			b.confuse(t, b.find(id), "WR-PROV-8")
		}
	}
	if r.LeavesTable {
		b.rollEdge(t, i, e.Spots, false)
	}
}

// creditedWinner is an enemy unit that fought a beaten one and gets the credit for it.
func (b *Battle) creditedWinner(i int) int {
	for _, l := range b.s.Fight.StartContacts {
		if l[0] == i && !b.s.Units[l[1]].Gone {
			return l[1]
		}
		if l[1] == i && !b.s.Units[l[0]].Gone {
			return l[0]
		}
	}
	return noUnit
}

// endOfRetreat returns the spots of a unit after its retreat.
func (b *Battle) endOfRetreat(i int, step rect.Point) []Spot {
	return moveSpots(b.s.Units[i].Spots, b.retreatStop(i, step))
}

// retreatStop is the vector of a unit's retreat, shortened so that a unit that crosses an
// edge of the table ends at that edge (WR-EDGE-4).
func (b *Battle) retreatStop(i int, step rect.Point) rect.Point {
	if !b.stopsAtEdge() {
		return step
	}
	lo, hi := rect.Bounds(b.s.Units[i].blocks...)
	step.X, step.Y = shortenVector(step.X, step.Y, -lo.X, b.ground.width-hi.X)
	step.Y, step.X = shortenVector(step.Y, step.X, -lo.Y, b.ground.depth-hi.Y)
	return step
}

// shortenVector shortens a vector of two components so that the first stays between two
// bounds around 0; the direction stays the same.
func shortenVector(one, other, least, most int64) (cut, with int64) {
	cut = min(max(one, least), most)
	if cut == one {
		return one, other
	}
	return cut, int64(math.Round(float64(other) * float64(cut) / float64(one)))
}

// backOnTable shifts spots that stick out over an edge onto the table; over the far and the
// right edge by more than they stick out. Versions that do not stop at the edge fought so.
func (b *Battle) backOnTable(i int, spots []Spot) []Spot {
	lo, _ := rect.Bounds(b.blocksOf(i, spots)...)
	by := rect.Point{X: max(0, -lo.X), Y: max(0, -lo.Y)}
	for _, r := range b.blocksOf(i, moveSpots(spots, by)) {
		for _, c := range r.Corners {
			by.X = min(by.X, by.X+b.ground.width-c.X)
			by.Y = min(by.Y, by.Y+b.ground.depth-c.Y)
		}
	}
	return moveSpots(spots, by)
}

// edgeBeside is the direction along the edge of the table that is nearest to a unit, as long
// as a heading.
func (b *Battle) edgeBeside(i int) rect.Point {
	lo, hi := rect.Bounds(b.s.Units[i].blocks...)
	if min(lo.X, b.ground.width-hi.X) < min(lo.Y, b.ground.depth-hi.Y) {
		return rect.Point{X: 0, Y: rect.Grain}
	}
	return rect.Point{X: rect.Grain, Y: 0}
}

// returnSpots returns the spots at which a unit comes back to the table: where it left, or
// as near along the edge as there is room.
func (b *Battle) returnSpots(i int) []Spot {
	if !b.board {
		return nil
	}
	was := b.s.Units[i].Spots
	if b.info[i].isCharacter() {
		return was
	}
	left, far := rect.Toward((was[0][2]+5)%20), int64(40)
	if b.stopsAtEdge() {
		left, far = b.edgeBeside(i), max(b.ground.width, b.ground.depth)/boardUnitsPerCM
	}
	if own := rect.Toward((was[0][2] + 5) % 20); b.favoursNoEdge() && (left.Dot(own) < 0 || left.Dot(own) == 0 && left.Dot(rect.Toward(was[0][2])) < 0) {
		left = left.Times(-1) // towards its own left
	}
	for k := range far {
		for _, n := range [2]int64{grainsPerCM * k, -grainsPerCM * k} {
			spots := moveSpots(was, left.Times(n))
			if b.standsFree(i, spots) {
				return spots
			}
		}
	}
	return was
}
