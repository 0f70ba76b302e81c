package warmaster

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster/ruling"
)

// TestCharactersDoNotCountForDeployment gives the first place to the side with more units, not
// to the side with more units and characters (WR-SET-2).
func TestCharactersDoNotCountForDeployment(t *testing.T) {
	for at, first := range map[int]rules.Seat{2: 0, currentVersion: 1} {
		d := beginDiagram(t, rules.Board, "", diagramUnit{"A", 0, "infantry", "", 0, 0, north, "line", 3},
			diagramUnit{"e", 1, "infantry", "", 0, 0, south, "line", 3}, diagramUnit{"f", 1, "infantry", "", 0, 0, south, "line", 3})
		setup := d.b.setup
		setup.Version = at
		setup.Rosters = slices.Clone(setup.Rosters)
		for _, id := range []string{"h1", "h2"} {
			setup.Rosters[0].Units = append(slices.Clone(setup.Rosters[0].Units), rules.Unit{ID: id, Name: "H",
				Profile: []byte(`{"id":"h","name":"H","type":"hero","size":1,"command":8,"points":0}`)})
		}
		b, err := begin(setup)
		rulestest.Must(t, err)
		d.b = b.(*Battle)
		rolled := rulestest.EventsOf[RolledOff](d.do(Start{Separation: ruling.LeastSeparation}, 6, 1))[0]
		d.equal(fmt.Sprint("who places first in version ", at), rolled.Placing, first)
	}
}

// TestBothSidesReform lets a beaten unit of the side that is not active re-form after the active
// side has (WR-PROV-4).
func TestBothSidesReform(t *testing.T) {
	fought := func(version int) *diagram {
		d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
		d.b.setup.Version = version
		d.beaten("A", append([]int{6, 6}, ones(16)...)...)
		d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
		d.do(Hold{bySeat{0}, "A"})
		return d
	}
	d := fought(currentVersion)
	d.equal("the active side first", d.b.toAct(), 0)
	d.equal("A may re-form", d.offered(`{"kind":"reform","by":0,"unit":"A"`), true)
	e := Reform{bySeat: bySeat{1}, Unit: "e", Form: "line"}
	d.refused(e, "WR-SEQ-3")
	d.do(EndPhase{bySeat{0}})
	d.equal("then the other", d.b.toAct(), 1)
	d.equal("e may re-form", d.offered(`{"kind":"reform","by":1,"unit":"e"`), true)
	for _, c := range d.b.Legal() {
		if r, ok := c.(Reform); ok {
			e = r
		}
	}
	d.do(e)
	if d.b.s.Phase == phaseReform {
		d.do(EndPhase{bySeat{1}})
	}
	d.equal("the turn passes", []any{d.b.s.Phase, d.b.s.Turn}, []any{phaseOrders, rules.Seat(1)})

	d = fought(2)
	d.do(EndPhase{bySeat{0}})
	d.equal("in version 2 the turn passes at once", d.b.s.Phase, phaseOrders)
}

// TestAlongAWinnersFront goes on with the fight while a unit that retreats still touches another
// winner (WR-SEQ-10).
func TestAlongAWinnersFront(t *testing.T) {
	for version, phase := range map[int]string{2: phaseReform, currentVersion: phaseFight} {
		d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3},
			diagramUnit{"B", 0, "infantry", "", 106, 41, west, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
		d.b.setup.Version = version
		d.engage("A")
		in, fault := d.b.combatInputFor(nil, nil)
		d.equal("fault", fault == nil, true)
		n := 0
		for _, side := range []ruling.Side{"a", "b"} {
			for _, u := range in.Of(side).Units {
				for _, b := range u.Attacker().Attacks(in.Targets(side), in.Round, in.Floor).ByTarget {
					n += b.Dice
				}
			}
		}
		d.do(Fight{bySeat: bySeat{0}}, append([]int{6}, ones(n-1)...)...)
		d.do(Result{bySeat: bySeat{0}})
		d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
		d.equal("it still touches B", d.touching("e", "B") > 0, true)
		d.equal("and no longer A", d.touching("e", "A"), 0)
		d.do(Hold{bySeat{0}, "A"})
		d.do(Hold{bySeat{0}, "B"})
		d.equal(fmt.Sprint("what follows in version ", version), d.b.s.Phase, phase)
		if phase == phaseFight {
			d.equal("who fights on", d.b.s.Fight.Units, fmt.Sprint([2][]int{{d.b.find("B")}, {d.b.find("e")}}))
			d.equal("in round", d.b.s.Fight.Round, 2)
		}
	}
}

