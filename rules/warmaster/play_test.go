package warmaster

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster/ruling"
)

// joins puts a character with a unit, as if it had moved there in an earlier turn.
func (d *diagram) joins(character, unit string) {
	p := &d.b.s.Units[d.b.find(character)]
	seat := d.b.s.Turn
	e := CharacterMoved{Character: character, Joins: unit}
	if d.b.board {
		e.Spots = d.b.s.Units[d.b.find(unit)].Spots[:1]
	}
	d.b.Apply(e)
	d.b.Apply(TurnBegan{Seat: seat, Turn: 2})
	p.Charged = false
}

// place returns the place of the first stand of a unit.
func (d *diagram) place(id string) Spot { return d.b.s.Units[d.b.find(id)].Spots[0] }

// columns returns how far the stands of a unit are from the left edge of the table, in cm, in order.
func (d *diagram) columns(id string) (all []int64) {
	for _, r := range d.blocks(id) {
		all = append(all, r.Centre.X/boardUnitsPerCM)
	}
	slices.Sort(all)
	return all
}

// joinedUnit returns the unit that a character is with, or "".
func (d *diagram) joinedUnit(character string) string {
	if k := d.b.s.Units[d.b.find(character)].Joined; k != noUnit {
		return d.b.id(k)
	}
	return ""
}

// offered reports whether Legal lists a command whose JSON starts with a text.
func (d *diagram) offered(start string) bool {
	d.t.Helper()
	return slices.ContainsFunc(d.b.Legal(), func(c rules.Command) bool {
		raw, err := rules.EncodeCommand(c)
		rulestest.Must(d.t, err)
		return strings.HasPrefix(string(raw), start)
	})
}

// asked plays a command and returns the options of every question that it asked.
func (d *diagram) asked(c rules.Command, faces ...int) (questions [][]string, events []rules.Event) {
	d.t.Helper()
	after, step, err := rules.Play(d.b, c, dice.NewTape(faces...), func(q *rules.Question) (rules.Reply, error) {
		questions = append(questions, q.Options)
		return rules.ChooseFirst(q)
	})
	rulestest.Must(d.t, err)
	d.b = after.(*Battle)
	return questions, step.Events
}

// ones returns n dice that show 1.
func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// TestHitsOnAChargerLast keeps two hits on a charger until the combat, where a third removes
// a stand; battles of the first version forget them.
func TestHitsOnAChargerLast(t *testing.T) {
	units := []diagramUnit{{"A", 0, "infantry", "", 100, 40, north, "line", 3}, {"e", 1, "infantry", "3/1", 100, 53, south, "line", 3}}
	for _, mode := range []rules.Mode{rules.Board, rules.Measured} {
		for at, marked := range map[int]int{1: 0, currentVersion: 2} {
			d := newMeasuredDiagram(t, units...)
			charge := charges("A", "e")
			if mode == rules.Board {
				d = newDiagram(t, "", units...)
			} else {
				far := ruling.CM(13)
				charge.Distance, charge.Shots = &far, []string{"e"}
				charge.Visible, charge.Nearest = d.b.stated(true), d.b.stated(true)
			}
			d.b.setup.Version = at
			is := func(what string, got, want any) {
				t.Helper()
				d.equal(fmt.Sprint(mode, " version ", at, ": ", what), got, want)
			}
			a := d.b.find("A")
			d.do(charge)
			d.do(d.b.legalVolley()[0], 4, 4, 1)
			is("marked by the volley", d.b.s.Units[a].Marked, 2)
			d.do(EndPhase{bySeat{0}})
			d.do(EndPhase{bySeat{0}})
			is("the phase", d.b.s.Phase, phaseCombat)
			is("marked when the combat begins", d.b.s.Units[a].Marked, marked)
			d.do(Engage{bySeat{0}, "A"})
			d.do(d.b.waysToFight()[0], append(ones(12), 4, 1, 1, 1, 1, 1, 1, 1, 1)...)
			is("stands after one more hit", d.b.s.Units[a].Stands, 3-marked/2)
			r := rulestest.EventsOf[RoundSettled](d.do(d.b.Legal()[0]))[0]
			is("the round", r.Totals, "[0 3]")
		}
	}
}

