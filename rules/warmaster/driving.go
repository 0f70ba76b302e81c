package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

// driven are the units that shooting hit in this phase and that have still to be
// driven back (WR-DRIVE-1).
func (b *Battle) driven() (all []int) {
	for _, i := range b.units(other(b.s.Turn)) {
		if b.s.Pieces[i].Suffered > 0 {
			all = append(all, i)
		}
	}
	return all
}

// driveBack drives a unit back, in the order that its owner likes (WR-DRIVE-2).
func (b *Battle) driveBack(t *rules.Turn, c DriveBack) *rules.Fault {
	if fault := b.at(c.Seat, stageDrive); fault != nil {
		return fault
	}
	i, fault := b.myUnit(c.Seat, c.Unit, "unit")
	if fault == nil {
		fault = forbid(b.s.Pieces[i].Suffered == 0, "WR-DRIVE-1", "unit", "it was not hit")
	}
	if fault != nil {
		return fault
	}
	by, square := b.driver(i)
	in := driveInput{
		HitsSuffered: b.s.Pieces[i].Suffered, Type: b.cards[i].p.Type, Flying: b.flies(i), Protection: b.protection(i),
		Shooters: []drivingPiece{{b.id(by), rootOf(square, oblong.Fine)}}, Obstacles: c.Obstacles,
	}
	full := cm(b.cards[i].pace.full)
	in.FullPace = &full
	back := retreatWay{}
	if b.board {
		if fault := outside(len(c.Obstacles) > 0, "obstacles", "the board tells them"); fault != nil {
			return fault
		}
		back = b.wayBack(t, i, by, min(b.cards[i].pace.full, 6*in.HitsSuffered))
		in.Obstacles = back.obstacles
	} else if fault := in.check(); fault != nil {
		return fault
	}
	r := in.resolve(t.Cup)
	if r.Dispersed {
		b.destroy(t, i, by, "dispersed", "WR-DRIVE-12")
	} else {
		b.driveTo(t, i, by, r, in, back)
	}
	if b.s.Stage == stageDrive && len(b.driven()) == 0 {
		b.endShooting(t)
	}
	return nil
}

// driver is the nearest of the pieces that shot at a unit (WR-DRIVE-6).
func (b *Battle) driver(i int) (by int, square int64) {
	by, square = b.s.Pieces[i].ShotBy[0], 0
	if !b.board {
		return by, 0
	}
	square = b.square(i, by)
	for _, j := range b.s.Pieces[i].ShotBy[1:] {
		if d := b.square(i, j); d < square {
			by, square = j, d
		}
	}
	return by, square
}

// driveTo moves a driven unit and confuses who must be.
func (b *Battle) driveTo(t *rules.Turn, i, by int, r driveResult, in driveInput, back retreatWay) {
	e := Driven{Unit: b.id(i), From: b.id(by), Dice: r.DiceCount, Distance: r.DistanceCm, Moved: r.MovedCm}
	if r.StoppedBy != nil {
		e.Stopped = in.Obstacles[*r.StoppedBy].What
	}
	if b.board && r.MovedCm > 0 {
		e.Spots = shifted(b.s.Pieces[i].Spots, along(back.way, r.MovedCm))
		for _, j := range back.friends {
			b.clearWay(t, j, b.blocksOf(i, e.Spots), i)
		}
		for d := r.MovedCm; d > 0 && !b.standsFree(i, e.Spots); d -= rules.One {
			e.Moved = d - rules.One
			e.Spots = shifted(b.s.Pieces[i].Spots, along(back.way, e.Moved))
		}
	}
	t.Emit(e)
	if r.LeavesTable {
		b.rollEdge(t, i, e.Spots, false)
		if b.s.Stage == stageOver {
			return
		}
	}
	if r.Confused && !b.s.Pieces[i].Gone {
		law := "WR-DRIVE-8"
		switch e.Stopped {
		case "enemy-unit", "engaged-unit", "friend-refuses":
			law = "WR-DRIVE-9"
		case "impassable-terrain":
			law = "WR-DRIVE-10"
		}
		b.confuse(t, i, law)
	}
	for _, k := range r.ConfusedFriends {
		if k < len(back.names) && back.names[k] != none {
			b.confuse(t, back.names[k], "WR-DRIVE-11")
		}
	}
}

// standsFree tells whether a unit could stand at some spots.
func (b *Battle) standsFree(i int, spots []Spot) bool {
	for _, r := range b.blocksOf(i, spots) {
		if !b.ground.onTable(r) || b.roomFor(i, r, "") != nil {
			return false
		}
	}
	return true
}

