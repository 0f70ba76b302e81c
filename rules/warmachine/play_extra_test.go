package warmachine

import (
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// A scriptedDuel is a small battle on which commands are played with given dice.
type scriptedDuel struct {
	t *testing.T
	b *Battle
}

// newScriptedDuel returns a battle of a heavy warjack "a" of STR 10 with two Open Fists and
// three points of focus against the other models.
func newScriptedDuel(t *testing.T, others ...figureModel) *scriptedDuel {
	b := battleWithActive(figure{viewer: figureModel{"a", "large", 10_000, 20_000}, others: others})
	b.info[0] = newUnitInfo(0, rules.Unit{ID: "a"}, Profile{
		Kind: "warjack", Base: "large", Models: 1, Spd: 5, Str: 10, Mat: 6, Def: 10, Arm: 18,
		Grid: []ruling.Column{"LL..", "RR..", "HH..", "CC..", "MM..", "...."},
		Weapons: []WeaponProfile{
			{ID: "left", Kind: ruling.Melee, Power: 12, System: "left-arm", Fist: true}, {ID: "right", Kind: ruling.Melee, Power: 12, System: "right-arm", Fist: true},
		},
	})
	b.info[0].models = []string{"a"}
	b.info[0].controller = len(b.info) // a unit that does not exist
	b.info = append(b.info, unitInfo{id: "boss", size: 1, models: []string{"boss"}, radius: 591, controller: noUnit, profile: Profile{Kind: "warcaster", Base: "small", Boxes: 5}})
	b.ids["boss"] = modelRef{len(b.info) - 1, 0}
	b.s.Units = append(b.s.Units, unitState{Models: []modelState{{Spot: Spot{X: 2000, Y: 2000}}}, Left: 1, Placed: true})
	b.s.Units[0].Filled, b.s.Units[0].Focus = make([]int, ruling.GridColumns), 3
	b.Apply(Activated{Unit: "a", Order: "none"})
	return &scriptedDuel{t, b}
}

// do plays a command with dice and choices and returns its events.
func (x *scriptedDuel) do(c rules.Command, choices []int, faces ...int) []rules.Event {
	x.t.Helper()
	after, step, err := rules.Play(x.b, c, dice.NewTape(faces...), rules.ChooseFrom(rules.Options(choices...)))
	if err != nil {
		x.t.Fatalf("%+v: %v", c, err)
	}
	x.b = after.(*Battle)
	return step.Events
}

func (x *scriptedDuel) refused(c rules.Command, rule string) {
	x.t.Helper()
	var f *rules.Fault
	if _, _, err := rules.Play(x.b, c, dice.Seeded("bout"), rules.ChooseFirst); !errors.As(err, &f) || f.Rule != rule {
		x.t.Errorf("%+v: got %v, want %s", c, err, rule)
	}
}

// at returns the place of a model.
func (x *scriptedDuel) at(id string) ruling.Point { return x.b.model(x.b.ids[id]).at() }

func wrestle(kind, target string) PowerAttack {
	return PowerAttack{Attack: kind, Target: target, LOS: yes, InReach: yes}
}

// jack turns model i into a warjack of the second seat.
func (x *scriptedDuel) jack(i int, str int) {
	c := &x.b.info[i]
	c.profile.Kind, c.profile.Str, c.profile.Grid = "warjack", str, []ruling.Column{"LL..", "RR..", "HH..", "CC..", "MM..", "...."}
	c.controller, c.boxes = i, 24
	x.b.s.Units[i].Filled = make([]int, ruling.GridColumns)
	c.profile.Weapons = []WeaponProfile{{ID: "maw", Kind: ruling.Melee, Power: 12, System: "head"}}
}

// TestPushAndFollow is WM-X-PA-1: the target is pushed an inch straight away, and the
// attacker follows.
func TestPushAndFollow(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "medium", 12_000, 20_000})
	x.b.info[1].profile.Str = 10
	x.do(wrestle(pushing, "b"), nil, 2, 3)
	if x.at("b") != (ruling.Point{X: 12_000, Y: 20_000}) {
		t.Error("the stronger stays")
	}
	x = newScriptedDuel(t, figureModel{"b", "medium", 12_000, 20_000})
	x.b.info[1].profile.Str = 10
	x.do(wrestle(pushing, "b"), []int{1}, 3, 3)
	if x.at("b") != (ruling.Point{X: 13_000, Y: 20_000}) || x.at("a").X != 11_000 {
		t.Errorf("pushed to %v, followed to %v", x.at("b"), x.at("a"))
	}
}

