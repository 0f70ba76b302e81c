package warmaster

import (
	"cmp"
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// unitsToDriveBack lists the units that shooting hit in this phase and that have still to be
// driven back (WR-DRIVE-1).
func (b *Battle) unitsToDriveBack() []int {
	return slices.DeleteFunc(b.units(opponent(b.s.Turn)), func(i int) bool { return b.s.Units[i].Suffered == 0 })
}

// play drives back a unit; its owner chooses the order of units (WR-DRIVE-2).
func (c DriveBack) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.actingUnit(c.Seat, c.Unit, phaseDriveBack)
	if fault == nil {
		fault = rules.ForbidIf(b.s.Units[i].Suffered == 0, "WR-DRIVE-1", "unit", "it was not hit")
	}
	if fault != nil {
		return fault
	}
	by, square := b.nearestShooter(i)
	in := ruling.DriveInput{
		HitsSuffered: b.s.Units[i].Suffered, Type: b.info[i].profile.Type, Flying: b.flies(i), Protection: b.protectionFrom(i, b.s.Units[by].blocks),
		Shooters: []ruling.DrivingUnit{{ID: b.id(by), Distance: cmFromSquare(square, rect.FineUnits)}},
	}
	full := ruling.CM(b.info[i].pace.Full)
	in.FullPace = &full
	back := drivenWay{}
	if b.placesFreely() {
		if fault := rules.OutOfRangeIf(len(c.Obstacles) > 0, "obstacles", "the board tells them"); fault != nil {
			return fault
		}
		b.driveUnit(t, i, by, in)
		b.endDriveBack(t)
		return nil
	}
	if b.board {
		if fault := rules.OutOfRangeIf(len(c.Obstacles) > 0, "obstacles", "the board tells them"); fault != nil {
			return fault
		}
		back = b.drivenWayOf(t, i, by, min(b.info[i].pace.Full, 6*in.HitsSuffered))
		in.Obstacles = back.obstacles
	} else {
		if back.friendAt, fault = b.statedObstacles(i, c, &in); fault != nil {
			return fault
		}
	}
	r := in.Resolve(t.Roller)
	if r.Dispersed {
		b.destroy(t, i, by, "dispersed", "WR-DRIVE-12")
	} else {
		b.moveDriven(t, i, by, r, in, back)
	}
	b.endDriveBack(t)
	return nil
}

// endDriveBack begins the Combat phase when no unit is left to drive back.
func (b *Battle) endDriveBack(t *rules.Turn) {
	if b.s.Phase == phaseDriveBack && len(b.unitsToDriveBack()) == 0 {
		b.endShooting(t)
	}
}

// driveUnit drives a unit back over the board: its stand nearest to the driving unit goes
// straight away from it, as far as the dice say; friends whom that stand meets are asked to make
// way; then the player arranges the others around it (WR-DRIVE-3 to WR-DRIVE-13).
func (b *Battle) driveUnit(t *rules.Turn, i, by int, in ruling.DriveInput) {
	thrown := in.Throw(t.Roller)
	if thrown.Dispersed() {
		b.destroy(t, i, by, "dispersed", "WR-DRIVE-12")
		return
	}
	leads := b.leadsAway(i, by)
	if n := b.chooseLead(t, i, leads, thrown.Distance()); n != noUnit {
		leads = leads[n : n+1]
	}
	back := b.leadWay(t, i, leads[0], thrown.Distance())
	in.Obstacles = back.obstacles
	r := in.Meet(t.Roller, thrown)
	e := Driven{Unit: b.id(i), From: b.id(by), Dice: r.DiceCount, Distance: r.DistanceCm, Moved: r.MovedCm, Form: b.s.Units[i].Form}
	if r.StoppedBy != nil {
		e.Stopped = in.Obstacles[*r.StoppedBy].What
	}
	e.Spots = b.s.Units[i].Spots
	for ; e.Moved > 0; e.Moved = max(0, e.Moved-rules.One) {
		ends, asides, all := b.drivenEnds(i, by, leads, back.friends, e.Moved)
		if len(all) == 0 {
			continue
		}
		for _, m := range asides {
			t.Emit(m)
		}
		e.Spots = all[0].spots
		if b.s.Units[i].Stands > 1 {
			e.Spots, e.Form = b.askArrangement(t, "WR-DRIVE-7", i, "driven-place", all, func(spots []Spot) *rules.Fault {
				return b.checkAround(i, by, ends, spots, false, "WR-DRIVE-7")
			})
		}
		break
	}
	b.finishDriven(t, i, e, r, back)
}