// TestBrigadesOfEveryCombination offers brigades that touch, whatever the order of the roster
// (WR-BRIG-1).
func TestBrigadesOfEveryCombination(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 30, north, "line", 3}, diagramUnit{"B", 0, "infantry", "", 40, 30, north, "line", 3},
		diagramUnit{"C", 0, "infantry", "", 112, 30, north, "line", 3}, diagramUnit{"D", 0, "infantry", "", 124, 30, north, "line", 3},
		diagramUnit{"E", 0, "infantry", "", 136, 30, north, "line", 3})
	for with, want := range map[string]bool{
		`"A","with":[]`: true, `"A","with":["C"]`: true, `"A","with":["C","D"]`: true, `"A","with":["C","D","E"]`: true, `"C","with":["D"]`: true,
		`"C","with":["D","E"]`: true, `"D","with":["E"]`: true, `"A","with":["B"]`: false, `"A","with":["D"]`: false, `"A","with":["C","E"]`: false,
	} {
		d.equal(with, d.offered(`{"kind":"order","by":0,"character":"g0","unit":`+with), want)
	}
	for _, c := range d.b.Legal() {
		if _, _, err := rules.Play(d.b, c, dice.Seeded("x"), rules.ChooseFirst); err != nil {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// TestInitiativeMayIgnoreTheFortified offers a charge on an enemy farther away than a fortified
// one (WR-INIT-7).
func TestInitiativeMayIgnoreTheFortified(t *testing.T) {
	d := newDiagram(t, `[{"id":"w","kind":"ruins","x_cm":100,"y_cm":55,"width_cm":14,"depth_cm":6,"cover":"fortified"}]`,
		diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"near", 1, "infantry", "", 100, 54, south, "line", 3},
		diagramUnit{"far", 1, "infantry", "", 112, 54, south, "line", 1})
	d.equal("on the near", d.offered(`{"kind":"charge","by":0,"unit":"A","target":"near"`), true)
	d.equal("on the far", d.offered(`{"kind":"charge","by":0,"unit":"A","target":"far"`), true)
	d.refused(charges("A", "far"), "WR-INIT-2")
	past := charges("A", "far")
	past.Ignore = "fortified"
	d.do(past)
}

// TestAHedgeProtectsFromItsOtherSide protects troops at a hedge from shots and blows across it,
// and not from behind (WR-PROV-5).
func TestAHedgeProtectsFromItsOtherSide(t *testing.T) {
	hedge := `[{"id":"h","kind":"low-obstacle","x_cm":100,"y_cm":59,"width_cm":20,"depth_cm":1,"cover":"defended"}]`
	for name, c := range map[string]struct {
		y, dir, version, toHit int
	}{
		"across":               {40, north, currentVersion, 5},
		"from behind":          {80, south, currentVersion, 4},
		"across, version 2":    {40, north, 2, 4},
		"beside it, version 2": {80, south, 2, 4},
	} {
		d := newDiagram(t, hedge, diagramUnit{"S", 0, "infantry", "3/3", 100, c.y, c.dir, "line", 1}, diagramUnit{"e", 1, "infantry", "", 100, 59, south, "line", 3})
		d.b.setup.Version = c.version
		i := d.b.find("e")
		d.b.setStands(i, moveSpots(d.b.s.Units[i].Spots, rect.Point{Y: boardUnitsPerCM / 2})) // its front at the hedge
		d.equal(name+": it touches the hedge", d.blocks("e")[0].RelationTo(d.b.ground.areas[0].block), rect.Touch)
		d.do(EndPhase{bySeat{0}})
		d.equal(name, rulestest.EventsOf[Volleyed](d.do(Shoot{bySeat: bySeat{0}, Unit: "S", Target: "e"}, 1, 1, 1))[0].ToHit, c.toHit)
	}
	for name, c := range map[string]struct{ y, dir, toHit int }{"a charge across": {50, north, 5}, "a charge from behind": {72, south, 4}} {
		d := newDiagram(t, hedge, diagramUnit{"A", 0, "infantry", "", 100, c.y, c.dir, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 59, south, "line", 3})
		i := d.b.find("e")
		d.b.setStands(i, moveSpots(d.b.s.Units[i].Spots, rect.Point{Y: boardUnitsPerCM / 2}))
		d.do(charges("A", "e"))
		d.engage("A")
		in, _ := d.b.combatInputFor(nil, nil)
		d.equal(name, ruling.Protections[ruling.ProtectionClass(in.B.Units[0].Protection)], map[int]string{5: "defended", 4: "none"}[c.toHit])
	}
}

// TestGeneralDies ends a battle, or not, when a General dies, and counts him in the score
// (WR-PROV-15).
func TestGeneralDies(t *testing.T) {
	for name, c := range map[string]struct {
		general, score string
		version        int
		over           bool
		winner         rules.Seat
		scores         string
	}{
		"loses":            {"loses", "units", currentVersion, true, 0, "[2 0]"},
		"withdraws":        {"withdraws", "units", currentVersion, true, 0, "[2 0]"},
		"goes on":          {"goes-on", "units", currentVersion, false, 0, "[2 0]"},
		"version 2":        {"goes-on", "units", 2, false, 0, "[1 0]"},
		"loses, in points": {"loses", "points", currentVersion, true, 0, "[175 0]"},
	} {
		d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 1},
			diagramUnit{"other", 1, "infantry", "", 40, 100, south, "line", 3}, diagramUnit{"last", 1, "infantry", "", 70, 100, south, "line", 3})
		d.b.setup.Version = c.version
		d.b.optionValues["general"], d.b.optionValues["score"] = c.general, c.score
		d.b.info[d.b.find("g1")].points = 125
		d.joins("g1", "e")
		d.engage("A")
		d.do(Fight{bySeat: bySeat{0}}, append(slices.Repeat([]int{6}, 6), ones(6)...)...)
		d.equal(name+": the General is dead", d.b.s.Units[d.b.find("g1")].Gone, true)
		outcome, over := d.b.Outcome()
		d.equal(name+": over", over, c.over)
		d.equal(name+": score", []int{d.b.score(0), d.b.score(1)}, c.scores)
		if over {
			d.equal(name+": outcome", []any{outcome.Winner, outcome.Reason, outcome.Rule, fmt.Sprint(outcome.Scores)}, []any{c.winner, "general-dead", "WR-PROV-15", c.scores})
		}
	}
}