// TestSlam is WM-X-PA-3 and WM-X-PA-4: at least three inches of movement, then the target
// goes a die of inches away and is knocked down, with one more die of damage for hitting
// something solid.
func TestSlam(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "medium", 16_000, 20_000}, figureModel{"c", "medium", 20_000, 20_000})
	x.b.info[1].boxes, x.b.info[1].profile.Boxes = 50, 50
	// 4 + 3 + MAT 6 against DEF 12; five inches away, but c stops b after 2.4.
	events := x.do(wrestle(slamming, "b"), nil, 4, 3, 5, 1, 1, 1, 2, 2)
	if !x.b.model(x.b.ids["b"]).Down || x.b.s.Units[0].Focus != 2 {
		t.Errorf("lies down: %v, focus %d", x.b.model(x.b.ids["b"]).Down, x.b.s.Units[0].Focus)
	}
	hurled := 0
	for _, e := range events {
		switch e := e.(type) {
		case Hurled:
			if hurled++; !e.Crash || e.To.X > 20_000-2*787 || e.To.X < 18_400 {
				t.Errorf("hurled %+v to %v", e, e.To)
			}
		case Damaged:
			if want := map[string]int{"b": 13, "c": 14}[e.Unit]; e.Total != want { // three dice and STR 10; two and STR 10
				t.Errorf("%s: damage roll of %d, want %d", e.Unit, e.Total, want)
			}
		}
	}
	if hurled != 1 {
		t.Errorf("hurled %d times", hurled)
	}
	near := newScriptedDuel(t, figureModel{"b", "medium", 13_000, 20_000})
	near.do(wrestle(slamming, "b"), nil)
	if near.b.s.Acting != noUnit || near.b.model(near.b.ids["b"]).Down {
		t.Error("a slam of less than three inches ends the activation")
	}
}

// TestSlamBars expects that slams obey the restrictions of charges.
func TestSlamBars(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "medium", 16_000, 20_000})
	x.b.s.Units[0].Filled = []int{0, 0, 0, 0, 2, 0}
	x.refused(wrestle(slamming, "b"), "WM-X-GRID-4")
	x.refused(PowerAttack{Attack: trample, To: &ruling.Point{X: 14_000, Y: 20_000}, LOS: yes, InReach: yes}, "WM-X-GRID-4")
	large := newScriptedDuel(t, figureModel{"b", "large", 16_000, 20_000})
	large.b.info[0].base = ruling.BaseSizes["medium"]
	if s, fault := large.b.powerAttackOf(wrestle(slamming, "b")); fault != nil || s.attackModifier != -2 {
		t.Errorf("against a larger base: %d, %v", s.attackModifier, fault)
	}
}

// TestThrow is WM-X-PA-5: ties go to the attacker, the distance is half of STR plus an inch
// for a small base, and the deviation is at most half of that.
func TestThrow(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "small", 11_900, 20_000})
	x.b.info[1].profile.Str, x.b.info[1].boxes, x.b.info[1].profile.Boxes = 8, 50, 50
	// Dice: to hit, the opposed roll 12 to 12, deviation straight on by two inches, damage.
	x.do(wrestle(throwing, "b"), nil, 4, 4, 2, 4, 1, 3, 3, 3)
	if at := x.at("b"); at != (ruling.Point{X: 11_900 + 6000 + 2000, Y: 20_000}) || !x.b.model(x.b.ids["b"]).Down {
		t.Errorf("thrown to %v", at)
	}
	if got := x.b.model(x.b.ids["b"]).Damage; got != 2 {
		t.Errorf("damage %d, want 6 + 10 less ARM 14", got)
	}
	x = newScriptedDuel(t, figureModel{"b", "small", 11_900, 20_000})
	x.b.info[1].profile.Str = 8
	x.do(wrestle(throwing, "b"), nil, 4, 4, 1, 4)
	if x.at("b") != (ruling.Point{X: 11_900, Y: 20_000}) {
		t.Error("the stronger is not thrown")
	}
	for i := range 2 {
		x.b.s.Units[0].Filled[i] = 2
	}
	x.b.Apply(Activated{Unit: "a", Order: "none"})
	x.refused(wrestle(throwing, "b"), "WM-X-PA-0")
}

