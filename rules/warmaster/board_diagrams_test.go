package warmaster

import (
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// TestDiagram17 orders a brigade of four: A charges enemy 2, which opens C's line of sight;
// B and D must end in contact with each other.
func TestDiagram17(t *testing.T) {
	d := newDiagram(t, "",
		diagramUnit{"A", 0, "infantry", "", 94, 30, north, "line", 3}, diagramUnit{"B", 0, "infantry", "", 106, 30, north, "line", 3},
		diagramUnit{"C", 0, "infantry", "", 118, 30, north, "line", 3}, diagramUnit{"D", 0, "infantry", "", 130, 30, north, "line", 3},
		diagramUnit{"e2", 1, "infantry", "", 94, 47, south, "line", 3}, diagramUnit{"e1", 1, "infantry", "", 118, 47, south, "line", 3},
	)
	d.do(orders("A", "B", "C", "D"), 1, 1)
	d.do(charges("A", "e2"))
	d.do(charges("C", "e1"))
	d.equal("stands of A in contact", d.touching("A", "e2"), 3)
	far := placeOf(moveSpots(d.b.s.Units[d.b.find("B")].Spots, rect.Point{X: 0, Y: -500}))
	d.refused(Move{bySeat: bySeat{0}, Unit: "B", Place: &far, Form: "line", Enters: "open-ground", Cover: "none"}, "WR-BRIG-4")
	d.equal("B and D are left to move", d.b.ids(d.b.s.Moving), "[B D]")
}

// TestDiagram21 moves a unit through a gap of 2 cm in a column, but not between enemies
// whose gap is narrower than its front.
func TestDiagram21(t *testing.T) {
	walls := `[{"id":"w1","kind":"exceptional","x_cm":80,"y_cm":40,"width_cm":20,"depth_cm":4},{"id":"w2","kind":"exceptional","x_cm":102,"y_cm":40,"width_cm":20,"depth_cm":4}]`
	d := newDiagram(t, walls, diagramUnit{"A", 0, "infantry", "", 91, 30, north, "column", 1}, diagramUnit{"e", 1, "infantry", "", 20, 100, south, "line", 3})
	d.do(orders("A"), 1, 1)
	through := Place{X: ruling.CM(91), Y: ruling.CM(48), Heading: ruling.Heading{0, 1}, Form: "line"}
	d.do(Move{bySeat: bySeat{0}, Unit: "A", Place: &through, Form: "line", Enters: "open-ground", Cover: "none"})

	d = newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 91, 30, north, "line", 1},
		diagramUnit{"e1", 1, "infantry", "", 87, 40, south, "line", 1}, diagramUnit{"e2", 1, "infantry", "", 94, 40, south, "line", 1})
	d.do(orders("A"), 1, 1)
	d.refused(Move{bySeat: bySeat{0}, Unit: "A", Place: &through, Form: "line", Enters: "open-ground", Cover: "none"}, "WR-GAP-2")
}

// TestRoundAWall moves round a wall by a path that bends; the whole length of the path
// counts (WR-MOVE-1, WR-TERR-7).
func TestRoundAWall(t *testing.T) {
	wall := `[{"id":"w","kind":"exceptional","x_cm":91,"y_cm":38,"width_cm":6,"depth_cm":2}]`
	d := newDiagram(t, wall, diagramUnit{"A", 0, "infantry", "", 91, 31, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 20, 100, south, "line", 3})
	d.do(orders("A"), 1, 1)
	behind := Place{X: ruling.CM(91), Y: ruling.CM(44), Heading: ruling.Heading{0, 1}, Form: "line"}
	to := func(via ...Waypoint) Move {
		return Move{bySeat: bySeat{0}, Unit: "A", Place: &behind, Via: via, Form: "line", Enters: "open-ground", Cover: "none"}
	}
	d.refused(to(), "WR-TERR-7")
	d.refused(to(Waypoint{ruling.CM(91), ruling.CM(37)}), "WR-TERR-7")
	d.refused(to(Waypoint{ruling.CM(104), ruling.CM(37)}), "WR-MOVE-1")
	far := ruling.CM(12)
	wrong := to(Waypoint{ruling.CM(97), ruling.CM(39)})
	wrong.Distance = &far
	d.refused(wrong, "WR-MOVE-1")
	for _, e := range d.do(to(Waypoint{ruling.CM(97), ruling.CM(39)})) {
		if m, ok := e.(Moved); ok && (m.Distance <= ruling.CM(12) || m.Distance > ruling.CM(20)) {
			t.Errorf("it went %s cm", m.Distance)
		}
	}
	d.equal("it stands behind the wall", d.blocks("A")[0].Centre.Y > 42*boardUnitsPerCM, true)
}

