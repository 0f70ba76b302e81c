package warmachine

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine/ruling"
)

// newSquad returns a battle in which the unit "a" of three troopers, the last of them out of
// formation, is being activated; the enemy "b" stands far away.
func newSquad(t *testing.T) *Battle {
	t.Helper()
	b := battleWithActive(figure{
		viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"b", "medium", 44_000, 20_000}},
	})
	c := &b.info[0]
	c.profile.Kind, c.profile.Cmd, c.size, c.models = "unit", 7, 3, []string{"a.1", "a.2", "a.3"}
	c.fearless = true
	b.setup.Version = currentVersion
	t3 := &b.s.Units[0]
	t3.Left, t3.Placed = 3, true
	t3.Models = []modelState{{Spot: Spot{X: 20_000, Y: 20_000}}, {Spot: Spot{X: 22_000, Y: 20_000}}, {Spot: Spot{X: 31_000, Y: 20_000}}}
	b.ids = map[string]modelRef{"a": {0, noUnit}, "a.1": {0, 0}, "a.2": {0, 1}, "a.3": {0, 2}, "b": {1, 0}}
	b.info[1].first, b.s.Units[1].Placed = 3, true
	b.s.Acting, b.s.Activation = noUnit, activationState{}
	b.s.Units[0].Activated = false
	return b
}

// must plays a command that must be accepted.
func must(t *testing.T, b *Battle, c rules.Command, choices ...int) (*Battle, []rules.Event) {
	t.Helper()
	after, step, err := rules.Play(b, c, dice.Seeded("must"), rules.ChooseFrom(rules.Options(choices...)))
	rulestest.Must(t, err)
	return after.(*Battle), step.Events
}

// TestStraysReturn is WM-UNIT-3 and WM-UNIT-4: a trooper out of formation spends its movement on
// going back, before anybody acts, and then does nothing else.
func TestStraysReturn(t *testing.T) {
	b, _ := must(t, newSquad(t), Activate{Unit: "a", Order: "none", Rise: "movement"})
	if k := b.firstToReturn(); k != 2 {
		t.Fatalf("model %d must go back", k)
	}
	hit := Attack{Who: "a.1", Target: "b", Weapon: "sword"}
	for name, c := range map[string]rules.Command{
		"forfeit alone":   Move{Who: "a.3", Movement: ruling.Forfeit},
		"forfeit of all":  Move{Movement: ruling.Forfeit},
		"end":             EndActivation{},
		"end of the turn": EndTurn{},
		"attack first":    hit,
		"stay":            Move{Who: "a.3", Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 31_000, Y: 20_000}}},
	} {
		if got := refusalRule(b, c); got != "WM-UNIT-3" {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := refusalRule(b, Move{Who: "a.3", Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 33_000, Y: 20_000}}}); got != "WM-REST-1" {
		t.Errorf("away: %q", got)
	}
	for _, c := range b.Legal() {
		if m, moves := c.(Move); !moves || m.Movement == ruling.Forfeit && m.Who != "a.1" && m.Who != "a.2" {
			t.Errorf("%#v is offered", c)
		}
	}
	b, _ = must(t, b, Move{Who: "a.3", Movement: ruling.FullAdvance, Path: []ruling.Point{{X: 26_000, Y: 20_000}}})
	if got := refusalRule(b, Attack{Who: "a.3", Target: "b", Weapon: "sword"}); got != "WM-UNIT-4" {
		t.Errorf("an action after going back: %q", got)
	}
	must(t, b, EndActivation{})
	must(t, b, EndTurn{})

	b = newSquad(t)
	b.setup.Version = 4
	b, _ = must(t, b, Activate{Unit: "a", Order: "none", Rise: "movement"})
	must(t, b, Move{Who: "a.3", Movement: ruling.Forfeit})

	blocked := newSquad(t) // the commander's way is barred by the trooper between
	blocked.s.Units[0].Models[1].X = 31_000 - 2*591 - stopGap
	blocked, _ = must(t, blocked, Activate{Unit: "a", Order: "none", Rise: "movement"})
	if k := blocked.firstToReturn(); k != 1 {
		t.Errorf("model %d must go back, not the one behind it", k)
	}
}