// TestShotUnitsForgetTheirHits checks that hits by shooting are still removed at the end of the phase.
func TestShotUnitsForgetTheirHits(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "3/1", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
	d.do(EndPhase{bySeat{0}})
	d.do(Shoot{bySeat: bySeat{0}, Unit: "A", Target: "e"}, 4, 4, 1)
	d.equal("marked", d.b.s.Units[d.b.find("e")].Marked, 2)
	d.do(EndPhase{bySeat{0}})
	d.do(DriveBack{bySeat: bySeat{1}, Unit: "e"}, 1, 1)
	d.equal("marked at the end of the phase", d.b.s.Units[d.b.find("e")].Marked, 0)
}

// TestHitsOnAnAdvanceCountOnce counts hits on a charge in its own combat, and not again in
// the combat to which the unit advances.
func TestHitsOnAnAdvanceCountOnce(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "cavalry", "3", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "3/1", 100, 55, south, "line", 1},
		diagramUnit{"next", 1, "infantry", "3/1", 100, 67, south, "line", 3})
	d.do(charges("A", "e"))
	d.do(ShootCharger{bySeat: bySeat{1}, Unit: "e"}, 4)
	d.engage("A")
	d.equal("hits that count for the first", d.b.s.Fight.ChargeHits, "[0 1]")
	dice := 4 * d.touching("A", "e")
	d.do(Fight{bySeat: bySeat{0}}, append([]int{6, 6, 6}, ones(dice-3+3)...)...)
	d.do(Result{bySeat: bySeat{0}})
	d.do(Advance{bySeat: bySeat{0}, Unit: "A", Target: "next", Side: "left"})
	d.do(ShootCharger{bySeat: bySeat{1}, Unit: "next"}, 4, 1, 1)
	d.equal("marked", d.b.s.Units[d.b.find("A")].Marked, 2)
	d.do(Engage{bySeat{0}, "A"})
	d.equal("hits that count for the next", d.b.s.Fight.ChargeHits, "[0 1]")
}

// TestTroopsInRuinsSee lets a unit in ruins see and be seen, charge and be charged, shoot
// and be shot at; a unit behind the ruins stays hidden.
func TestTroopsInRuinsSee(t *testing.T) {
	for _, kind := range []string{"ruins", "buildings", "other"} {
		terrain := `[{"id":"r","kind":"` + kind + `","x_cm":100,"y_cm":62,"width_cm":20,"depth_cm":10,"cover":"defended"}]`
		units := []diagramUnit{{"A", 0, "infantry", "3/1", 100, 47, north, "line", 3}, {"e", 1, "infantry", "3/1", 100, 60, south, "line", 3},
			{"behind", 1, "infantry", "3/1", 93, 75, south, "line", 1}}
		d := newDiagram(t, terrain, units...)
		d.equal(kind+": a charge is offered", d.offered(`{"kind":"charge","by":0,"unit":"A","target":"e"`), true)
		d.equal(kind+": to evade is offered", d.offered(`{"kind":"evade","by":0,"unit":"A","enemy":"e"`), true)
		a, e, behind := d.b.find("A"), d.b.find("e"), d.b.find("behind")
		for _, shoots := range []bool{false, true} {
			d.equal(kind+": A sees e", d.b.seesUnit(a, e, shoots), true)
			d.equal(kind+": e sees A", d.b.seesUnit(e, a, shoots), true)
			d.equal(kind+": A sees past it", d.b.seesUnit(a, behind, shoots), false)
			d.equal(kind+": who is behind sees A", d.b.seesUnit(behind, a, shoots), false)
		}
		d.do(orders("A"), 1, 1)
		d.do(charges("A", "e"))
		d.do(ShootCharger{bySeat: bySeat{1}, Unit: "e"}, 1, 1, 1)
		d.engage("A")
		blow := rulestest.EventsOf[Attacked](d.do(Fight{bySeat: bySeat{0}}, ones(18)...))[0]
		d.equal(kind+": what hits the defended", blow.ToHit, 5)
		d.equal(kind+": no bonus for the charge", blow.Causes, "[]")

		d = newDiagram(t, terrain, units...)
		d.do(EndPhase{bySeat{0}})
		d.equal(kind+": a shot is offered", d.offered(`{"kind":"shoot","by":0,"unit":"A","target":"e"`), true)
		shot := rulestest.EventsOf[Volleyed](d.do(Shoot{bySeat: bySeat{0}, Unit: "A", Target: "e"}, 4, 5, 1))[0]
		d.equal(kind+": the shot", []int{shot.ToHit, shot.Hits}, "[5 1]")

		d = newDiagram(t, terrain, units...)
		d.b.Apply(TurnBegan{Seat: 1, Turn: 1})
		d.equal(kind+": e may charge", d.offered(`{"kind":"charge","by":1,"unit":"e","target":"A"`), true)
		d.do(EndPhase{bySeat{1}})
		d.equal(kind+": e may shoot", d.offered(`{"kind":"shoot","by":1,"unit":"e","target":"A"`), true)

		d = newDiagram(t, terrain, units...)
		d.b.setup.Version = 1
		d.do(orders("A"), 1, 1)
		d.refused(charges("A", "e"), "WR-CHARGE-3")
	}
}

