package warmachine_test

import (
	"strconv"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmachine"
)

// TestAttackersAreAdvised expects advice before a charge attack of a warjack, and none when
// it has no focus left.
func TestAttackersAreAdvised(t *testing.T) {
	c, err := warmachine.Game.DecodeCommand([]byte(`{"kind":"attack","by":0,"target":"b1","weapon":"drop-hammer"}`))
	if err != nil {
		t.Fatal(err)
	}
	for points, want := range map[int]bool{3: true, 1: false} { // one point pays for the charge
		tb := newScriptedBattle(t)
		tb.charge("b1", points)
		advised := false
		for _, n := range tb.b.(rules.Explainer).Explain(c) {
			if n.Key != "best-spend" {
				continue
			}
			advised = true
			if p, err := strconv.Atoi(n.With["chance"]); err != nil || p < 0 || p > 100 || n.With["focus"] != "2" {
				t.Errorf("got %v", n.With)
			}
			t.Log(n.With)
		}
		if advised != want {
			t.Errorf("with %d points: advised is %v", points, advised)
		}
	}
}