// TestEndTurn: one command ends the turn. Everybody is activated (WM-ACTP-1), but who must do
// something does it first.
func TestEndTurn(t *testing.T) {
	b := newSquad(t)
	if got := refusalRule(b, EndTurn{}); got != "WM-UNIT-3" {
		t.Errorf("with a trooper out of formation: %q", got)
	}
	b.s.Units[0].Models[2].X = 24_000
	b.s.Units[0].Models[2].Down = true
	after, events := must(t, b, EndTurn{})
	if after.s.Turn != 1 || after.s.Units[0].Models[2].Down {
		t.Errorf("turn of %d, the fallen stays down: %v", after.s.Turn, after.s.Units[0].Models[2].Down)
	}
	if e, is := events[1].(ActivationEnded); !is || e.Rule() != forfeitRule {
		t.Errorf("the activation ends with %#v", events[1])
	}
	if got := refusalRule(b, EndTurn{bySeat{1}}); got != "WM-TURN-1" {
		t.Errorf("the other seat: %q", got)
	}

	x := newScriptedDuel(t, figureModel{"b", "medium", 14_000, 20_000})
	x.setVersion(currentVersion)
	x.jack(1, 8)
	x.do(moveOf(ruling.Charge, "b"), nil)
	x.refused(EndTurn{}, "WM-CHARGE-17")
}

// TestObjectivesAreAgreedOn is WM-VICT-3: an objective is claimed in one's own turn between two
// activations, and the other side agrees.
func TestObjectivesAreAgreedOn(t *testing.T) {
	b := newSquad(t)
	b.hasObjectives = true
	claim := Fulfil{}
	if !slices.ContainsFunc(b.Legal(), func(c rules.Command) bool { return c == claim }) {
		t.Error("not offered")
	}
	var q *rules.Question
	if _, _, err := rules.Play(b, claim, nil, nil); !errors.As(err, &q) || q.Seat != 1 {
		t.Fatalf("got %v, want the other side asked", err)
	}
	no, events := must(t, b, claim, 0)
	if _, over := no.Outcome(); over || events[0] != (Contested{0, 1, "objective", law{claimRule}}) {
		t.Errorf("over: %v, %#v", over, events)
	}
	yes, _ := must(t, b, claim, 1)
	if o, over := yes.Outcome(); !over || o.Winner != 0 || o.Reason != "objective" {
		t.Errorf("over: %v, %+v", over, o)
	}
	if got := refusalRule(b, Fulfil{bySeat{1}}); got != claimRule {
		t.Errorf("in the other's turn: %q", got)
	}
	active, _ := must(t, b, Activate{Unit: "a", Order: "none", Rise: "movement"})
	if got := refusalRule(active, claim); got != claimRule {
		t.Errorf("during an activation: %q", got)
	}
	if bold := bots[1].Choose(b, []rules.Command{claim, EndTurn{}}, func(int) int { return 0 }); bold == claim {
		t.Error("a bot takes the victory")
	}
	b.setup.Version = 4
	if at := slices.IndexFunc(b.Legal(), func(c rules.Command) bool { return c == claim }); at < 0 {
		t.Error("an old battle asks nobody")
	}
	must(t, b, claim)
}

// TestConcessionIsOnesOwn: who gives up is out at once and asks nobody (WM-VICT-2).
func TestConcessionIsOnesOwn(t *testing.T) {
	b := newSquad(t)
	after, _ := must(t, b, Concede{bySeat{1}})
	if o, over := after.Outcome(); !over || o.Winner != 0 || o.Reason != "concession" {
		t.Errorf("over: %v, %+v", over, o)
	}
}

