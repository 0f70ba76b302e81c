package warmaster

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/rulestest"
)

// reply is the answer that a unit stands at some spots.
func reply(spots []Spot) rules.Reply {
	raw, err := rules.EncodeResult(placeOf(spots))
	if err != nil {
		panic(err)
	}
	return rules.Reply{Value: raw}
}

// answers plays a command; each question whose reason is why gets the spots as its answer, all
// others the first option. It returns the questions.
func (d *diagram) answers(c rules.Command, why string, spots []Spot, faces ...int) (asked []*rules.Question, err error) {
	d.t.Helper()
	after, step, err := rules.Play(d.b, c, dice.NewTape(faces...), func(q *rules.Question) (rules.Reply, error) {
		asked = append(asked, q)
		if q.Why == why && spots != nil {
			return reply(spots), nil
		}
		return rules.Reply{}, nil
	})
	if err != nil {
		return asked, err
	}
	again, _, err := rules.Play(d.b, c, dice.NewTape(faces...), rules.ChooseFrom(step.Choices))
	rulestest.Must(d.t, err)
	one, _ := after.MarshalJSON()
	two, _ := again.MarshalJSON()
	d.equal("played again from the record", string(two), string(one))
	d.b = after.(*Battle)
	return asked, nil
}

// stands checks that a unit may be placed at some spots by a command, or by which rule not.
func (d *diagram) stands(name string, c rules.Command, why, unit string, spots []Spot, rule string, faces ...int) {
	d.t.Helper()
	before := d.b
	defer func() { d.b = before }()
	_, err := d.answers(c, why, spots, faces...)
	f, _ := err.(*rules.Fault)
	switch {
	case rule == "" && err != nil:
		d.t.Errorf("%s: %v", name, err)
	case rule == "":
		d.equal(name, d.b.s.Units[d.b.find(unit)].Spots, spots)
		d.equal(name+": nobody is on another", d.b.placementErrors(), "[]")
	case f == nil || f.Rule != rule:
		d.t.Errorf("%s: got %v, want %s", name, err, rule)
	}
}

func spotAt(x, y float64, dir int) Spot {
	return Spot{int(x * boardUnitsPerCM), int(y * boardUnitsPerCM), dir}
}

// TestDiagram291 lets the other stands of a driven unit follow freely, but not nearer to the
// driving unit than the first (WR-DRIVE-7).
func TestDiagram291(t *testing.T) {
	table := func() *diagram {
		d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/2", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "column", 3})
		d.do(EndPhase{bySeat{0}})
		d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4)
		d.do(EndPhase{bySeat{0}})
		return d
	}
	back := DriveBack{bySeat: bySeat{1}, Unit: "e"}
	d := table()
	first := d.place("e")
	d.equal("the first stand", first, spotAt(100, 61, south))
	asked, err := table().answers(back, "", nil, 4, 3)
	rulestest.Must(t, err)
	d.equal("questions", len(asked), 1)
	d.equal("the question", []any{asked[0].Why, asked[0].Seat, asked[0].Shape, asked[0].Unit, asked[0].Rule}, []any{"driven-place", rules.Seat(1), rules.ShapeStands, "e", "WR-DRIVE-7"})
	d.equal("the offers", asked[0].Options, "[as-before line]")

	line := []Spot{spotAt(100, 68, south), spotAt(104, 68, south), spotAt(96, 68, south)}
	d.stands("in line", back, "driven-place", "e", line, "", 4, 3)
	d.stands("in a heap", back, "driven-place", "e", []Spot{spotAt(100, 68, south), spotAt(104, 69, south), spotAt(100, 70, south)}, "", 4, 3)
	d.stands("the first not far enough", back, "driven-place", "e", []Spot{spotAt(100, 67, south), spotAt(104, 67, south), spotAt(96, 67, south)}, "WR-DRIVE-7", 4, 3)
	d.stands("the first turned", back, "driven-place", "e", []Spot{spotAt(100, 68, north), spotAt(104, 68, south), spotAt(96, 68, south)}, "WR-DRIVE-7", 4, 3)
	d.stands("another nearer", back, "driven-place", "e", []Spot{spotAt(100, 68, south), spotAt(100, 66, south), spotAt(96, 68, south)}, "WR-DRIVE-7", 4, 3)
	d.stands("apart", back, "driven-place", "e", []Spot{spotAt(100, 68, south), spotAt(110, 68, south), spotAt(96, 68, south)}, "WR-FORM-1", 4, 3)
	d.stands("on each other", back, "driven-place", "e", []Spot{spotAt(100, 68, south), spotAt(102, 68, south), spotAt(96, 68, south)}, "WR-GAP-4", 4, 3)
}