// chooseLead lets the player choose which of several stands goes first, if their ways differ in
// what they meet. It returns the index of the lead, or noUnit where any may lead.
func (b *Battle) chooseLead(t *rules.Turn, i int, leads []lead, distance int) int {
	if len(leads) == 1 {
		return 0
	}
	meets := false
	keys := make([]string, len(leads))
	for k, l := range leads {
		keys[k] = "stand-" + strconv.Itoa(l.stand+1)
		for d := 1; d <= distance && !meets; d++ {
			what, _ := b.obstacleAt(i, b.blockAt(i, l.after(b, i, ruling.CM(d)).end), nil)
			meets = what != ""
		}
	}
	if !meets {
		return noUnit
	}
	return t.Ask("WR-DRIVE-7", b.info[i].seat, "lead", keys...)
}

// leadWay follows the first stand of a driven unit centimetre by centimetre up to a distance, and
// asks friends whom it meets to make way; one that finds no way has refused (WR-DRIVE-9 to
// WR-DRIVE-13, WR-PROV-8).
func (b *Battle) leadWay(t *rules.Turn, i int, l lead, distance int) (w drivenWay) {
	w.direction = l.way
	end := []rect.Block{b.blockAt(i, l.after(b, i, ruling.CM(distance)).end)}
	for d := 1; d <= distance; d++ {
		what, friend := b.obstacleAt(i, b.blockAt(i, l.after(b, i, ruling.CM(d)).end), w.friends)
		if what == "friend" {
			what = "friend-refuses"
			can := !anyOverlapping(b.s.Units[friend].blocks, end)
			if !can {
				_, can = b.sidestep(friend, end, i)
			}
			if can && t.Ask("WR-DRIVE-9", b.info[friend].seat, "make-way", "make-way", "refuse") == 0 {
				what = "friend-makes-way"
				w.friends = append(w.friends, friend)
			}
		}
		if what == "" {
			continue
		}
		w.obstacles = append(w.obstacles, ruling.Obstacle{What: what, At: ruling.CM(d - 1)})
		w.friendAt = append(w.friendAt, friend)
		if what != "friend-makes-way" {
			return w
		}
	}
	return w
}

// drivenEnds works out where the first stand of a driven unit ends after a distance, how the
// friends in its place step aside, and how the unit may then stand.
func (b *Battle) drivenEnds(i, by int, leads []lead, friends []int, distance rules.Dec) (ends []lead, asides []Moved, all []arrangement) {
	for _, l := range leads {
		ends = append(ends, l.after(b, i, distance))
	}
	after := b
	end := []rect.Block{b.blockAt(i, ends[0].end)}
	for _, j := range friends {
		if !anyOverlapping(b.s.Units[j].blocks, end) {
			continue
		}
		spots, ok := after.sidestep(j, end, i)
		if !ok {
			return nil, nil, nil
		}
		p := &b.s.Units[j]
		asides = append(asides, Moved{Unit: b.id(j), Why: "make-way", Pace: "full", Form: p.Form, Cover: p.Cover, Spots: spots})
		if after == b {
			after = b.Clone().(*Battle)
		}
		after.Apply(asides[len(asides)-1])
	}
	all = after.arrangementsAround(i, ends, []int{ends[0].end[2]}, anyNumber, func(spots []Spot) *rules.Fault {
		return after.checkAround(i, by, ends, spots, false, "WR-DRIVE-7")
	})
	return ends, asides, all
}

// statedObstacles takes what players state of the way of a driven unit. It returns the friend at
// each obstacle, or noUnit.
func (b *Battle) statedObstacles(i int, c DriveBack, in *ruling.DriveInput) (friends []int, fault *rules.Fault) {
	if fault := b.requireList(c.Clear, len(c.Obstacles), "way_clear", "obstacles"); fault != nil {
		return nil, fault
	}
	for k, o := range c.Obstacles {
		at, friend := rules.At("obstacles", k)+".friend", noUnit
		named := o.Friend != ""
		if named {
			if friend, fault = b.ownUnit(c.Seat, o.Friend, at); fault != nil {
				return nil, fault
			}
		}
		if fault := rules.FirstFault(
			rules.MissingFieldIf(b.since(3) && !named && o.What == "friend-makes-way", at, "who makes way?"),
			rules.UnknownFieldIf(named && o.What != "friend-makes-way" && o.What != "friend-refuses", at, "only friends have one"),
			rules.ForbidIf(named && (friend == i || b.engaged(max(friend, 0))), "WR-DRIVE-9", at, "it cannot make way"),
			rules.OutOfRangeIf(named && slices.Contains(friends, friend), at, "is there twice"),
		); fault != nil {
			return nil, fault
		}
		in.Obstacles = append(in.Obstacles, ruling.Obstacle{What: o.What, At: o.At})
		friends = append(friends, friend)
	}
	return friends, in.Check()
}