// TestGeneralLeaves makes the army lose whose General leaves the table, even if it is ahead, or
// counts him as a loss (WR-END-3, WR-PROV-15).
func TestGeneralLeaves(t *testing.T) {
	for general, winner := range map[string]rules.Seat{"loses": 0, "withdraws": 1, "goes-on": 1} {
		d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 116, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 116, south, "line", 3},
			diagramUnit{"x", 0, "infantry", "", 20, 20, north, "line", 1}, diagramUnit{"y", 0, "infantry", "", 40, 20, north, "line", 1}, diagramUnit{"z", 0, "infantry", "", 60, 20, north, "line", 1})
		d.b.optionValues["general"], d.b.optionValues["score"] = general, "units"
		for _, id := range []string{"x", "y", "z"} {
			d.b.Apply(Destroyed{Unit: id, How: "shooting", Law: "WR-SHOOT-14"})
		}
		d.joins("g1", "e")
		d.beaten("A", append([]int{6, 6, 6, 6, 6}, ones(13)...)...)
		d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"}, 1)
		outcome, over := d.b.Outcome()
		d.equal(general, []any{over, outcome.Winner, outcome.Reason, outcome.Rule}, []any{true, winner, "general-left", "WR-END-3"})
	}
}

// TestDefaultsOfOldBattles gives battles the defaults that their version had.
func TestDefaultsOfOldBattles(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-plains")
	for version, want := range map[int]string{1: "off units goes-on", 2: "off units goes-on", currentVersion: "half points loses"} {
		s := list[0]
		s.Version, s.Options = version, nil
		b, err := begin(s)
		rulestest.Must(t, err)
		w := b.(*Battle)
		if got := w.option("withdrawal") + " " + w.option("score") + " " + w.option("general"); got != want {
			t.Errorf("version %d: %s, want %s", version, got, want)
		}
		for _, n := range w.notes() {
			t.Errorf("version %d: note %s", version, n.Key)
		}
	}
}

// TestRampartsAreClosed lets nobody walk over a rampart (WR-TERR-10).
func TestRampartsAreClosed(t *testing.T) {
	wall := `[{"id":"w","kind":"rampart","x_cm":100,"y_cm":50,"width_cm":40,"depth_cm":2,"cover":"fortified"}]`
	over := Move{bySeat: bySeat{0}, Unit: "A", Place: &Place{X: ruling.CM(100), Y: ruling.CM(58), Heading: ruling.Heading{0, 1}, Form: "line"}}
	for version, rule := range map[int]string{2: "", currentVersion: "WR-TERR-10"} {
		d := newDiagram(t, wall, diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3})
		d.b.setup.Version = version
		d.do(orders("A"), 1, 1)
		if rule == "" {
			d.do(over)
		} else {
			d.refused(over, rule)
		}
	}
}