// TestFriendBehindATrailingStand does not stop a driven unit whose first stand has a free way.
func TestFriendBehindATrailingStand(t *testing.T) {
	for version, moved := range map[int]string{2: "4", currentVersion: "7"} {
		d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/2", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "column", 3},
			diagramUnit{"f", 1, "infantry", "", 103, 70, south, "line", 1})
		d.b.setup.Version = version
		d.do(EndPhase{bySeat{0}})
		d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4)
		d.do(EndPhase{bySeat{0}})
		asks := 0
		_, step, err := rules.Play(d.b, DriveBack{bySeat: bySeat{1}, Unit: "e"}, dice.NewTape(4, 3), func(q *rules.Question) (rules.Reply, error) {
			if q.Why == "make-way" {
				asks++
				return rules.Reply{Option: 1}, nil
			}
			return rules.Reply{}, nil
		})
		rulestest.Must(t, err)
		d.equal(fmt.Sprint("how far in version ", version), rulestest.EventsOf[Driven](step.Events)[0].Moved, moved)
		d.equal(fmt.Sprint("confused in version ", version), len(rulestest.EventsOf[Confused](step.Events)) > 0, version == 2)
		d.equal(fmt.Sprint("friends asked in version ", version), asks, rules.BoolToInt(version == 2))
	}
}

// TestMakeWayIsAskedWhenKnown asks a friend to make way only if the dice take the driven unit to
// it, and moves it only if the unit then moves.
func TestMakeWayIsAskedWhenKnown(t *testing.T) {
	for roll, want := range map[int][2]bool{1: {false, false}, 5: {true, true}} {
		d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/2", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 1},
			diagramUnit{"f", 1, "infantry", "", 100, 66, south, "line", 1})
		d.do(EndPhase{bySeat{0}})
		d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 1)
		d.do(EndPhase{bySeat{0}})
		was := d.place("f")
		faces := []int{roll}
		if want[0] {
			faces = append(faces, 1, 1)
		}
		asked, err := d.answers(DriveBack{bySeat: bySeat{1}, Unit: "e"}, "", nil, faces...)
		rulestest.Must(t, err)
		d.equal(fmt.Sprint("asked at ", roll), slices.ContainsFunc(asked, func(q *rules.Question) bool { return q.Why == "make-way" }), want[0])
		d.equal(fmt.Sprint("moved at ", roll), d.place("f") != was, want[1])
		d.equal("nobody is on another", d.b.placementErrors(), "[]")
	}
}

// TestEvadePlace lets an evading unit turn and change its formation around its first stand
// (WR-EVADE-2, WR-EVADE-3, WR-EVADE-6).
func TestEvadePlace(t *testing.T) {
	table := func() *diagram {
		return newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 60, north, "column", 3}, diagramUnit{"e", 1, "infantry", "", 100, 70, south, "line", 1},
			diagramUnit{"f", 1, "infantry", "", 130, 52, west, "line", 1})
	}
	evade := Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "e", Distance: 200000}
	evade.Distance = rules.One * 10
	d := table()
	asked, err := table().answers(evade, "", nil)
	rulestest.Must(t, err)
	d.equal("the question", []any{asked[0].Why, asked[0].Rule, asked[0].Shape}, []any{"evade-place", "WR-EVADE-3", rules.ShapeStands})
	d.equal("the first offer keeps the column", asked[0].Options[0], "as-before")
	d.stands("facing away", evade, "evade-place", "A", []Spot{spotAt(100, 48, south), spotAt(100, 44, south), spotAt(100, 40, south)}, "")
	d.stands("in line, facing west", evade, "evade-place", "A", []Spot{spotAt(100, 48, west), spotAt(102, 48, west), spotAt(100, 46, west)}, "WR-GAP-4")
	d.stands("a stand nearer", evade, "evade-place", "A", []Spot{spotAt(100, 48, north), spotAt(100, 52, north), spotAt(100, 44, north)}, "WR-EVADE-3")
	d.stands("elsewhere", evade, "evade-place", "A", []Spot{spotAt(100, 47, north), spotAt(100, 43, north), spotAt(100, 39, north)}, "WR-EVADE-3")
	d = newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "", 100, 60, north, "column", 3}, diagramUnit{"e", 1, "infantry", "", 100, 70, south, "line", 1},
		diagramUnit{"f", 1, "infantry", "", 105, 50, west, "line", 1})
	f := d.b.find("f")
	d.b.setStands(f, moveSpots(d.b.s.Units[f].Spots, rect.Point{X: boardUnitsPerCM / 2}))
	d.stands("beside an enemy", evade, "evade-place", "A", []Spot{spotAt(100, 48, north), spotAt(102, 48, north), spotAt(104, 48, north)}, "WR-EVADE-6")
}

