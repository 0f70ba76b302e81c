package warmaster

import (
	"cmp"
	"slices"

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
		HitsSuffered: b.s.Units[i].Suffered, Type: b.info[i].profile.Type, Flying: b.flies(i), Protection: b.protection(i),
		Shooters: []ruling.DrivingUnit{{ID: b.id(by), Distance: cmFromSquare(square, rect.FineUnits)}}, Obstacles: c.Obstacles,
	}
	full := ruling.CM(b.info[i].pace.Full)
	in.FullPace = &full
	back := drivenWay{}
	if b.board {
		if fault := rules.OutOfRangeIf(len(c.Obstacles) > 0, "obstacles", "the board tells them"); fault != nil {
			return fault
		}
		back = b.drivenWayOf(t, i, by, min(b.info[i].pace.Full, 6*in.HitsSuffered))
		in.Obstacles = back.obstacles
	} else if fault := in.Check(); fault != nil {
		return fault
	}
	r := in.Resolve(t.Roller)
	if r.Dispersed {
		b.destroy(t, i, by, "dispersed", "WR-DRIVE-12")
	} else {
		b.moveDriven(t, i, by, r, in, back)
	}
	if b.s.Phase == phaseDriveBack && len(b.unitsToDriveBack()) == 0 {
		b.endShooting(t)
	}
	return nil
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
	t.Emit(e)
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
	for j, s := range b.otherStands(i, passing...) {
		enemy := b.info[j].seat != b.info[i].seat
		switch how := r.RelationTo(*s); {
		case how == rect.Apart || how == rect.Touch && !enemy:
			continue
		case enemy:
			return "enemy-unit", noUnit
		case b.engaged(j):
			return "engaged-unit", noUnit
		}
		return "friend", j
	}
	return "", noUnit
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

// sidestep finds the shortest straight way of a friend in eight directions.
func (b *Battle) sidestep(friend int, blocks []rect.Block, unit int) ([]Spot, bool) {
	for d := 1; d <= b.info[friend].pace.Full; d++ {
		for _, dir := range []int{0, 5, 10, 15, 2, 8, 12, 18} {
			spots := moveSpots(b.s.Units[friend].Spots, rect.Toward(dir).Times(grainsPerCM*int64(d)))
			if !anyOverlapping(b.blocksOf(friend, spots), blocks) && b.standsFree(friend, spots, unit) {
				return spots, true
			}
		}
	}
	return nil, false
}