// retreatWay is the straight way of a driven unit over the board, with what lies on it.
type retreatWay struct {
	way       oblong.Point
	obstacles []obstacle
	names     []int // the friend of each obstacle, or none
	friends   []int // who make way
}

// wayBack looks along the way of a driven unit, centimetre by centimetre, and
// asks friends to make way (WR-DRIVE-7, WR-DRIVE-9 to WR-DRIVE-13).
func (b *Battle) wayBack(t *rules.Turn, i, by, most int) (w retreatWay) {
	pair := b.closestPairs(i, by)[0]
	w.way = b.s.Pieces[i].blocks[pair[0]].Away(b.s.Pieces[by].blocks[pair[1]])
	if w.way == (oblong.Point{}) { // a Wizard among them drives nobody anywhere
		w.way = b.s.Pieces[i].blocks[0].Centre.Minus(b.s.Pieces[by].blocks[0].Centre).Plus(oblong.Point{X: 0, Y: 1})
	}
	for d := 1; d <= most; d++ {
		for _, r := range b.blocksOf(i, shifted(b.s.Pieces[i].Spots, along(w.way, cm(d)))) {
			what, friend := b.metBy(i, r, w.friends)
			if what == "friend" {
				what = "friend-refuses"
				if t.Ask("WR-DRIVE-9", b.cards[friend].seat, "make-way", "make-way", "refuse") == 0 {
					what = "friend-makes-way"
					w.friends = append(w.friends, friend)
				}
			}
			if what == "" {
				continue
			}
			w.obstacles = append(w.obstacles, obstacle{what, cm(d - 1)})
			w.names = append(w.names, friend)
			if what != "friend-makes-way" {
				return w
			}
		}
	}
	return w
}

// metBy is what a stand that is pushed back meets at a place, "" for nothing.
// Some friends make way.
func (b *Battle) metBy(i int, r oblong.Block, passing []int) (what string, friend int) {
	if !b.ground.onTable(r) {
		return "table-edge", none
	}
	for k := range b.ground.areas {
		if a := &b.ground.areas[k]; !b.opens(i, a) && a.block.Lies(r) == oblong.Overlap {
			return "impassable-terrain", none
		}
	}
	for j := range b.cards {
		if j == i || b.cards[j].officer() || !b.here(j) || slices.Contains(passing, j) {
			continue
		}
		enemy := b.cards[j].seat != b.cards[i].seat
		for _, s := range b.s.Pieces[j].blocks {
			how := r.Lies(s)
			switch {
			case how == oblong.Apart || how == oblong.Touch && !enemy:
				continue
			case enemy:
				return "enemy-unit", none
			case b.engaged(j):
				return "engaged-unit", none
			}
			return "friend", j
		}
	}
	return "", none
}

// clearWay moves a friend by the shortest way out of where stands of a unit will
// be, at most its full pace; it tells whether there is one (WR-PROV-8).
func (b *Battle) clearWay(t *rules.Turn, friend int, blocks []oblong.Block, unit int) bool {
	if !meetingInside(b.s.Pieces[friend].blocks, blocks) {
		return true
	}
	spots, ok := b.sidestep(friend, blocks, unit)
	if ok {
		p := &b.s.Pieces[friend]
		t.Emit(Moved{Unit: b.id(friend), Why: "make-way", Pace: "full", Form: p.Form, Cover: p.Cover, Spots: spots})
	}
	return ok
}

// sidestep looks for the shortest of the straight ways of a friend in eight directions.
func (b *Battle) sidestep(friend int, blocks []oblong.Block, unit int) ([]Spot, bool) {
	for d := 1; d <= b.cards[friend].pace.full; d++ {
		for _, dir := range []int{0, 5, 10, 15, 2, 8, 12, 18} {
			h := oblong.Directions[dir]
			spots := shifted(b.s.Pieces[friend].Spots, oblong.Point{X: h[0] * 4 * int64(d), Y: h[1] * 4 * int64(d)})
			if meetingInside(b.blocksOf(friend, spots), blocks) {
				continue
			}
			free := true
			for _, r := range b.blocksOf(friend, spots) {
				free = free && b.ground.onTable(r) && b.roomFor(friend, r, "", unit) == nil
			}
			if free {
				return spots, true
			}
		}
	}
	return nil, false
}

// meetingInside tells whether any two stands of two units overlap.
func meetingInside(a, c []oblong.Block) bool {
	for _, r := range a {
		for _, s := range c {
			if r.Lies(s) == oblong.Overlap {
				return true
			}
		}
	}
	return false
}