// TestPursuitPlace lets the stand of a pursuer that cannot go straight ahead go to the left or to
// the right, and round the enemy, but not where its front misses the enemy (WR-PUR-12, WR-PUR-13).
func TestPursuitPlace(t *testing.T) {
	table := func() *diagram {
		d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 1})
		d.beaten("A", append([]int{6, 6, 1, 1, 1, 1, 1, 1, 1}, ones(3)...)...)
		d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
		return d
	}
	d := table()
	pursue := Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"}
	asked, err := table().answers(pursue, "", nil)
	rulestest.Must(t, err)
	d.equal("the question", []any{asked[0].Why, asked[0].Shape, len(asked[0].Options) > 1}, []any{"pursuit-place", rules.ShapeStands, true})
	fixed, _, fault := d.b.placePursuers(d.b.find("A"), d.b.find("e"))
	d.equal("fault", fault == nil, true)
	for _, o := range d.b.pursuitArrangements(d.b.find("A"), d.b.find("e")) {
		d.stands(o.key, pursue, "pursuit-place", "A", o.spots, "")
	}
	was := d.b.s.Units[d.b.find("A")].Spots
	d.stands("nobody goes ahead", pursue, "pursuit-place", "A", was, "WR-PUR-12")
	behind := slices.Clone(fixed.spots)
	for n, k := range fixed.unplaced {
		for _, s := range fixed.spots {
			if s != (Spot{}) {
				behind[k] = Spot{s[0], s[1] - (n+1)*2*boardUnitsPerCM, s[2]}
				break
			}
		}
	}
	d.stands("behind", pursue, "pursuit-place", "A", behind, "WR-PUR-13")
}

// TestChargePlace asks where the other stands of a charge go if they cover as much on either side
// (WR-CHARGE-8).
func TestChargePlace(t *testing.T) {
	table := func() *diagram {
		return newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 2}, diagramUnit{"e", 1, "infantry", "", 100, 52, south, "line", 1})
	}
	d := table()
	charge := charges("A", "e")
	asked, err := table().answers(charge, "", nil)
	rulestest.Must(t, err)
	d.equal("asked", len(asked), 1)
	d.equal("the offers", asked[0].Options, "[left right]")
	r, _ := d.b.allowance(d.b.find("A"), "charge")
	l, fault := d.b.chargeEnd(d.b.find("A"), d.b.find("e"), r.Allowance, 0, "left")
	d.equal("fault", fault == nil, true)
	for _, a := range d.b.chargeArrangements(d.b.find("A"), d.b.find("e"), r.Allowance, l) {
		d.stands(a.key, charge, "charge-place", "A", a.spots, "")
	}
	other := 1 - l.lead
	apart, behind := slices.Clone(l.spots), slices.Clone(l.spots)
	apart[other] = moveSpots(apart[other:other+1], rect.Point{X: 0, Y: -9 * boardUnitsPerCM})[0]
	behind[other] = moveSpots(l.spots[l.lead:l.lead+1], rect.Point{X: 0, Y: -2 * boardUnitsPerCM})[0]
	swapped := []Spot{l.spots[1], l.spots[0]}
	d.stands("apart", charge, "charge-place", "A", apart, "WR-FORM-1")
	d.stands("behind", charge, "charge-place", "A", behind, "WR-CHARGE-8")
	d.stands("the first elsewhere", charge, "charge-place", "A", swapped, "WR-CHARGE-5")
	for k, stands := range asked[0].Spots {
		middle := rules.Spot{X: (stands[0].X+stands[1].X)/2 + .2, Y: (stands[0].Y+stands[1].Y)/2 - .3, Turn: stands[0].Turn}
		_, at, fault := d.b.ReplyAt(asked[0], []rules.Spot{middle})
		d.equal("pointed at "+asked[0].Options[k], []any{fault, at}, []any{(*rules.Fault)(nil), stands})
	}
}

// TestBrokenUnitsCloseRanks drives back a unit whose stands casualties tore apart: it closes its
// ranks, and its record replays.
func TestBrokenUnitsCloseRanks(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/2", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 2})
	e := d.b.find("e")
	d.b.setStands(e, []Spot{spotAt(94, 61, south), spotAt(104, 61, south)})
	d.b.s.Units[e].Form = "broken"
	d.do(EndPhase{bySeat{0}})
	d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4)
	d.do(EndPhase{bySeat{0}})
	asked, err := d.answers(DriveBack{bySeat: bySeat{1}, Unit: "e"}, "", nil, 1, 2)
	rulestest.Must(t, err)
	d.equal("the offers", asked[len(asked)-1].Options[0], "line")
	d.equal("its formation", d.unit("e").Form, "line")
}