// TestDiagram23 lets A charge enemy 1 on its initiative, which opens B's sight of enemy 2.
// It also checks the direction of an evade.
func TestDiagram23(t *testing.T) {
	d := newDiagram(t, "",
		diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"B", 0, "cavalry", "", 100, 30, north, "line", 3},
		diagramUnit{"e1", 1, "infantry", "", 112, 52, south, "line", 1}, diagramUnit{"e2", 1, "infantry", "", 100, 49, south, "line", 1},
	)
	d.refused(charges("B", "e2"), "WR-INIT-2")
	d.refused(charges("A", "e1"), "WR-INIT-2")
	d.do(charges("A", "e2"))

	d = newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e1", 1, "infantry", "", 100, 52, south, "line", 1})
	was := d.blocks("A")[1].Centre
	d.do(Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "e1", Distance: ruling.CM(15)})
	away := was.Plus(rect.Point{X: 0, Y: -15 * boardUnitsPerCM})
	d.equal("a stand went 15 cm straight away", slices.ContainsFunc(d.blocks("A"), func(r rect.Block) bool { return r.Centre == away }), true)
}

// TestDiagram24 lets an evading unit burst through a friend, which is confused.
func TestDiagram24(t *testing.T) {
	d := newDiagram(t, "",
		diagramUnit{"A", 0, "cavalry", "", 100, 60, north, "line", 3}, diagramUnit{"friend", 0, "infantry", "", 100, 50, north, "line", 3},
		diagramUnit{"e1", 1, "infantry", "", 100, 70, south, "line", 1},
	)
	d.do(Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "e1", Distance: ruling.CM(30)})
	d.equal("the friend is confused", d.b.s.Units[d.b.find("friend")].Confused, true)
	d.refused(orders("friend"), "WR-CONF-1")
}

// TestDiagram27 draws lines of sight from the front edge only.
func TestDiagram27(t *testing.T) {
	d := newDiagram(t, "",
		diagramUnit{"A", 0, "infantry", "3/1", 100, 40, north, "line", 1}, diagramUnit{"front", 1, "infantry", "", 104, 60, south, "line", 1},
		diagramUnit{"behind", 1, "infantry", "", 100, 20, north, "line", 1}, diagramUnit{"hidden", 1, "infantry", "", 104, 64, south, "line", 1},
	)
	a := d.b.find("A")
	d.equal("in front", d.b.seesUnit(a, d.b.find("front"), true), true)
	d.equal("behind", d.b.seesUnit(a, d.b.find("behind"), true), false)
	d.equal("right behind another", d.b.seesUnit(a, d.b.find("hidden"), true), true) // from the left end of the edge
}

// TestDiagram29 drives back a unit that suffered five hits: one stand is removed, and the
// dice 1, 2, 3, 4, 5 make 15 cm.
func TestDiagram29(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "9/3", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "cavalry", "", 100, 60, south, "line", 3})
	d.do(EndPhase{bySeat{0}})
	d.do(Shoot{bySeat: bySeat{0}, Unit: "A", Target: "e"}, 4, 4, 4, 4, 4, 1, 1, 1, 1)
	d.equal("stands left", d.b.s.Units[d.b.find("e")].Stands, 2)
	d.do(EndPhase{bySeat{0}})
	was := d.blocks("e")[0].Centre
	d.do(DriveBack{bySeat: bySeat{1}, Unit: "e"}, 1, 2, 3, 4, 5)
	d.equal("driven straight back", d.blocks("e")[0].Centre, was.Plus(rect.Point{X: 0, Y: 15 * boardUnitsPerCM}))
}

// TestDiagram30 lets archers shoot at knights who charge them: two hits remove no stand and
// count in the first round.
func TestDiagram30(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"knights", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"archers", 1, "infantry", "3/1", 100, 55, south, "line", 3})
	d.do(charges("knights", "archers"))
	d.do(ShootCharger{bySeat: bySeat{1}, Unit: "archers"}, 4, 5, 1)
	d.equal("marked", d.b.s.Units[d.b.find("knights")].Marked, 2)
	d.engage("knights")
	d.equal("hits that count for the archers", d.b.s.Fight.ChargeHits, "[0 2]")
}

