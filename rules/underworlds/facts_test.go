package underworlds_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
)

// measuredBattle returns an arranged battle on a measured table.
func measuredBattle(t *testing.T) *arrangedBattle {
	t.Helper()
	s := newArrangedBattle(t)
	s.state["setup"].(map[string]any)["mode"] = "measured"
	s.side()["objectives"] = []any{-1, -1, -1, -1, -1}
	s.side()["values"] = []any{1, 2, 3, 4, 5}
	for i := range s.side()["warriors"].([]any) {
		s.stands(i, "own")
	}
	s.load(s.b)
	return s
}

// stands states where a fighter stands, and beside which others.
func (s *arrangedBattle) stands(i int, territory string, beside ...int) {
	mask := 0
	for _, j := range beside {
		mask |= 1 << j
		foot := s.fighter(j)["foot"].(map[string]any)
		foot["beside"] = foot["beside"].(int) | 1<<i
	}
	s.fighter(i)["at"] = i
	s.fighter(i)["foot"] = map[string]any{"territory": territory, "edge": false, "objective": 0, "beside": mask}
}

// refused plays a command and returns the rule that forbids it.
func (s *arrangedBattle) refused(command string) *rules.Fault {
	s.t.Helper()
	s.load(s.b)
	c, err := underworlds.Game.DecodeCommand([]byte(command))
	if err == nil {
		_, _, err = rules.Play(s.b, c, dice.Seeded("refused"), rules.ChooseFirst)
	}
	var fault *rules.Fault
	if !errors.As(err, &fault) {
		s.t.Fatalf("%s: got %v, want a fault", command, err)
	}
	return fault
}

// wantRefused expects a rule to forbid a command by a field.
func (s *arrangedBattle) wantRefused(command, rule, field string) {
	s.t.Helper()
	if f := s.refused(command); f.Rule != rule || f.Field != field {
		s.t.Errorf("%s: got %v at %s, want %s at %s", command, f, f.Field, rule, field)
	}
}

