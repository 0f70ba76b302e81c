package underworlds_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/underworlds/ruling"
)

// provenBy names the test that proves a rule which no event, refusal or ruling names.
var provenBy = map[string]string{
	"WU-ACT-5": "TestAttacksGiveNoToken", "WU-ATK-5": "TestUpgradesGrantAttacks", "WU-BUILD-10": "TestHandsAreSecret",
	"WU-CARD-6": "TestNamesOfCards", "WU-CHARGE-3": "TestChargedFightersWait", "WU-DICE-10": "TestVectors", "WU-DICE-6": "TestVectors", "WU-DICE-7": "TestVectors",
	"WU-KW-6": "TestScythingGoesOn", "WU-KW-11": "TestVectors", "WU-MOD-4": "TestVectors", "WU-HEX-2": "TestVectors",
	"WU-REACT-5": "TestVectors", "WU-SEQ-6": "TestVectors", "WU-SEQ-7": "TestVectors",
	"WU-TRAIT-2": "TestVectors", "WU-TRAIT-3": "TestVectors", "WU-UPG-4": "TestUpgradesGrantActions",
}

// definitions are rules that define or describe and need no procedure.
var definitions = regexp.MustCompile(`^WU-(SCOPE-\d+|PROF-\d+|ATK-4|ATK-6|BUILD-11|BUILD-13|GEN-2|GEN-5|GEN-7|HEX-1|TOK-2|TOK-3|TRAIT-1)$`)

// TestEveryRuleIsAccountedFor expects each rule of the specification to show in battles, in
// a ruling, or in an existing test.
func TestEveryRuleIsAccountedFor(t *testing.T) {
	text, err := os.ReadFile("../../../shared/rules/underworlds.md")
	if err != nil {
		t.Skip("no specification here")
	}
	found := slices.Clone(underworlds.Game.Covered)
	for _, r := range ruling.Rulings {
		found = append(found, r.Rules...)
	}
	var tests strings.Builder
	files, _ := filepath.Glob("*_test.go")
	rulings, _ := filepath.Glob("ruling/*_test.go")
	for _, f := range slices.Concat(files, rulings) {
		source, err := os.ReadFile(f)
		rulestest.Must(t, err)
		tests.Write(source)
	}
	ids := regexp.MustCompile(`WU-[A-Z]+-\d+`).FindAllString(string(text), -1)
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		name, there := provenBy[id]
		switch {
		case slices.Contains(found, id), definitions.MatchString(id):
		case !there:
			t.Errorf("%s is neither named nor proven", id)
		case !strings.Contains(tests.String(), "func "+name+"("):
			t.Errorf("%s: there is no test %s", id, name)
		}
	}
}

// TestAttacksGiveNoToken checks an attacker after its action, and what it may do next.
func TestAttacksGiveNoToken(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, []int{0}, 3, 3, 4)
	for _, tag := range s.b.View(0).Units[0].Tags {
		if tag == "moved" || tag == "charged" || tag == "on-guard" || tag == "staggered" {
			t.Errorf("the attacker is %s", tag)
		}
	}
}

// TestUpgradesGrantAttacks expects the Attack action of an upgrade after those of the card.
func TestUpgradesGrantAttacks(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	const extra = `"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":2`
	if s.isLegal(extra) {
		t.Error("there is a third weapon without an upgrade")
	}
	s.giveUpgrade(0, 0, "crowbar")
	if !s.isLegal(extra) {
		t.Error("the weapon of the upgrade is not offered")
	}
}

// TestChargedFightersWait expects that a fighter with a Charge token is activated only once
// all have one.
func TestChargedFightersWait(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 1: {5, 2}, 3: {4, 2}})
	charge := map[string]any{"move": 0, "charge": 1, "guard": 0, "stagger": 0}
	s.fighter(0)["tokens"] = charge
	if f := s.refused(`{"kind":"guard","by":0,"fighter":"a1"}`); f.Rule != "WU-ACT-3" {
		t.Errorf("got %v", f)
	}
	s.fighter(1)["tokens"] = charge
	if !s.isLegal(`"kind":"guard","by":0,"fighter":"a1"`) || s.isLegal(`"kind":"move","by":0,"fighter":"a1"`) {
		t.Error("with all charged a fighter may stand on Guard but not move")
	}
}

// TestScythingGoesOn attacks every adjacent enemy, once each.
func TestScythingGoesOn(t *testing.T) {
	s := newArrangedBattle(t)
	s.side()["turn"], s.side()["next"] = 1, 1
	s.put(map[int][2]int{0: {3, 2}, 1: {5, 2}, 4: {4, 2}})
	s.giveUpgrade(4, 1, "scythe-blade")
	s.load(s.b)
	for _, c := range s.b.Legal() {
		a, ok := c.(underworlds.Attack)
		if !ok || a.Weapon == 0 {
			continue
		}
		_, step, err := rules.Play(s.b, c, dice.Seeded("scythe"), rules.ChooseFirst)
		rulestest.Must(t, err)
		var targets []string
		for _, e := range step.Events {
			if d, ok := e.(underworlds.AttackDeclared); ok {
				targets = append(targets, d.Target)
			}
		}
		if len(targets) != 2 || targets[0] != a.Target || targets[1] == a.Target {
			t.Errorf("against %s: attacks %v", a.Target, targets)
		}
		return
	}
	t.Error("no attack with the scythe is offered")
}

// TestNamesOfCards expects a view to name cards that are face up, and no others.
func TestNamesOfCards(t *testing.T) {
	s := newArrangedBattle(t)
	s.hands([]string{"ground-swell"}, []string{"april-rain"})
	s.load(s.b)
	if words := s.b.View(0).Names; words["ground-swell"] == nil || words["april-rain"] != nil {
		t.Error("seat 0 knows the wrong cards")
	}
	ownSide := s.side()["camps"].([]any)[1].(map[string]any)
	ownSide["discards"] = ownSide["hands"]
	ownSide["hands"] = []any{[]any{}, []any{}}
	s.load(s.b)
	if s.b.View(0).Names["april-rain"].In("en") != "April Rain" {
		t.Error("a card on the discard pile has no name")
	}
}