// TestLock is WM-X-PA-6: neither warjack advances, the locked system does not strike, and an
// opposed roll of strength breaks the lock.
func TestLock(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "large", 12_100, 20_000}, figureModel{"c", "small", 40_000, 40_000})
	x.jack(1, 10)
	lock := wrestle(locking, "b")
	lock.System = "head"
	x.do(lock, nil, 4, 4)
	x.do(EndActivation{}, nil)
	x.b.s.Turn, x.b.s.Phase = 1, phaseActivation
	x.b.s.Units[1].Activated, x.b.s.Units[1].Focus = false, 2
	x.do(Activate{bySeat: bySeat{1}, Unit: "b", Order: "none", Rise: "movement"}, nil)
	go1 := Move{bySeat: bySeat{1}, Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 14_000, Y: 20_000}}, LOS: yes, InReach: yes}
	x.refused(go1, lockRule)
	x.refused(Attack{bySeat: bySeat{1}, Target: "a", Weapon: "maw", statedShot: statedShot{LOS: yes}, InReach: yes}, lockRule)
	x.do(BreakLock{bySeat{1}, "a"}, nil, 3, 3)
	x.refused(BreakLock{bySeat{1}, "a"}, lockRule)
	x.b.s.Activation.TriedBreakLock = false
	x.do(BreakLock{bySeat{1}, "a"}, nil, 4, 3)
	x.do(Move{bySeat: bySeat{1}, Movement: ruling.Forfeit, LOS: yes, InReach: yes}, nil)
	if len(x.b.s.Locks) > 0 {
		t.Error("the lock is broken")
	}
}

// TestTrample is WM-X-PA-7: through small bases, a roll for each.
func TestTrample(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "small", 13_000, 20_300}, figureModel{"c", "small", 14_500, 19_800}, figureModel{"d", "medium", 14_000, 24_000})
	x.refused(PowerAttack{Attack: trample, To: &ruling.Point{X: 19_000, Y: 20_000}, LOS: yes, InReach: yes}, trampleRule) // nine inches
	x.refused(PowerAttack{Attack: trample, To: &ruling.Point{X: 13_500, Y: 23_300}, LOS: yes, InReach: yes}, trampleRule) // d is too large
	x.do(PowerAttack{Attack: trample, To: &ruling.Point{X: 17_500, Y: 20_000}, LOS: yes, InReach: yes}, nil, 1, 1, 5, 5, 6, 6)
	if x.at("a") != (ruling.Point{X: 17_500, Y: 20_000}) || !x.b.modelInPlay(x.b.ids["b"]) || x.b.modelInPlay(x.b.ids["c"]) {
		t.Errorf("at %v; b %v, c %v", x.at("a"), x.b.modelInPlay(x.b.ids["b"]), x.b.modelInPlay(x.b.ids["c"]))
	}
}

// TestSpray is WM-X-SPR-1: an attack roll for each model under the template and in sight.
func TestSpray(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "small", 14_000, 20_000}, figureModel{"c", "small", 16_500, 20_500}, figureModel{"d", "small", 14_000, 23_000}, figureModel{"e", "small", 20_000, 20_000})
	p := &x.b.info[0].profile
	p.Weapons, p.Rat = append(p.Weapons, WeaponProfile{ID: "hose", Kind: ruling.Ranged, Power: 10, Rof: 1, Range: 8 * ruling.Inch, Spray: true}), 5
	x.b.info[0].maxRange = 8 * ruling.Inch
	x.b.s.Activation.Made = make([]int, 3)
	var rolled []string
	for _, e := range x.do(Attack{Target: "b", Weapon: "hose", statedShot: statedShot{LOS: yes}, InReach: yes}, nil, 1, 2, 1, 2) {
		if a, ok := e.(AttackRolled); ok {
			rolled = append(rolled, a.Target)
		}
	}
	if len(rolled) != 2 || rolled[0] != "b" || rolled[1] != "c" {
		t.Errorf("rolled against %v", rolled)
	}
}

