package warmachine

import (
	"testing"

	"oriflamme/rules/warmachine/ruling"
)

// TestStationary is WM-X-STAT-2: for one round a model neither moves nor acts, engages no
// model, and is hit by every melee attack.
func TestStationary(t *testing.T) {
	x := newAmbush(t, 1400)
	x.b.Apply(Struck{Unit: "b", Effect: stationary, law: law{stationaryRule}})
	if x.b.threatens(modelRef{1, 0}, modelRef{0, 0}) || x.b.threatens(modelRef{0, 0}, modelRef{1, 0}) == false {
		t.Error("a stationary model engages nobody and can be engaged")
	}
	s := attackState{attacker: modelRef{0, 0}, target: modelRef{1, 0}, weapon: 0, kind: ruling.Melee}
	if in := x.b.attackRollOf(&s); in.Automatic() != stationary || in.Def() != ruling.HelplessDef {
		t.Errorf("automatic %q, DEF %d", in.Automatic(), in.Def())
	}
	x.do(walk(18_000), nil)             // away from b, which does not strike
	x.do(EndActivation{bySeat{0}}, nil) // this also ends the turn
	x.b.Apply(ControlEnded{})
	if !x.b.model(modelRef{1, 0}).helpless() {
		t.Fatal("it lasts into its own turn")
	}
	events := x.do(Activate{bySeat: bySeat{1}, Unit: "b", Order: "none", Rise: "movement"}, nil)
	if end, ok := events[1].(ActivationEnded); !ok || end.Law != stationaryRule {
		t.Errorf("its activation goes on: %+v", events)
	}
	x.b.Apply(TurnBegan{0, x.b.s.Turns + 1})
	if x.b.model(modelRef{1, 0}).helpless() {
		t.Error("it ends with the next turn of whoever's turn it was")
	}
}

// TestStationaryAmongOthers leaves a stationary trooper behind when its unit moves.
func TestStationaryAmongOthers(t *testing.T) {
	x := newAmbush(t, 20_000)
	x.b.info[0].profile.Kind, x.b.info[0].size, x.b.info[0].models = "unit", 2, []string{"a.1", "a.2"}
	x.b.ids["a"], x.b.ids["a.1"], x.b.ids["a.2"] = modelRef{0, noUnit}, modelRef{0, 0}, modelRef{0, 1}
	tr := &x.b.s.Units[0]
	tr.Models, tr.Left = []modelState{{Spot: Spot{X: 20_000, Y: 20_000}}, {Spot: Spot{X: 20_000, Y: 22_000}, StationaryUntil: 9}}, 2
	x.b.Apply(ActivationEnded{Unit: "a"})
	x.b.s.Units[0].Activated = false
	x.do(Activate{Unit: "a", Order: "none", Rise: "movement"}, nil)
	x.do(walk(22_000), nil)
	if x.b.model(modelRef{0, 0}).X != 22_000 || x.b.model(modelRef{0, 1}).X != 20_000 {
		t.Errorf("moved to %v and %v", x.b.model(modelRef{0, 0}).at(), x.b.model(modelRef{0, 1}).at())
	}
	x.refused(Move{Who: "a.2", Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 21_000, Y: 22_000}}, LOS: yes, InReach: yes}, stationaryRule)
	x.refused(Attack{Who: "a.2", Target: "b", Weapon: "sword", InReach: yes}, stationaryRule)
}

// TestShakeOff pays a point in the Control Phase to end the stationary effect (WM-X-FOC-3).
func TestShakeOff(t *testing.T) {
	x := newAmbush(t, 12_000)
	x.b.Apply(Struck{Unit: "a", Effect: stationary, law: law{stationaryRule}})
	x.do(EndActivation{bySeat{0}}, nil)
	x.b.s.Phase, x.b.s.Turn = phaseControl, 0
	x.do(Shake{bySeat{0}, "a"}, nil)
	if x.b.model(modelRef{0, 0}).helpless() || x.b.s.Units[0].Focus != 5 {
		t.Errorf("still %d, focus %d", x.b.model(modelRef{0, 0}).StationaryUntil, x.b.s.Units[0].Focus)
	}
}

// TestKnockedDownInTheMiddle: a model that is knocked down during its activation acts no
// more, and owes no attack.
func TestKnockedDownInTheMiddle(t *testing.T) {
	x := newAmbush(t, 1400)
	x.b.Apply(Moved{Unit: "a", Model: 0, Movement: ruling.Charge, Target: "b", Distance: ruling.Inches(4000).Dec(), To: &Spot{20_000, 20_000, 0}, law: law{"WM-CHARGE-10"}})
	x.refused(EndActivation{bySeat{0}}, "WM-CHARGE-17")
	x.b.Apply(Struck{Unit: "a", Effect: knockDown, law: law{"WM-X-KD-1"}})
	x.refused(Attack{Target: "b", Weapon: "sword", InReach: yes, statedShot: statedShot{LOS: yes}}, "WM-X-KD-1")
	x.do(EndActivation{bySeat{0}}, nil)
}

// TestLongerSteps is WM-MOVE-9 and WM-RUN-2: what lengthens the normal movement is added
// after doubling, and does not count outside the activation.
func TestLongerSteps(t *testing.T) {
	x := newAmbush(t, 12_000)
	x.b.info[0].profile.Feat = &FeatProfile{ID: "tide", Effects: []Effect{{"move", 2}}}
	x.b.Apply(Enchanted{By: "a", Spell: "tide", Unit: "a"})
	for movement, want := range map[string]ruling.Inches{ruling.FullAdvance: 8000, ruling.Run: 14_000} {
		if got, rule := x.b.moveAllowance(0, movement); got != want || rule != "" {
			t.Errorf("%s: %s %s, want %s", movement, got, rule, want)
		}
	}
	if got := x.b.chargeDistance(0); got != 11_000 {
		t.Errorf("charge: %s", got)
	}
	x.b.info[0].profile.Feat.Effects[0].Amount = -1
	if rule := x.b.mayCharge(0, true); rule != "WM-CHARGE-2" {
		t.Errorf("slowed: %q", rule)
	}
}
