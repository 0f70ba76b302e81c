package underworlds_test

import (
	"strings"
	"testing"

	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// keep makes the state after the last command the arranged one.
func (s *arrangedBattle) keep() {
	s.t.Helper()
	text, err := s.b.MarshalJSON()
	rulestest.Must(s.t, err)
	s.state = rulestest.Tree(s.t, string(text)).(map[string]any)
}

// reword gives a power card of a seat another effect.
func (s *arrangedBattle) reword(seat int, card, effect string) {
	roster := s.state["setup"].(map[string]any)["rosters"].([]any)[seat].(map[string]any)
	for _, c := range roster["extra"].(map[string]any)["power"].([]any) {
		if c := c.(map[string]any); c["id"] == card {
			c["effect"] = map[string]any{"id": effect, "n": 1}
		}
	}
}

// TestChargeChoosesItsTargetAfterTheMove has the enemy that a Charge was meant for step back in
// the reaction to the move: the fighter attacks the enemy that is still beside it
// (WU-CHARGE-2).
func TestChargeChoosesItsTargetAfterTheMove(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {1, 2}, 1: {-1, 4}, 3: {4, 2}, 4: {4, 1}})
	s.reword(1, "low-branches", "after-steps")
	s.hands(nil, []string{"low-branches"})
	s.wantRefused(`{"kind":"charge","by":0,"fighter":"a1","hex":[3,2],"target":"b1"}`, "WU-CHARGE-2", "target")
	s.wantRefused(`{"kind":"charge","by":0,"fighter":"a2","hex":[0,3]}`, "WU-CHARGE-2", "hex")
	_, kinds := s.play(`{"kind":"charge","by":0,"fighter":"a1","hex":[3,2]}`, []int{1, 0, 3})
	if want := "activated moved reaction-announced pushed reaction-resolved discarded super-action-moved"; kinds != want {
		t.Errorf("events are %s, want %s", kinds, want)
	}
	s.keep()
	s.wantRefused(`{"kind":"move","by":0,"fighter":"a1","hex":[1,2]}`, "WU-CHARGE-2", "kind")
	s.wantRefused(`{"kind":"pass","by":0}`, "WU-CHARGE-2", "kind")
	s.wantRefused(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`, "WU-ATK-2", "target")
	for _, c := range s.b.Legal() {
		if a, ok := c.(underworlds.Attack); !ok || a.Target != "b2" && a.Weapon == 0 {
			t.Errorf("offered: %+v", c)
		}
	}
	_, kinds = s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b2","weapon":0}`, nil, 3, 3, 4)
	if !strings.HasPrefix(kinds, "attack-declared attack-judged") || !strings.Contains(kinds, "phase-began") {
		t.Errorf("events are %s", kinds)
	}
	if phase := s.b.View(0).Phase; phase != "power" {
		t.Errorf("after the attack of the Charge the phase is %s", phase)
	}
}

// TestChargeEndsUnresolved has the only target step out of reach in the reaction to the move:
// the Charge token stays (ruling A-17).
func TestChargeEndsUnresolved(t *testing.T) {
	s := arrange(t, map[int][2]int{1: {0, 2}, 3: {4, 2}})
	s.reword(1, "low-branches", "after-steps")
	s.hands(nil, []string{"low-branches"})
	options := 0
	for options < 5 {
		events, kinds := s.play(`{"kind":"charge","by":0,"fighter":"a2","hex":[2,2]}`, []int{1, options})
		if strings.Contains(kinds, "unresolved") {
			if u := first[underworlds.Unresolved](t, events); u.Action != "charge" || s.b.View(0).Phase != "power" {
				t.Errorf("got %+v in phase %s", u, s.b.View(0).Phase)
			}
			return
		}
		options++
	}
	t.Error("no push takes the target out of reach")
}