// nearestShooter is the nearest of the units that shot at a unit (WR-DRIVE-6).
func (b *Battle) nearestShooter(i int) (by int, square int64) {
	shooters := b.s.Units[i].ShotBy
	if !b.board {
		return shooters[0], 0
	}
	by = slices.MinFunc(shooters, func(j, k int) int { return cmp.Compare(b.squaredDistance(i, j), b.squaredDistance(i, k)) })
	return by, b.squaredDistance(i, by)
}

// moveDriven moves a driven unit and confuses the units that the ruling names.
func (b *Battle) moveDriven(t *rules.Turn, i, by int, r ruling.DriveResult, in ruling.DriveInput, back drivenWay) {
	e := Driven{Unit: b.id(i), From: b.id(by), Dice: r.DiceCount, Distance: r.DistanceCm, Moved: r.MovedCm}
	if r.StoppedBy != nil {
		e.Stopped = in.Obstacles[*r.StoppedBy].What
	}
	if b.board && r.MovedCm > 0 {
		e.Spots = moveSpots(b.s.Units[i].Spots, along(back.direction, r.MovedCm))
		for _, j := range back.friends {
			b.clearWay(t, j, b.blocksOf(i, e.Spots), i)
		}
		for d := r.MovedCm; d > 0 && !b.standsFree(i, e.Spots); d -= rules.One {
			e.Moved = d - rules.One
			e.Spots = moveSpots(b.s.Units[i].Spots, along(back.direction, e.Moved))
		}
	}
	b.finishDriven(t, i, e, r, back)
}

// finishDriven emits the drive-back of a unit, rolls for one that left the table, and confuses
// the units that the ruling names.
func (b *Battle) finishDriven(t *rules.Turn, i int, e Driven, r ruling.DriveResult, back drivenWay) {
	t.Emit(e)
	b.askCoverAfter(t, i, e.Moved)
	if r.LeavesTable {
		b.rollEdge(t, i, e.Spots, false)
		if b.s.Phase == phaseOver {
			return
		}
	}
	if r.Confused && !b.s.Units[i].Gone {
		law := stopRules[e.Stopped]
		if e.Stopped == "" || e.Stopped == "table-edge" {
			law = "WR-DRIVE-8"
		}
		b.confuse(t, i, law)
	}
	for _, k := range r.ConfusedFriends {
		if k < len(back.friendAt) && back.friendAt[k] != noUnit {
			b.confuse(t, back.friendAt[k], "WR-DRIVE-11")
		}
	}
}

// askCoverAfter asks the other player at a measured table in which position troops end that were
// in cover when they were driven back (WR-PROV-5).
func (b *Battle) askCoverAfter(t *rules.Turn, i int, moved rules.Dec) {
	if p := &b.s.Units[i]; b.statesFacts() && moved > 0 && p.Cover != "none" {
		covers := []string{"none", "defended", "fortified"}
		cover := covers[t.Ask("WR-PROV-5", opponent(b.info[i].seat), "cover-after", covers...)]
		if cover != p.Cover {
			t.Emit(CoverChanged{Unit: b.id(i), Cover: cover})
		}
	}
}

// standsFree reports whether a unit could stand at some spots. The units in moving are ignored.
func (b *Battle) standsFree(i int, spots []Spot, moving ...int) bool {
	return !slices.ContainsFunc(b.blocksOf(i, spots), func(r rect.Block) bool {
		return !b.ground.onTable(r) || b.checkRoom(i, r, false, "", moving...) != nil
	})
}

// drivenWay is the straight way of a driven unit over the board, with the obstacles on it.
type drivenWay struct {
	direction rect.Point
	obstacles []ruling.Obstacle
	friendAt  []int // the friend at each obstacle, or noUnit
	friends   []int // friends who make way
}