// TestMeasuredAttack attacks a target with the facts that the players state: a supporter on
// each side, no room, and where the fighters stand afterwards.
func TestMeasuredAttack(t *testing.T) {
	s := measuredBattle(t)
	s.stands(0, "none", 3)
	s.stands(1, "own", 3)
	s.stands(4, "own", 0)
	events, _ := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0,
		"aim":{"distance":1,"visible":true,"supporters":1,"target_supporters":1,"cornered":true}}`, nil, 2, 3, 4)
	if j := first[underworlds.AttackJudged](t, events); !j.Trapped || j.Attacker != 2 || j.Defender != 1 || j.Result != "hit" {
		t.Errorf("got %+v", j)
	}
	if slices.ContainsFunc(events, func(e rules.Event) bool { _, pushed := e.(underworlds.Pushed); return pushed }) {
		t.Error("a cornered target was driven back")
	}
}

// TestMeasuredDriveBack asks the attacking player how far the target is driven back and
// where it stands then: in enemy territory at the edge, on objective 2, beside no fighter.
func TestMeasuredDriveBack(t *testing.T) {
	s := measuredBattle(t)
	s.stands(0, "none", 3)
	events, _ := s.play(`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0}`,
		[]int{0, 1, 3, 2, 0}, 4, 4, 3)
	p := first[underworlds.Pushed](t, events)
	if p.Hex != nil || p.Stand == nil || p.Stand.Territory != "enemy" || !p.Stand.Edge || p.Stand.Objective != 2 || len(p.Stand.Beside) != 0 {
		t.Errorf("got %+v, %+v", p, p.Stand)
	}
	unit := s.b.View(0).Units[3]
	for _, tag := range []string{"in-enemy-territory", "on-edge", "holds-2"} {
		if !slices.Contains(unit.Tags, tag) {
			t.Errorf("tags are %v, want %s", unit.Tags, tag)
		}
	}
}

// TestMeasuredFactsMustAgree refuses facts that cannot be true at a table.
func TestMeasuredFactsMustAgree(t *testing.T) {
	s := measuredBattle(t)
	s.stands(0, "none", 3)
	s.fighter(1)["foot"].(map[string]any)["objective"] = 4
	for _, c := range []struct{ command, rule, field string }{
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b1","aim":{"distance":2,"visible":true}}`, "WU-HEX-7", "aim.distance"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b1","aim":{"distance":1,"visible":false}}`, "WU-ATK-2", "aim.visible"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b2","aim":{"distance":2,"visible":true}}`, "WU-ATK-2", "aim.distance"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b2","aim":{"distance":2}}`, "", "aim.visible"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b2"}`, "", "aim"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b1","aim":{"distance":1,"supporters":1}}`, "WU-SUP-1", "aim.supporters"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b1","aim":{"distance":1,"target_supporters":1}}`, "WU-SUP-2", "aim.target_supporters"},
		{`{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":9,"aim":{"distance":1}}`, "WU-ATK-1", "weapon"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":1}`, "", "stand"},
		{`{"kind":"move","by":0,"fighter":"a1","stand":{}}`, "", "steps"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":1,"stand":{"edge_hex":true,"beside":["a2","a3","b1","b2","b3","b4"]}}`, "WU-HEX-4", "stand.beside"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":4,"stand":{}}`, "WU-MOVE-1", "steps"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":0,"stand":{}}`, "WU-MOVE-3", "steps"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":1,"stand":{"objective":4}}`, "WU-SETUP-16", "stand.objective"},
		{`{"kind":"move","by":0,"fighter":"a1","steps":1,"stand":{"beside":["a1"]}}`, "", "stand.beside[0]"},
		{`{"kind":"stun","by":0,"fighter":"a1","target":"b2"}`, "WU-STUN-1", "target"},
		{`{"kind":"shock","by":0,"fighter":"a1","steps":1,"stand":{}}`, "WU-SHOCK-2", "stand.beside"},
	} {
		s.wantRefused(c.command, c.rule, c.field)
	}
	s.side()["turn"], s.side()["next"] = 1, 1
	s.wantRefused(`{"kind":"charge","by":1,"fighter":"b4","steps":1,"stand":{}}`, "WU-CHARGE-2", "stand.beside")
}

// TestReactionsAskForFactsAnew pushes the target away after the attack was declared: the
// facts stated before no longer count.
func TestReactionsAskForFactsAnew(t *testing.T) {
	s := measuredBattle(t)
	s.side()["turn"], s.side()["next"] = 1, 1
	s.stands(4, "enemy", 1)
	s.hands([]string{"ready-about"}, nil)
	_, kinds := s.play(`{"kind":"attack","by":1,"fighter":"b2","target":"a2","aim":{"distance":1}}`, []int{1, 0, 0, 0})
	if !strings.Contains(kinds, "attack-declared reaction-announced pushed reaction-resolved discarded unresolved") {
		t.Errorf("events are %s", kinds)
	}
}

