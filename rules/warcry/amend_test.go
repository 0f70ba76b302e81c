package warcry

import (
	"encoding/json"
	"errors"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestAmend puts right each kind of thing that a battle holds, in the phases where it is noticed.
func TestAmend(t *testing.T) {
	foe := func(b *Battle) string { return b.id(b.enemy(0)) }
	for _, c := range []struct {
		name    string
		board   bool
		prepare func(b *Battle)
		change  func(b *Battle) Change
		holds   func(b *Battle) bool
	}{
		{"victory points", true, nil, func(*Battle) Change { return Change{What: "victory-points", Seat: 1, Amount: 7} },
			func(b *Battle) bool { return b.s.Sides[1].VP == 7 && b.s.Sides[1].Rounds[0] == 7 }},
		{"wild dice", true, nil, func(*Battle) Change { return Change{What: "wild-dice", Seat: 0, Amount: 3} }, func(b *Battle) bool { return b.s.Sides[0].Wild == 3 }},
		{"a triple", true, nil, func(*Battle) Change { return Change{What: "ability-dice", Seat: 0, Score: 4, Amount: 3} },
			func(b *Battle) bool { return b.s.Sides[0].Dice[4] == 3 && !b.s.Sides[0].Singles[4] }},
		{"a single", true, nil, func(*Battle) Change { return Change{What: "ability-dice", Seat: 0, Score: 4, Amount: 1} },
			func(b *Battle) bool { return b.s.Sides[0].Dice[4] == 0 && b.s.Sides[0].Singles[4] }},
		{"initiative", true, func(b *Battle) { b.s.Initiative = 0 }, func(*Battle) Change { return Change{What: "initiative", Seat: 1} }, func(b *Battle) bool { return b.s.Initiative == 1 }},
		{"turn", true, func(b *Battle) { b.s.Acting, b.s.Turn = noUnit, 0 }, func(*Battle) Change { return Change{What: "turn", Seat: 1} }, func(b *Battle) bool { return b.s.Turn == 1 }},
		{"control", true, nil, func(*Battle) Change { return Change{What: "control", Objective: "well", Seat: 1} }, func(b *Battle) bool { return b.s.Objectives[0].Controller == 1 }},
		{"treasure", true, nil, func(b *Battle) Change { return Change{What: "treasure", Treasure: "relic", Fighter: b.id(0)} },
			func(b *Battle) bool { return b.s.Treasures[0].Carrier == 0 && b.s.Fighters[0].Carrying == 0 }},
		{"damage", true, nil, func(b *Battle) Change { return Change{What: "damage", Fighter: foe(b), Amount: 2} }, func(b *Battle) bool { return b.w(foe(b)).Damage == 2 }},
		{"taken down", true, nil, func(b *Battle) Change { return Change{What: "taken-down", Fighter: foe(b)} }, func(b *Battle) bool { return b.w(foe(b)).Out }},
		{"back", true, func(b *Battle) {
			w := b.w(foe(b))
			w.Out, w.Damage, w.DownRound, w.DownBy = true, 9, 1, 0
			b.s.Fighters[0].Kills = 1
		},
			func(b *Battle) Change {
				return Change{What: "back", Fighter: foe(b), Amount: 1, At: &Point{X: 11 * rules.One, Y: 3 * rules.One}}
			},
			func(b *Battle) bool {
				w := b.w(foe(b))
				return !w.Out && w.Damage == 1 && w.At.Y == 3*rules.One && b.s.Fighters[0].Kills == 0
			}},
		{"position", true, nil, func(b *Battle) Change {
			return Change{What: "position", Fighter: foe(b), At: &Point{X: 11 * rules.One, Y: 3 * rules.One}}
		},
			func(b *Battle) bool { return b.w(foe(b)).At.Y == 3*rules.One }},
		{"contact", false, nil, func(b *Battle) Change { return Change{What: "contact", Fighter: b.id(0), Enemy: foe(b), Yes: true} }, func(b *Battle) bool { return b.touching(b.enemy(0), 0) }},
		{"activations", true, nil, func(b *Battle) Change { return Change{What: "activations", Fighter: foe(b), Amount: 1} }, func(b *Battle) bool { return b.w(foe(b)).Activated }},
		{"waiting", true, nil, func(b *Battle) Change { return Change{What: "waiting", Fighter: foe(b), Yes: true} }, func(b *Battle) bool { w := b.w(foe(b)); return w.Waiting && w.Activated }},
		{"reactions", true, nil, func(b *Battle) Change { return Change{What: "reactions", Fighter: foe(b), Amount: 1} }, func(b *Battle) bool { return b.w(foe(b)).Reactions == 1 }},
		{"ability used", true, nil, func(*Battle) Change { return Change{What: "ability-used", Yes: true} }, func(b *Battle) bool { return b.s.Act.Used }},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := tableBattle(t, "measured-hold-counter")
			if c.board {
				b = battleOnDeck(t, 3)
				b.s.Sides[0].Rounds, b.s.Sides[1].Rounds = []int{0}, []int{0}
			}
			if c.prepare != nil {
				c.prepare(b)
			}
			amend := Amend{Reason: "a slip", Changes: []Change{c.change(b)}}
			amended := after(t, b, amend, "[0]")
			if !c.holds(amended) {
				t.Error("is not put right")
			}
			if c.holds(after(t, b, amend, "[1]")) {
				t.Error("is put right although the opponent refuses")
			}
			text, err := json.Marshal(amended)
			rulestest.Must(t, err)
			loaded, err := load(text)
			rulestest.Must(t, err)
			if !c.holds(loaded.(*Battle)) {
				t.Error("is forgotten when the battle is saved")
			}
		})
	}
}

