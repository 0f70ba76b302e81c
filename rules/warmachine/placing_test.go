package warmachine

import "testing"

// TestPlacing is WM-PLACE-1 to WM-PLACE-6: a model is put elsewhere without a free
// strike at it, where there is room, and a trooper in formation stays in formation.
func TestPlacing(t *testing.T) {
	x := ambush(t, 1400)
	x.b.cards[0].p.Spells = []SpellCard{{ID: "tide", Cost: 1, On: "self", Effects: []Effect{{placing, 4}}}}
	c := Cast{Spell: "tide", Open: true}
	c.LOS = true
	x.refused(c, "")
	for rule, to := range map[string]Point{"WM-X-FOC-7": {15_000, 20_000}, "WM-PLACE-3": {21_000, 20_500}} {
		c.To = &to
		x.refused(c, rule)
	}
	c.To = &Point{17_000, 20_000}
	events := x.do(c, nil)
	if x.at("a") != *c.To || len(events) != 3 {
		t.Errorf("a at %v after %+v", x.at("a"), events)
	}
	if d := x.b.s.Act.Doing[0]; d.Movement != "" {
		t.Errorf("its movement is used: %q", d.Movement)
	}

	unit := ambush(t, 20_000)
	unit.b.cards[0].p.Kind, unit.b.cards[0].p.Cmd, unit.b.cards[0].size = "unit", 3, 2
	tr := &unit.b.s.Troops[0]
	tr.Models, tr.Left = []model{{X: 20_000, Y: 20_000}, {X: 20_000, Y: 22_000}}, 2
	far, near := unit.b.placement(ref{0, 1}, Point{20_000, 26_000}), unit.b.placement(ref{0, 1}, Point{20_000, 22_500})
	if far.judge().Legal || !near.judge().Legal || !unit.b.placement(ref{0, 0}, Point{20_000, 27_000}).judge().Legal {
		t.Error("a trooper is put in formation, its commander anywhere")
	}
}
