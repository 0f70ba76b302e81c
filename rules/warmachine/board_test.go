package warmachine

import (
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine/ruling"
)

// battleWithActive returns a battle on a board in which the first model of a figure is being
// activated and all others are enemies. Each has a sword with half an inch of reach, SPD 6,
// MAT 6, DEF 12, ARM 14 and five boxes.
func battleWithActive(f figure) *Battle {
	b := battleOfFigure(f)
	b.teams, b.s.Order = []int{0, 1}, []rules.Seat{0, 1}
	b.s.Conceded, b.s.Deployed = make([]bool, 2), make([]bool, 2)
	b.s.Phase = phaseActivation
	for i := range b.info {
		c := &b.info[i]
		c.seat, c.controller, c.boxes, c.meleeReach, c.maxRange = rules.Seat(min(i, 1)), noUnit, 5, shortReach, shortReach
		c.profile = Profile{
			ID: c.id, Kind: "warcaster", Base: c.profile.Base, Spd: 6, Mat: 6, Def: 12, Arm: 14, Boxes: 5,
			Weapons: []WeaponProfile{{ID: "sword", Kind: ruling.Melee, Power: 10}},
		}
		if i > 0 {
			b.s.Units[i].Models[0].Facing = 180_000
		}
	}
	b.Apply(Activated{Unit: f.viewer.name, Order: "none"})
	return b
}

// moveOf returns a movement of the active model.
func moveOf(kind, target string, way ...ruling.Point) Move {
	return Move{Movement: kind, Target: target, Path: way, LOS: yes, InReach: yes}
}

func TestChargesOnABoard(t *testing.T) {
	east := figureModel{"a", "small", 10_000, 20_000}
	rough := Piece{Kind: "rough", Polygon: ruling.Polygon{{X: 12_000, Y: 18_000}, {X: 15_000, Y: 18_000}, {X: 15_000, Y: 22_000}, {X: 12_000, Y: 22_000}}}
	wall := Piece{Kind: "obstacle", Height: 1000, Polygon: ruling.Polygon{{X: 14_000, Y: 18_000}, {X: 14_500, Y: 18_000}, {X: 14_500, Y: 22_000}, {X: 14_000, Y: 22_000}}}
	for _, c := range []struct {
		title   string
		others  []figureModel
		terrain []Piece
		slowed  bool
		way     []ruling.Point
		rule    string // the rule that forbids the charge
		moved   ruling.Inches
		fails   bool
	}{
		{title: "straight, to contact", others: []figureModel{{"b", "small", 17_000, 20_000}}, moved: 7000 - 2*591},
		{title: "stopping as soon as it reaches", others: []figureModel{{"b", "small", 17_000, 20_000}}, way: []ruling.Point{{X: 15_400, Y: 20_000}}, moved: 5400},
		{title: "stopping before it reaches", others: []figureModel{{"b", "small", 17_000, 20_000}}, way: []ruling.Point{{X: 15_000, Y: 20_000}}, rule: "WM-CHARGE-11"},
		{title: "too far", others: []figureModel{{"b", "small", 22_000, 20_000}}, moved: 9000, fails: true},
		{title: "nowhere near the target", others: []figureModel{{"b", "small", 17_000, 20_000}}, way: []ruling.Point{{X: 12_000, Y: 24_000}}, rule: "WM-CHARGE-9"},
		{title: "unseen", others: []figureModel{{"b", "small", 18_000, 20_000}, {"c", "large", 16_000, 20_000}}, rule: "WM-CHARGE-8"},
		{title: "out of the front arc", others: []figureModel{{"b", "small", 6000, 20_000}}, rule: "WM-CHARGE-8"},
		{title: "into another on the way", others: []figureModel{{"b", "large", 18_000, 20_000}, {"c", "small", 14_000, 20_300}}, moved: 2856, fails: true},
		{title: "through rough terrain, at double cost", others: []figureModel{{"b", "small", 17_000, 20_000}}, terrain: []Piece{rough}, moved: 7000 - 2*591},
		{title: "too far through rough terrain", others: []figureModel{{"b", "small", 18_500, 20_000}}, terrain: []Piece{rough}, moved: 6000, fails: true},
		{title: "stopped by an obstacle", others: []figureModel{{"b", "small", 17_000, 20_000}}, terrain: []Piece{wall}, moved: 4000 - 591, fails: true},
		{title: "slowed by a spell", others: []figureModel{{"b", "small", 17_000, 20_000}}, slowed: true, rule: "WM-CHARGE-2"},
	} {
		b := battleWithActive(figure{viewer: east, others: c.others, terrain: c.terrain})
		if c.slowed {
			b.info[1].profile.Spells = []SpellProfile{{ID: "mire", Effects: []Effect{{"spd", -1}}}}
			b.Apply(Enchanted{By: "b", Spell: "mire", Unit: "a", Until: 9})
		}
		after, step, err := rules.Play(b, moveOf(ruling.Charge, "b", c.way...), dice.NewTape(), nil)
		var fault *rules.Fault
		switch {
		case errors.As(err, &fault) && fault.Rule == c.rule && c.rule != "":
			continue
		case err != nil || c.rule != "":
			t.Errorf("%s: got %v, want %q", c.title, err, c.rule)
			continue
		}
		e := step.Events[0].(Moved)
		if got := ruling.InchesOf(e.Distance); got < c.moved-2 || got > c.moved+2 || (e.Law == failedChargeRule) != c.fails {
			t.Errorf("%s: moved %s, law %s; want %s, failed %v", c.title, ruling.InchesOf(e.Distance), e.Law, c.moved, c.fails)
		}
		if ended := after.(*Battle).s.Acting == noUnit; ended != c.fails {
			t.Errorf("%s: the activation ended: %v", c.title, ended)
		}
	}
}

