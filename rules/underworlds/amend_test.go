package underworlds_test

import (
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/underworlds"
)

// TestAmend puts right each thing that can be put right, with the nod of the other player.
func TestAmend(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	s.fighter(1)["out"] = true
	s.hands([]string{"ground-swell"}, nil)
	card := "ground-swell"
	for _, c := range []struct{ changes, want string }{
		{`{"what":"glory","side":1,"value":3}`, `"unspent":3`},
		{`{"what":"spent","side":1,"value":2}`, `"spent":2`},
		{`{"what":"turns","side":0,"value":3}`, `"turns":3`},
		{`{"what":"turn","side":1}`, `"turn":1`},
		{`{"what":"wounds","fighter":"b1","value":2}`, `"hurt":2`},
		{`{"what":"move","fighter":"b1","value":1}`, `"tokens":{"move":1,"charge":0,"guard":0,"stagger":0}`},
		{`{"what":"charge","fighter":"b1","value":1}`, `"tokens":{"move":0,"charge":1,"guard":0,"stagger":0}`},
		{`{"what":"guard","fighter":"b1","value":1},{"what":"stagger","fighter":"b1","value":1}`, `"tokens":{"move":0,"charge":0,"guard":0,"stagger":1}`},
		{`{"what":"inspired","fighter":"b1","value":1}`, `"inspired":true`},
		{`{"what":"place","fighter":"b1","hex":[5,2]}`, `"at":31`},
		{`{"what":"returns","fighter":"a2","hex":[1,2],"value":1}`, `"at":11,"out":false,"hurt":1`},
		{`{"what":"leaves","fighter":"b1"}`, `"out":true`},
		{`{"what":"discard","side":0,"card":"` + card + `"}`, `"hands":[[],[]]`},
		{`{"what":"deck","side":0,"card":"` + card + `"}`, `"hands":[[],[]]`},
	} {
		_, kinds := s.play(`{"kind":"amend","by":0,"reason":"forgotten","changes":[`+c.changes+`]}`, []int{0})
		if !strings.HasPrefix(kinds, "amended corrected") {
			t.Errorf("%s: events are %s", c.changes, kinds)
		}
		text, _ := s.b.MarshalJSON()
		if !strings.Contains(string(text), c.want) {
			t.Errorf("%s: the battle has no %s", c.changes, c.want)
		}
		if events, _ := s.play(`{"kind":"amend","by":1,"reason":"forgotten","changes":[`+c.changes+`]}`, []int{1}); len(events) != 1 {
			t.Errorf("%s: a refusal changes something: %v", c.changes, events)
		}
	}
}

// TestAmendIsRefused refuses what is not possible.
func TestAmendIsRefused(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	amend := func(changes string) string {
		return `{"kind":"amend","by":0,"reason":"forgotten","changes":[` + changes + `]}`
	}
	s.wantRefused(`{"kind":"amend","by":0,"changes":[{"what":"turn"}]}`, "", "reason")
	s.wantRefused(`{"kind":"amend","by":0,"reason":"forgotten"}`, "", "changes")
	s.wantRefused(amend(`{"what":"wounds","fighter":"b1","value":40}`), "", "changes[0].value")
	s.wantRefused(amend(`{"what":"wounds","fighter":"zz","value":1}`), "", "changes[0].fighter")
	s.wantRefused(amend(`{"what":"returns","fighter":"b1","hex":[1,2]}`), "WU-HOUSE-11", "changes[0].fighter")
	s.wantRefused(amend(`{"what":"turn"},{"what":"place","fighter":"b1","hex":[3,2]}`), "WU-SETUP-16", "changes[1].hex")
	s.wantRefused(amend(`{"what":"hand","card":"nothing"}`), "", "changes[0].card")
	s.wantRefused(amend(`{"what":"scored","card":"ground-swell"}`), "WU-HOUSE-11", "changes[0].card")
}

// TestByHandIsAnAmendment plays a gambit by hand and notes what it does under its name.
func TestByHandIsAnAmendment(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 3: {4, 2}})
	roster := s.state["setup"].(map[string]any)["rosters"].([]any)[0].(map[string]any)["extra"].(map[string]any)
	ploy := ""
	for _, c := range roster["power"].([]any) {
		if c := c.(map[string]any); c["kind"] == "ploy" && ploy == "" {
			ploy = c["id"].(string)
			delete(c, "effect")
		}
	}
	s.hands([]string{ploy}, nil)
	s.side()["phase"] = "power"
	s.play(`{"kind":"play-ploy","by":0,"card":"`+ploy+`"}`, nil)
	s.keep()
	if !s.isLegal(`"kind":"amend","by":0,"name":"` + ploy + `"`) {
		t.Error("what the card does cannot be noted")
	}
	events, _ := s.play(`{"kind":"amend","by":0,"name":"`+ploy+`","changes":[{"what":"wounds","fighter":"b1","value":1}]}`, []int{0})
	if a := first[underworlds.Amended](t, events); a.Name != ploy || !a.Agreed {
		t.Errorf("got %+v", a)
	}
	if slices.ContainsFunc(s.b.View(0).Notes, func(n rules.Note) bool { return n.Key == "by-hand" }) {
		t.Error("the card is still to be carried out")
	}
}