// TestCavalry is WM-X-CAV-1: cavalry makes impact attacks on the models it contacts, moves
// on over the destroyed ones, and charges at +2.
func TestCavalry(t *testing.T) {
	b := battleWithActive(figure{viewer: figureModel{"a", "large", 10_000, 20_000}, others: []figureModel{{"c", "small", 15_000, 20_900}, {"b", "small", 18_000, 20_000}}})
	b.info[0].profile.Abilities = []string{"light-cavalry"}
	b.info[0].profile.Weapons = append(b.info[0].profile.Weapons, WeaponProfile{ID: "hooves", Kind: ruling.Melee, Power: 12, Mount: true})
	b.s.Activation.Made = make([]int, 2)
	x := &scriptedDuel{t, b}
	x.do(moveOf(ruling.Charge, "b"), nil, 4, 4, 5, 5, 1, 1) // c is destroyed, and b is struck too
	if x.b.modelInPlay(x.b.ids["c"]) || x.b.s.Activation.Models[0].Moved < 6*ruling.Inch {
		t.Errorf("c stands: %v, moved %s", x.b.modelInPlay(x.b.ids["c"]), x.b.s.Activation.Models[0].Moved)
	}
	x.refused(Attack{Target: "b", Weapon: "hooves", statedShot: statedShot{LOS: yes}, InReach: yes}, cavalryRule)
	x.refused(Move{Movement: rideOn, Path: []ruling.Point{{X: 14_000, Y: 24_000}}, LOS: yes, InReach: yes}, cavalryRule)
	attack := Attack{Target: "b", Weapon: "sword", statedShot: statedShot{LOS: yes}, InReach: yes}
	s, d := x.b.attackOf(attack)
	if in := x.b.attackRollOf(&s); d.rule != "" || in.Bonus() != 6+2 {
		t.Errorf("%v: bonus %d", d, in.Bonus())
	}
	x.do(attack, nil, 1, 1)
	x.do(Move{Movement: rideOn, Path: []ruling.Point{{X: x.at("a").X, Y: 24_000}}, LOS: yes, InReach: yes}, []int{1})
	x.refused(Move{Movement: rideOn, Path: []ruling.Point{{X: x.at("a").X, Y: 25_000}}, LOS: yes, InReach: yes}, cavalryRule)
	if x.at("a").Y != 24_000 {
		t.Errorf("rode to %v", x.at("a"))
	}
}

// TestCommandChecks is WM-X-CMD-1 to WM-X-CMD-3: terror in melee range, the CMD of a
// commander nearby, and fleeing.
func TestCommandChecks(t *testing.T) {
	b := battleWithActive(figure{viewer: figureModel{"a", "small", 10_000, 20_000}, others: []figureModel{{"b", "small", 15_000, 20_000}, {"d", "small", 20_000, 20_000}}})
	b.terrifying, b.info[0].terror = []int{0}, true
	b.info[1].profile.Kind, b.info[1].profile.Cmd = "solo", 6
	b.info[2].profile.Cmd, b.info[2].isCommander, b.info[2].fearless = 8, true, true
	x := &scriptedDuel{t, b}
	x.do(Move{Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 13_500, Y: 20_000}}, LOS: yes, InReach: yes}, nil, 4, 4)
	if x.b.s.Units[1].Fleeing || !x.b.s.Units[1].Tested {
		t.Error("8 passes by the CMD of the warcaster")
	}
	x = &scriptedDuel{t, b}
	x.do(Move{Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 13_500, Y: 20_000}}, LOS: yes, InReach: yes}, nil, 4, 5)
	if !x.b.s.Units[1].Fleeing {
		t.Fatal("9 fails")
	}
	x.do(EndActivation{}, nil)
	x.b.s.Turn, x.b.s.Phase = 1, phaseActivation
	for i := range x.b.s.Units {
		x.b.s.Units[i].Activated = false
	}
	x.do(Activate{bySeat: bySeat{1}, Unit: "b", Order: "none", Rise: "movement"}, []int{1}, 6, 6)
	if got := x.at("b"); got.X <= 18_000 || !x.b.s.Units[1].Fleeing || !x.b.s.Units[1].Activated {
		t.Errorf("it runs to %v, flees on: %v", got, x.b.s.Units[1].Fleeing)
	}
}

// TestMassiveCasualties expects a command check of a unit that lost half its models in a
// turn.
func TestMassiveCasualties(t *testing.T) {
	for lost, checks := range map[int]bool{1: false, 2: true} {
		b := battleWithActive(figure{viewer: figureModel{"a", "small", 10_000, 20_000}, others: []figureModel{{"b", "small", 30_000, 20_000}}})
		b.info[1].profile.Kind, b.info[1].profile.Cmd = "unit", 7
		b.s.Units[1].Lost, b.s.Units[1].Left = lost, 4-lost
		x := &scriptedDuel{t, b}
		if checks {
			x.do(EndActivation{}, nil, 3, 3)
		} else {
			x.do(EndActivation{}, nil)
		}
	}
}

// TestWrecks is WM-X-GRID-6: a destroyed warjack leaves a wreck.
func TestWrecks(t *testing.T) {
	x := newScriptedDuel(t, figureModel{"b", "large", 14_000, 20_000})
	x.jack(1, 10)
	x.b.Apply(Fell{Unit: "b", By: "a", Wreck: true})
	if got := x.b.rough(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 20_000, Y: 20_000}); got != 2*984 {
		t.Errorf("%s inches are rough", got)
	}
	if _, cover := x.b.sheltered(ruling.Point{X: 10_000, Y: 20_000}, ruling.Point{X: 14_500, Y: 20_000}, 591); !cover {
		t.Error("in a wreck one has cover")
	}
}