// TestCharactersStay leaves a character in place when its unit moves in the Orders phase:
// the distance for orders grows, the character is no longer with the unit, and may join it
// again by its own move.
func TestCharactersStay(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 30, north, "line", 3})
	d.joins("g0", "A")
	stood := d.place("g0")
	for k, penalty := range []int{0, 0, -1} {
		test := rulestest.EventsOf[Tested](d.do(orders("A"), 1, 1))[0]
		d.equal(fmt.Sprint("penalty for the distance of order ", k+1), test.Distance, penalty)
		d.do(Move{bySeat: bySeat{0}, Unit: "A", Place: &Place{X: ruling.CM(100), Y: ruling.CM(50 + 20*k), Heading: ruling.Heading{0, 1}, Form: "line"}})
		d.equal("where the General stays", d.place("g0"), stood)
		d.equal("with whom he is", d.joinedUnit("g0"), "")
	}
	d.do(MoveCharacter{bySeat: bySeat{0}, Character: "g0", Joins: "A"})
	d.equal("where he rides", d.place("g0"), d.place("A"))
	d.equal("with whom he is again", d.joinedUnit("g0"), "A")

	for at, with := range map[int]string{1: "A", currentVersion: ""} {
		for how, begin := range map[string]func(*diagram){
			"charge": func(d *diagram) { d.do(charges("A", "e")) },
			"evade":  func(d *diagram) { d.do(Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "e", Distance: ruling.CM(10)}) },
		} {
			d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 53, south, "line", 3})
			d.b.setup.Version = at
			d.joins("g0", "A")
			begin(d)
			d.equal(fmt.Sprintf("with whom he is after to %s, version %d", how, at), d.joinedUnit("g0"), with)
		}
	}
}

