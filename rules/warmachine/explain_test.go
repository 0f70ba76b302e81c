package warmachine

import (
	"encoding/json"
	"strconv"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestAttackersAreAdvised expects advice before a charge attack of a warjack, and none when
// it has no focus left.
func TestAttackersAreAdvised(t *testing.T) {
	list, _ := rulestest.Setups(t, "measured-furnace")
	for points, want := range map[int]bool{3: true, 1: false} { // one point pays for the charge
		b, err := Game.Begin(list[0])
		if err != nil {
			t.Fatal(err)
		}
		src := dice.Source(dice.NewTape(6, 1))
		for _, text := range []string{
			`{"kind":"start"}`, `{"kind":"deploy","by":0}`, `{"kind":"deploy","by":1}`, `{"kind":"allocate","by":0,"warjack":"a2","points":` + strconv.Itoa(points) + `}`,
			`{"kind":"end-control","by":0}`, `{"kind":"activate","by":0,"unit":"a2"}`,
			`{"kind":"move","by":0,"movement":"charge","target":"b1","distance":6}`,
		} {
			c, err := Game.DecodeCommand([]byte(text))
			if err == nil {
				b, _, err = rules.Play(b, c, src, rules.ChooseFirst)
			}
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			src = dice.NewTape()
		}
		c, err := Game.DecodeCommand(json.RawMessage(`{"kind":"attack","by":0,"target":"b1","weapon":"drop-hammer"}`))
		if err != nil {
			t.Fatal(err)
		}
		advised := false
		for _, n := range b.(rules.Explainer).Explain(c) {
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