// TestAmendIsChecked refuses what no agreement can make true.
func TestAmendIsChecked(t *testing.T) {
	b := battleOnDeck(t, 3)
	me := b.id(0)
	for _, c := range []struct {
		change      Change
		rule, field string
	}{
		{Change{What: "damage", Fighter: me, Amount: 300}, "", "changes[0].amount"},
		{Change{What: "damage", Fighter: "nobody"}, "", "changes[0].fighter"},
		{Change{What: "back", Fighter: me}, "", "changes[0].fighter"},
		{Change{What: "position", Fighter: me}, "", "changes[0].at"},
		{Change{What: "position", Fighter: me, At: &Point{X: 50 * rules.One}}, "WC-MOVE-15", "changes[0].at"},
		{Change{What: "turn", Seat: 1}, "WC-ACT-1", "changes[0].what"},
		{Change{What: "waiting", Fighter: me, Yes: true}, "WC-ACT-2", "changes[0].fighter"},
		{Change{What: "contact", Fighter: me, Enemy: b.id(b.enemy(0))}, "WC-GEN-2", "changes[0].what"},
		{Change{What: "control", Objective: "nowhere"}, "", "changes[0].objective"},
		{Change{What: "victory-points", Seat: rules.Nobody}, "", "changes[0].seat"},
	} {
		wantFault(t, b, Amend{Changes: []Change{c.change}}, c.rule, c.field)
	}
	wantFault(t, b, Amend{Reason: "nothing"}, "", "changes")
	wantFault(t, battleOnDeck(t, 2), Amend{Name: "x"}, "WC-SEQ-1", "kind")
}

// TestAbilityByHand plays an ability that a club wrote: its name and text are in the log, and what it
// did with it.
func TestAbilityByHand(t *testing.T) {
	b := battleOnDeck(t, 3)
	c := Amend{Name: "Ember Vow", Text: "Remove 2 damage from a friend.", Changes: []Change{{What: "damage", Fighter: b.id(1), Amount: 3}, {What: "ability-used", Yes: true}}}
	_, step, err := rules.Play(b, c, dice.NewTape(), rules.ChooseFirst)
	rulestest.Must(t, err)
	e, is := step.Events[0].(Amended)
	if !is || e.Name != c.Name || e.Text != c.Text || len(e.Changes) != 2 {
		t.Errorf("logs %+v", step.Events)
	}
	_, _, err = rules.Play(b, c, dice.NewTape(), nil)
	var q *rules.Question
	if !errors.As(err, &q) || q.Seat != 1 {
		t.Errorf("does not ask the opponent: %v", err)
	}
}