// TestWhoStayedBehindDoesNotFight adds the Attacks of a character to a unit that charged only if the character has joined the unit again.
func TestWhoStayedBehindDoesNotFight(t *testing.T) {
	units := []diagramUnit{{"A", 0, "infantry", "", 100, 40, north, "line", 3}, {"e", 1, "infantry", "", 100, 53, south, "line", 3}}
	for _, mode := range []rules.Mode{rules.Board, rules.Measured} {
		for rejoins, dice := range map[bool]int{false: 12, true: 14} {
			d := newMeasuredDiagram(t, units...)
			charge, ride := charges("A", "e"), MoveCharacter{bySeat: bySeat{0}, Character: "g0", Joins: "A"}
			if mode == rules.Board {
				d = newDiagram(t, "", units...)
			} else {
				far := ruling.CM(13)
				charge.Distance, ride.Distance = &far, &far
				charge.Visible, charge.Nearest = d.b.stated(true), d.b.stated(true)
			}
			g := d.b.find("g0")
			d.b.info[g].extraAttacks = 2
			d.joins("g0", "A")
			d.do(charge)
			d.equal(string(mode)+": with whom he is", d.joinedUnit("g0"), "")
			if rejoins {
				d.do(ride)
			}
			d.engage("A")
			blows := rulestest.EventsOf[Attacked](d.do(d.b.waysToFight()[0], ones(dice+9)...))
			n := 0
			for _, a := range blows {
				if a.Unit == "A" {
					n += a.Dice
				}
			}
			d.equal(fmt.Sprint(mode, ", joins again ", rejoins, ": dice of A"), n, dice)
		}
	}
}

// TestCharactersStayAtMeasuredTables separates a character from a unit that moves on an
// order, and not from one that stays.
func TestCharactersStayAtMeasuredTables(t *testing.T) {
	d := newMeasuredDiagram(t, diagramUnit{"A", 0, "infantry", "", 0, 0, north, "line", 3}, diagramUnit{"B", 0, "infantry", "", 0, 0, north, "line", 3})
	d.joins("g0", "B")
	near, far, still := ruling.CM(5), ruling.CM(20), ruling.CM(0)
	order, move := orders("A"), Move{bySeat: bySeat{0}, Unit: "A", Distance: &far, Form: "line", Enters: "open-ground", Cover: "none", Beside: new(bool)}
	order.Distance, order.Enemy, order.Dense = &near, d.b.stated(false), d.b.stated(false)
	d.do(order, 1, 1)
	d.do(move)
	d.equal("another unit has moved", d.joinedUnit("g0"), "B")
	order.Unit, move.Unit, move.Distance = "B", "B", &still
	d.do(order, 1, 1)
	d.do(move)
	d.equal("his unit has not moved from the spot", d.joinedUnit("g0"), "B")
	move.Distance = &far
	d.do(order, 1, 1)
	d.do(move)
	d.equal("his unit has moved", d.joinedUnit("g0"), "")
}

// TestRetreatEndsAtTheEdge stops a retreat over each of the four edges at that edge,
// straight or at an angle.
func TestRetreatEndsAtTheEdge(t *testing.T) {
	for name, c := range map[string]struct {
		x, y, dir int // middle and facing of the enemy's front
		end       rect.Point
	}{
		"far":   {90, 116, north, rect.Point{X: 90 * boardUnitsPerCM, Y: 119 * boardUnitsPerCM}},
		"near":  {90, 4, south, rect.Point{X: 90 * boardUnitsPerCM, Y: 1 * boardUnitsPerCM}},
		"right": {176, 60, east, rect.Point{X: 179 * boardUnitsPerCM, Y: 60 * boardUnitsPerCM}},
		"left":  {4, 60, west, rect.Point{X: 1 * boardUnitsPerCM, Y: 60 * boardUnitsPerCM}},
	} {
		for _, face := range []int{3, 5} {
			d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", c.x, c.y, c.dir, "line", 3}, diagramUnit{"e", 1, "infantry", "", c.x, c.y, (c.dir + 10) % 20, "line", 3})
			d.beaten("A", append([]int{6, 6, 6, 6, 6}, ones(13)...)...)
			roll := rulestest.EventsOf[EdgeRolled](d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"}, face+1))
			d.equal(name+": rolls", len(roll), 1)
			i := d.b.find("e")
			d.equal(name+": is back", d.b.inPlay(i), true)
			d.equal(name+": nobody is on another, all on the table", d.b.placementErrors(), "[]")
			d.equal(name+": middle of a stand at the edge", slices.ContainsFunc(d.blocks("e"), func(r rect.Block) bool {
				return r.Centre == c.end || c.dir%10 == north && r.Centre.Y == c.end.Y || c.dir%10 != north && r.Centre.X == c.end.X
			}), true)
		}
	}
}

// TestRetreatAslantEndsWhereItLeaves stops a unit that retreats at an angle where its path
// leaves the table.
func TestRetreatAslantEndsWhereItLeaves(t *testing.T) {
	const aslant = 3 // heading (3, 4)
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 115, aslant, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 115, aslant + 10, "line", 1})
	i := d.b.find("e")
	_, high := rect.Bounds(d.blocks("e")...)
	to := d.b.retreatStop(i, rect.Point{X: 6 * boardUnitsPerCM, Y: 8 * boardUnitsPerCM})
	left := d.b.ground.depth - high.Y
	d.equal("to the edge", to.Y, left)
	d.equal("along its way", to.X, (left*3+2)/4)
	d.equal("a shorter way is gone whole", d.b.retreatStop(i, rect.Point{X: 30, Y: 40}), rect.Point{X: 30, Y: 40})
}