// TestBoardBearsFactsOut accepts facts that agree with the board and refuses others.
func TestBoardBearsFactsOut(t *testing.T) {
	s := arrange(t, map[int][2]int{0: {3, 2}, 1: {5, 2}, 3: {4, 2}})
	attack := `{"kind":"attack","by":0,"fighter":"a1","target":"b1","weapon":0,"aim":`
	for _, c := range []struct{ command, rule, field string }{
		{attack + `{"distance":2}}`, "WU-HEX-7", "aim.distance"},
		{attack + `{"distance":1,"visible":false}}`, "WU-LOS-2", "aim.visible"},
		{attack + `{"distance":1,"supporters":0}}`, "WU-SUP-1", "aim.supporters"},
		{attack + `{"distance":1,"target_supporters":1}}`, "WU-SUP-2", "aim.target_supporters"},
		{attack + `{"distance":1,"cornered":true}}`, "WU-COMBAT-6", "aim.cornered"},
		{`{"kind":"move","by":0,"fighter":"a1","hex":[3,1],"steps":4}`, "WU-MOVE-1", "steps"},
		{`{"kind":"move","by":0,"fighter":"a1","hex":[3,1],"stand":{"territory":"none","beside":["b1"]}}`, "WU-SETUP-5", "stand.territory"},
		{`{"kind":"move","by":0,"fighter":"a1","hex":[3,1],"stand":{"edge_hex":true,"beside":["b1"]}}`, "WU-HEX-4", "stand.edge_hex"},
		{`{"kind":"move","by":0,"fighter":"a1","hex":[3,3],"stand":{"beside":["a2"]}}`, "WU-HEX-7", "stand.beside"},
		{`{"kind":"move","by":0,"fighter":"a1"}`, "", "hex"},
	} {
		s.wantRefused(c.command, c.rule, c.field)
	}
	events, _ := s.play(attack+`{"distance":1,"supporters":1,"target_supporters":0}}`, []int{0}, 4, 3, 3)
	if j := first[underworlds.AttackJudged](t, events); j.Result != "hit" {
		t.Errorf("got %+v", j)
	}
}

// TestMeasuredSetup plays from the boards to the first fighter with stated facts.
func TestMeasuredSetup(t *testing.T) {
	var setup rules.Setup
	text, _ := json.Marshal(measuredBattle(t).state["setup"])
	rulestest.Must(t, rules.Decode(text, &setup))
	b := rulestest.Begin(t, underworlds.Game, setup)
	src := dice.Seeded("measured")
	give := func(want, raw string) {
		t.Helper()
		c, err := underworlds.Game.DecodeCommand([]byte(raw))
		if err == nil {
			_, err = rules.PlayInPlace(b, c, src, rules.ChooseFirst)
		}
		got := ""
		var fault *rules.Fault
		if errors.As(err, &fault) {
			got = fault.Rule + " " + fault.Field
		} else if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
	seat := func(raw string) string {
		return strings.Replace(raw, `"by":0`, `"by":`+string(rune('0'+b.View(0).ToAct)), 1)
	}
	give("", `{"kind":"roll-off","by":0}`)
	give("", seat(`{"kind":"choose-board","by":0}`))
	give("WU-SETUP-4 complete_hexes", seat(`{"kind":"join-boards","by":0,"edge":"long","complete_hexes":3}`))
	give("", seat(`{"kind":"join-boards","by":0,"edge":"long","complete_hexes":4}`))
	give("WU-SETUP-8 site.starting", seat(`{"kind":"place-objective","by":0,"site":{"starting":true}}`))
	give("WU-SETUP-8 site.edge_hex", seat(`{"kind":"place-objective","by":0,"site":{"edge_hex":true}}`))
	give("", seat(`{"kind":"place-objective","by":0,"site":{}}`))
	give("WU-SETUP-8 site.nearest", seat(`{"kind":"place-objective","by":0,"site":{"nearest":2}}`))
	give("", seat(`{"kind":"place-objective","by":0,"site":{"nearest":3}}`))
	give("", seat(`{"kind":"place-objective","by":0,"site":{"nearest":4}}`))
	give("", seat(`{"kind":"place-objective","by":0,"site":{"nearest":3}}`))
	give("", seat(`{"kind":"place-objective","by":0,"site":{"nearest":3,"edge_hex":true,"forced":true}}`))
	give("", `{"kind":"deal","by":0}`)
	give("", seat(`{"kind":"mulligan","by":0,"hands":"none"}`))
	give("", seat(`{"kind":"mulligan","by":0,"hands":"none"}`))
	give("", `{"kind":"roll-off","by":0}`)
	fighter := map[rules.Seat]string{0: "a1", 1: "b1"}[b.View(0).ToAct]
	give("WU-SETUP-13 stand.territory", seat(`{"kind":"place-fighter","by":0,"fighter":"`+fighter+`","stand":{"territory":"enemy"}}`))
	give("", seat(`{"kind":"place-fighter","by":0,"fighter":"`+fighter+`","stand":{}}`))
}