// TestDiagram34 makes one engagement of fights that contact links.
func TestDiagram34(t *testing.T) {
	d := newDiagram(t, "",
		diagramUnit{"i1", 0, "infantry", "", 94, 40, north, "line", 3}, diagramUnit{"i2", 0, "infantry", "", 106, 40, north, "line", 3},
		diagramUnit{"e1", 1, "infantry", "", 100, 40, south, "line", 3}, diagramUnit{"c", 0, "cavalry", "", 40, 40, north, "line", 3},
		diagramUnit{"e2", 1, "infantry", "", 40, 40, south, "line", 3},
	)
	d.equal("engagements", len(d.b.engagements()), 2)
}

// TestDiagram35 centres lead stands, charges a flank by frontage, leaves out edges that are
// out of sight, and fits two cavalry units on one of infantry.
func TestDiagram35(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 101, 40, north, "line", 3}, diagramUnit{"C", 1, "infantry", "", 100, 52, south, "line", 3})
	middle := charges("A", "C")
	middle.Choice = 3 // of the equally near pairs, the two in the middle
	d.do(middle)
	d.equal("stands in contact", d.touching("A", "C"), 3)
	d.equal("the middles meet", d.blocks("A")[1].Centre.X, d.blocks("C")[1].Centre.X)

	d = newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 114, 48, north, "line", 3}, diagramUnit{"C", 1, "infantry", "", 102, 60, south, "line", 1})
	events := d.do(charges("A", "C"))
	d.equal("more frontage on the flank's side", events[0].(Charged).Edge, "left")

	d = newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 97, 40, north, "line", 3}, diagramUnit{"B", 0, "cavalry", "", 105, 40, north, "line", 3},
		diagramUnit{"C", 1, "infantry", "", 101, 55, south, "line", 3})
	d.do(charges("A", "C"))
	d.do(charges("B", "C"))
	d.equal("both fight", d.touching("A", "C") >= 2 && d.touching("B", "C") >= 2, true)
}

// TestDiagram36 places the other stands in line where they cover most of the enemy.
func TestDiagram36(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 104, 52, south, "line", 3})
	d.do(charges("A", "e"))
	d.equal("all stands cover the enemy", d.touching("A", "e"), 3)
	d.equal("in one line", d.b.s.Units[d.b.find("A")].Form, "line")
}

// TestDiagram37 touches a second unit beside the target, and places the lead stand as near
// as possible to the centre of a partly covered edge.
func TestDiagram37(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 80, 60, east, "line", 3},
		diagramUnit{"e1", 1, "infantry", "", 100, 58, south, "line", 3}, diagramUnit{"e2", 1, "infantry", "", 100, 62, south, "line", 3})
	e := d.do(charges("A", "e1"))[0].(Charged)
	d.equal("the second unit is charged too", e.More, "[e2]")

	d = newDiagram(t, "", diagramUnit{"B", 0, "infantry", "", 99, 49, north, "line", 1}, diagramUnit{"A", 0, "cavalry", "", 103, 40, north, "line", 1},
		diagramUnit{"e", 1, "infantry", "", 100, 49, south, "line", 1})
	d.do(orders("A"), 1, 1)
	e = d.do(charges("A", "e"))[0].(Charged)
	d.equal("off the centre", d.touching("A", "e"), 1)
	d.equal("in contact beside B", d.blocks("A")[0].Centre.X > 100*boardUnitsPerCM, true)
}

// TestDiagram38 lets three cavalry stands fight one flank, corners included, without
// wrapping round.
func TestDiagram38(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 80, 51, east, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 52, south, "line", 1})
	d.do(charges("A", "e"))
	d.equal("stands that fight", d.touching("A", "e"), 3)
	for _, r := range d.blocks("A") {
		d.equal("facing east", r.Dir, east)
	}
}

// TestDiagram38Crooked charges a line that is not straight.
func TestDiagram38Crooked(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 102, 40, north, "line", 2},
		diagramUnit{"e", 1, "infantry", "", 100, 52, south, "line", 1}, diagramUnit{"f", 1, "infantry", "", 104, 53, south, "line", 1})
	// Both stands as one unit whose second stand is 1 cm back.
	i := d.b.find("e")
	d.b.Apply(Placed{Unit: "e", Form: "irregular", Spots: []Spot{{10000, 5300, south}}})
	d.b.Apply(Destroyed{Unit: "f", How: "combat", Law: "WR-CAS-1"})
	d.b.s.Units[i].Stands = 2
	d.b.setStands(i, []Spot{{10000, 5300, south}, {10400, 5400, south}})
	d.do(charges("A", "e"))
	d.equal("both stands fight", d.touching("A", "e"), 2)
	d.equal("in an irregular line", d.b.s.Units[d.b.find("A")].Form, "irregular")
}