// TestDeployModelByModel: every model of a unit has its own place and facing (WM-SETUP-4,
// WM-SETUP-5, WM-PLACE-3).
func TestDeployModelByModel(t *testing.T) {
	b := newSquad(t)
	b.s.Phase, b.s.Edge = phaseDeploy, "south"
	b.s.Units[0].Placed, b.s.Units[1].Placed, b.s.Deployed = false, false, make([]bool, 2)
	for _, c := range []struct {
		title, json, rule, field string
	}{
		{"each its own", `{"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":8,"facing":-90},{"x":18,"y":3,"facing":0}]}`, "", ""},
		{"out of the zone", `{"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":9.5,"facing":90},{"x":18,"y":3,"facing":0}]}`, "WM-SETUP-4", "models[1]"},
		{"one on another", `{"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":8,"facing":90},{"x":20.5,"y":5,"facing":0}]}`, "WM-PLACE-3", "models[2]"},
		{"out of formation", `{"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":8,"facing":90},{"x":29,"y":5,"facing":0}]}`, "WM-SETUP-5", "models[2]"},
		{"one too few", `{"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":8,"facing":90}]}`, "", "models"},
		{"and a block too", `{"at":[20,5],"models":[{"x":20,"y":5,"facing":90},{"x":21.5,"y":8,"facing":90},{"x":18,"y":3,"facing":0}]}`, "", "at"},
		{"a block that faces east", `{"at":[20,5],"facing":0}`, "", ""},
	} {
		var d map[string]any
		rulestest.Must(t, json.Unmarshal([]byte(c.json), &d))
		d["kind"], d["by"], d["unit"] = "deploy", 0, "a"
		raw, _ := json.Marshal(d)
		command, err := Game.DecodeCommand(raw)
		rulestest.Must(t, err)
		after, step, err := rules.Play(b, command, nil, nil)
		var f *rules.Fault
		switch {
		case err == nil && c.field == "":
			placed := step.Events[0].(Placed)
			if now := after.(*Battle).s.Units[0].Models; now[1].Spot != placed.Spots[1] || c.title == "each its own" && now[1].Spot != (Spot{21_500, 8000, 270_000}) || c.title != "each its own" && now[2].Facing != 0 {
				t.Errorf("%s: stands %+v", c.title, now)
			}
		case !errors.As(err, &f) || f.Rule != c.rule || f.Field != c.field:
			t.Errorf("%s: got %v, want %s at %s", c.title, err, c.rule, c.field)
		}
	}
}

// newTable returns a duel at a measured table: the warcaster "a" with a sword and a gun is being
// activated, and the solo "b" stands somewhere.
func newTable(t *testing.T) *scriptedDuel {
	x := newAmbush(t, 12_000)
	x.b.board, x.b.counterChargers = false, nil
	x.setVersion(currentVersion)
	x.b.GamingTable = ruling.GamingTable{Width: 48 * ruling.Inch, Depth: 48 * ruling.Inch}
	x.b.info[0].profile.Weapons = append(x.b.info[0].profile.Weapons, WeaponProfile{ID: "gun", Kind: ruling.Ranged, Rof: 9, Range: 8 * ruling.Inch, Power: 10})
	x.b.info[0].profile.Rat = 6
	x.b.Apply(Activated{Unit: "a", Order: "none"})
	for n, r := range [2]modelRef{{0, 0}, {1, 0}} { // they have met already, as far as the table knows
		x.b.model(r).Roamed = ruling.Inches(15+n) * ruling.Inch
	}
	return x
}

// lacks expects a command to be refused for a field that is not stated.
func (x *scriptedDuel) lacks(c rules.Command, field string) {
	x.t.Helper()
	var f *rules.Fault
	if _, _, err := rules.Play(x.b, c, dice.Seeded("lacks"), rules.ChooseFirst); !errors.As(err, &f) || f.Code != rules.MissingField || f.Field != field {
		x.t.Errorf("%+v: got %v, want %s missing", c, err, field)
	}
}

// asked returns the question at which a command stops after some choices.
func (x *scriptedDuel) asked(c rules.Command, choices ...int) *rules.Question {
	x.t.Helper()
	var q *rules.Question
	if _, _, err := rules.Play(x.b, c, dice.Seeded("asked"), rules.ChooseFrom(rules.Options(choices...))); err != nil && !errors.As(err, &q) {
		x.t.Fatalf("%+v: %v", c, err)
	}
	if q == nil {
		return &rules.Question{}
	}
	return q
}

// TestFactsAreStated: what favours the player who speaks is stated, or known to the table.
func TestFactsAreStated(t *testing.T) {
	x := newTable(t)
	far := rules.Dec(5 * rules.One)
	x.lacks(Attack{Target: "b", Weapon: "sword"}, "in_reach")
	x.lacks(Attack{Target: "b", Weapon: "sword", InReach: yes}, "los")
	x.lacks(Attack{Target: "b", Weapon: "gun"}, "los")
	x.lacks(Attack{Target: "b", Weapon: "gun", statedShot: statedShot{LOS: yes}}, "distance")
	x.lacks(Move{Movement: ruling.Charge, Target: "b", Distance: far}, "los")
	x.lacks(Move{Movement: ruling.Charge, Target: "b", Distance: far, LOS: yes}, "in_reach")
	x.b.info[0].profile.Spells = []SpellProfile{{ID: "bolt", On: "enemy", Cost: 1, Offensive: true, Range: 8 * ruling.Inch, Power: 8}}
	x.lacks(Cast{Spell: "bolt", Target: "b"}, "los")
	x.lacks(Cast{Spell: "bolt", Target: "b", statedShot: statedShot{LOS: yes}}, "distance")

	x.do(Move{Movement: ruling.Charge, Target: "b", Distance: far, LOS: yes, InReach: yes}, nil)
	x.do(Attack{Target: "b", Weapon: "sword"}, nil, 1, 2) // the charge has brought it into reach
	x.setVersion(4)
	x.do(Attack{Target: "b", Weapon: "sword", Additional: true}, nil, 1, 2)
	x = newTable(t)
	x.setVersion(4)
	x.do(Attack{Target: "b", Weapon: "sword"}, nil, 1, 2)
}