// drivenWayOf follows the way of a driven unit centimetre by centimetre, and asks friends to
// make way (WR-DRIVE-7, WR-DRIVE-9 to WR-DRIVE-13).
func (b *Battle) drivenWayOf(t *rules.Turn, i, by, most int) (w drivenWay) {
	pair := b.closestPairs(i, by)[0]
	w.direction = b.s.Units[i].blocks[pair[0]].Away(b.s.Units[by].blocks[pair[1]])
	if w.direction == (rect.Point{}) { // a Wizard inside the unit is on no side of it
		w.direction = b.s.Units[i].blocks[0].Centre.Minus(b.s.Units[by].blocks[0].Centre).Plus(rect.Point{X: 0, Y: 1})
	}
	for d := 1; d <= most; d++ {
		for _, r := range b.blocksOf(i, moveSpots(b.s.Units[i].Spots, along(w.direction, ruling.CM(d)))) {
			what, friend := b.obstacleAt(i, r, w.friends)
			if what == "friend" {
				what = "friend-refuses"
				if t.Ask("WR-DRIVE-9", b.info[friend].seat, "make-way", "make-way", "refuse") == 0 {
					what = "friend-makes-way"
					w.friends = append(w.friends, friend)
				}
			}
			if what == "" {
				continue
			}
			w.obstacles = append(w.obstacles, ruling.Obstacle{What: what, At: ruling.CM(d - 1)})
			w.friendAt = append(w.friendAt, friend)
			if what != "friend-makes-way" {
				return w
			}
		}
	}
	return w
}

// obstacleAt is what a stand that is pushed back meets at a place, or "". The friends in
// passing make way.
func (b *Battle) obstacleAt(i int, r rect.Block, passing []int) (what string, friend int) {
	if !b.ground.onTable(r) {
		return "table-edge", noUnit
	}
	for _, a := range b.ground.areas {
		if !b.mayEnter(i, a) && a.block.RelationTo(r) == rect.Overlap {
			return "impassable-terrain", noUnit
		}
	}
	friend = noUnit
	for j, s := range b.otherStands(i, passing...) {
		enemy := b.info[j].seat != b.info[i].seat
		switch how := r.RelationTo(*s); {
		case how == rect.Apart || how == rect.Touch && !enemy:
			continue
		case enemy:
			return "enemy-unit", noUnit
		case b.engaged(j):
			what = "engaged-unit"
		case what == "":
			what, friend = "friend", j
		}
		if what != "" && !b.favoursNoEdge() { // the first in the order of the rosters
			return what, friend
		}
	}
	if what != "friend" {
		return what, noUnit
	}
	return what, friend
}

// clearWay moves a friend by the shortest way, at most its full pace, out of the places of a
// unit's stands. It reports whether there is such a way (WR-PROV-8).
func (b *Battle) clearWay(t *rules.Turn, friend int, blocks []rect.Block, unit int) bool {
	if !anyOverlapping(b.s.Units[friend].blocks, blocks) {
		return true
	}
	spots, ok := b.sidestep(friend, blocks, unit)
	if ok {
		p := &b.s.Units[friend]
		t.Emit(Moved{Unit: b.id(friend), Why: "make-way", Pace: "full", Form: p.Form, Cover: p.Cover, Spots: spots})
	}
	return ok
}

// sidestep finds the shortest straight way of a friend in eight directions; of two equal ways it
// takes the one farther back, or to its left. Before version 3 it took directions of the table.
func (b *Battle) sidestep(friend int, blocks []rect.Block, unit int) ([]Spot, bool) {
	facing, turns := b.s.Units[friend].Spots[0][2], [8]int{10, 5, 15, 0, 8, 12, 2, 18}
	if !b.favoursNoEdge() {
		facing, turns = 0, [8]int{0, 5, 10, 15, 2, 8, 12, 18}
	}
	for d := 1; d <= b.info[friend].pace.Full; d++ {
		for _, turn := range turns {
			spots := moveSpots(b.s.Units[friend].Spots, rect.Toward((facing+turn)%20).Times(grainsPerCM*int64(d)))
			if !anyOverlapping(b.blocksOf(friend, spots), blocks) && b.standsFree(friend, spots, unit) {
				return spots, true
			}
		}
	}
	return nil, false
}
