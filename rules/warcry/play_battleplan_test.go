package warcry

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// undivided begins a battle that draws its battleplan and plays until the first warband is to be
// divided.
func undivided(t *testing.T) *Battle {
	t.Helper()
	list, _ := rulestest.Setups(t, "board-drawn")
	b, err := begin(list[0])
	rulestest.Must(t, err)
	return after(t, b.(*Battle), RollRoles{}, "", 6, 1)
}

// after returns a battle after a command with the faces of its dice; the choices are those of a
// JSON list.
func after(t *testing.T, b *Battle, c rules.Command, choices string, faces ...int) *Battle {
	t.Helper()
	next, _, err := rules.Play(b, c, dice.NewTape(faces...), chooser(t, choices))
	if err != nil {
		t.Fatalf("%s: %v", c.Kind(), err)
	}
	return next.(*Battle)
}

// chooser answers questions with the options of a JSON list, or with the first ones for "".
func chooser(t *testing.T, choices string) rules.Chooser {
	t.Helper()
	if choices == "" {
		return rules.ChooseFirst
	}
	var list []int
	rulestest.Must(t, json.Unmarshal([]byte(choices), &list))
	next := 0
	return func(q *rules.Question) (rules.Reply, error) {
		if next == len(list) {
			return rules.Reply{}, q
		}
		next++
		return rules.Reply{Option: list[next-1]}, nil
	}
}

// wantFault requires that a rule forbids a command.
func wantFault(t *testing.T, b *Battle, c rules.Command, rule, field string) {
	t.Helper()
	_, _, err := rules.Play(b, c, dice.Seeded("refused"), rules.ChooseFirst)
	var f *rules.Fault
	if !errors.As(err, &f) || f.Rule != rule || f.Field != field {
		t.Errorf("%s: got %v, want %s at %s", c.Kind(), err, rule, field)
	}
}

// TestPlanIsDrawnAfterTheDivision draws the four cards once both warbands are divided (WC-SET-1,
// WC-SET-4).
func TestPlanIsDrawnAfterTheDivision(t *testing.T) {
	b := undivided(t)
	if n := len(b.parts) + len(b.s.Objectives) + len(b.s.Treasures); n > 0 {
		t.Errorf("%d parts and markers are known before the draw", n)
	}
	wantFault(t, b, DrawCard{Pile: "terrain"}, "WC-SEQ-1", "kind")
	for range 2 {
		b = after(t, b, b.Legal()[0], "")
	}
	if b.s.Phase != phasePlan {
		t.Fatalf("phase %s", b.s.Phase)
	}
	wantFault(t, b, DrawCard{Pile: "twist"}, "WC-SET-4", "pile")
	b = after(t, b, DrawCard{Pile: "terrain"}, "", 2)
	if got, want := b.s.Plan[0], b.piles.Terrain[1].ID; got != want || len(b.parts) != len(b.piles.Terrain[1].Parts) {
		t.Errorf("drew %s with %d parts, want %s", got, len(b.parts), want)
	}
	b = after(t, b, DrawCard{Pile: "deployment"}, "", 1)
	refused := after(t, b, DrawCard{Pile: "victory", Card: "ley-lines"}, "[1]")
	if refused.s.Plan[2] != "" {
		t.Error("a card that the opponent does not agree to is drawn")
	}
	b = after(t, b, DrawCard{bySeat{1}, "victory", "ley-lines"}, "[0]")
	text, err := json.Marshal(b)
	rulestest.Must(t, err)
	loaded, err := load(text)
	rulestest.Must(t, err)
	b = after(t, loaded.(*Battle), DrawCard{Pile: "twist"}, "", 2)
	if b.s.Phase != phaseColours || !b.leyLines || len(b.s.Objectives) != 5 {
		t.Errorf("phase %s, ley lines %t, %d objectives", b.s.Phase, b.leyLines, len(b.s.Objectives))
	}
	if b.field.Twist.Kind != b.piles.Twist[1].Kind {
		t.Errorf("twist %s", b.field.Twist.Kind)
	}
}

// TestPilesAreStrict refuses piles beside a named card, beside alternative terrain, and in battles
// of older versions.
func TestPilesAreStrict(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-drawn")
	for name, c := range map[string]struct {
		field   string
		version int
		rule    string
	}{
		"named as well": {`{"twist":{"id":"x"},"piles":{"twist":[{"id":"y"}]}}`, 3, "WC-SET-4"},
		"terrain by":    {`{"terrain_by":0,"piles":{"terrain":[{"id":"y","parts":[]}]}}`, 3, "WC-SET-6"},
		"no id":         {`{"piles":{"twist":[{}]}}`, 3, ""},
		"version 2":     {`{"piles":{"twist":[{"id":"y"}]}}`, 2, ""},
	} {
		s := list[0]
		s.Field, s.Version = json.RawMessage(c.field), c.version
		_, err := begin(s)
		var f *rules.Fault
		if !errors.As(err, &f) || f.Rule != c.rule {
			t.Errorf("%s: got %v, want %s", name, err, c.rule)
		}
	}
}

// TestBonusActionsComeFirst refuses other actions after Rampage until its bonus actions are made or
// given up (WC-ABL-14).
func TestBonusActionsComeFirst(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Act.Used, b.s.Act.Rampage, b.s.Act.Bonus = true, true, bonusMove|bonusAttack
	wantFault(t, b, Wait{b.fighterCommand(0)}, "WC-ABL-14", "fighter")
	kinds := map[string]bool{}
	for _, c := range b.Legal() {
		kinds[c.Kind()] = true
		if m, ok := c.(Move); ok && !m.Bonus {
			t.Error("a normal move is offered before the bonus move")
		}
	}
	if kinds["wait"] || !kinds["forgo-bonus"] || !kinds["move"] {
		t.Errorf("offers %v", kinds)
	}
	b = after(t, b, ForgoBonus{b.fighterCommand(0)}, "")
	b = after(t, b, Wait{b.fighterCommand(0)}, "")
	if !b.s.Fighters[0].Waiting {
		t.Error("the wait after giving up is not made")
	}
	old := battleOnDeck(t, 2)
	old.s.Act.Used, old.s.Act.Rampage, old.s.Act.Bonus = true, true, bonusMove|bonusAttack
	after(t, old, Wait{old.fighterCommand(0)}, "")
}

// TestWildDiceCombine offers the declaration of the book's example: one upgrade and one single
// (WC-INIT-8, WC-INIT-9).
func TestWildDiceCombine(t *testing.T) {
	b := battleOnDeck(t, 3)
	b.s.Phase, b.s.Next, b.s.Initiative = phaseWild, 1, 0
	b.s.Sides[0] = sideState{Dice: [7]int{3: 2, 5: 3}, Singles: [7]bool{1: true, 2: true}, Declared: true, Divided: true}
	b.s.Sides[1] = sideState{Dice: [7]int{4: 2, 6: 3}, Singles: [7]bool{1: true}, Wild: 2, Divided: true}
	legal := b.Legal()
	if !slices.ContainsFunc(legal, func(c rules.Command) bool {
		d := c.(DeclareWild)
		return len(d.Uses) == 2 && d.Uses[0].Use == "upgrade" && *d.Uses[0].Value == 6 && d.Uses[1].Use == "single"
	}) {
		t.Errorf("%d declarations, none upgrades the triple and adds a single", len(legal))
	}
	if len(legal) > maxDeclarations {
		t.Errorf("%d declarations", len(legal))
	}
}