// TestTableRemembersMelee: contacts last until something moves, and whom they harm cannot leave
// them out.
func TestTableRemembersMelee(t *testing.T) {
	x := newTable(t)
	shot := Attack{Target: "b", Weapon: "gun", statedShot: statedShot{LOS: yes, Distance: new(rules.Dec)}}
	if q := x.asked(shot); q.Why != "who-engages" || q.Seat != 1 || !slices.Equal(q.Options, []string{"with-nobody", "b"}) {
		t.Fatalf("asked %+v", q)
	}
	events := x.do(shot, []int{1})
	if len(events) != 1 || events[0] != (Engaged{"a", "b"}) {
		t.Errorf("a model in melee shoots: %+v", events)
	}
	x.refused(shot, "WM-X-RNG-1")
	if facts := x.b.FactsOf(Attack{Target: "b", Weapon: "sword"}); len(facts) != 1 || facts[0].Name != "back_strike" {
		t.Errorf("asks for %+v", facts)
	}
	raw, err := x.b.MarshalJSON()
	rulestest.Must(t, err)
	var saved savedBattle
	rulestest.Must(t, json.Unmarshal(raw, &saved))
	if len(saved.State.Contacts) != 1 {
		t.Errorf("%d contacts are stored", len(saved.State.Contacts))
	}

	away := Move{Movement: ruling.FullAdvance, Distance: 6 * rules.One}
	if q := x.asked(away); q.Why != "free-strikers" || q.Seat != 1 {
		t.Fatalf("asked %+v", q)
	}
	x.do(away, []int{0})
	if len(x.b.s.Contacts) != 0 {
		t.Error("still in melee after it moved away")
	}
}

// TestFreeStrikesAreAsked: at a measured table the enemies of a model that moves say who strikes,
// when they can be near.
func TestFreeStrikesAreAsked(t *testing.T) {
	walk := Move{Movement: ruling.FullAdvance, Distance: 3 * rules.One}
	x := newTable(t)
	x.b.model(modelRef{0, 0}).Roamed = 0
	if q := x.asked(walk); q.Why != "" {
		t.Errorf("asked %+v of a model that is 12 inches away at least", q)
	}
	x = newTable(t)
	if q := x.asked(walk, 1); q.Why != "free-strike" || !slices.Equal(q.Options, []string{"lance", "horn", "hold"}) {
		t.Fatalf("asked %+v", q)
	}
	// 6 + 5 + MAT 6 + 2 against DEF 12; 1 + 1 + 1 + 11 against ARM 14 and 6 of focus.
	events := x.do(walk, []int{1, 0}, 6, 5, 1, 1, 1)
	if e, is := events[0].(AttackRolled); !is || !e.Free || e.Unit != "b" {
		t.Errorf("first is %#v", events[0])
	}
	if e, is := events[len(events)-1].(Moved); !is || e.Distance != walk.Distance {
		t.Errorf("last is %#v", events[len(events)-1])
	}
	x = newTable(t)
	named := walk
	named.Strikers = []string{"b"}
	if q := x.asked(named); q.Why != "free-strike" {
		t.Errorf("asked %+v although the mover has named the striker", q)
	}
	x = newTable(t)
	x.b.info[0].profile.Arm, x.b.s.Units[0].Focus = 0, 0
	x.do(walk, []int{1, 0}, 6, 5, 6, 6, 6)
	if o, over := x.b.Outcome(); !over || o.Winner != 1 {
		t.Errorf("struck down and not over: %+v", o)
	}
}