// TestUnseenStandsAreSpared shoots at the number of the stands in sight, and removes those
// first.
func TestUnseenStandsAreSpared(t *testing.T) {
	// A house hides the stand in the open at 96; those at 100 and 104 are fortified.
	terrain := `[{"id":"wall","kind":"low-obstacle","x_cm":102,"y_cm":61,"width_cm":8,"depth_cm":2,"cover":"fortified"},
		{"id":"house","kind":"buildings","x_cm":94,"y_cm":52,"width_cm":8,"depth_cm":4}]`
	table := func(attack string) *diagram {
		d := newDiagram(t, terrain, diagramUnit{"S", 0, "infantry", attack, 96, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
		d.do(EndPhase{bySeat{0}})
		return d
	}
	shot := Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}

	d := table("3/3")
	events := d.do(shot, 6, 6, 6)
	d.equal("what hits", rulestest.EventsOf[Volleyed](events)[0].ToHit, 6)
	d.equal("stands left", d.columns("e"), "[96 100]")

	d = table("3/3")
	d.do(shot, 4, 5, 5)
	d.equal("stands left that 5 does not hit", d.columns("e"), "[96 100 104]")

	d = table("3/6")
	d.do(shot, 6, 6, 6, 6, 6, 6)
	d.equal("the unseen stand falls last", d.columns("e"), "[96]")

	d = table("3/3")
	d.b.setup.Version = 1
	events = d.do(shot, 4, 4, 4)
	d.equal("what hit in the first version", rulestest.EventsOf[Volleyed](events)[0].ToHit, 4)
}

// TestOpenStandsFallFirst removes the stand in the open before those that are protected,
// without a choice of its owner.
func TestOpenStandsFallFirst(t *testing.T) {
	for name, c := range map[string]struct {
		wall string // the low walls that protect two of the three stands
		left string
	}{
		"at the end":    {`{"id":"w","kind":"low-obstacle","x_cm":98,"y_cm":61,"width_cm":8,"depth_cm":2,"cover":"defended"}`, "[96 100]"},
		"in the middle": {`{"id":"w","kind":"low-obstacle","x_cm":96,"y_cm":61,"width_cm":4,"depth_cm":2,"cover":"defended"},{"id":"v","kind":"low-obstacle","x_cm":104,"y_cm":61,"width_cm":4,"depth_cm":2,"cover":"defended"}`, "[96 104]"},
	} {
		d := newDiagram(t, "["+c.wall+"]", diagramUnit{"S", 0, "infantry", "3/3", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
		d.do(EndPhase{bySeat{0}})
		questions, events := d.asked(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4, 4)
		d.equal(name+": what hits", rulestest.EventsOf[Volleyed](events)[0].ToHit, 4)
		d.equal(name+": asked", questions, "[]")
		d.equal(name+": stands left", d.columns("e"), c.left)
	}
	d := newDiagram(t, `[{"id":"w","kind":"low-obstacle","x_cm":98,"y_cm":61,"width_cm":8,"depth_cm":2,"cover":"defended"}]`,
		diagramUnit{"S", 0, "infantry", "3/3", 100, 40, north, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
	d.b.setup.Version = 1
	d.do(EndPhase{bySeat{0}})
	questions, _ := d.asked(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 4, 4, 4)
	d.equal("asked in the first version", questions, "[[stand-1 stand-3]]")
}

// TestVersions begins battles of every version that records may have, writes and reads them
// back, and refuses other versions.
func TestVersions(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-plains")
	for v := oldestVersion; v <= currentVersion; v++ {
		s := list[0]
		s.Version = v
		b, err := begin(s)
		rulestest.Must(t, err)
		text, err := json.Marshal(b)
		rulestest.Must(t, err)
		again, err := load(text)
		rulestest.Must(t, err)
		if got := again.(*Battle).setup.Version; got != v {
			t.Errorf("version %d comes back as %d", v, got)
		}
	}
	for _, v := range []int{-1, 0, oldestVersion - 1, currentVersion + 1} {
		s := list[0]
		s.Version = v
		_, err := begin(s)
		if f, ok := err.(*rules.Fault); !ok || f.Code != rules.OutOfRange || f.Field != "version" {
			t.Errorf("version %d: %v", v, err)
		}
	}
}

// TestHitsOnAnAdvanceOutlastAPursuit keeps the hits on an advancing unit while another of
// its engagement pursues and fights on.
func TestHitsOnAnAdvanceOutlastAPursuit(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 90, 40, north, "line", 1}, diagramUnit{"B", 0, "infantry", "", 98, 40, north, "line", 3},
		diagramUnit{"e", 1, "infantry", "", 92, 40, south, "line", 2}, diagramUnit{"f", 1, "infantry", "", 104, 40, south, "line", 3},
		diagramUnit{"next", 1, "infantry", "3/1", 86, 54, south, "line", 1})
	d.engage("A")
	d.do(Fight{bySeat: bySeat{0}}, append([]int{6, 6, 6, 6, 6, 6, 1, 1, 1, 6, 1, 1}, ones(12)...)...)
	d.equal("e is destroyed", d.b.s.Units[d.b.find("e")].Gone, true)
	d.do(Result{bySeat: bySeat{0}})
	d.do(Retreat{bySeat: bySeat{1}, Unit: "f", AwayFrom: "any"})
	d.do(Advance{bySeat: bySeat{0}, Unit: "A", Target: "next", Side: "left"})
	d.do(ShootCharger{bySeat: bySeat{1}, Unit: "next"}, 4)
	ended := rulestest.EventsOf[EngagementEnded](d.do(Pursue{bySeat: bySeat{0}, Unit: "B", Target: "f"}))
	d.equal("the fight goes on", ended[0].GoesOn, true)
	a := d.b.s.Units[d.b.find("A")]
	d.equal("hits for the next combat", []int{a.ChargeHits, a.Marked}, "[1 1]")
}

// TestBackAlongTheEdge returns a unit to the table beside another that now stands where it
// left.
func TestBackAlongTheEdge(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 2, 40, north, "column", 3}, diagramUnit{"B", 0, "infantry", "", 60, 40, north, "column", 3})
	a, b := d.b.find("A"), d.b.find("B")
	d.b.Apply(EdgeRolled{Unit: "A", Outcome: "pending"})
	d.b.setStands(b, d.b.s.Units[a].Spots)
	d.b.Apply(TurnBegan{Seat: 0, Turn: 2})
	d.b.Apply(PhaseBegan{Phase: phaseReturn})
	d.do(Return{bySeat{0}, "A"}, 6)
	d.equal("is back", d.b.inPlay(a), true)
	d.equal("nobody is on another", d.b.placementErrors(), "[]")
	for _, r := range d.blocks("A") {
		d.equal("at the edge", r.Centre.X, 2*boardUnitsPerCM)
	}
}