// TestNoRoomInFront puts stands behind when the front line has no room for them.
func TestNoRoomInFront(t *testing.T) {
	rocks := `[{"id":"w1","kind":"exceptional","x_cm":92,"y_cm":55,"width_cm":12,"depth_cm":8},{"id":"w2","kind":"exceptional","x_cm":108,"y_cm":55,"width_cm":12,"depth_cm":8}]`
	d := newDiagram(t, rocks, diagramUnit{"A", 0, "infantry", "", 100, 46, north, "column", 3}, diagramUnit{"e", 1, "infantry", "", 100, 57, south, "line", 1})
	d.do(charges("A", "e"))
	d.equal("one stand touches", d.touching("A", "e"), 1)
	d.equal("the others are behind", d.b.s.Units[d.b.find("A")].Form, "column")
}

// TestCharactersFollow moves a General along with the unit that he is with when it pursues,
// and the enemy's General when his unit retreats.
func TestCharactersFollow(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.joins("g0", "A")
	d.joins("g1", "e")
	d.beaten("A", append(slices.Repeat([]int{6}, 3), slices.Repeat([]int{1}, 15)...)...)
	d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
	d.equal("where the beaten General is", d.place("g1"), d.place("e"))
	d.do(Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"})
	d.equal("where the General is", d.place("g0"), d.place("A"))
	d.equal("still with it", d.b.s.Units[d.b.find("g0")].Joined, d.b.find("A"))
}

// TestHitsStay keeps hits marked from one round to the next, and asks the owner which stand
// is removed.
func TestHitsStay(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.beaten("A", append(slices.Repeat([]int{6}, 4), slices.Repeat([]int{1}, 14)...)...)
	d.equal("left marked", d.b.s.Units[d.b.find("e")].Marked, 1)
	d.equal("stands", d.b.s.Units[d.b.find("e")].Stands, 2)
	d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
	d.equal("retreat is not shortened by formation", d.b.s.Units[d.b.find("e")].Retreated, 4)
	d.do(Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"})
	d.equal("still marked in round 2", d.b.s.Units[d.b.find("e")].Marked, 1)
}

// TestAdvanceIsACharge lets a unit whose enemy is destroyed advance on the next, which may
// shoot at it; the advance has the bonus of a charge.
func TestAdvanceIsACharge(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "3", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 1},
		diagramUnit{"next", 1, "infantry", "3/1", 100, 52, south, "line", 3})
	d.beaten("A", append(slices.Repeat([]int{6}, 4), slices.Repeat([]int{1}, 8)...)...)
	d.refused(Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"}, "WR-RES-10")
	d.do(Advance{bySeat: bySeat{0}, Unit: "A", Target: "next", Side: "left"})
	d.do(ShootCharger{bySeat: bySeat{1}, Unit: "next"}, 1, 1, 1)
	d.equal("its engagement comes next", len(d.b.engagements()), 1)
	d.do(Engage{bySeat{0}, "A"})
	in, _ := d.b.combatInputFor(nil, nil)
	d.equal("charging", in.A.Units[0].Charging, true)
}

// TestDiagram40 lets a stand that touches two units choose which it attacks.
func TestDiagram40(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 1},
		diagramUnit{"e1", 1, "infantry", "", 98, 40, south, "line", 1}, diagramUnit{"e2", 1, "infantry", "", 102, 40, south, "line", 1})
	d.engage("A")
	answers := ""
	_, _, err := rules.Play(d.b, Fight{bySeat: bySeat{0}}, dice.Seeded("x"), func(q *rules.Question) (rules.Reply, error) {
		answers = q.Rule
		return rules.ChooseFirst(q)
	})
	d.equal("asked by", answers, "WR-ATT-3")
	d.equal("error", err, nil)
}

