package warmachine

import (
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A bout is a duel with commands played on it one after another with given dice.
type bout struct {
	t *testing.T
	b *Battle
}

// boxing is a bout of a heavy warjack "a" of STR 10 with two Open Fists and three
// points of focus against the others of a figure.
func boxing(t *testing.T, others ...stood) *bout {
	b := duel(figure{looker: stood{"a", "large", 10_000, 20_000}, others: others})
	b.cards[0] = newCard(0, rules.Unit{ID: "a"}, Profile{
		Kind: "warjack", Base: "large", Models: 1, Spd: 5, Str: 10, Mat: 6, Def: 10, Arm: 18,
		Grid: []column{"LL..", "RR..", "HH..", "CC..", "MM..", "...."},
		Weapons: []WeaponCard{
			{ID: "left", Kind: melee, Power: 12, System: "left-arm", Fist: true}, {ID: "right", Kind: melee, Power: 12, System: "right-arm", Fist: true},
		},
	})
	b.cards[0].models = []string{"a"}
	b.cards[0].owner = len(b.cards) // somebody behind the scene
	b.cards = append(b.cards, card{id: "boss", size: 1, models: []string{"boss"}, radius: 591, owner: none, p: Profile{Kind: "warcaster", Base: "small", Boxes: 5}})
	b.ids["boss"] = ref{len(b.cards) - 1, 0}
	b.s.Troops = append(b.s.Troops, troop{Models: []model{{X: 2000, Y: 2000}}, Left: 1, Placed: true})
	b.s.Troops[0].Filled, b.s.Troops[0].Focus = make([]int, gridColumns), 3
	b.Apply(Activated{Unit: "a", Order: "none"})
	return &bout{t, b}
}

// do plays a command with dice and choices and returns its events.
func (x *bout) do(c rules.Command, choices []int, faces ...int) []rules.Event {
	x.t.Helper()
	after, step, err := rules.Play(x.b, c, dice.NewTape(faces...), rules.Picks(choices))
	if err != nil {
		x.t.Fatalf("%+v: %v", c, err)
	}
	x.b = after.(*Battle)
	return step.Events
}

func (x *bout) refused(c rules.Command, rule string) {
	x.t.Helper()
	var f *rules.Fault
	if _, _, err := rules.Play(x.b, c, dice.Seeded("bout"), rules.First); !errors.As(err, &f) || f.Rule != rule {
		x.t.Errorf("%+v: got %v, want %s", c, err, rule)
	}
}

// at is where a model stands.
func (x *bout) at(id string) Point { return x.b.model(x.b.ids[id]).at() }

func wrestle(kind, target string) PowerAttack {
	return PowerAttack{Attack: kind, Target: target, LOS: true, InReach: true}
}

// jack is a warjack of the second seat in place of a card.
func (x *bout) jack(i int, str int) {
	c := &x.b.cards[i]
	c.p.Kind, c.p.Str, c.p.Grid = "warjack", str, []column{"LL..", "RR..", "HH..", "CC..", "MM..", "...."}
	c.owner, c.boxes = i, 24
	x.b.s.Troops[i].Filled = make([]int, gridColumns)
	c.p.Weapons = []WeaponCard{{ID: "maw", Kind: melee, Power: 12, System: "head"}}
}

// TestPushAndFollow is WM-X-PA-1: an inch straight away, and after it.
func TestPushAndFollow(t *testing.T) {
	x := boxing(t, stood{"b", "medium", 12_000, 20_000})
	x.b.cards[1].p.Str = 10
	x.do(wrestle(pushing, "b"), nil, 2, 3)
	if x.at("b") != (Point{12_000, 20_000}) {
		t.Error("the stronger stays")
	}
	x = boxing(t, stood{"b", "medium", 12_000, 20_000})
	x.b.cards[1].p.Str = 10
	x.do(wrestle(pushing, "b"), []int{1}, 3, 3)
	if x.at("b") != (Point{13_000, 20_000}) || x.at("a").X != 11_000 {
		t.Errorf("pushed to %v, followed to %v", x.at("b"), x.at("a"))
	}
}

// TestSlam is WM-X-PA-3 and WM-X-PA-4: three inches at least, then a die of inches
// away, down, and a die more of damage for what is solid.
func TestSlam(t *testing.T) {
	x := boxing(t, stood{"b", "medium", 16_000, 20_000}, stood{"c", "medium", 20_000, 20_000})
	x.b.cards[1].boxes, x.b.cards[1].p.Boxes = 50, 50
	// 4 + 3 + MAT 6 against DEF 12; five inches away, but c is in the way after 2.4.
	events := x.do(wrestle(slamming, "b"), nil, 4, 3, 5, 1, 1, 1, 2, 2)
	if !x.b.model(x.b.ids["b"]).Down || x.b.s.Troops[0].Focus != 2 {
		t.Errorf("lies down: %v, focus %d", x.b.model(x.b.ids["b"]).Down, x.b.s.Troops[0].Focus)
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
	near := boxing(t, stood{"b", "medium", 13_000, 20_000})
	near.do(wrestle(slamming, "b"), nil)
	if near.b.s.Acting != none || near.b.model(near.b.ids["b"]).Down {
		t.Error("a slam of less than three inches ends the activation")
	}
}

// TestSlamBars holds slams to the bars of charges.
func TestSlamBars(t *testing.T) {
	x := boxing(t, stood{"b", "medium", 16_000, 20_000})
	x.b.s.Troops[0].Filled = []int{0, 0, 0, 0, 2, 0}
	x.refused(wrestle(slamming, "b"), "WM-X-GRID-4")
	x.refused(PowerAttack{Attack: trample, To: &Point{14_000, 20_000}, LOS: true, InReach: true}, "WM-X-GRID-4")
	large := boxing(t, stood{"b", "large", 16_000, 20_000})
	large.b.cards[0].base = baseSizes["medium"]
	if s, fault := large.b.wrestled(wrestle(slamming, "b")); fault != nil || s.attackModifier != -2 {
		t.Errorf("against a larger base: %d, %v", s.attackModifier, fault)
	}
}

// TestThrow is WM-X-PA-5: ties go to the attacker, half of STR and an inch for a
// small base, astray by half an inch at most of what it goes.
func TestThrow(t *testing.T) {
	x := boxing(t, stood{"b", "small", 11_900, 20_000})
	x.b.cards[1].p.Str, x.b.cards[1].boxes, x.b.cards[1].p.Boxes = 8, 50, 50
	// To hit, the trial of strength 12 to 12, straight on by two inches, damage.
	x.do(wrestle(throwing, "b"), nil, 4, 4, 2, 4, 1, 3, 3, 3)
	if at := x.at("b"); at != (Point{11_900 + 6000 + 2000, 20_000}) || !x.b.model(x.b.ids["b"]).Down {
		t.Errorf("thrown to %v", at)
	}
	if got := x.b.model(x.b.ids["b"]).Damage; got != 2 {
		t.Errorf("damage %d, want 6 + 10 less ARM 14", got)
	}
	x = boxing(t, stood{"b", "small", 11_900, 20_000})
	x.b.cards[1].p.Str = 8
	x.do(wrestle(throwing, "b"), nil, 4, 4, 1, 4)
	if x.at("b") != (Point{11_900, 20_000}) {
		t.Error("the stronger is not thrown")
	}
	for i := range 2 {
		x.b.s.Troops[0].Filled[i] = 2
	}
	x.b.Apply(Activated{Unit: "a", Order: "none"})
	x.refused(wrestle(throwing, "b"), "WM-X-PA-0")
}

// TestLock is WM-X-PA-6: nobody advances, the system does not strike, and a trial of
// strength breaks it.
func TestLock(t *testing.T) {
	x := boxing(t, stood{"b", "large", 12_100, 20_000}, stood{"c", "small", 40_000, 40_000})
	x.jack(1, 10)
	lock := wrestle(locking, "b")
	lock.System = "head"
	x.do(lock, nil, 4, 4)
	x.do(EndActivation{}, nil)
	x.b.s.Turn, x.b.s.Stage = 1, stageActivation
	x.b.s.Troops[1].Activated, x.b.s.Troops[1].Focus = false, 2
	x.do(Activate{Seat: 1, Unit: "b", Order: "none", Rise: "movement"}, nil)
	go1 := Move{Seat: 1, Movement: fullAdvance, Path: []Point{{14_000, 20_000}}, LOS: true, InReach: true}
	x.refused(go1, lockLaw)
	x.refused(Attack{Seat: 1, Target: "a", Weapon: "maw", shotFacts: shotFacts{LOS: true}, InReach: true}, lockLaw)
	x.do(BreakLock{1, "a"}, nil, 3, 3)
	x.refused(BreakLock{1, "a"}, lockLaw)
	x.b.s.Act.Wrung = false
	x.do(BreakLock{1, "a"}, nil, 4, 3)
	x.do(Move{Seat: 1, Movement: forfeit, LOS: true, InReach: true}, nil)
	if len(x.b.s.Grips) > 0 {
		t.Error("the lock is broken")
	}
}

// TestTrample is WM-X-PA-7: through small bases, a roll for each.
func TestTrample(t *testing.T) {
	x := boxing(t, stood{"b", "small", 13_000, 20_300}, stood{"c", "small", 14_500, 19_800}, stood{"d", "medium", 14_000, 24_000})
	x.refused(PowerAttack{Attack: trample, To: &Point{19_000, 20_000}, LOS: true, InReach: true}, trampleLaw) // nine inches
	x.refused(PowerAttack{Attack: trample, To: &Point{13_500, 23_300}, LOS: true, InReach: true}, trampleLaw) // d is too large
	x.do(PowerAttack{Attack: trample, To: &Point{17_500, 20_000}, LOS: true, InReach: true}, nil, 1, 1, 5, 5, 6, 6)
	if x.at("a") != (Point{17_500, 20_000}) || !x.b.up(x.b.ids["b"]) || x.b.up(x.b.ids["c"]) {
		t.Errorf("at %v; b %v, c %v", x.at("a"), x.b.up(x.b.ids["b"]), x.b.up(x.b.ids["c"]))
	}
}

// TestSpray is WM-X-SPR-1: a roll for each under the template and in sight.
func TestSpray(t *testing.T) {
	x := boxing(t, stood{"b", "small", 14_000, 20_000}, stood{"c", "small", 16_500, 20_500}, stood{"d", "small", 14_000, 23_000}, stood{"e", "small", 20_000, 20_000})
	p := &x.b.cards[0].p
	p.Weapons, p.Rat = append(p.Weapons, WeaponCard{ID: "hose", Kind: ranged, Power: 10, Rof: 1, Range: 8 * Inch, Spray: true}), 5
	x.b.cards[0].longest = 8 * Inch
	x.b.s.Act.Made = make([]int, 3)
	var rolled []string
	for _, e := range x.do(Attack{Target: "b", Weapon: "hose", shotFacts: shotFacts{LOS: true}, InReach: true}, nil, 1, 2, 1, 2) {
		if a, ok := e.(AttackRolled); ok {
			rolled = append(rolled, a.Target)
		}
	}
	if len(rolled) != 2 || rolled[0] != "b" || rolled[1] != "c" {
		t.Errorf("rolled against %v", rolled)
	}
}

// TestCavalry is WM-X-CAV-1: it strikes whom it runs into, goes on over the fallen,
// and charges at +2.
func TestCavalry(t *testing.T) {
	b := duel(figure{looker: stood{"a", "large", 10_000, 20_000}, others: []stood{{"c", "small", 15_000, 20_900}, {"b", "small", 18_000, 20_000}}})
	b.cards[0].p.Abilities = []string{"light-cavalry"}
	b.cards[0].p.Weapons = append(b.cards[0].p.Weapons, WeaponCard{ID: "hooves", Kind: melee, Power: 12, Mount: true})
	b.s.Act.Made = make([]int, 2)
	x := &bout{t, b}
	x.do(moveOf(charge, "b"), nil, 4, 4, 5, 5, 1, 1) // c falls, and b is struck too
	if x.b.up(x.b.ids["c"]) || x.b.s.Act.Doing[0].Moved < 6*Inch {
		t.Errorf("c stands: %v, moved %s", x.b.up(x.b.ids["c"]), x.b.s.Act.Doing[0].Moved)
	}
	x.refused(Attack{Target: "b", Weapon: "hooves", shotFacts: shotFacts{LOS: true}, InReach: true}, cavalryLaw)
	x.refused(Move{Movement: rideOn, Path: []Point{{14_000, 24_000}}, LOS: true, InReach: true}, cavalryLaw)
	attack := Attack{Target: "b", Weapon: "sword", shotFacts: shotFacts{LOS: true}, InReach: true}
	s, d := x.b.aimed(attack)
	if in := x.b.roll(&s); d.rule != "" || in.bonus() != 6+2 {
		t.Errorf("%v: bonus %d", d, in.bonus())
	}
	x.do(attack, nil, 1, 1)
	x.do(Move{Movement: rideOn, Path: []Point{{x.at("a").X, 24_000}}, LOS: true, InReach: true}, []int{1})
	x.refused(Move{Movement: rideOn, Path: []Point{{x.at("a").X, 25_000}}, LOS: true, InReach: true}, cavalryLaw)
	if x.at("a").Y != 24_000 {
		t.Errorf("rode to %v", x.at("a"))
	}
}

// TestCommandChecks is WM-X-CMD-1 to WM-X-CMD-3: terror in melee range, the CMD of a
// commander near, and flight.
func TestCommandChecks(t *testing.T) {
	b := duel(figure{looker: stood{"a", "small", 10_000, 20_000}, others: []stood{{"b", "small", 15_000, 20_000}, {"d", "small", 20_000, 20_000}}})
	b.dread, b.cards[0].terror = []int{0}, true
	b.cards[1].p.Kind, b.cards[1].p.Cmd = "solo", 6
	b.cards[2].p.Cmd, b.cards[2].leads, b.cards[2].steady = 8, true, true
	x := &bout{t, b}
	x.do(Move{Movement: fullAdvance, Path: []Point{{13_500, 20_000}}, LOS: true, InReach: true}, nil, 4, 4)
	if x.b.s.Troops[1].Fleeing || !x.b.s.Troops[1].Tested {
		t.Error("8 passes by the CMD of the warcaster")
	}
	x = &bout{t, b}
	x.do(Move{Movement: fullAdvance, Path: []Point{{13_500, 20_000}}, LOS: true, InReach: true}, nil, 4, 5)
	if !x.b.s.Troops[1].Fleeing {
		t.Fatal("9 fails")
	}
	x.do(EndActivation{}, nil)
	x.b.s.Turn, x.b.s.Stage = 1, stageActivation
	for i := range x.b.s.Troops {
		x.b.s.Troops[i].Activated = false
	}
	x.do(Activate{Seat: 1, Unit: "b", Order: "none", Rise: "movement"}, []int{1}, 6, 6)
	if got := x.at("b"); got.X <= 18_000 || !x.b.s.Troops[1].Fleeing || !x.b.s.Troops[1].Activated {
		t.Errorf("it runs to %v, flees on: %v", got, x.b.s.Troops[1].Fleeing)
	}
}

// TestMassiveCasualties has a unit check that lost half its models in a turn.
func TestMassiveCasualties(t *testing.T) {
	for lost, checks := range map[int]bool{1: false, 2: true} {
		b := duel(figure{looker: stood{"a", "small", 10_000, 20_000}, others: []stood{{"b", "small", 30_000, 20_000}}})
		b.cards[1].p.Kind, b.cards[1].p.Cmd = "unit", 7
		b.s.Troops[1].Lost, b.s.Troops[1].Left = lost, 4-lost
		x := &bout{t, b}
		if checks {
			x.do(EndActivation{}, nil, 3, 3)
		} else {
			x.do(EndActivation{}, nil)
		}
	}
}

// TestWrecks is WM-X-GRID-6.
func TestWrecks(t *testing.T) {
	x := boxing(t, stood{"b", "large", 14_000, 20_000})
	x.jack(1, 10)
	x.b.Apply(Fell{Unit: "b", By: "a", Wreck: true})
	if got := x.b.rough(Point{10_000, 20_000}, Point{20_000, 20_000}); got != 2*984 {
		t.Errorf("%s inches are rough", got)
	}
	if _, cover := x.b.sheltered(Point{10_000, 20_000}, Point{14_500, 20_000}, 591); !cover {
		t.Error("in a wreck one has cover")
	}
}