// TestEdgeOfAWood sees troops up to exactly 2 cm inside a wood, and lets them see out (WR-LOS-4).
func TestEdgeOfAWood(t *testing.T) {
	for inside, sees := range map[int]bool{190: true, 200: true, 201: false} {
		d := newDiagram(t, `[{"id":"w","kind":"wood","x_cm":100,"y_cm":70,"width_cm":60,"depth_cm":20}]`,
			diagramUnit{"A", 0, "infantry", "", 100, 45, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
		a, e := d.b.find("A"), d.b.find("e")
		d.b.setStands(e, moveSpots(d.b.s.Units[e].Spots, rect.Point{Y: int64(inside)}))
		d.equal(fmt.Sprint("seen, inside by ", inside), d.b.seesUnit(a, e, true), sees)
		d.equal(fmt.Sprint("sees out, inside by ", inside), d.b.seesUnit(e, a, true), sees)
	}
}

// TestWhyAShotIsRefused names the rule that forbids a shot (WR-SHOOT-2, WR-SHOOT-3, WR-SHOOT-7).
func TestWhyAShotIsRefused(t *testing.T) {
	shot := func(target string) Shoot { return Shoot{bySeat: bySeat{0}, Unit: "S", Target: target} }
	d := newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/1", 100, 40, north, "line", 3}, diagramUnit{"far", 1, "infantry", "", 100, 71, south, "line", 3},
		diagramUnit{"A", 0, "infantry", "", 130, 50, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 130, 50, south, "line", 3})
	d.do(EndPhase{bySeat{0}})
	d.refused(shot("far"), "WR-SHOOT-7")
	d.refused(shot("e"), "WR-SHOOT-3")
	d = newDiagram(t, "", diagramUnit{"S", 0, "infantry", "3/1", 100, 40, north, "line", 3}, diagramUnit{"free", 1, "infantry", "", 110, 55, south, "line", 3},
		diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.do(EndPhase{bySeat{0}})
	d.refused(shot("free"), "WR-SHOOT-2")
}

// TestNoPursuitIntoAWood refuses a pursuit of an enemy who retreated into terrain that is closed
// to the pursuer (WR-PUR-5).
func TestNoPursuitIntoAWood(t *testing.T) {
	d := newDiagram(t, `[{"id":"w","kind":"wood","x_cm":100,"y_cm":48,"width_cm":60,"depth_cm":10}]`,
		diagramUnit{"A", 0, "cavalry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 40, south, "line", 3})
	d.beaten("A", append([]int{6, 6}, ones(16)...)...)
	d.do(Retreat{bySeat: bySeat{1}, Unit: "e", AwayFrom: "any"})
	d.refused(Pursue{bySeat: bySeat{0}, Unit: "A", Target: "e"}, "WR-PUR-5")
	d.equal("to pursue is not offered", d.offered(`{"kind":"pursue"`), false)
}

// TestRoundTheEnd ignores no enemy behind a river that can be gone round (WR-INIT-8).
func TestRoundTheEnd(t *testing.T) {
	river := `[{"id":"r","kind":"river","x_cm":90,"y_cm":50,"width_cm":60,"depth_cm":2}]`
	for name, x := range map[string]int{"near its end": 63, "in its middle": 90} {
		d := newDiagram(t, river, diagramUnit{"A", 0, "cavalry", "", x, 46, north, "line", 3}, diagramUnit{"e", 1, "cavalry", "", x, 54, south, "line", 3})
		d.equal(name, d.b.separated(d.b.find("A"), d.b.find("e")), x == 90)
	}
}

// TestEvadeIgnores lets a unit evade from the next enemy when it ignores a fortified one
// (WR-INIT-7).
func TestEvadeIgnores(t *testing.T) {
	d := newDiagram(t, `[{"id":"w","kind":"ruins","x_cm":100,"y_cm":55,"width_cm":14,"depth_cm":6,"cover":"fortified"}]`,
		diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"near", 1, "infantry", "", 100, 54, south, "line", 3},
		diagramUnit{"far", 1, "infantry", "", 112, 54, south, "line", 1})
	evade := Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "far", Distance: ruling.CM(10)}
	d.refused(evade, "WR-INIT-2")
	d.equal("offered", d.offered(`{"kind":"evade","by":0,"unit":"A","enemy":"far"`), true)
	evade.Ignore = "fortified"
	d.do(evade)
}

// TestOntoAFriend names the rule for an evade that ends on a friend (WR-EVADE-7).
func TestOntoAFriend(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 60, north, "line", 1}, diagramUnit{"friend", 0, "infantry", "", 100, 50, north, "line", 3},
		diagramUnit{"e", 1, "infantry", "", 100, 70, south, "line", 1})
	d.refused(Evade{bySeat: bySeat{0}, Unit: "A", Enemy: "e", Distance: ruling.CM(10)}, "WR-EVADE-7")
}