// TestReplyAt makes an answer of where a person puts stands, near enough.
func TestReplyAt(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/2", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "column", 3})
	d.do(EndPhase{bySeat{0}})
	d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4)
	d.do(EndPhase{bySeat{0}})
	back := DriveBack{bySeat: bySeat{1}, Unit: "e"}
	var q *rules.Question
	_, _, err := rules.Play(d.b, back, dice.NewTape(4, 3), func(asked *rules.Question) (rules.Reply, error) { q = asked; return rules.Reply{}, asked })
	d.equal("the question stops the command", err, q)
	for name, c := range map[string]struct {
		at   []rules.Spot
		want []Spot
	}{
		"stand by stand": {[]rules.Spot{{X: 100.2, Y: 68.1, Turn: 178}, {X: 103.7, Y: 68.3, Turn: 183}, {X: 96.5, Y: 67.8, Turn: 180}}, []Spot{spotAt(100, 68, south), spotAt(104, 68, south), spotAt(96, 68, south)}},
		"as a whole":     {[]rules.Spot{{X: 100.3, Y: 70.2, Turn: 180}}, []Spot{spotAt(100, 68, south), spotAt(100, 70, south), spotAt(100, 72, south)}},
		"one behind":     {[]rules.Spot{{X: 100, Y: 68, Turn: 180}, {X: 104, Y: 68, Turn: 180}, {X: 104.4, Y: 70.3, Turn: 180}}, []Spot{spotAt(100, 68, south), spotAt(104, 68, south), spotAt(104, 70, south)}},
	} {
		value, shown, fault := d.b.ReplyAt(q, c.at)
		if fault != nil {
			t.Errorf("%s: %v", name, fault)
			continue
		}
		before := d.b
		after, _, err := rules.Play(before, back, dice.NewTape(4, 3), rules.ChooseFrom([]rules.Reply{{Value: value}}))
		rulestest.Must(t, err)
		d.equal(name, after.(*Battle).s.Units[d.b.find("e")].Spots, c.want)
		d.equal(name+": shown", len(shown), 3)
	}
	_, turned, fault := d.b.ReplyAt(q, []rules.Spot{{X: 100, Y: 70, Turn: 90}})
	d.equal("turned as a whole", []any{fault, turned[0].Turn, turned[2].Turn}, "[<nil> 90 90]")
	_, _, fault = d.b.ReplyAt(q, []rules.Spot{{X: 100, Y: 68, Turn: 180}, {X: 120, Y: 68, Turn: 180}, {X: 96, Y: 68, Turn: 180}})
	d.equal("apart", fault != nil && fault.Rule == "WR-FORM-1", true)
}

// TestFacingsTurnWithTheTable turns the table by half a circle: the facings that an evading unit tries
// turn with it, also when the way lies midway between two directions.
func TestFacingsTurnWithTheTable(t *testing.T) {
	b := beginDiagram(t, rules.Board, "").b
	half := len(rect.Directions) / 2
	midway := 0
	for dir := range rect.Directions {
		for d, h := range rect.Directions {
			next := rect.Directions[(d+1)%len(rect.Directions)]
			way := rect.Point{X: h[0] + next[0], Y: h[1] + next[1]}
			away := func(d rect.Heading) int64 { return d[0]*way.X + d[1]*way.Y }
			if way == (rect.Point{}) || turnBetween(d, dir) == turnBetween(d+1, dir) {
				continue // as much turning to the one as to the other
			}
			if away(h) == away(next) {
				midway++
			}
			here := b.evadeFacings(dir, way)
			there := b.evadeFacings((dir+half)%len(rect.Directions), rect.Point{X: -way.X, Y: -way.Y})
			for k := range here {
				if (here[k]+half)%len(rect.Directions) != there[k] {
					t.Fatalf("from %d on a way %v: %v, on the turned table %v", dir, way, here, there)
				}
			}
		}
	}
	if midway < 100 {
		t.Errorf("%d ways lie midway between two directions, want at least 100", midway)
	}
	for dir := range rect.Directions {
		all := facingsFrom(dir)
		sorted := slices.Clone(all)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != len(rect.Directions) || all[0] != dir || turnBetween(all[len(all)-1], dir) != half {
			t.Errorf("from %d: %v are not all directions, the least turn first", dir, all)
		}
	}
}