// TestDiagram44 counts supports behind and beside, and retreats away from the side with most
// enemies.
func TestDiagram44(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 1}, diagramUnit{"S", 0, "infantry", "", 100, 38, north, "line", 1},
		diagramUnit{"F", 0, "infantry", "", 104, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 98, 40, south, "line", 1})
	d.engage("A")
	d.do(Fight{bySeat: bySeat{0}}, 1, 1, 1, 1, 1, 1)
	d.equal("supports", d.b.supports(0), 2)
	d.equal("S is not engaged", d.b.engaged(d.b.find("S")), false)
	e := d.do(Result{bySeat: bySeat{0}})[0].(RoundSettled)
	d.equal("the support wins", e.Winner, 0)

	d = newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e1", 1, "infantry", "", 100, 40, south, "line", 3},
		diagramUnit{"e2", 1, "infantry", "", 106, 39, west, "line", 1})
	var in ruling.RetreatInput
	d.b.countEnemies(d.b.find("A"), &in)
	d.equal("enemies by side", in.EnemyStands, "{3 0 1 0}")
	d.equal("directions", in.EnemyStands.Directions(), "[front]")
}

// engage ends seat 0's orders and shooting, and begins the combat of a unit.
func (d *diagram) engage(unit string) {
	d.t.Helper()
	d.do(EndPhase{bySeat{0}})
	d.do(EndPhase{bySeat{0}})
	d.do(Engage{bySeat{0}, unit})
}

// beaten fights a round in which seat 1's units lose by the given number of hits.
func (d *diagram) beaten(unit string, faces ...int) {
	d.t.Helper()
	d.engage(unit)
	d.do(Fight{bySeat: bySeat{0}}, faces...)
	d.do(Result{bySeat: bySeat{0}})
}

// TestDiagram45 destroys only the stands whose retreat is blocked.
func TestDiagram45(t *testing.T) {
	d := newDiagram(t, `[{"id":"lake","kind":"exceptional","x_cm":103,"y_cm":46,"width_cm":8,"depth_cm":6}]`,
		diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.beaten("A", append([]int{6, 6}, ones(16)...)...)
	d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
	d.equal("stands left", d.b.s.Units[d.b.find("e")].Stands, 1)
}

// TestDiagram46 lets cavalry pursue straight ahead.
func TestDiagram46(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.beaten("A", append([]int{6, 6, 6}, ones(15)...)...)
	d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
	e := d.do(Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"})[0].(Pursued)
	d.equal("straight ahead", e.Straight, true)
	d.equal("bonus after 3 cm", e.Bonus, 2)
	d.equal("round", d.b.s.Fight.Round, 2)
	d.equal("in contact again", d.touching("A", "e") > 0, true)
}

// TestDiagram47 lets a unit that cannot go straight ahead pursue on the rear edge.
func TestDiagram47(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"B", 0, "cavalry", "", 94, 41, east, "line", 1},
		diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	i, j := d.b.find("B"), d.b.find("e")
	spots := moveSpots(d.b.s.Units[j].Spots, rect.Point{X: 0, Y: 3 * boardUnitsPerCM})
	d.b.Apply(Retreated{Unit: "e", Distance: 3, Spots: spots})
	l, straight, fault := d.b.pursuitEnd(i, j)
	if fault != nil {
		t.Fatal(fault)
	}
	d.equal("straight", straight, false)
	d.equal("in contact", anyTouching(d.b.blocksOf(i, l.spots), d.blocks("e")), true)
}

// TestDiagram48 places stands for which no edge is left corner to corner or in support.
func TestDiagram48(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 43, south, "line", 1})
	l, straight, fault := d.b.pursuitEnd(d.b.find("A"), d.b.find("e"))
	if fault != nil {
		t.Fatal(fault)
	}
	d.equal("straight", straight, true)
	d.equal("the unit hangs together", allConnected(d.b.blocksOf(d.b.find("A"), l.spots)), true)
}

// TestFormationsAgree compares the formation of blocks with that of exact rectangles.
func TestFormationsAgree(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3})
	i := d.b.find("A")
	for dir := range 20 {
		for _, form := range []string{"line", "column"} {
			blocks := d.b.blocksOf(i, d.b.formationSpots(i, rect.Point{X: 9000, Y: 6000}, dir, form))
			var rs []rect.Rect
			for _, s := range blocks {
				rs = append(rs, s.Rect(1))
			}
			want, _ := ruling.Classify(rs)
			if got := classifyBlocks(blocks); got != want || got != form {
				t.Errorf("dir %d: %s is %s for blocks, %s for rectangles", dir, form, got, want)
			}
		}
	}
}