// TestShockChoosesItsEnemyAfterTheMove stuns an enemy beside the end of the move, and the
// fighter itself (WU-SHOCK-1, WU-SHOCK-2).
func TestShockChoosesItsEnemyAfterTheMove(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {1, 2}, 3: {4, 2}, 4: {4, 1}})
	s.wantRefused(`{"kind":"shock","by":0,"fighter":"a1","hex":[1,3]}`, "WU-SHOCK-2", "hex")
	s.wantRefused(`{"kind":"shock","by":0,"fighter":"a1","hex":[3,2],"target":"b1"}`, "WU-SHOCK-2", "target")
	s.play(`{"kind":"shock","by":0,"fighter":"a1","hex":[3,2]}`, nil)
	s.keep()
	if !s.isLegal(`"kind":"stun","by":0,"fighter":"a1","target":"b1"`) || !s.isLegal(`"kind":"stun","by":0,"fighter":"a1","target":"b2"`) {
		t.Error("an enemy is not offered")
	}
	s.play(`{"kind":"stun","by":0,"fighter":"a1","target":"b2"}`, nil)
	for i, want := range map[int]bool{0: true, 3: false, 4: true} {
		if got := strings.Contains(strings.Join(s.b.View(0).Units[i].Tags, " "), "staggered"); got != want {
			t.Errorf("fighter %d is staggered: %v", i, got)
		}
	}
}

// TestChargeOnAMeasuredTable charges to a stated end, attacks, and gives an attack up.
func TestChargeOnAMeasuredTable(t *testing.T) {
	s := measuredBattle(t)
	s.play(`{"kind":"charge","by":0,"fighter":"a1","steps":2,"stand":{"beside":["b1"]}}`, nil)
	s.keep()
	if !s.isLegal(`"kind":"pass"`) || !s.isLegal(`"kind":"attack","by":0,"fighter":"a1","target":"b1"`) || s.isLegal(`"kind":"guard"`) {
		t.Error("the wrong commands end the Charge")
	}
	s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1"}`, []int{1}, 3, 3, 4)
	_, kinds := s.play(`{"kind":"pass","by":0}`, nil)
	if !strings.HasPrefix(kinds, "unresolved") || s.b.View(0).Phase != "power" {
		t.Errorf("events are %s, phase %s", kinds, s.b.View(0).Phase)
	}
}

// TestTheTableRemembers attacks twice over a distance: the second time the facts are known and
// cannot be contradicted, until a fighter changes its place.
func TestTheTableRemembers(t *testing.T) {
	s := measuredBattle(t)
	shoot := func(aim string) string {
		return `{"kind":"attack","by":0,"fighter":"a1","weapon":1,"target":"b2","aim":` + aim + `}`
	}
	s.play(shoot(`{"distance":2,"visible":true}`), []int{0, 0, 0, 0}, 3, 3, 3)
	s.keep()
	s.side()["phase"], s.side()["next"] = "activation", 0
	s.wantRefused(shoot(`{"distance":3,"visible":true}`), "WU-HEX-7", "aim.distance")
	s.wantRefused(shoot(`{"distance":2,"visible":true,"cornered":true}`), "WU-COMBAT-6", "aim.cornered")
	s.play(shoot(`null`), []int{0}, 3, 3, 3)
	s.wantRefused(`{"kind":"attack","by":0,"fighter":"a1","target":"b2","aim":{"distance":6,"visible":true}}`, "WU-ATK-2", "aim.distance")
}

// TestEndPhaseHidesHands offers each step of the end phase that a hand of unknown cards may use
// (WU-CARD-4).
func TestEndPhaseHidesHands(t *testing.T) {
	s := newArrangedBattle(t)
	s.side()["phase"], s.side()["round"] = "score", 1
	s.hands([]string{"put-your-back-into-it"}, []string{"low-branches"})
	sides := s.side()["camps"].([]any)
	sides[0].(map[string]any)["unspent"] = 1
	sides[1].(map[string]any)["unspent"] = 0
	s.load(s.b)
	var phases []string
	for range 4 {
		phases = append(phases, s.b.View(0).Phase)
		s.load(s.b)
		s.play(`{"kind":"done","by":`+map[bool]string{true: "0", false: "1"}[s.b.View(0).ToAct == 0]+`}`, nil)
		s.keep()
	}
	phases = append(phases, s.b.View(0).Phase)
	if got := strings.Join(phases, " "); got != "score upgrades discard-power discard-power round" {
		t.Errorf("phases are %s", got)
	}
}