// TestShelterIsAsked: the player of the target says what protects it, once until one of the two
// moves.
func TestShelterIsAsked(t *testing.T) {
	x := newTable(t)
	shot := Attack{Target: "b", Weapon: "gun", statedShot: statedShot{LOS: yes, Distance: new(rules.Dec)}}
	if q := x.asked(shot, 0); q.Why != "shelter" || q.Seat != 1 || len(q.Options) != len(shelters) {
		t.Fatalf("asked %+v", q)
	}
	covered := shot
	covered.Cover = true
	if q := x.asked(covered, 0); !slices.Equal(q.Options, []string{"covered", "raised-covered"}) {
		t.Errorf("asked %+v of a target that is in cover as stated", q)
	}
	events := x.do(shot, []int{0, 2}, 1, 2)
	if n := slices.IndexFunc(events, func(e rules.Event) bool { return e.Kind() == "attack-rolled" }); events[n].(AttackRolled).Def != 12+4 {
		t.Errorf("against DEF %d", events[n].(AttackRolled).Def)
	}
	again := shot
	again.Additional = true
	x.do(again, nil, 1, 2)
	x.b.Apply(Pushed{Unit: "b", Distance: rules.One})
	if q := x.asked(again, 0); q.Why != "shelter" {
		t.Errorf("asked %+v after the target was pushed", q)
	}
}

// TestFormationIsAsked: who moved alone may be out of formation; the other side says so.
func TestFormationIsAsked(t *testing.T) {
	b := newSquad(t)
	b.board = false
	x := &scriptedDuel{t, b}
	activate := Activate{Unit: "a", Order: "none", Rise: "movement"}
	if q := x.asked(activate); q.Why != "" {
		t.Errorf("asked %+v of a unit that is together", q)
	}
	x.do(activate, nil)
	x.do(Move{Who: "a.2", Movement: ruling.FullAdvance, Distance: 5 * rules.One}, nil)
	x.do(EndActivation{}, nil)
	x.b.s.Units[0].Activated, x.b.s.Turn = false, 0
	x.b.s.Phase = phaseActivation
	x.refused(EndTurn{}, "WM-UNIT-2")
	if q := x.asked(activate); q.Why != "strays" || q.Seat != 1 || !slices.Equal(q.Options, []string{"in-formation", "a.2", "a.3"}) {
		t.Fatalf("asked %+v", q)
	}
	x.do(activate, []int{1, 0})
	if !x.b.s.Activation.Models[1].OutOfFormation || x.b.s.Activation.Models[2].OutOfFormation {
		t.Errorf("out of formation: %+v", x.b.s.Activation.Models)
	}
	x.refused(Move{Movement: ruling.Forfeit}, "WM-UNIT-3")
}

// TestChargeOutEndsWhereChosen: who charges outside the activation chooses the direction and
// where to stop, as far as the target comes into melee range and stays there (WM-CHARGE-9,
// WM-CHARGE-11).
func TestChargeOutEndsWhereChosen(t *testing.T) {
	x := newAmbush(t, 12_000)
	x.setVersion(currentVersion)
	if q := x.asked(walk(25_500), 1); q.Why != "charge-end" || q.Shape != rules.ShapePoint || q.Unit != "b" || len(q.Spots) != 1 {
		t.Fatalf("asked %+v", q)
	}
	play := func(at string) ([]rules.Event, error) {
		var place rules.Reply
		rulestest.Must(t, json.Unmarshal([]byte(at), &place))
		_, step, err := rules.Play(x.b, walk(25_500), dice.Seeded("charge out"), rules.ChooseFrom(append(rules.Options(1), append([]rules.Reply{place}, rules.Options(0, 0, 0)...)...)))
		return step.Events, err
	}
	// b stands six and a half inches east of a, reaches two inches and comes within them after 3.318.
	events, err := play(`[28.5,20]`)
	rulestest.Must(t, err)
	if e := charges(events)[0]; e.To == nil || e.To.X != 28_500 || ruling.InchesOf(e.Distance) != 3500 || e.Law != "WM-OOA-3" {
		t.Errorf("charges %+v", e)
	}
	for at, rule := range map[string]string{`[30,20]`: "WM-CHARGE-11", `[32,14]`: "WM-CHARGE-9"} {
		var f *rules.Fault
		if _, err := play(at); !errors.As(err, &f) || f.Rule != rule {
			t.Errorf("to %s: %v, want %s", at, err, rule)
		}
	}
	value, spots, fault := x.b.ReplyAt(&rules.Question{Shape: rules.ShapePoint, Unit: "b"}, []rules.Spot{{X: 28.5, Y: 20}})
	if fault != nil || string(value) != "[28.5,20]" || len(spots) != 1 {
		t.Errorf("pointed at %s, %v, %v", value, spots, fault)
	}
}