// TestFreeStrike walks away from an enemy, who makes a free strike: +2 to hit, and boosted
// damage.
func TestFreeStrike(t *testing.T) {
	b := battleWithActive(figure{viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"b", "small", 21_400, 20_000}}})
	away := moveOf(ruling.FullAdvance, "", ruling.Point{X: 15_000, Y: 20_000})
	var q *rules.Question
	if _, _, err := rules.Play(b, away, dice.NewTape(), rules.ChooseFrom(nil)); !errors.As(err, &q) || q.Seat != 1 || q.Rule != "WM-X-MELEE-3" {
		t.Fatalf("got %v, want the enemy asked", err)
	}
	held, _, err := rules.Play(b, away, dice.NewTape(), rules.ChooseFrom(rules.Options(1)))
	if m := held.(*Battle).s.Units[0].Models[0]; err != nil || m.X != 15_000 || m.Damage != 0 {
		t.Errorf("held: %v, %+v", err, m)
	}
	// 1 + 3 + MAT 6 + 2 = 12 against DEF 12; 2 + 2 + 2 + 10 = 16 against ARM 14.
	hit, _, err := rules.Play(b, away, dice.NewTape(1, 3, 2, 2, 2), rules.ChooseFrom(rules.Options(0)))
	if m := hit.(*Battle).s.Units[0].Models[0]; err != nil || m.Damage != 2 || m.X != 15_000 {
		t.Errorf("struck: %v, %+v", err, m)
	}
	if _, over := hit.Outcome(); over {
		t.Error("nobody has fallen")
	}
	killed, _, err := rules.Play(b, away, dice.NewTape(4, 4, 6, 6, 6), rules.ChooseFrom(rules.Options(0)))
	if o, over := killed.Outcome(); err != nil || !over || o.Winner != 1 || o.Reason != "last-warcaster" {
		t.Errorf("killed: %v, %+v", err, o)
	}
	// Boxed by the free strike, and Tough: it lies where it stood, and its charge has failed.
	at := figureModel{"c", "small", 14_000, 20_000}
	fallen := battleWithActive(figure{viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"b", "small", 21_400, 20_000}, at}})
	fallen.setup.Version, fallen.info[0].profile.Abilities, fallen.model(modelRef{0, 0}).Facing = currentVersion, []string{"tough"}, 180_000
	fallen.model(modelRef{1, 0}).Facing = 180_000
	_, charged, err := rules.Play(fallen, moveOf(ruling.Charge, "c"), dice.NewTape(4, 4, 6, 6, 6, 6), rules.ChooseFrom(rules.Options(0)))
	rulestest.Must(t, err)
	if e, is := charged.Events[3].(Moved); !is || e.Law != failedChargeRule || e.Distance != 0 {
		t.Errorf("knocked down before its charge: %+v", charged.Events)
	}
	beside := moveOf(ruling.FullAdvance, "", ruling.Point{X: 20_000, Y: 20_100})
	if _, _, err := rules.Play(b, beside, dice.NewTape(), rules.ChooseFrom(nil)); err != nil {
		t.Errorf("staying in reach: %v", err)
	}
}

// TestTheBoardKnowsBetter expects refusals of facts that contradict the board and of paths
// that the board bars.
func TestTheBoardKnowsBetter(t *testing.T) {
	b := battleWithActive(figure{
		viewer: figureModel{"a", "small", 20_000, 20_000}, others: []figureModel{{"b", "small", 21_400, 20_000}, {"c", "small", 30_000, 20_000}},
		terrain: []Piece{{Kind: "obstruction", Height: 3000, Polygon: ruling.Polygon{{X: 19_000, Y: 24_000}, {X: 21_000, Y: 24_000}, {X: 21_000, Y: 25_000}, {X: 19_000, Y: 25_000}}}},
	})
	hit := Attack{Target: "b", Weapon: "sword", InReach: yes}
	hit.LOS = yes
	for title, c := range map[string]struct {
		command rules.Command
		rule    string
	}{
		"an attack on whom it does not see": {func() Attack { a := hit; a.LOS = no; return a }(), ""},
		"an attack out of reach":            {func() Attack { a := hit; a.Target = "c"; return a }(), "WM-X-MELEE-2"},
		"a back strike from before":         {func() Attack { a := hit; a.BackStrike = true; return a }(), ""},
		"a way over a base":                 {moveOf(ruling.FullAdvance, "", ruling.Point{X: 23_000, Y: 20_000}), "WM-MOVE-2"},
		"a way through a building":          {moveOf(ruling.FullAdvance, "", ruling.Point{X: 20_000, Y: 25_800}), "WM-X-TER-2"},
		"a way off the table":               {moveOf(ruling.FullAdvance, "", ruling.Point{X: 20_000, Y: 100}), "WM-MOVE-2"},
		"a way too long":                    {moveOf(ruling.FullAdvance, "", ruling.Point{X: 14_000, Y: 20_000}, ruling.Point{X: 13_999, Y: 20_000}), "WM-MOVE-8"},
		"a distance that is not the way's": {func() Move {
			m := moveOf(ruling.FullAdvance, "", ruling.Point{X: 20_000, Y: 21_000})
			m.Distance = 2_000_000
			return m
		}(), "WM-MOVE-8"},
	} {
		t.Run(title, func(t *testing.T) { (&scriptedDuel{t, b}).refused(c.command, c.rule) })
	}
	if _, _, err := rules.Play(b, hit, dice.Seeded("x"), rules.ChooseFirst); err != nil {
		t.Errorf("a plain attack: %v", err)
	}
}
